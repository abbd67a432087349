//! A line played out on the board, ply by ply.

use othellier_board::{Bitboard, Color, Move, Position, Size, Square, Status};

/// The positions of a line.
#[derive(Clone, Debug)]
pub(crate) struct Walk<S: Size> {
    /// One more than there are moves.
    positions: Vec<Position<S>>,
    moves: Vec<Move<S>>,
}

/// One ply of a line.
#[derive(Clone, Copy)]
pub(crate) struct Step<S: Size> {
    /// The number of the move, from 1.
    pub(crate) ply: usize,
    pub(crate) played: Move<S>,
    pub(crate) before: Position<S>,
    pub(crate) after: Position<S>,
}

impl<S: Size> Walk<S> {
    /// Plays a line from a position, as far as its moves are legal.
    pub(crate) fn new(start: &Position<S>, line: &[Move<S>]) -> Walk<S> {
        let mut walk = Walk { positions: vec![*start], moves: Vec::new() };
        for &played in line {
            let Ok(next) = walk.end().play(played) else { break };
            walk.positions.push(next);
            walk.moves.push(played);
        }
        walk
    }

    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The side that moves first: the one under review.
    pub(crate) fn us(&self) -> Color {
        self.positions[0].side_to_move()
    }

    /// The position after this many plies.
    pub(crate) fn at(&self, ply: usize) -> Option<&Position<S>> {
        self.positions.get(ply)
    }

    pub(crate) fn end(&self) -> &Position<S> {
        self.positions.last().expect("at least the start")
    }

    /// Whether the line reaches the end of the game.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.end().status(), Status::Over { .. })
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = Step<S>> + '_ {
        self.moves.iter().enumerate().map(|(at, &played)| Step {
            ply: at + 1,
            played,
            before: self.positions[at],
            after: self.positions[at + 1],
        })
    }
}

impl<S: Size> Step<S> {
    pub(crate) fn mover(&self) -> Color {
        self.before.side_to_move()
    }

    /// The square, unless it is a pass.
    pub(crate) fn square(&self) -> Option<Square<S>> {
        match self.played {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }

    /// The flipped discs.
    pub(crate) fn flips(&self) -> Bitboard<S> {
        self.before.discs(!self.mover()) & self.after.discs(self.mover())
    }
}
