//! Endgame exercises: positions from randomised play with exact scores of all moves.

use clap::Args;
use othellier_lab::endgames::{Endgames, solve_moves};
use othellier_locale::{Lang, tr};
use othellier_review::{Exercise, Settings, exercise};
use othellier_search::StopSignal;
use othellier_search::champion::{SearchLevel, Selectivity, Solver};

use crate::common::values;

/// Options that select endgame exercises.
#[derive(Args, Clone, Copy)]
pub(super) struct EndgameArgs {
    /// Empty squares of every position, from 4 to 24; by default 10
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(4..=24))]
    empties: Option<u32>,
    /// Minimum difficulty, from 1 to 5
    #[arg(long, value_name = "N", value_parser = values::within::<u8>(1..=5))]
    stars: Option<u8>,
    /// Random seed: the same seed gives the same exercises
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

const DEFAULT_EMPTIES: u32 = 10;
/// How many consecutive positions may be too easy before giving up.
const ATTEMPTS: usize = 400;
const TABLE_BYTES: usize = 16 << 20;

impl EndgameArgs {
    /// The given seed, or a random one.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(values::seed)
    }

    pub(super) fn empties(&self) -> u32 {
        self.empties.unwrap_or(DEFAULT_EMPTIES)
    }

    fn stars(&self) -> u8 {
        self.stars.unwrap_or(1)
    }

    /// Settings with which every such position is solved exactly.
    pub(super) fn settings(&self) -> Settings {
        // Level 10 solves from 20 empty squares on; each further empty square needs 2.5 levels
        // more.
        let level = match self.empties() {
            empties @ ..=20 => empties.div_ceil(2).max(SearchLevel::FIRST_FULL_STRENGTH),
            empties => 10 + (empties - 20) * 5 / 2 + 1,
        };
        Settings { level, table_bytes: TABLE_BYTES, ..Settings::default() }
    }

    /// An endless stream of exercises, as long as hard enough ones are found.
    pub(super) fn exercises(
        &self,
        seed: u64,
        stop: &StopSignal,
    ) -> impl Iterator<Item = Exercise> + use<> {
        let mut solver = Solver::new(1, TABLE_BYTES);
        let mut positions = Endgames::new(self.empties(), seed);
        let (stop, stars) = (stop.clone(), self.stars());
        let fits = move |exercise: &Exercise| {
            exercise.difficulty.is_some_and(|difficulty| difficulty.stars() >= stars)
        };
        std::iter::from_fn(move || {
            (0..ATTEMPTS).find_map(|_| {
                let solved =
                    solve_moves(&mut solver, positions.next()?, Selectivity::Exact, &stop)?;
                exercise::of_problem(&solved.problem).filter(&fits)
            })
        })
    }

    /// The message that no exercise was found.
    pub(super) fn nothing(&self, lang: Lang) -> String {
        tr!(lang, "exercise-none", empties = self.empties(), stars = self.stars())
    }
}
