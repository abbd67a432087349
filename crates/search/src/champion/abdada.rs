//! ABDADA: threads that search the same tree avoid each other's nodes.
//!
//! A thread marks the node it is searching. Another thread that meets the mark defers that child and
//! comes back to it after its siblings, when the value is usually in the transposition table. (Weill,
//! *The ABDADA distributed minimax search algorithm*, 1996; here with a separate table of marks.)

use std::sync::atomic::{AtomicU64, Ordering};

use othellier_board::Board;

use super::transposition_table::hash;

/// The nodes that some thread is currently searching. A false answer, when two nodes share a slot,
/// costs time and changes no value.
pub(super) struct CurrentlySearching(Vec<AtomicU64>);

const SLOTS: usize = 1 << 12;

impl CurrentlySearching {
    pub(super) fn new() -> CurrentlySearching {
        CurrentlySearching((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.0[(hash >> 40) as usize % SLOTS]
    }

    /// Whether some thread is searching this node.
    #[inline(always)]
    pub(super) fn contains(&self, board: Board, depth: u32) -> bool {
        let hash = hash(board) ^ u64::from(depth) | 1;
        self.slot(hash).load(Ordering::Relaxed) == hash
    }

    /// Marks a node when its search starts.
    #[inline(always)]
    pub(super) fn insert(&self, board: Board, depth: u32) {
        let hash = hash(board) ^ u64::from(depth) | 1;
        self.slot(hash).store(hash, Ordering::Relaxed);
    }

    /// Removes the mark when the search ends.
    #[inline(always)]
    pub(super) fn remove(&self, board: Board, depth: u32) {
        let hash = hash(board) ^ u64::from(depth) | 1;
        let _ = self.slot(hash).compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
