//! A cursor in the game tree: three ways to hold the current board, and what each costs in memory.
//!
//! | memory | going down | going up | kept |
//! |---|---|---|---|
//! | `undo` | discs are flipped on the one board | they are flipped back | the moves with their flips |
//! | `copy` | a new board is made from the last | it is dropped | one board per ply |
//! | `tree` | the child is found, or created | nothing | every node, until the game moves on |
//!
//! Every byte is counted when it is allocated and when it is released.

use othellier_board::{Bitboard, Board, Move, Placement, Position, Size};
use othellier_eval::Score;

use super::tree::{MAX_NODES, NodeId, Tree};
use crate::MemoryUse;

/// How the board is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// One board, and the moves to undo.
    Undo,
    /// A board for every ply.
    Copy,
    /// A node for every position.
    Tree,
}

/// The current node and the path to it from the root.
pub(crate) enum Cursor<'a, S: Size> {
    Undo { board: Board<S>, history: Vec<Option<Placement<S>>> },
    Copy { boards: Vec<Board<S>> },
    Tree { tree: &'a mut Tree<S>, at: NodeId },
}

impl<'a, S: Size> Cursor<'a, S> {
    pub(crate) fn new(
        memory: Memory,
        position: Position<S>,
        tree: &'a mut Tree<S>,
        meter: &mut Meter,
    ) -> Self {
        let board = position.board();
        match memory {
            Memory::Undo => {
                meter.allocate(size_of::<Board<S>>());
                Cursor::Undo { board, history: Vec::new() }
            }
            Memory::Copy => {
                meter.allocate(size_of::<Board<S>>());
                Cursor::Copy { boards: vec![board] }
            }
            Memory::Tree => {
                tree.set_root(position, meter);
                Cursor::Tree { tree, at: NodeId::ROOT }
            }
        }
    }

    #[inline]
    pub(crate) fn board(&self) -> Board<S> {
        match self {
            Cursor::Undo { board, .. } => *board,
            Cursor::Copy { boards } => boards[boards.len() - 1],
            Cursor::Tree { tree, at } => tree.node(*at).board(),
        }
    }

    /// The legal moves here: stored in a node of a tree, generated again otherwise.
    #[inline]
    pub(crate) fn legal(&mut self) -> Legal<S> {
        match self {
            Cursor::Tree { tree, at } => tree.legal(*at),
            _ => Legal::of(self.board()),
        }
    }

    /// Stores the value of the node, if there is a tree.
    #[inline]
    pub(crate) fn leave(&mut self, value: Score) {
        if let Cursor::Tree { tree, at } = self {
            tree.set_value(*at, value);
        }
    }

    /// Goes down to a child by a legal move.
    pub(crate) fn play(&mut self, played: Move<S>, meter: &mut Meter) {
        let here = self.board();
        match self {
            Cursor::Undo { board, history } => {
                let step = match played {
                    Move::Place(square) => {
                        let placement = Placement { square, flips: here.flips(square) };
                        board.place(placement);
                        Some(placement)
                    }
                    Move::Pass => {
                        *board = here.passed();
                        None
                    }
                };
                history.push(step);
                meter.allocate(size_of::<Option<Placement<S>>>());
            }
            Cursor::Copy { boards } => {
                boards.push(after(here, played));
                meter.allocate(size_of::<Board<S>>());
            }
            Cursor::Tree { tree, at } => *at = tree.after(*at, played, meter),
        }
    }

    /// Whether the tree has its greatest number of nodes.
    pub(crate) fn is_full(&self) -> bool {
        matches!(self, Cursor::Tree { tree, .. } if tree.len() >= MAX_NODES)
    }

    /// Goes up to the parent.
    pub(crate) fn take_back(&mut self, meter: &mut Meter) {
        match self {
            Cursor::Undo { board, history } => {
                match history.pop().expect("a move to undo") {
                    Some(placement) => board.take_back(placement),
                    None => *board = board.passed(),
                }
                meter.release(size_of::<Option<Placement<S>>>());
            }
            Cursor::Copy { boards } => {
                boards.pop();
                meter.release(size_of::<Board<S>>());
            }
            Cursor::Tree { tree, at } => {
                *at = tree.node(*at).parent().expect("a node below the root");
            }
        }
    }
}

/// The legal moves of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Legal<S: Size> {
    /// The squares where the mover may play.
    pub(crate) squares: Bitboard<S>,
    /// Whether there is none and the opponent has a move.
    pub(crate) must_pass: bool,
}

impl<S: Size> Legal<S> {
    #[inline]
    pub(crate) fn of(board: Board<S>) -> Legal<S> {
        let squares = board.legal_moves();
        let must_pass = squares.is_empty() && !board.passed().legal_moves().is_empty();
        Legal { squares, must_pass }
    }

    /// Whether neither side can move.
    #[inline]
    pub(crate) fn is_over(self) -> bool {
        self.squares.is_empty() && !self.must_pass
    }

    pub(crate) fn contains(self, played: Move<S>) -> bool {
        match played {
            Move::Place(square) => self.squares.contains(square),
            Move::Pass => self.must_pass,
        }
    }

    pub(crate) fn moves(self) -> impl Iterator<Item = Move<S>> + use<S> {
        let pass = self.must_pass.then_some(Move::Pass);
        self.squares.into_iter().map(Move::Place).chain(pass)
    }
}

/// The board after a legal move.
fn after<S: Size>(board: Board<S>, played: Move<S>) -> Board<S> {
    match played {
        Move::Place(square) => board.after(square),
        Move::Pass => board.passed(),
    }
}

/// Counts bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meter {
    usage: MemoryUse,
}

impl Meter {
    #[inline]
    pub(crate) fn allocate(&mut self, bytes: usize) {
        self.usage.live_bytes += bytes;
        self.usage.peak_bytes = self.usage.peak_bytes.max(self.usage.live_bytes);
        self.usage.cumulated_bytes += bytes as u64;
    }

    #[inline]
    pub(crate) fn release(&mut self, bytes: usize) {
        self.usage.live_bytes -= bytes;
    }

    /// Counts bytes that were allocated in an earlier search and are still held.
    pub(crate) fn hold(&mut self, bytes: usize) {
        self.allocate(bytes);
        self.usage.cumulated_bytes -= bytes as u64;
    }

    pub(crate) fn reuse(&mut self) {
        self.usage.reused_nodes += 1;
    }

    pub(crate) fn usage(&self) -> MemoryUse {
        self.usage
    }
}
