//! What speaks for each side: the one shape of all basic evaluators.
//!
//! An idea about Othello says what is good to have: moves, corners, safe discs. A [`Feature`] counts
//! that for the mover. What is bad to have counts for the other side, so that no count is ever
//! negative. Both ways to compare the sides come from the same two counts:
//!
//! ```text
//! mine   = merit(board)
//! theirs = merit(board seen by the opponent)
//!
//! difference = mine − theirs                       the score of the feature as an evaluator
//! normalised = (mine − theirs) / (mine + theirs)   from −1 to 1, for weighted sums; 0 when both are 0
//! ```
//!
//! As the same function is asked twice, an evaluator cannot favour the side to move: seen from the
//! other side, every value is the opposite.
//!
//! The normalised form comes from a student report, where it makes criteria of different sizes
//! comparable; the report divides zero by zero when neither side has anything to count.

use othellier_board::{Board, Eight, Size};

use super::{
    Corners, Discs, DiscsAndRuns, Frontier, Interior, Mobility, Parity, ParityByDiscs, Potential,
    Regions, Runs, Stability, Strategic,
};
use crate::{Evaluator, Score};

/// Something that is good to have, counted; as an [`Evaluator`], the difference of the counts.
pub trait Feature<S: Size = Eight>: Evaluator<S> {
    /// All that speaks for the mover: what he has of the good, and the opponent of the bad.
    fn merit(&self, board: Board<S>) -> u32;

    /// The merits of both sides.
    fn counts(&self, board: Board<S>) -> Counts {
        Counts { mine: self.merit(board), theirs: self.merit(board.passed()) }
    }
}

macro_rules! evaluate_by_difference {
    ($($feature:ty),* $(,)?) => {$(
        impl<S: Size> Evaluator<S> for $feature {
            fn evaluate(&self, board: Board<S>) -> Score {
                Score::from_discs(self.counts(board).difference())
            }
        }
    )*};
}
evaluate_by_difference!(
    Discs,
    Mobility,
    Potential,
    Corners,
    Frontier,
    Interior,
    Stability,
    Parity,
    ParityByDiscs,
    Regions,
    Runs,
    DiscsAndRuns,
    Strategic,
);

/// The merits of the mover and of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// What speaks for the mover.
    pub mine: u32,
    /// What speaks for the opponent.
    pub theirs: u32,
}

impl Counts {
    /// How much more speaks for the mover.
    pub fn difference(self) -> i32 {
        self.mine as i32 - self.theirs as i32
    }

    /// The difference as a part of the sum, `whole` when all speaks for the mover; 0 when nothing
    /// speaks for either.
    ///
    /// Rounded towards zero, so that it stays the opposite when the sides are exchanged.
    ///
    /// ```
    /// use othellier_eval::classic::Counts;
    /// assert_eq!(Counts { mine: 9, theirs: 3 }.normalised(100), 50);
    /// assert_eq!(Counts { mine: 0, theirs: 4 }.normalised(100), -100);
    /// assert_eq!(Counts { mine: 0, theirs: 0 }.normalised(100), 0);
    /// ```
    pub fn normalised(self, whole: i64) -> i64 {
        let sum = i64::from(self.mine) + i64::from(self.theirs);
        (whole * i64::from(self.difference())).checked_div(sum).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normalised_difference_of_nothing_and_nothing_is_zero() {
        assert_eq!(Counts { mine: 0, theirs: 0 }.normalised(100), 0);
    }

    #[test]
    fn the_normalised_difference_is_rounded_alike_for_both_sides() {
        assert_eq!(Counts { mine: 2, theirs: 1 }.normalised(100), 33);
        assert_eq!(Counts { mine: 1, theirs: 2 }.normalised(100), -33);
    }
}
