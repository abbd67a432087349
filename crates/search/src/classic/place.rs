//! Where the search stands on the board: three ways to hold it, and what each costs in memory.
//!
//! | memory | going down | going up | kept |
//! |---|---|---|---|
//! | `undo` | the discs are turned on the one board | they are turned back | the moves with their flips |
//! | `copy` | a new board is made from the last | it is dropped | one board a ply |
//! | `tree` | the child is found, or made | nothing | every node, until the game moves on |
//!
//! Every byte is counted when it is taken and when it is given back.

use othellier_board::{Bitboard, Board, Move, Placement, Position, Size};
use othellier_eval::Score;

use super::tree::{MOST_NODES, NodeId, Tree};
use crate::MemoryUse;

/// How the board is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// One board, and the moves to take back.
    Undo,
    /// A board for every ply.
    Copy,
    /// A node for every position.
    Tree,
}

/// The way from the root to where the search stands.
pub(crate) enum Place<'a, S: Size> {
    Undo { board: Board<S>, history: Vec<Option<Placement<S>>> },
    Copy { boards: Vec<Board<S>> },
    Tree { tree: &'a mut Tree<S>, at: NodeId },
}

impl<'a, S: Size> Place<'a, S> {
    /// At the root.
    pub(crate) fn new(
        memory: Memory,
        position: Position<S>,
        tree: &'a mut Tree<S>,
        meter: &mut Meter,
    ) -> Self {
        let board = position.board();
        match memory {
            Memory::Undo => {
                meter.take(size_of::<Board<S>>());
                Place::Undo { board, history: Vec::new() }
            }
            Memory::Copy => {
                meter.take(size_of::<Board<S>>());
                Place::Copy { boards: vec![board] }
            }
            Memory::Tree => {
                tree.set_root(position, meter);
                Place::Tree { tree, at: NodeId::ROOT }
            }
        }
    }

    #[inline]
    pub(crate) fn board(&self) -> Board<S> {
        match self {
            Place::Undo { board, .. } => *board,
            Place::Copy { boards } => boards[boards.len() - 1],
            Place::Tree { tree, at } => tree.node(*at).board(),
        }
    }

    /// What may be played here: a node of a tree remembers it, the others find it anew.
    #[inline]
    pub(crate) fn legal(&mut self) -> Legal<S> {
        match self {
            Place::Tree { tree, at } => tree.legal(*at),
            _ => Legal::of(self.board()),
        }
    }

    /// Notes what came out of the node, where there is one.
    #[inline]
    pub(crate) fn leave(&mut self, value: Score) {
        if let Place::Tree { tree, at } = self {
            tree.set_value(*at, value);
        }
    }

    /// Goes down by a legal move.
    pub(crate) fn play(&mut self, played: Move<S>, meter: &mut Meter) {
        let here = self.board();
        match self {
            Place::Undo { board, history } => {
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
                meter.take(size_of::<Option<Placement<S>>>());
            }
            Place::Copy { boards } => {
                boards.push(after(here, played));
                meter.take(size_of::<Board<S>>());
            }
            Place::Tree { tree, at } => *at = tree.after(*at, played, meter),
        }
    }

    /// Whether there is no room for more nodes.
    pub(crate) fn is_full(&self) -> bool {
        matches!(self, Place::Tree { tree, .. } if tree.len() >= MOST_NODES)
    }

    /// Goes up again.
    pub(crate) fn take_back(&mut self, meter: &mut Meter) {
        match self {
            Place::Undo { board, history } => {
                match history.pop().expect("a move to take back") {
                    Some(placement) => board.take_back(placement),
                    None => *board = board.passed(),
                }
                meter.give_back(size_of::<Option<Placement<S>>>());
            }
            Place::Copy { boards } => {
                boards.pop();
                meter.give_back(size_of::<Board<S>>());
            }
            Place::Tree { tree, at } => {
                *at = tree.node(*at).parent().expect("a node below the root");
            }
        }
    }
}

/// What may be played on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Legal<S: Size> {
    /// The squares where the mover may play.
    pub(crate) squares: Bitboard<S>,
    /// Whether there is none and the opponent has one.
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
    counted: MemoryUse,
}

impl Meter {
    #[inline]
    pub(crate) fn take(&mut self, bytes: usize) {
        self.counted.live_bytes += bytes;
        self.counted.peak_bytes = self.counted.peak_bytes.max(self.counted.live_bytes);
        self.counted.cumulated_bytes += bytes as u64;
    }

    #[inline]
    pub(crate) fn give_back(&mut self, bytes: usize) {
        self.counted.live_bytes -= bytes;
    }

    /// Counts bytes that were taken in an earlier search and are still held.
    pub(crate) fn hold(&mut self, bytes: usize) {
        self.take(bytes);
        self.counted.cumulated_bytes -= bytes as u64;
    }

    pub(crate) fn reuse(&mut self) {
        self.counted.reused_nodes += 1;
    }

    /// What was counted so far.
    pub(crate) fn read(&self) -> MemoryUse {
        self.counted
    }
}
