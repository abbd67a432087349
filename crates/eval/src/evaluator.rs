//! What every evaluator can do.

use othellier_board::{Board, Eight, Size};

use crate::Score;

/// Guesses what a board is worth to the side to move, without looking ahead.
///
/// Pure and bit-exact: the same board has the same score on every machine. The value is the mover's
/// merit less the opponent's, so that seen from the other side it is the opposite; only the literal
/// variants of some reports, which say so, count one side alone.
pub trait Evaluator<S: Size = Eight>: Send + Sync {
    /// The score of a board, for its mover. The game need not be over here, and need not go on.
    fn evaluate(&self, board: Board<S>) -> Score;
}
