//! A deliberately naive board: an array with one cell per square, walked square by square.
//!
//! It has no bit trick to get wrong, so every other implementation is tested against it. It is also
//! the board that most people write first (a *mailbox*), kept to compare with, in memory and in
//! speed:
//!
//! | an 8×8 board as … | bits |
//! |---|--:|
//! | 64 integers of 32 bits, as the array of a first program has them | 2048 |
//! | 64 bytes, as here | 512 |
//! | two bitboards | 128 |
//!
//! ```
//! use othellier_board::perft::{Passes, perft};
//! use othellier_board::{Position, reference};
//!
//! let board = Position::start().board();
//! assert_eq!(reference::perft(board, 5, Passes::Free), perft(board, 5, Passes::Free));
//! ```

use std::fmt::Debug;

use crate::perft::Passes;
use crate::{Board, Color, Direction, Eight, Move, Position, Size, Square};

/// A board of cells, with its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mailbox<S: Size = Eight> {
    /// Row by row from a1: the cell of a square has its index, row × side + column.
    cells: S::Cells,
    side_to_move: Color,
}

/// An array with one cell per square of a board.
pub trait Cells:
    Copy + Eq + Debug + Send + Sync + AsRef<[Option<Color>]> + AsMut<[Option<Color>]>
{
    /// The cells of an empty board.
    const EMPTY: Self;
}

impl<const SQUARES: usize> Cells for [Option<Color>; SQUARES]
where
    [Option<Color>; SQUARES]: Copy,
{
    const EMPTY: Self = [None; SQUARES];
}

/// A column and a row, both from 0.
pub type Cell = (usize, usize);

impl<S: Size> Mailbox<S> {
    /// The bits that the cells of a board take.
    pub const BITS: usize = 8 * size_of::<S::Cells>();

    const SIDE: usize = S::SIDE as usize;

    /// Every cell of the board, row by row.
    fn all_cells() -> impl Iterator<Item = Cell> {
        (0..Self::SIDE).flat_map(|row| (0..Self::SIDE).map(move |column| (column, row)))
    }

    /// The disc on a cell.
    pub fn disc_at(&self, (column, row): Cell) -> Option<Color> {
        self.cells.as_ref()[row * Self::SIDE + column]
    }

    fn put(&mut self, (column, row): Cell, disc: Option<Color>) {
        self.cells.as_mut()[row * Self::SIDE + column] = disc;
    }

    /// The cells from one to the edge of the board, without it.
    fn ray(from: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
        let (columns, rows) = direction.step();
        let step = move |(column, row): Cell| {
            let column = column.checked_add_signed(columns.into())?;
            let row = row.checked_add_signed(rows.into())?;
            (column < Self::SIDE && row < Self::SIDE).then_some((column, row))
        };
        std::iter::successors(step(from), move |&cell| step(cell))
    }

    /// How many discs a disc of the side to move on this cell encloses in one direction.
    fn enclosed(&self, from: Cell, direction: Direction) -> usize {
        let mut enclosed = 0;
        for cell in Self::ray(from, direction) {
            match self.disc_at(cell) {
                None => return 0,
                Some(color) if color == self.side_to_move => return enclosed,
                Some(_) => enclosed += 1,
            }
        }
        0
    }

    /// The cells that the side to move would flip by playing here, direction by direction; none
    /// when the move is not legal.
    pub fn flips(&self, cell: Cell) -> Vec<Cell> {
        if self.disc_at(cell).is_some() {
            return Vec::new();
        }
        let toward = |direction| Self::ray(cell, direction).take(self.enclosed(cell, direction));
        Direction::ALL.into_iter().flat_map(toward).collect()
    }

    /// The cells where the side to move may play.
    pub fn legal_moves(&self) -> Vec<Cell> {
        Self::all_cells().filter(|&cell| self.is_legal(cell)).collect()
    }

    fn is_legal(&self, cell: Cell) -> bool {
        let encloses = |direction| self.enclosed(cell, direction) > 0;
        self.disc_at(cell).is_none() && Direction::ALL.into_iter().any(encloses)
    }

    /// The board after a legal move, or after a pass.
    pub fn after(&self, played: Option<Cell>) -> Mailbox<S> {
        let mut next = *self;
        if let Some(cell) = played {
            for direction in Direction::ALL {
                for flipped in Self::ray(cell, direction).take(self.enclosed(cell, direction)) {
                    next.put(flipped, Some(self.side_to_move));
                }
            }
            next.put(cell, Some(self.side_to_move));
        }
        next.side_to_move = !self.side_to_move;
        next
    }

    /// The leaves of the tree of this depth; see [`perft`](crate::perft). The last ply is counted
    /// without playing it, as in the other implementations, so that speeds can be compared.
    pub fn perft(&self, depth: u32, passes: Passes) -> u64 {
        if depth == 0 {
            return 1;
        }
        let legal = Self::all_cells().filter(|&cell| self.is_legal(cell));
        let leaves = match depth {
            1 => legal.count() as u64,
            _ => legal.map(|cell| self.after(Some(cell)).perft(depth - 1, passes)).sum(),
        };
        if leaves > 0 {
            return leaves;
        }
        // No move, since every move has at least one leaf below it.
        let passed = self.after(None);
        if !Self::all_cells().any(|cell| passed.is_legal(cell)) {
            return 1;
        }
        match passes {
            Passes::Free => passed.perft(depth, passes),
            Passes::Ply => passed.perft(depth - 1, passes),
        }
    }
}

/// The leaves of the tree of this depth, counted on a board of cells: equal to
/// [`perft::perft`](crate::perft::perft), to compare its speed with bitboards.
pub fn perft<S: Size>(board: Board<S>, depth: u32, passes: Passes) -> u64 {
    Mailbox::from(board).perft(depth, passes)
}

impl<S: Size> From<Position<S>> for Mailbox<S> {
    fn from(position: Position<S>) -> Mailbox<S> {
        let side_to_move = position.side_to_move();
        let mut mailbox = Mailbox { cells: S::Cells::EMPTY, side_to_move };
        for square in Square::<S>::all() {
            let cell = (square.column().into(), square.row().into());
            mailbox.put(cell, position.disc_at(square));
        }
        mailbox
    }
}

impl<S: Size> From<Board<S>> for Mailbox<S> {
    fn from(board: Board<S>) -> Mailbox<S> {
        Position::new(board, Color::Black).into()
    }
}

/// The square of a cell, on a board that has it.
pub fn square<S: Size>((column, row): Cell) -> Option<Square<S>> {
    Square::at(column.try_into().ok()?, row.try_into().ok()?)
}

/// The cell of a move, or `None` for a pass.
pub fn cell<S: Size>(played: Move<S>) -> Option<Cell> {
    match played {
        Move::Place(square) => Some((square.column().into(), square.row().into())),
        Move::Pass => None,
    }
}
