//! Mobility: who has more moves to choose from chooses better, and who has none must pass.
//!
//! ```text
//! merit = legal moves of the mover + 10 × corners of the mover
//! ```
//!
//! The second part is the corner priority of the reports: a corner is worth as much as ten moves, to
//! the side that owns it. It can be left out.
//!
//! Cost: the legal moves of both sides. Compare with: `potential`, which is cheaper and looks
//! further ahead; `discs`, which wants the opposite in the opening.
//!
//! From four of the student reports. One of them counts the moves of whoever is to move at the leaf
//! with a plus sign, so that a deep search may love the opponent's moves, and gives the corner bonus
//! for the last move whoever played it. Here both sides are counted, and the corner is its owner's.
//! [`OwnMobility`] keeps the one-sided count to compare with.

use othellier_board::{Bitboard, Board, Size};

use super::Feature;
use crate::{Evaluator, Score};

/// How many moves a corner is worth.
const CORNER_MOVES: u32 = 10;

/// The mover's legal moves less the opponent's.
#[derive(Clone, Copy, Debug)]
pub struct Mobility {
    /// Whether a corner counts as ten moves for its owner.
    pub corners: bool,
}

/// Moves and corners.
impl Default for Mobility {
    fn default() -> Mobility {
        Mobility { corners: true }
    }
}

impl<S: Size> Feature<S> for Mobility {
    fn merit(&self, board: Board<S>) -> u32 {
        let owned = if self.corners { (board.mover() & Bitboard::corners()).len() } else { 0 };
        board.legal_moves().len() + CORNER_MOVES * owned
    }
}

/// The merit of the mover alone, as one report has it.
///
/// Not the opposite when seen from the other side, unlike every other evaluator.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnMobility(pub Mobility);

impl<S: Size> Evaluator<S> for OwnMobility {
    fn evaluate(&self, board: Board<S>) -> Score {
        Score::from_discs(self.0.merit(board) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Counts;
    use super::super::tests::board;
    use super::*;
    use othellier_board::Four;

    #[test]
    fn the_moves_of_both_sides_count_whoever_is_to_move() {
        // The mover has two moves, a3 and c3; the opponent has one, d1.
        let board = board::<Four>("XOX- -O-- ---- ----");
        let moves = Mobility { corners: false };
        assert_eq!(moves.counts(board), Counts { mine: 2, theirs: 1 });
        assert_eq!(moves.evaluate(board), Score::from_discs(1));
        assert_eq!(moves.evaluate(board.passed()), Score::from_discs(-1));
        assert_eq!(OwnMobility(moves).evaluate(board), Score::from_discs(2));
        assert_eq!(OwnMobility(moves).evaluate(board.passed()), Score::from_discs(1));
    }

    #[test]
    fn a_corner_counts_for_its_owner_whoever_moved_last() {
        let corner = board::<Four>("X--- ---- ---- ----");
        assert_eq!(Mobility::default().evaluate(corner), Score::from_discs(10));
        assert_eq!(Mobility::default().evaluate(corner.passed()), Score::from_discs(-10));
        assert_eq!(Mobility { corners: false }.evaluate(corner), Score::ZERO);
    }
}
