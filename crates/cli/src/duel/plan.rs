//! A match that is settled and about to be played: what `match` and the students' form share.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use othellier_board::{Eight, Size};
use othellier_lab::{Duel, DuelError, DuelGame, Totals};
use othellier_play::{NamedLevel, StopSignal, catalogue};
use othellier_spec::{Key, Spec};

use crate::complaint::{Complaint, interrupt};
use crate::lang::{Lang, say};

/// A match, with what its report must name.
pub(crate) struct Plan<S: Size> {
    pub(crate) duel: Duel<S>,
    /// Where the openings were read from.
    pub(crate) openings_file: Option<String>,
    /// How many random plies the openings were made of.
    pub(crate) random_plies: Option<usize>,
}

/// What was played.
pub(crate) struct Done {
    pub(crate) totals: Totals,
    /// Whether Ctrl-C ended it.
    pub(crate) interrupted: bool,
    pub(crate) elapsed: Duration,
}

impl<S: Size> Plan<S> {
    /// The same plan, if both players can be had.
    pub(crate) fn checked(self, lang: Lang) -> Result<Plan<S>, Complaint> {
        self.duel.check().map_err(|error| refusal(lang, error))?;
        Ok(self)
    }

    /// Plays, and hands on each game as it ends. Ctrl-C ends the match at the games that are
    /// complete; a second one ends the program.
    pub(crate) fn carry_out(
        &self,
        lang: Lang,
        mut each: impl FnMut(&DuelGame<S>, &Totals) -> Result<(), Complaint>,
    ) -> Result<Done, Complaint> {
        let stop = StopSignal::default();
        let told = stop.clone();
        let _ = ctrlc::set_handler(move || match told.is_stopped() {
            true => interrupt(),
            false => told.stop(),
        });
        let started = Instant::now();
        let mut problem = None;
        let totals = self.duel.run(&stop, &mut |game, totals| match each(game, totals) {
            Ok(()) => ControlFlow::Continue(()),
            Err(complaint) => {
                problem = Some(complaint);
                ControlFlow::Break(())
            }
        });
        let done = Done {
            totals: totals.map_err(|error| refusal(lang, error))?,
            interrupted: stop.is_stopped(),
            elapsed: started.elapsed(),
        };
        problem.map_or(Ok(done), Err)
    }
}

impl Done {
    /// Ends the command: everything is written by now.
    pub(crate) fn exit(self) -> Result<(), Complaint> {
        if self.interrupted {
            interrupt();
        }
        Ok(())
    }
}

/// A player as a table of settings shows it: a level with its name before what it stands for.
pub(crate) fn shown(spec: &Spec) -> String {
    match NamedLevel::named(&spec.name) {
        Some(level) => format!("{}: {}", level.name, effective(spec)),
        None => effective(spec).to_string(),
    }
}

/// A player's spec with every option that it leaves to its default and that has an effect; for a
/// level, that of the player it stands for.
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
        // A limit of another kind stands alone, and asks for one depth after the other.
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

/// As many threads as are asked for, else as there are cores.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = || std::thread::available_parallelism().ok();
    asked.or_else(cores).unwrap_or(NonZeroUsize::MIN)
}

fn refusal(lang: Lang, error: DuelError) -> Complaint {
    match error {
        DuelError::Spec(error) => Complaint::spec(lang, error),
        DuelError::Person { name } => Complaint::Usage(say!(lang, "match-person", name = name)),
    }
}

#[cfg(test)]
mod tests {
    use othellier_play::{Setup, build};

    use super::*;

    #[test]
    fn effective_settings_can_be_given_back() {
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
