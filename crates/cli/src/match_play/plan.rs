//! A match ready to be played: shared by `match` and the students' command line.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use othellier_board::{Eight, Size};
use othellier_lab::{Match, MatchError, MatchGame, Totals};
use othellier_locale::message;
use othellier_play::{NamedLevel, StopSignal, catalogue};
use othellier_spec::{Key, Spec};

use crate::error::{CliError, interrupt};

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
        self.matchup.check().map_err(|error| refusal(error))?;
        Ok(self)
    }

    /// Plays the match and passes each game to `each` as it ends. Ctrl-C ends the match with the
    /// games that are complete; a second Ctrl-C ends the program.
    pub(crate) fn run(
        &self,
        mut each: impl FnMut(&MatchGame<S>, &Totals) -> Result<(), CliError>,
    ) -> Result<MatchOutcome, CliError> {
        let stop = StopSignal::default();
        let handler_stop = stop.clone();
        let _ = ctrlc::set_handler(move || match handler_stop.is_stopped() {
            true => interrupt(),
            false => handler_stop.stop(),
        });
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
            totals: totals.map_err(|error| refusal(error))?,
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

/// A player in a table of settings: its effective spec, preceded by the name of a level.
pub(crate) fn display_spec(spec: &Spec) -> String {
    match NamedLevel::named(&spec.name) {
        Some(level) => format!("{}: {}", level.name, effective(spec)),
        None => effective(spec).to_string(),
    }
}

/// A player's spec with every default that has an effect filled in; for a level, that of the player
/// behind it.
pub(crate) fn effective(spec: &Spec) -> Spec {
    if let Some(level) = NamedLevel::named(&spec.name) {
        return effective(&level.stands_for());
    }
    let entries = catalogue::<Eight>();
    let entry = entries.iter().find(|entry| entry.description.name == spec.name);
    let keys = entry.map_or(&[][..], |entry| entry.description.keys);
    let default = |name: &str| keys.iter().find(|key| key.name == name).map(|key| key.default);
    let has = |name: &str| spec.option(name).is_some();
    let is_limited = has("time") || has("nodes");
    let has_table = spec.option("table").or(default("table")) != Some("none");
    let in_effect = |key: &Key| match key.name {
        "hash" if !has_table => "",
        // A time or node limit replaces the depth and implies iterative deepening.
        "depth" if is_limited => "",
        "level" if is_limited || has("depth") => "",
        "deepening" if is_limited => "on",
        _ => key.default,
    };
    let value = |key: &Key| {
        let value = spec.option(key.name).unwrap_or(in_effect(key));
        (!value.is_empty()).then(|| (key.name.to_owned(), value.to_owned()))
    };
    Spec { name: spec.name.clone(), options: keys.iter().filter_map(value).collect() }
}

/// The requested number of threads, by default the number of cores.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = || std::thread::available_parallelism().ok();
    asked.or_else(cores).unwrap_or(NonZeroUsize::MIN)
}

fn refusal(error: MatchError) -> CliError {
    match error {
        MatchError::Spec(error) => CliError::usage(error),
        MatchError::Person { name } => CliError::usage(message!("match-person", name = name)),
    }
}

#[cfg(test)]
mod tests {
    use othellier_play::{Setup, build};

    use super::*;

    #[test]
    fn effective_specs_can_be_parsed_again() {
        for (text, whole) in [
            ("alphabeta", "alphabeta(depth=3"),
            ("pvs(time=1s)", "pvs(time=1s"),
            ("mtdf(table=zobrist)", "mtdf(depth=3"),
            ("champion", "champion(level=16"),
            ("champion(depth=1)", "champion(depth=1"),
            ("mcts", "mcts(playouts=1000"),
            ("level-1", "random"),
            ("level-4", "minimax(depth=4, eval=runs(discs=on), order=none, table=none"),
        ] {
            let effective = effective(&text.parse().unwrap());
            assert!(effective.to_string().starts_with(whole), "{effective}");
            assert!(build::<Eight>(&effective, &Setup { seed: 1 }).is_ok(), "{effective}");
        }
    }
}
