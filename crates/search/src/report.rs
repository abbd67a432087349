//! What a search saw: plain data, the same shape while thinking and at the end.

use std::time::Duration;

use othellier_board::{Eight, Move, Size};
use othellier_eval::Score;

use crate::StopReason;

/// What a search saw.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport<S: Size = Eight> {
    /// Best first; empty only when there is no move to choose.
    pub lines: Vec<Line<S>>,
    /// The depth that was searched completely.
    pub depth: u8,
    /// With what confidence lines were left out, in percent; 100 where none was.
    pub selectivity: u8,
    /// Positions visited, the first one included.
    pub nodes: u64,
    /// Boards evaluated by guess.
    pub evaluations: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// What the search kept in memory.
    pub memory: MemoryUse,
    /// How the transposition table served, if there was one.
    pub table: Option<TableUse>,
    /// Why it ended.
    pub stopped_by: StopReason,
}

/// A move, what it is worth, and how the game may go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<S: Size = Eight> {
    /// The move and the replies expected, as far as they are known: at least the move.
    pub moves: Vec<Move<S>>,
    /// For the side to move.
    pub score: Score,
    /// How far the score may be believed.
    pub trust: Trust,
}

/// How far a score may be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Proven: every line was followed to the end of the game.
    Exact,
    /// Proven but for lines that were pruned with this confidence.
    Selective {
        /// Out of 100.
        percent: u8,
    },
    /// A guess at the end of the lines.
    Estimate,
    /// The move was not chosen by its score.
    None,
}

/// Bytes that a search kept: its boards, its history or its tree, and its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Held when the search ended.
    pub live_bytes: usize,
    /// Held at the worst moment.
    pub peak_bytes: usize,
    /// Asked for in all, whatever was given back.
    pub cumulated_bytes: u64,
    /// Nodes found again in the tree of an earlier move.
    pub reused_nodes: u64,
}

/// How a transposition table served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUse {
    /// Positions looked up.
    pub probes: u64,
    /// Positions found.
    pub hits: u64,
    /// Look-ups that met another position.
    pub collisions: u64,
    /// Entries in use.
    pub filled: usize,
    /// Entries there are.
    pub slots: usize,
}

impl<S: Size> SearchReport<S> {
    /// The move that the search prefers, if there is one to choose.
    pub fn best_move(&self) -> Option<Move<S>> {
        self.lines.first()?.moves.first().copied()
    }
}
