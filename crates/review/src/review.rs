//! The review of a game: plain data.

use std::time::Duration;

use othellier_board::{Color, Eight, Move, Position, Size};
use othellier_search::Trust;

use crate::{Accuracy, Mark, Method, Reason};

/// The value of a position or a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The final disc difference, for the side to move.
    pub discs: f64,
    pub trust: Trust,
}

impl Value {
    pub fn proven(discs: i32) -> Value {
        Value { discs: discs.into(), trust: Trust::Exact }
    }

    /// Whether the score is exact.
    pub fn is_proven(self) -> bool {
        self.trust == Trust::Exact
    }

    /// This value for the other side.
    pub fn opposite(self) -> Value {
        Value { discs: 0.0 - self.discs, ..self }
    }
}

/// The review of one move. All scores are for the side that moved.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview<S: Size = Eight> {
    /// The number of the move in the game, from 1, counting passes.
    pub number: usize,
    /// The position before the move.
    pub position: Position<S>,
    pub played: Move<S>,
    /// The value before the move: that of the best move.
    pub before: Value,
    /// The value after the move.
    pub after: Value,
    /// The loss in discs; never negative.
    pub loss: f64,
    /// The mark of that loss.
    pub mark: Mark,
    /// The best move and best play after it. It begins with the move played if nothing better was
    /// found.
    pub best: Vec<Move<S>>,
    /// The move played and best play after it.
    pub line: Vec<Move<S>>,
    /// How the two lines differ, most important first. Empty for moves that are not bad, or if no
    /// feature distinguishes the lines.
    pub reasons: Vec<Reason<S>>,
}

impl<S: Size> MoveReview<S> {
    pub fn mover(&self) -> Color {
        self.position.side_to_move()
    }

    pub fn best_move(&self) -> Move<S> {
        self.best.first().copied().unwrap_or(self.played)
    }

    /// The score after the move for Black: the curve of a chart of the game.
    pub fn black_score(&self) -> f64 {
        match self.mover() {
            Color::Black => self.after.discs,
            Color::White => 0.0 - self.after.discs,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Review<S: Size = Eight> {
    pub start: Position<S>,
    /// The moves in game order. They were reviewed from last to first: a stopped review lacks the
    /// first ones.
    pub moves: Vec<MoveReview<S>>,
    /// The number of moves in the game.
    pub length: usize,
    /// Accuracies of Black and White; see [`Review::accuracy`].
    pub accuracies: [Accuracy; 2],
    /// The number of the move that lost the game, if one side lost it: before it the loser had at
    /// least a draw, after it never again.
    pub turning_point: Option<usize>,
    /// How the positions were evaluated.
    pub method: Method,
    pub level: u32,
    pub nodes: u64,
    pub elapsed: Duration,
}

impl<S: Size> Review<S> {
    /// Whether every move was reviewed.
    pub fn is_complete(&self) -> bool {
        self.moves.len() == self.length
    }

    /// The accuracy of one side.
    pub fn accuracy(&self, color: Color) -> &Accuracy {
        &self.accuracies[color as usize]
    }

    /// The review of the move with this number, from 1.
    pub fn of_number(&self, number: usize) -> Option<&MoveReview<S>> {
        self.moves.iter().find(|review| review.number == number)
    }

    /// The value of the start for Black, if known: where a chart begins.
    pub fn black_score_at_start(&self) -> Option<f64> {
        let first = self.moves.first().filter(|first| first.number == 1)?;
        Some(match first.mover() {
            Color::Black => first.before.discs,
            Color::White => 0.0 - first.before.discs,
        })
    }
}
