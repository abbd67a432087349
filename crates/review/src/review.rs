//! A game with what was found about each of its moves: plain data.

use std::time::Duration;

use othellier_board::{Color, Eight, Move, Position, Size};
use othellier_search::Trust;

use crate::{Accuracy, Mark, Means, Reason};

/// What a position or a move is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The final difference in discs, for the side whose move it is.
    pub discs: f64,
    /// How far that may be believed.
    pub trust: Trust,
}

impl Value {
    /// The value of a finished game.
    pub fn proven(discs: i32) -> Value {
        Value { discs: discs.into(), trust: Trust::Exact }
    }

    /// Whether every line was followed to the end of the game.
    pub fn is_proven(self) -> bool {
        self.trust == Trust::Exact
    }

    /// The same seen from the other side.
    pub fn opposite(self) -> Value {
        Value { discs: 0.0 - self.discs, ..self }
    }
}

/// A move of a game and what was found about it. All scores are for the side that moved.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview<S: Size = Eight> {
    /// The number of the move in the game, from 1, passes counted.
    pub number: usize,
    /// Where it was played; the side to move is the side that moved.
    pub position: Position<S>,
    /// The move.
    pub played: Move<S>,
    /// What the position was worth before it: the value of the best move.
    pub before: Value,
    /// What it was worth after it.
    pub after: Value,
    /// How many discs less; never negative.
    pub loss: f64,
    /// The same in a word.
    pub mark: Mark,
    /// The best move and how the game may go on after it. It begins with the move played where
    /// nothing better was found.
    pub best: Vec<Move<S>>,
    /// The move played and how the game might have gone on.
    pub line: Vec<Move<S>>,
    /// What tells the two lines apart, the weightiest first. Empty for moves that are not bad, and
    /// where no feature tells them apart.
    pub reasons: Vec<Reason<S>>,
}

impl<S: Size> MoveReview<S> {
    /// The side that moved.
    pub fn mover(&self) -> Color {
        self.position.side_to_move()
    }

    /// The best move.
    pub fn best_move(&self) -> Move<S> {
        self.best.first().copied().unwrap_or(self.played)
    }

    /// The score after the move as Black sees it: what a chart of the game shows.
    pub fn black_score(&self) -> f64 {
        match self.mover() {
            Color::Black => self.after.discs,
            Color::White => 0.0 - self.after.discs,
        }
    }
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review<S: Size = Eight> {
    /// Where the game began.
    pub start: Position<S>,
    /// The moves in the order of the game. They were looked at from the last to the first: of a
    /// review that was stopped, the first ones are missing.
    pub moves: Vec<MoveReview<S>>,
    /// How many moves the game has.
    pub length: usize,
    /// How well Black and White played; see [`Review::accuracy`].
    pub accuracies: [Accuracy; 2],
    /// The number of the move after which the game was lost for good, if one side lost it: before
    /// it the loser had at least a draw, after it never again.
    pub turning_point: Option<usize>,
    /// How the positions were judged.
    pub means: Means,
    /// With which level.
    pub level: u32,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl<S: Size> Review<S> {
    /// Whether every move was looked at.
    pub fn is_complete(&self) -> bool {
        self.moves.len() == self.length
    }

    /// How well one side played.
    pub fn accuracy(&self, color: Color) -> &Accuracy {
        &self.accuracies[color as usize]
    }

    /// What was found about the move of this number, from 1.
    pub fn of_number(&self, number: usize) -> Option<&MoveReview<S>> {
        self.moves.iter().find(|review| review.number == number)
    }

    /// What the start is worth to Black, where it is known: where a chart begins.
    pub fn black_score_at_start(&self) -> Option<f64> {
        let first = self.moves.first().filter(|first| first.number == 1)?;
        Some(match first.mover() {
            Color::Black => first.before.discs,
            Color::White => 0.0 - first.before.discs,
        })
    }
}
