//! Disc count: the side with more discs is better.
//!
//! The simplest evaluation, and a bad one before the end: many discs early mean many discs to lose
//! and few moves to choose from. At the end it is the result itself.
//!
//! ```text
//! merit = discs of the mover
//! ```
//!
//! Cost: two population counts. Compare with: everything; `mixed-discs`, which counts discs only
//! towards the end.
//!
//! From all the student reports, as "absolute" evaluation or disc difference.

use othellier_board::{Board, Size};

use super::Feature;

/// The mover's discs minus the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

impl<S: Size> Feature<S> for Discs {
    fn merit(&self, board: Board<S>) -> u32 {
        board.mover().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Score, StaticEvaluator};
    use othellier_board::{Four, Square};

    #[test]
    fn a_first_move_makes_four_discs_to_one() {
        let after = Board::default().after(Square::F5);
        assert_eq!(Discs.evaluate(after), Score::from_discs(-3));
        assert_eq!(Discs.evaluate(Board::<Four>::default()), Score::ZERO);
    }
}
