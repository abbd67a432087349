//! Features: the common form of all basic evaluators.
//!
//! A [`Feature`] counts what is good for the mover: moves, corners, safe discs. What is bad counts for the
//! other side, so that no count is negative. Both ways to compare the sides use the same two counts:
//!
//! ```text
//! mine   = merit(board)
//! theirs = merit(board seen by the opponent)
//!
//! difference = mine − theirs                       the score of the feature as an evaluator
//! normalised = (mine − theirs) / (mine + theirs)   from −1 to 1, for weighted sums; 0 when both are 0
//! ```
//!
//! Because the same function is used for both sides, an evaluator cannot favour the side to move:
//! swapping the sides negates the value.
//!
//! The normalised form comes from a student report, where it makes criteria of different sizes
//! comparable; the report divides zero by zero when neither side has anything to count.

use othellier_board::{Board, Eight, Size};

use super::{
    Corners, Discs, DiscsAndRuns, Frontier, Interior, Mobility, Parity, ParityByDiscs, Potential,
    Regions, Runs, SemiStability, Stability, Strategic,
};
use crate::{Score, StaticEvaluator};

/// A count of something good to have. As a [`StaticEvaluator`], it is the difference of both counts.
pub trait Feature<S: Size = Eight>: StaticEvaluator<S> {
    /// The mover's count: the good that the mover has, and the bad that the opponent has.
    fn merit(&self, board: Board<S>) -> u32;

    /// The merits of both sides.
    fn counts(&self, board: Board<S>) -> Counts {
        Counts { mine: self.merit(board), theirs: self.merit(board.passed()) }
    }
}

macro_rules! evaluate_by_difference {
    ($($feature:ty),* $(,)?) => {$(
        impl<S: Size> StaticEvaluator<S> for $feature {
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
    SemiStability,
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
    /// The mover's merit.
    pub mine: u32,
    /// The opponent's merit.
    pub theirs: u32,
}

impl Counts {
    /// The mover's merit minus the opponent's.
    pub fn difference(self) -> i32 {
        self.mine as i32 - self.theirs as i32
    }

    /// The difference as a share of the sum, scaled so that `whole` means that the opponent has none; 0 when
    /// both are 0.
    ///
    /// Rounded towards zero, so that swapping the sides negates it.
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
    fn the_normalised_difference_of_two_zeros_is_zero() {
        assert_eq!(Counts { mine: 0, theirs: 0 }.normalised(100), 0);
    }

    #[test]
    fn the_normalised_difference_is_rounded_alike_for_both_sides() {
        assert_eq!(Counts { mine: 2, theirs: 1 }.normalised(100), 33);
        assert_eq!(Counts { mine: 1, theirs: 2 }.normalised(100), -33);
    }
}
