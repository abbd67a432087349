//! What every evaluator can do.

use std::ops::Not;

use othellier_board::kernel::Kernel;
use othellier_board::{Board, Eight, Field, Placement, Size};

use crate::Score;

/// Guesses what a board is worth to the side to move, without looking ahead.
///
/// Pure and bit-exact: the same board has the same score on every machine. The value is the mover's
/// merit less the opponent's, so that seen from the other side it is the opposite. Only the literal
/// variants of some reports are [one-sided](Evaluator::is_one_sided): they judge from the side of the
/// player who searches, whoever is to move.
pub trait Evaluator<S: Size = Eight>: Send + Sync {
    /// The score of a board, for its mover. The game need not be over here, and need not go on.
    fn evaluate(&self, board: Board<S>) -> Score;

    /// The score of a board met by a search, for its mover, where it matters who searches. A search
    /// asks this of its leaves.
    fn evaluate_for(&self, board: Board<S>, _turn: Turn) -> Score {
        self.evaluate(board)
    }

    /// Whether [`evaluate_for`](Evaluator::evaluate_for) depends on the turn: what is known of a
    /// board then holds for one side only.
    fn is_one_sided(&self) -> bool {
        false
    }

    /// Makes everything ready that the first boards would otherwise have to wait for.
    fn make_ready(&self) {}
}

/// Whose turn it is on a board, for the player who searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It is the turn of the player who searches.
    Searcher,
    /// It is the turn of the other player.
    Opponent,
}

impl Not for Turn {
    type Output = Turn;
    fn not(self) -> Turn {
        match self {
            Turn::Searcher => Turn::Opponent,
            Turn::Opponent => Turn::Searcher,
        }
    }
}

/// An evaluator that follows a line of search: what it knows of a board is carried from move to
/// move, and the search is compiled for it.
pub trait Judge: Clone + Send + Sync {
    /// The size of the boards it judges, which lie on the 8×8 bitboard.
    type Size: Field;
    /// What is carried down a line: the indices of patterns, or `()`.
    type Track: Copy + Sync;
    /// Whether a shallow search by this judge foretells a deeper one, so that searches may be
    /// selective.
    const FORETELLS: bool;

    /// Makes everything ready that the first boards would otherwise have to wait for.
    fn make_ready(&self) {}

    /// What is to be known of a board.
    fn track(&self, board: Board) -> Self::Track;

    /// What is to be known after a legal move.
    fn after(&self, track: &Self::Track, placement: Placement) -> Self::Track;

    /// What is to be known after a pass.
    fn passed(&self, track: &Self::Track) -> Self::Track;

    /// The value of a board for its mover, in hundredths of a disc.
    fn judge<K: Kernel>(&self, kernel: K, track: &Self::Track, board: Board) -> i32;

    /// The same where the number of the mover's legal moves is known.
    #[inline(always)]
    fn judge_knowing<K: Kernel>(
        &self,
        kernel: K,
        track: &Self::Track,
        board: Board,
        _moves: u32,
    ) -> i32 {
        self.judge(kernel, track, board)
    }

    /// The same where it matters only whether the value is inside a window: far outside of it a
    /// cheaper one will do, which is nearly always on the same side.
    #[inline(always)]
    fn judge_between<K: Kernel>(
        &self,
        kernel: K,
        track: &Self::Track,
        board: Board,
        moves: u32,
        (_alpha, _beta): (i32, i32),
    ) -> i32 {
        self.judge_knowing(kernel, track, board, moves)
    }

    /// What is enough to order the moves of a board: a cheaper value.
    #[inline(always)]
    fn rank<K: Kernel>(&self, kernel: K, track: &Self::Track, board: Board, moves: u32) -> i32 {
        self.judge_knowing(kernel, track, board, moves)
    }
}
