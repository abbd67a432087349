//! Prepares and plays a match: shared by `match`, `tournament` and the students' command line.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use othellier_board::Size;
use othellier_job::JobProblem;
use othellier_measure::stats::Sprt;
use othellier_measure::{
    Lines, LinesError, Match, MatchGame, MatchSettings, SettingsError, Totals,
};
use othellier_spec::Access;
use othellier_wire::{MatchEvent, MatchTotal};

use crate::common::error::CliError;
use crate::common::files::refused;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::units::Sentence;

/// The result of a match.
pub(crate) struct MatchOutcome {
    pub(crate) totals: Totals,
    /// Whether it was interrupted by Ctrl-C.
    pub(crate) interrupted: bool,
    pub(crate) elapsed: Duration,
}

/// The match of these settings, with players that can be built.
pub(crate) fn prepare<S: Size>(
    settings: &MatchSettings,
    access: Access,
    threads: NonZeroUsize,
) -> Result<Match<S>, CliError> {
    let matchup = settings.prepare(access, threads);
    let matchup = matchup.map_err(|error| unusable(error, settings.openings.as_ref()))?;
    matchup.check().map_err(CliError::usage)?;
    Ok(matchup)
}

/// Why settings with these openings are refused.
pub(crate) fn unusable(error: SettingsError, openings: Option<&Lines>) -> CliError {
    match (error, openings.and_then(Lines::file)) {
        (SettingsError::Lines(LinesError::File(error)), _) => refused(&error.path, error.problem),
        (SettingsError::Openings(error), Some(path)) => refused(path, error),
        (SettingsError::Openings(error), None) => CliError::usage(error),
        (SettingsError::Tournament(error), _) => CliError::usage(error),
        (error, _) => CliError::usage(Sentence(JobProblem::from(error))),
    }
}

/// Plays a match and passes each game to `each` as it ends. Ctrl-C ends the match with the games that are
/// complete; a second Ctrl-C ends the program.
pub(crate) fn play<S: Size>(
    matchup: &Match<S>,
    mut each: impl FnMut(&MatchGame<S>, &Totals) -> Result<(), CliError>,
) -> Result<MatchOutcome, CliError> {
    let stop = stop_on_ctrl_c();
    let started = Instant::now();
    let mut problem = None;
    let totals = matchup.run(&stop, &mut |game, totals| match each(game, totals) {
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

impl MatchOutcome {
    /// The total of all games, in JSON.
    pub(crate) fn total(&self, sprt: Option<Sprt>) -> MatchEvent {
        let MatchOutcome { totals, elapsed, interrupted } = self;
        MatchEvent::Total(Box::new(MatchTotal::new(totals, *elapsed, sprt, *interrupted)))
    }

    /// Ends the command with exit code 130 if it was interrupted.
    pub(crate) fn exit(self) -> Result<(), CliError> {
        if self.interrupted {
            interrupt();
        }
        Ok(())
    }
}
