//! Corners: a disc there can never be flipped, and protects its neighbours.
//!
//! ```text
//! merit = 25 × corners of the mover
//! ```
//!
//! A corner has 25 points, about the number of discs that it decides on the 8×8 board, so that the score
//! is comparable to that of `discs`. Used by itself, the unit does not matter.
//!
//! Cost: two population counts. Compare with: `matrix1`, which also penalises the squares that give
//! a corner away; `stability`, which counts what a corner protects.
//!
//! From a student report, as corner difference.

use othellier_board::{Bitboard, Board, Size};

use super::Feature;

/// The value of a corner.
pub(super) const CORNER: u32 = 25;

/// The mover's corners minus the opponent's, 25 points each.
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
    use crate::{Score, StaticEvaluator};
    use othellier_board::Six;

    #[test]
    fn two_corners_to_one_count_as_one() {
        let board = board::<Six>("X----O -X---- ------ ------ ----O- -----X");
        assert_eq!(Corners.evaluate(board), Score::from_discs(25));
    }
}
