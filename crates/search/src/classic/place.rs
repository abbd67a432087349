//! Where the search stands on the board: three ways to hold it, and what each costs in memory.
//!
//! | memory | going down | going up | kept |
//! |---|---|---|---|
//! | `undo` | the discs are turned on the one board | they are turned back | the moves with their flips |
//! | `copy` | a new board is made from the last | it is dropped | one board a ply |
//! | `tree` | the child is found, or made | nothing | every node, until the game moves on |
//!
//! Every byte is counted when it is taken and when it is given back.

use othellier_board::{Board, Move, Placement, Size};

use super::tree::{MOST_NODES, Tree};
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
    Tree { tree: &'a mut Tree<S>, at: usize },
}

impl<'a, S: Size> Place<'a, S> {
    /// At the root.
    pub(crate) fn new(
        memory: Memory,
        board: Board<S>,
        tree: &'a mut Tree<S>,
        meter: &mut Meter,
    ) -> Self {
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
                tree.set_root(board, meter);
                Place::Tree { tree, at: Tree::<S>::ROOT }
            }
        }
    }

    #[inline]
    pub(crate) fn board(&self) -> Board<S> {
        match self {
            Place::Undo { board, .. } => *board,
            Place::Copy { boards } => boards[boards.len() - 1],
            Place::Tree { tree, at } => tree.board(*at),
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
            Place::Tree { tree, at } => *at = tree.child(*at, played, meter),
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
            Place::Tree { tree, at } => *at = tree.parent(*at).expect("a node below the root"),
        }
    }
}

/// The board after a legal move.
pub(crate) fn after<S: Size>(board: Board<S>, played: Move<S>) -> Board<S> {
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
