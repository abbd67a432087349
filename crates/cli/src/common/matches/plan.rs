//! A match ready to be played: shared by `match` and the students' command line.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use othellier_board::Size;
use othellier_measure::{Match, MatchGame, Totals};

use crate::common::interrupt::{interrupt, stop_on_ctrl_c};

use crate::common::error::CliError;

/// A match, with the settings that its report names.
pub(crate) struct Plan<S: Size> {
    pub(crate) matchup: Match<S>,
    /// The file of the openings.
    pub(crate) openings_file: Option<String>,
    /// The random plies of the openings.
    pub(crate) random_plies: Option<usize>,
}

/// The result of a match.
pub(crate) struct MatchOutcome {
    pub(crate) totals: Totals,
    /// Whether it was interrupted by Ctrl-C.
    pub(crate) interrupted: bool,
    pub(crate) elapsed: Duration,
}

impl<S: Size> Plan<S> {
    /// Checks that both players can be built.
    pub(crate) fn checked(self) -> Result<Plan<S>, CliError> {
        self.matchup.check().map_err(CliError::usage)?;
        Ok(self)
    }

    /// Plays the match and passes each game to `each` as it ends. Ctrl-C ends the match with the
    /// games that are complete; a second Ctrl-C ends the program.
    pub(crate) fn run(
        &self,
        mut each: impl FnMut(&MatchGame<S>, &Totals) -> Result<(), CliError>,
    ) -> Result<MatchOutcome, CliError> {
        let stop = stop_on_ctrl_c();
        let started = Instant::now();
        let mut problem = None;
        let totals = self.matchup.run(&stop, &mut |game, totals| match each(game, totals) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        });
        let outcome = MatchOutcome {
            totals: totals.map_err(CliError::usage)?,
            interrupted: stop.is_stopped(),
            elapsed: started.elapsed(),
        };
        problem.map_or(Ok(outcome), Err)
    }
}

impl MatchOutcome {
    /// Ends the command with exit code 130 if it was interrupted.
    pub(crate) fn exit(self) -> Result<(), CliError> {
        if self.interrupted {
            interrupt();
        }
        Ok(())
    }
}
