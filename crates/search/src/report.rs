//! The result of a search: plain data, the same type during the search and at its end.

use std::time::Duration;

use othellier_board::{Eight, Move, Size};
use othellier_eval::Score;

use crate::StopReason;

/// The result of a search, so far or at its end.
///
/// A searcher begins with [`SearchReport::new`] and sets the fields that it knows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SearchReport<S: Size = Eight> {
    /// Best first; empty only when there is no move to choose.
    pub lines: Vec<Line<S>>,
    /// The last depth that was completed.
    pub depth: u8,
    /// The confidence of ProbCut in percent; 100 where nothing was pruned by it.
    pub selectivity: u8,
    /// Nodes visited, the root included.
    pub nodes: u64,
    /// Static evaluations of leaves.
    pub evaluations: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Memory of the tree and the table.
    pub memory: MemoryUse,
    /// How the transposition table was used, if there was one.
    pub table: Option<TableUse>,
    /// The reason why the search ended.
    pub stopped_by: StopReason,
}

/// A move with its score and its principal variation.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<S: Size = Eight> {
    /// The move and the expected replies, as far as they are known: at least the move.
    pub moves: Vec<Move<S>>,
    /// For the side to move.
    pub score: Score,
    /// How reliable the score is.
    pub trust: Trust,
}

/// How reliable a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Proven: searched to the end of the game without selective pruning.
    Exact,
    /// Searched to the end of the game, with selective pruning of this confidence.
    Selective {
        /// The confidence in percent.
        percent: u8,
    },
    /// A static evaluation at the leaves.
    Estimate,
    /// The move was not chosen by its score.
    None,
}

/// Bytes that a search held: its boards, its history or its tree, and its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Held when the search ended.
    pub live_bytes: usize,
    /// Bytes held at most.
    pub peak_bytes: usize,
    /// Allocated in total, whatever was released.
    pub cumulated_bytes: u64,
    /// Nodes reused from the tree of an earlier move.
    pub reused_nodes: u64,
}

/// How a transposition table was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUse {
    /// Positions that were looked up.
    pub probes: u64,
    /// Probes that found their position.
    pub hits: u64,
    /// Probes that found another position.
    pub collisions: u64,
    /// Entries in use.
    pub filled: usize,
    /// Entries in total.
    pub slots: usize,
}

impl<S: Size> SearchReport<S> {
    /// The report of a complete search that found these lines, best first; all counters are zero.
    pub fn new(lines: Vec<Line<S>>) -> SearchReport<S> {
        SearchReport {
            lines,
            depth: 0,
            selectivity: 100,
            nodes: 0,
            evaluations: 0,
            elapsed: Duration::ZERO,
            memory: MemoryUse::default(),
            table: None,
            stopped_by: StopReason::Done,
        }
    }

    /// The best move, if there is one to choose.
    pub fn best_move(&self) -> Option<Move<S>> {
        self.lines.first()?.moves.first().copied()
    }
}
