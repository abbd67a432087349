//! The two traits of evaluators.
//!
//! [`StaticEvaluator`] is the simple one: a board in, a score out. Implement it to add an evaluator.
//! [`IncrementalEvaluator`] is the fast one, for which the champion's search is compiled.

use std::ops::Not;

use othellier_board::kernel::Kernel;
use othellier_board::{Bitboard, Board, Eight, Field, Placement, Size};

use crate::{Outcome, Score};

/// Estimates the value of a board for the side to move, without looking ahead.
///
/// Pure and bit-exact: the same board has the same score on every machine. The value is the mover's
/// merit minus the opponent's, so evaluating from the other side negates it. Only the literal
/// variants of some reports are [one-sided](StaticEvaluator::is_one_sided): they evaluate from the
/// side of the player who searches, whichever side is to move.
pub trait StaticEvaluator<S: Size = Eight>: Send + Sync {
    /// The score of a board, for its mover. The board may be anywhere in a game, or in none.
    fn evaluate(&self, board: Board<S>) -> Score;

    /// The scores of many boards, each for its mover.
    ///
    /// # Panics
    /// Unless there is a score for each board.
    fn evaluate_all(&self, boards: &[Board<S>], scores: &mut [Score]) {
        assert_eq!(boards.len(), scores.len(), "a score for each board");
        for (score, board) in scores.iter_mut().zip(boards) {
            *score = self.evaluate(*board);
        }
    }

    /// How the game will end, for evaluators that predict more than a score.
    fn predict(&self, _board: Board<S>) -> Option<Outcome> {
        None
    }

    /// The score of a leaf of a search, for its mover, for evaluators that depend on who searches.
    fn evaluate_for(&self, board: Board<S>, _turn: Turn) -> Score {
        self.evaluate(board)
    }

    /// Whether [`evaluate_for`](StaticEvaluator::evaluate_for) depends on the turn. Stored values
    /// of a board then hold for one side only.
    fn is_one_sided(&self) -> bool {
        false
    }

    /// Prepares lazily built tables, so that the first evaluations need not wait for them.
    fn make_ready(&self) {}
}

/// Whose turn it is on a board, relative to the player who searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The player who searches is to move.
    Searcher,
    /// The other player is to move.
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

/// An evaluator with incrementally updated features: the search carries a
/// [`FeatureState`](IncrementalEvaluator::FeatureState) from move to move and is compiled for the
/// evaluator.
pub trait IncrementalEvaluator: Clone + Send + Sync {
    /// The board size; boards of all sizes are embedded in the 8×8 bitboard ([`Field`]).
    type Size: Field;
    /// The incremental state of one board: pattern indices, or `()`.
    type FeatureState: Copy + Sync;
    /// Whether shallow searches with this evaluator predict deeper ones well enough for ProbCut. The
    /// learned move ordering of the endgame is used under the same condition.
    const SUPPORTS_PROBCUT: bool;

    /// Prepares lazily built tables, so that the first evaluations need not wait for them.
    fn make_ready(&self) {}

    /// Limits the memory of lazily built tables, before a search from a board with this many empty squares.
    fn make_room(&mut self, _empties: u32) {}

    /// The feature state of a board, computed from scratch.
    fn feature_state(&self, board: Board) -> Self::FeatureState;

    /// The feature state after a legal move.
    fn after(&self, state: &Self::FeatureState, placement: Placement) -> Self::FeatureState;

    /// The feature state after a pass.
    fn passed(&self, state: &Self::FeatureState) -> Self::FeatureState;

    /// The value of a board for its mover, in hundredths of a disc.
    fn evaluate<K: Kernel>(&self, kernel: K, state: &Self::FeatureState, board: Board) -> i32;

    /// [`evaluate`](IncrementalEvaluator::evaluate) where the mover's legal moves are already known.
    #[inline(always)]
    fn evaluate_with_moves<K: Kernel>(
        &self,
        kernel: K,
        state: &Self::FeatureState,
        board: Board,
        _moves: Bitboard,
    ) -> i32 {
        self.evaluate(kernel, state, board)
    }

    /// Lazy evaluation: only whether the value lies inside the window matters. Far outside the window
    /// a cheaper value may be returned, which is almost always on the same side of it.
    #[inline(always)]
    fn evaluate_lazy<K: Kernel>(
        &self,
        kernel: K,
        state: &Self::FeatureState,
        board: Board,
        moves: Bitboard,
        (_alpha, _beta): (i32, i32),
    ) -> i32 {
        self.evaluate_with_moves(kernel, state, board, moves)
    }

    /// A cheaper value that is good enough for move ordering.
    #[inline(always)]
    fn evaluate_for_ordering<K: Kernel>(
        &self,
        kernel: K,
        state: &Self::FeatureState,
        board: Board,
        moves: Bitboard,
    ) -> i32 {
        self.evaluate_with_moves(kernel, state, board, moves)
    }
}
