//! Endgame exercises: positions from randomised play with exact scores of all moves.

use clap::Args;
use othellier_locale::{Lang, tr};
use othellier_measure::endgames::EndgameExercises;
use othellier_review::{Exercise, Settings};
use othellier_search::StopSignal;

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
        Settings::to_solve(self.empties(), TABLE_BYTES)
    }

    /// An endless stream of exercises, as long as hard enough ones are found.
    pub(super) fn exercises(
        &self,
        seed: u64,
        stop: &StopSignal,
    ) -> impl Iterator<Item = Exercise> + use<> {
        let mut exercises = EndgameExercises::new(self.empties(), seed, TABLE_BYTES);
        let (stop, stars) = (stop.clone(), self.stars());
        std::iter::from_fn(move || {
            exercises.find(ATTEMPTS, &stop, |_, exercise| {
                exercise.difficulty.is_some_and(|difficulty| difficulty.stars() >= stars)
            })
        })
    }

    /// The message that no exercise was found.
    pub(super) fn nothing(&self, lang: Lang) -> String {
        tr!(lang, "exercise-none", empties = self.empties(), stars = self.stars())
    }
}
