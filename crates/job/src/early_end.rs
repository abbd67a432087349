//! The sequential test of a match whose units are done in any order.

use othellier_measure::stats::{SequentialTest, Sprt};
use othellier_wire::MatchGame;

use crate::RowsError;
use crate::kinds::of_lines;

/// A sequential test that may need fewer units than the job has.
#[derive(Clone, Debug)]
pub struct EarlyEnd {
    test: SequentialTest,
    /// Games in a unit: an even number.
    unit: usize,
    /// All games of the job.
    games: usize,
}

impl EarlyEnd {
    /// A test of a match of this number of games, in units of this size.
    pub fn new(sprt: Sprt, unit: usize, games: usize) -> EarlyEnd {
        EarlyEnd { test: SequentialTest::new(sprt), unit, games }
    }

    /// Adds the rows of a unit.
    pub fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), RowsError> {
        for game in of_lines::<MatchGame>(number, rows)? {
            self.test.add(game.index, game.difference);
        }
        Ok(())
    }

    /// Whether the test is decided.
    pub fn is_decided(&self) -> bool {
        self.test.decided_after().is_some()
    }

    /// The number of games that count, as far as is known.
    pub fn games(&self) -> usize {
        self.test.decided_after().unwrap_or(self.games)
    }

    /// The number of units that are needed, as far as is known.
    pub fn units(&self) -> u64 {
        self.games().div_ceil(self.unit) as u64
    }
}
