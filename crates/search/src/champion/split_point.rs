//! A split point: a node whose children several threads search together.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;
use othellier_board::Square;

use super::children::{Child, MAX_MOVES};
use super::selectivity::Selectivity;
use super::transposition_table::TtEntry;

/// The children of a node that wait to be searched, each with its rank in the move ordering. The next
/// one is at the end.
pub(super) type WaitingChildren = ArrayVec<(usize, Child), MAX_MOVES>;

/// A node whose children several threads search.
pub(super) struct SplitPoint {
    pub(super) node: SplitNode,
    /// Whether a child has refuted the node.
    is_cut: AtomicBool,
    /// The threads in it besides its owner.
    helpers: AtomicUsize,
    progress: Mutex<SplitProgress>,
}

/// What all threads must know of the node.
pub(super) struct SplitNode {
    /// The split point that the node is below.
    pub(super) parent: Option<Arc<SplitPoint>>,
    /// The index of the thread that split the node.
    pub(super) owner: usize,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    pub(super) probcut_nesting: u32,
    /// Whether late moves are searched at reduced depth first (LMR).
    pub(super) reduces_late_moves: bool,
}

/// What the threads have found so far, and what is left to do.
pub(super) struct SplitProgress {
    pub(super) waiting: WaitingChildren,
    pub(super) alpha: i32,
    pub(super) best: BestChild,
}

/// The best of the children that were searched.
#[derive(Clone, Copy)]
pub(super) struct BestChild {
    pub(super) value: i32,
    /// The entry of the node, with the best move.
    pub(super) entry: TtEntry,
    /// The last move that raised alpha.
    pub(super) raised_alpha: Option<Square>,
}

/// A child to be searched.
pub(super) struct Assignment {
    /// Its rank in the move ordering.
    pub(super) nth: usize,
    pub(super) child: Child,
    pub(super) alpha: i32,
    /// Whether no other child waits.
    pub(super) is_last: bool,
}

impl SplitPoint {
    pub(super) fn new(node: SplitNode, progress: SplitProgress) -> SplitPoint {
        SplitPoint {
            node,
            is_cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            progress: Mutex::new(progress),
        }
    }

    /// The progress, locked. (Nothing panics while it is.)
    pub(super) fn progress(&self) -> MutexGuard<'_, SplitProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the node, or one that it is below, was refuted: then nobody needs its value.
    pub(super) fn is_obsolete(&self) -> bool {
        self.chain().any(|split_point| split_point.is_cut.load(Ordering::Relaxed))
    }

    /// Whether the node is below that of another split point.
    pub(super) fn is_below(&self, other: &SplitPoint) -> bool {
        self.chain().skip(1).any(|above| std::ptr::eq(above, other))
    }

    /// This split point, the one it is below, and so on up to the root.
    fn chain(&self) -> impl Iterator<Item = &SplitPoint> {
        std::iter::successors(Some(self), |below| below.node.parent.as_deref())
    }

    /// Takes the next child that waits.
    pub(super) fn take(&self) -> Option<Assignment> {
        let mut progress = self.progress();
        let (nth, child) = progress.waiting.pop()?;
        Some(Assignment { nth, child, alpha: progress.alpha, is_last: progress.waiting.is_empty() })
    }

    /// Registers the value of a child and returns whether it refutes the node.
    pub(super) fn register(&self, square: Square, value: i32) -> bool {
        let mut progress = self.progress();
        if value > progress.best.value {
            progress.best.value = value;
            progress.best.entry.set_best_move(square);
        }
        if value > progress.alpha {
            progress.alpha = value;
            progress.best.raised_alpha = Some(square);
        }
        let is_cut = value >= self.node.beta;
        if is_cut {
            progress.waiting.clear();
            self.is_cut.store(true, Ordering::Relaxed);
        }
        is_cut
    }

    /// Whether threads besides the owner are in it.
    pub(super) fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    /// Counts a thread that joins.
    pub(super) fn join(&self) {
        self.helpers.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a thread that leaves. What it did before is visible to an owner that sees it gone.
    pub(super) fn leave(&self) {
        self.helpers.fetch_sub(1, Ordering::Release);
    }
}
