//! Disc count: the side with more discs is better.
//!
//! The simplest evaluation, and a bad one before the end: many discs early mean many discs to lose.

use othellier_board::{Board, Size};

use crate::{Evaluator, Score};

/// The mover's discs less the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

impl<S: Size> Evaluator<S> for Discs {
    fn evaluate(&self, board: Board<S>) -> Score {
        Score::from_discs(board.mover().len() as i32 - board.opponent().len() as i32)
    }
}
