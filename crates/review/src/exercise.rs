//! Positions in which something is to be found.
//!
//! A bad move of a review is one: there was something better. A position near the end whose moves
//! are all proven is another; [`Difficulty`] says how hard it is.

use othellier_board::{Eight, Move, Position, Size};
use othellier_record::obf::Problem;

use crate::{Mark, Review, Value};

/// An answer that loses no more discs than this is taken as found.
pub const TOLERANCE: f64 = 1.0;

/// A position in which something is to be found.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise<S: Size = Eight> {
    /// Where; the side to move is to find a move.
    pub position: Position<S>,
    /// What the position is worth to it.
    pub value: Value,
    /// A best move.
    pub best: Move<S>,
    /// The move that was played instead and the discs it lost, where it comes from a game.
    pub played: Option<(Move<S>, f64)>,
    /// The number of that move in the game.
    pub number: Option<usize>,
    /// How hard it is, where every move is proven.
    pub difficulty: Option<Difficulty>,
}

/// How hard an exercise is: what was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Legal moves.
    pub moves: usize,
    /// Those that count as found.
    pub good: usize,
    /// Whether the move that turns the most discs is wrong.
    pub greedy_fails: bool,
    /// Whether the move that leaves the fewest replies is wrong.
    pub mobility_fails: bool,
    /// Whether a corner can be taken, and taking it is wrong.
    pub corner_fails: bool,
    /// Whether only a move beside an empty corner is right.
    pub unnatural: bool,
}

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade<S: Size = Eight> {
    /// The answer.
    pub answer: Move<S>,
    /// What the best move is worth.
    pub best: Value,
    /// What the answer is worth.
    pub value: Value,
    /// How many discs less; never negative.
    pub loss: f64,
    /// The same in a word.
    pub mark: Mark,
    /// The best line.
    pub best_line: Vec<Move<S>>,
    /// The answer and what may follow.
    pub line: Vec<Move<S>>,
}

impl<S: Size> Grade<S> {
    /// Whether the answer counts as found.
    pub fn is_found(&self) -> bool {
        self.loss <= TOLERANCE
    }
}

/// The mistakes of a game as exercises, in the order of the game.
pub fn of_review<S: Size>(review: &Review<S>) -> Vec<Exercise<S>> {
    todo!()
}

/// An exercise from a position whose moves are all proven; nothing where all of them are right.
pub fn of_problem(problem: &Problem) -> Option<Exercise> {
    todo!()
}
