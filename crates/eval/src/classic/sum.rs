//! A weighted sum: raw differences of features, each times its weight.
//!
//! ```text
//! evaluate = Σ over the features f:  weight(f) × (mine − theirs)
//! ```
//!
//! `sum(discs=2, corners=3)` is two points for each disc more and three for each corner more. Unlike
//! in `genome` nothing is normalised: a lead of twenty moves outweighs everything else, whatever the
//! total. A corner counts as one here, not as the 25 points of `corners`.
//!
//! Cost: that of the features that have a weight. Compare with: `genome`, whose parts stay between −1
//! and 1 and whose weights change with the phase.
//!
//! From a student report, as the first form of its linear combination, before it is normalised.

use othellier_board::{Board, Eight, Size};

use super::{Criterion, Feature};
use crate::{Score, StaticEvaluator};

/// A weighted sum of raw feature differences.
pub struct Sum<S: Size = Eight> {
    terms: Vec<Term<S>>,
}

struct Term<S: Size> {
    weight: i64,
    unit: i64,
    feature: Box<dyn Feature<S>>,
}

impl<S: Size> Sum<S> {
    /// The evaluator with these weights.
    ///
    /// ```
    /// use othellier_board::{Board, Square};
    /// use othellier_eval::classic::{Criterion, Sum};
    /// use othellier_eval::{StaticEvaluator, Score};
    /// let sum = Sum::new([(Criterion::Discs, 2), (Criterion::Corners, 3)]);
    /// // Four discs to one, for the side that is not to move.
    /// let board = Board::default().after(Square::F5);
    /// assert_eq!(sum.evaluate(board), Score::from_discs(-2 * 3));
    /// ```
    pub fn new(weights: impl IntoIterator<Item = (Criterion, i32)>) -> Sum<S> {
        let term = |(criterion, weight): (Criterion, i32)| Term {
            weight: weight.into(),
            unit: criterion.unit().into(),
            feature: criterion.feature(),
        };
        Sum { terms: weights.into_iter().map(term).collect() }
    }
}

impl<S: Size> StaticEvaluator<S> for Sum<S> {
    fn evaluate(&self, board: Board<S>) -> Score {
        let hundredths = |Term { weight, unit, feature }: &Term<S>| {
            100 * weight * i64::from(feature.counts(board).difference()) / unit
        };
        Score::guess(self.terms.iter().map(hundredths).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;
    use othellier_board::Four;

    #[test]
    fn two_for_a_disc_and_three_for_a_corner() {
        let board = board::<Four>("X--X -X-- ---- X-OO");
        let sum = Sum::new([(Criterion::Discs, 2), (Criterion::Corners, 3)]);
        assert_eq!(sum.evaluate(board), Score::from_discs(2 * (4 - 2) + 3 * (3 - 1)));
        assert_eq!(sum.evaluate(board.passed()), -sum.evaluate(board));
    }
}
