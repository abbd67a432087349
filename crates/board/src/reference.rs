//! A deliberately naive board: an array of cells, walked square by square.
//!
//! It has no bit trick to get wrong, so every other implementation is tested against it. It is also
//! the board that most people write first, kept to compare with: 100 bytes of cells here, and 2048
//! bits for 64 machine integers, against 128 bits for two bitboards.

use crate::{Board, Color, Direction, Move, Position, Size, Square};

/// The largest side of any board.
const MAX_SIDE: usize = 10;

/// A board of cells, with its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mailbox {
    side: usize,
    cells: [[Option<Color>; MAX_SIDE]; MAX_SIDE],
    side_to_move: Color,
}

/// A column and a row, both from 0.
pub type Cell = (usize, usize);

impl Mailbox {
    /// Every cell of the board, row by row.
    fn all_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (0..side).flat_map(move |row| (0..side).map(move |column| (column, row)))
    }

    /// The cells that the side to move would turn by playing here, direction by direction; empty
    /// when the move is not legal.
    pub fn flips(&self, cell: Cell) -> Vec<Cell> {
        if self.cells[cell.1][cell.0].is_some() {
            return Vec::new();
        }
        Direction::ALL.into_iter().flat_map(|direction| self.run(cell, direction)).collect()
    }

    fn run(&self, (column, row): Cell, direction: Direction) -> Vec<Cell> {
        let (columns, rows) = direction.step();
        let inside = 0..self.side as isize;
        let (mut column, mut row) = (column as isize, row as isize);
        let mut run = Vec::new();
        loop {
            column += isize::from(columns);
            row += isize::from(rows);
            if !inside.contains(&column) || !inside.contains(&row) {
                return Vec::new();
            }
            match self.cells[row as usize][column as usize] {
                None => return Vec::new(),
                Some(color) if color == self.side_to_move => return run,
                Some(_) => run.push((column as usize, row as usize)),
            }
        }
    }

    /// The cells where the side to move may play.
    pub fn legal_moves(&self) -> Vec<Cell> {
        self.all_cells().filter(|&cell| !self.flips(cell).is_empty()).collect()
    }

    /// The board after a legal move, or after a pass.
    pub fn after(&self, played: Option<Cell>) -> Mailbox {
        let mut next = *self;
        if let Some(cell) = played {
            for (column, row) in self.flips(cell).into_iter().chain([cell]) {
                next.cells[row][column] = Some(self.side_to_move);
            }
        }
        next.side_to_move = !self.side_to_move;
        next
    }

    /// Leaves of the tree of this depth; see [`perft`](crate::perft).
    pub fn perft(&self, depth: u32, pass_is_a_ply: bool) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves();
        if !moves.is_empty() {
            let children = moves.into_iter().map(|cell| self.after(Some(cell)));
            return children.map(|child| child.perft(depth - 1, pass_is_a_ply)).sum();
        }
        let passed = self.after(None);
        if passed.legal_moves().is_empty() {
            return 1;
        }
        passed.perft(if pass_is_a_ply { depth - 1 } else { depth }, pass_is_a_ply)
    }
}

impl<S: Size> From<Position<S>> for Mailbox {
    fn from(position: Position<S>) -> Mailbox {
        let mut cells = [[None; MAX_SIDE]; MAX_SIDE];
        for square in Square::<S>::all() {
            cells[usize::from(square.row())][usize::from(square.column())] =
                position.disc_at(square);
        }
        Mailbox { side: S::SIDE.into(), cells, side_to_move: position.side_to_move() }
    }
}

impl<S: Size> From<Board<S>> for Mailbox {
    fn from(board: Board<S>) -> Mailbox {
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
