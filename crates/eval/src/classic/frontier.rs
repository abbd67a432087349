//! Frontier and interior: discs beside an empty square give moves away, discs within do not.
//!
//! A move turns discs that it stands next to or reaches through others; a side with many discs on
//! the outside offers many moves to the other. Quiet players keep their discs inside.
//!
//! ```text
//! exposed  = squares next to at least one empty square
//! frontier: merit = discs of the opponent that are exposed
//! interior: merit = discs of the mover that are not exposed
//! ```
//!
//! Cost: four shifts twice, two population counts. Compare with: each other, they disagree on how
//! many discs are good to have; `potential`; `mobility`, which both try to foresee.
//!
//! From two of the student reports, as frontier discs and internal discs.

use othellier_board::{Board, Size};

use super::Feature;
use super::geometry::near;

/// The opponent's discs next to an empty square, less the mover's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frontier;

impl<S: Size> Feature<S> for Frontier {
    fn merit(&self, board: Board<S>) -> u32 {
        (board.opponent() & near(board.empties())).len()
    }
}

/// The mover's discs that have no empty square beside them, less the opponent's.
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
    use crate::{Evaluator, Score};
    use othellier_board::Four;

    #[test]
    fn a_disc_walled_in_is_interior_and_its_wall_is_frontier() {
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
