//! Corners: a disc there can never be turned, and protects its neighbours.
//!
//! ```text
//! merit = 25 × corners of the mover
//! ```
//!
//! A corner is given 25 points, about the discs that it decides on the usual board, so that the
//! score can be read beside that of `discs`. Alone, the unit changes nothing.
//!
//! Cost: two population counts. Compare with: `matrix1`, which also fears the squares that lead to a
//! corner; `stability`, which sees what the corner protects.
//!
//! From a student report, as corner difference.

use othellier_board::{Bitboard, Board, Size};

use super::Feature;

/// What a corner is worth.
pub(super) const CORNER: u32 = 25;

/// The mover's corners less the opponent's, 25 points each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Corners;

impl<S: Size> Feature<S> for Corners {
    fn merit(&self, board: Board<S>) -> u32 {
        CORNER * (board.mover() & Bitboard::corners()).len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;
    use crate::{Evaluator, Score};
    use othellier_board::Six;

    #[test]
    fn two_corners_to_one_are_worth_one() {
        let board = board::<Six>("X----O -X---- ------ ------ ----O- -----X");
        assert_eq!(Corners.evaluate(board), Score::from_discs(25));
    }
}
