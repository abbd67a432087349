//! Frontier and interior: discs next to an empty square give the opponent moves, interior discs do not.
//!
//! A move flips discs next to it or reached through others, so a side with many frontier discs gives
//! the other side many moves. Good players keep their discs inside.
//!
//! ```text
//! exposed  = squares next to at least one empty square
//! frontier: merit = discs of the opponent that are exposed
//! interior: merit = discs of the mover that are not exposed
//! ```
//!
//! Cost: four shifts twice, two population counts. Compare with: each other, they disagree on how
//! many discs are good to have; `potential`; `mobility`, which both try to predict.
//!
//! From two of the student reports, as frontier discs and internal discs.

use othellier_board::{Board, Size};

use super::Feature;
use super::geometry::near;

/// The opponent's discs next to an empty square minus the mover's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frontier;

impl<S: Size> Feature<S> for Frontier {
    fn merit(&self, board: Board<S>) -> u32 {
        (board.opponent() & near(board.empties())).len()
    }
}

/// The mover's discs that have no empty square beside them, minus the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interior;

impl<S: Size> Feature<S> for Interior {
    fn merit(&self, board: Board<S>) -> u32 {
        (board.mover() - near(board.empties())).len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Counts;
    use super::super::tests::board;
    use super::*;
    use crate::{Score, StaticEvaluator};
    use othellier_board::Four;

    #[test]
    fn an_enclosed_disc_is_interior_and_its_neighbours_are_frontier() {
        let board = board::<Four>("OOO- OXO- OOO- ----");
        // a1, b1, a2 touch no empty square; c1, c2, a3, b3, c3 do.
        assert_eq!(Frontier.counts(board), Counts { mine: 5, theirs: 0 });
        assert_eq!(Interior.counts(board), Counts { mine: 1, theirs: 3 });
        assert_eq!(Frontier.evaluate(board), Score::from_discs(5));
        assert_eq!(Interior.evaluate(board), Score::from_discs(-2));
    }

    #[test]
    fn a_full_board_has_no_frontier() {
        let board = board::<Four>("XXXX XXXX OOOO XXXX");
        assert_eq!(Frontier.evaluate(board), Score::ZERO);
        assert_eq!(Interior.evaluate(board), Score::from_discs(8));
    }
}
