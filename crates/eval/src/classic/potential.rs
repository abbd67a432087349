//! Potential mobility: the squares where a move may become possible.
//!
//! A move is always next to a disc of the opponent. An empty square next to the opponent's discs need not
//! be a move yet, but may become one; many such squares mean many moves later.
//!
//! ```text
//! merit = empty squares next to at least one disc of the opponent
//! ```
//!
//! Cost: eight shifts and two population counts, less than [`Mobility`](super::Mobility) itself.
//! Compare with: `mobility`, which counts the moves of this turn; `frontier`, which counts the discs
//! beside the empty squares where this counts the empty squares beside the discs.
//!
//! From a student report; the idea is Rosenbloom's, in Iago (1982).

use othellier_board::{Board, Size};

use super::Feature;
use super::geometry::near;

/// Empty squares next to the opponent's discs, minus those next to the mover's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Potential;

impl<S: Size> Feature<S> for Potential {
    fn merit(&self, board: Board<S>) -> u32 {
        (near(board.opponent()) & board.empties()).len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;
    use crate::{Score, StaticEvaluator};
    use othellier_board::Four;

    #[test]
    fn a_disc_in_the_open_gives_the_other_side_more_than_one_in_the_corner() {
        // Around b2 are seven empty squares, around the corner two.
        let board = board::<Four>("X--- -O-- ---- ----");
        assert_eq!(Potential.evaluate(board), Score::from_discs(5));
    }
}
