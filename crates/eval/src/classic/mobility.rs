//! Mobility: more legal moves mean better choices; a side without any must pass.
//!
//! ```text
//! merit = legal moves of the mover + 10 × corners of the mover
//! ```
//!
//! The second part is the corner priority of the reports: a corner counts as ten moves for its
//! owner. It can be switched off.
//!
//! Cost: the legal moves of both sides. Compare with: `potential`, which is cheaper and looks
//! further ahead; `discs`, which prefers the opposite in the opening.
//!
//! From four of the student reports. One of them counts the moves of the side to move at the leaf
//! as good for the player who searches: at odd depths it prefers positions where the opponent has many
//! replies. It also gives the corner bonus for the last move, whichever side played it. Here both sides
//! are counted, and a corner counts for its owner. [`LiteralMobility`] keeps the report's count of moves
//! to compare with.

use othellier_board::{Bitboard, Board, Size};

use super::Feature;
use crate::{Score, StaticEvaluator, Turn};

/// The value of a corner, in moves.
const CORNER_MOVES: u32 = 10;

/// The mover's legal moves minus the opponent's.
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
        board.legal_moves().len() + self.corner_moves(board)
    }
}

impl Mobility {
    /// The value of the mover's corners, in moves.
    fn corner_moves<S: Size>(&self, board: Board<S>) -> u32 {
        let owned = if self.corners { (board.mover() & Bitboard::corners()).len() } else { 0 };
        CORNER_MOVES * owned
    }
}

/// The legal moves of the side to move, counted for the player who searches, as in one report.
///
/// A corner, where corners count, still counts for its owner.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiteralMobility(pub Mobility);

impl<S: Size> StaticEvaluator<S> for LiteralMobility {
    fn evaluate(&self, board: Board<S>) -> Score {
        self.evaluate_for(board, Turn::Searcher)
    }

    fn evaluate_for(&self, board: Board<S>, turn: Turn) -> Score {
        let moves = board.legal_moves().len() as i32;
        let for_mover = match turn {
            Turn::Searcher => moves,
            Turn::Opponent => -moves,
        };
        let owned = |board| self.0.corner_moves(board) as i32;
        Score::from_discs(for_mover + owned(board) - owned(board.passed()))
    }

    fn is_one_sided(&self) -> bool {
        true
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
    }

    #[test]
    fn the_literal_variant_counts_the_moves_at_the_leaf_for_the_player_who_searches() {
        let board = board::<Four>("XOX- -O-- ---- ----");
        let literal = LiteralMobility(Mobility { corners: false });
        // Two moves are good for the mover if the mover searches, and bad if the opponent does.
        assert_eq!(literal.evaluate_for(board, Turn::Searcher), Score::from_discs(2));
        assert_eq!(literal.evaluate_for(board, Turn::Opponent), Score::from_discs(-2));
        assert_eq!(literal.evaluate(board.passed()), Score::from_discs(1));
        // The mover owns a1.
        let with_corners = LiteralMobility(Mobility { corners: true });
        assert_eq!(with_corners.evaluate_for(board, Turn::Searcher), Score::from_discs(2 + 10));
        assert_eq!(with_corners.evaluate_for(board, Turn::Opponent), Score::from_discs(-2 + 10));
    }

    #[test]
    fn a_corner_counts_for_its_owner_whichever_side_moved_last() {
        let corner = board::<Four>("X--- ---- ---- ----");
        assert_eq!(Mobility::default().evaluate(corner), Score::from_discs(10));
        assert_eq!(Mobility::default().evaluate(corner.passed()), Score::from_discs(-10));
        assert_eq!(Mobility { corners: false }.evaluate(corner), Score::ZERO);
    }
}
