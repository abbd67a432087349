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
    /// Whether alpha is a forecast.
    is_speculative: AtomicBool,
    /// The threads in it besides its owner.
    helpers: AtomicUsize,
    progress: Mutex<SplitProgress>,
}

/// The part of a split node that all threads read.
pub(super) struct SplitNode {
    /// The split point that the node is below.
    pub(super) parent: Option<Arc<SplitPoint>>,
    /// Whether it is below the first child of that node.
    pub(super) is_below_first: bool,
    /// The index of the thread that split the node.
    pub(super) owner: usize,
    /// The window of the node when it was split.
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    pub(super) probcut_nesting: u32,
    /// Whether late moves are searched at reduced depth first (LMR).
    pub(super) reduces_late_moves: bool,
}

/// The results of the threads so far, and the moves left.
pub(super) struct SplitProgress {
    pub(super) waiting: WaitingChildren,
    /// The bound that a child must exceed: the value of the best one, or a forecast of it.
    pub(super) alpha: i32,
    pub(super) best: BestChild,
    /// While alpha is a forecast: the children that do not exceed it.
    pub(super) below_forecast: Option<BelowForecast>,
}

/// Children that do not exceed a forecast, each with its rank in the move ordering and its upper bound.
pub(super) type BelowForecast = ArrayVec<(usize, Child, i32), MAX_MOVES>;

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

/// The effect of a child that was searched.
pub(super) enum Registered {
    /// Enough is known of it.
    Done,
    /// It refutes the node.
    Cut,
    /// It must be searched again, within this window.
    Again { alpha: i32, beta: i32 },
}

impl SplitProgress {
    /// Makes a child the best one if its value is greater than that of the others.
    fn raise_best(&mut self, square: Square, value: i32) {
        if value > self.best.value {
            self.best.value = value;
            self.best.entry.set_best_move(square);
        }
    }

    /// Makes the value of a child alpha.
    fn set_alpha(&mut self, square: Square, value: i32) {
        self.alpha = value;
        self.best.raised_alpha = Some(square);
    }
}

impl SplitPoint {
    pub(super) fn new(node: SplitNode, progress: SplitProgress) -> SplitPoint {
        SplitPoint {
            node,
            is_cut: AtomicBool::new(false),
            is_speculative: AtomicBool::new(progress.below_forecast.is_some()),
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

    /// Registers the value of a child that was searched within a window: a null window first, and that
    /// up to the beta of the node if it exceeds that.
    pub(super) fn register(
        &self,
        nth: usize,
        child: &Child,
        value: i32,
        alpha: i32,
        beta: i32,
    ) -> Registered {
        let mut progress = self.progress();
        let now = progress.alpha;
        if value >= self.node.beta {
            self.cut(&mut progress, child.square, value);
            return Registered::Cut;
        }
        if value <= alpha && value > now {
            // Alpha was a forecast, and too high.
            return Registered::Again { alpha: now, beta: now + 1 };
        }
        if value > alpha && beta < self.node.beta {
            // Another thread may have raised alpha meanwhile: then it must exceed that too, before its
            // value within the whole window is worth knowing.
            let beta = if now == alpha { self.node.beta } else { now + 1 };
            return Registered::Again { alpha: now, beta };
        }
        if value > now {
            // No forecast any more: this child reaches it.
            progress.below_forecast = None;
            self.is_speculative.store(false, Ordering::Relaxed);
            progress.set_alpha(child.square, value);
        }
        match &mut progress.below_forecast {
            Some(below) => below.push((nth, *child, value)),
            None => progress.raise_best(child.square, value),
        }
        Registered::Done
    }

    /// Registers the value of the first child, searched with the whole window while others were searched
    /// above a forecast of it. Those of which too little is known wait again. Returns whether it refutes
    /// the node.
    pub(super) fn register_first(&self, square: Square, value: i32) -> bool {
        let mut progress = self.progress();
        if value >= self.node.beta {
            self.cut(&mut progress, square, value);
            return true;
        }
        let below = progress.below_forecast.take();
        self.is_speculative.store(false, Ordering::Relaxed);
        if below.is_some() || value > progress.alpha {
            progress.set_alpha(square, value.max(self.node.alpha));
        }
        progress.raise_best(square, value);
        for (nth, child, bound) in below.into_iter().flatten() {
            if bound > progress.alpha {
                progress.waiting.push((nth, child));
            } else {
                progress.raise_best(child.square, bound);
            }
        }
        progress.waiting.sort_unstable_by_key(|(nth, _)| std::cmp::Reverse(*nth));
        false
    }

    fn cut(&self, progress: &mut SplitProgress, square: Square, value: i32) {
        progress.raise_best(square, value);
        progress.set_alpha(square, value);
        progress.waiting.clear();
        self.is_cut.store(true, Ordering::Relaxed);
    }

    /// Which of several split points to join: one whose value is needed rather than a speculative one, or
    /// one below the children of that. Of the needed ones that with the greatest depth: the larger the
    /// subtrees, the less often they change hands. Of the others that for the node with the least depth:
    /// it is needed first.
    pub(super) fn priority(&self) -> u32 {
        const MAX_DEPTH: u32 = 64;
        let speculative = |split_point: &SplitPoint| {
            let is_speculative = split_point.is_speculative.load(Ordering::Relaxed);
            if is_speculative { split_point.node.depth } else { 0 }
        };
        let above = self.chain().filter(|below| !below.node.is_below_first);
        let above = above.filter_map(|below| below.node.parent.as_deref());
        let speculative = above.map(speculative).fold(speculative(self), u32::max);
        let urgency = if speculative == 0 { MAX_DEPTH } else { MAX_DEPTH - speculative };
        urgency * MAX_DEPTH + self.node.depth
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

#[cfg(test)]
mod tests {
    use othellier_board::kernel::Scalar;
    use othellier_board::{Board, Eight};

    use super::super::children::{Children, expand};
    use super::super::units::INFINITE;
    use super::*;

    const FORECAST: i32 = 100;

    /// A node with the window -300 to 300 whose first child is being searched, and its children. Those
    /// after the first wait.
    fn speculation() -> (SplitPoint, Children) {
        let board = Board::default();
        let mut children = Children::new();
        expand::<Eight, Scalar>(Scalar, board, board.legal_moves(), &mut children);
        let (depth, selectivity) = (20, Selectivity::ALL[0]);
        let node = SplitNode {
            parent: None,
            is_below_first: false,
            owner: 0,
            alpha: -300,
            beta: 300,
            depth,
            selectivity,
            probcut_nesting: 0,
            reduces_late_moves: false,
        };
        let entry = TtEntry::unknown(depth, selectivity);
        let progress = SplitProgress {
            waiting: children.iter().copied().enumerate().skip(1).rev().collect(),
            alpha: FORECAST,
            best: BestChild { value: -INFINITE, entry, raised_alpha: None },
            below_forecast: Some(BelowForecast::new()),
        };
        (SplitPoint::new(node, progress), children)
    }

    /// Takes the next child and registers its value within the null window above alpha.
    fn register_next(split_point: &SplitPoint, value: i32) -> Registered {
        let Assignment { nth, child, alpha, .. } = split_point.take().expect("a child waits");
        split_point.register(nth, &child, value, alpha, alpha + 1)
    }

    fn waiting(split_point: &SplitPoint) -> Vec<usize> {
        split_point.progress().waiting.iter().map(|(nth, _)| *nth).collect()
    }

    #[test]
    fn children_below_a_forecast_that_is_reached_are_done() {
        let (split_point, children) = speculation();
        assert!(matches!(register_next(&split_point, FORECAST), Registered::Done));
        assert!(matches!(register_next(&split_point, -50), Registered::Done));
        assert!(!split_point.register_first(children[0].square, FORECAST + 20));
        let progress = split_point.progress();
        assert_eq!((progress.alpha, progress.best.value), (FORECAST + 20, FORECAST + 20));
        assert_eq!(progress.best.raised_alpha, Some(children[0].square));
        assert_eq!(progress.waiting.len(), 1);
    }

    #[test]
    fn children_wait_again_where_the_forecast_was_too_high() {
        let (split_point, children) = speculation();
        register_next(&split_point, FORECAST);
        register_next(&split_point, -50);
        assert_eq!(waiting(&split_point), [3]);
        assert!(!split_point.register_first(children[0].square, 0));
        assert_eq!(split_point.progress().alpha, 0);
        assert_eq!(waiting(&split_point), [3, 1]);
        // One that was being searched above the forecast must be searched again, too.
        let Assignment { nth, child, .. } = split_point.take().expect("a child waits");
        let registered = split_point.register(nth, &child, 40, FORECAST, FORECAST + 1);
        assert!(matches!(registered, Registered::Again { alpha: 0, beta: 1 }));
    }

    #[test]
    fn a_first_child_below_the_window_leaves_its_alpha() {
        let (split_point, children) = speculation();
        register_next(&split_point, -300);
        register_next(&split_point, -299);
        assert!(!split_point.register_first(children[0].square, -400));
        assert_eq!(split_point.progress().alpha, -300);
        assert_eq!(split_point.progress().best.value, -300);
        assert_eq!(waiting(&split_point), [3, 2]);
    }

    #[test]
    fn a_child_above_the_forecast_is_searched_with_the_whole_window() {
        let (split_point, children) = speculation();
        register_next(&split_point, -50);
        let Assignment { nth, child, alpha, .. } = split_point.take().expect("a child waits");
        let registered = split_point.register(nth, &child, FORECAST + 1, alpha, alpha + 1);
        assert!(matches!(registered, Registered::Again { alpha: FORECAST, beta: 300 }));
        let registered = split_point.register(nth, &child, 200, FORECAST, 300);
        assert!(matches!(registered, Registered::Done));
        // Its value is now alpha for all, and remains it if the first child is worse.
        assert!(!split_point.register_first(children[0].square, 150));
        let progress = split_point.progress();
        assert_eq!((progress.alpha, progress.best.value), (200, 200));
        assert_eq!(progress.best.raised_alpha, Some(child.square));
        assert_eq!(progress.waiting.len(), 1);
    }

    #[test]
    fn a_child_that_reaches_beta_cuts_before_the_first_is_known() {
        let (split_point, _) = speculation();
        assert!(matches!(register_next(&split_point, 300), Registered::Cut));
        assert!(split_point.is_obsolete());
        assert!(split_point.take().is_none());
    }

    #[test]
    fn needed_work_comes_before_speculation_and_less_depth_before_more() {
        let (split_point, children) = speculation();
        let above = Arc::new(split_point);
        let below = |depth: u32, is_below_first: bool, is_speculative: bool| {
            let (split_point, _) = speculation();
            let SplitPoint { node, progress, .. } = split_point;
            let parent = Some(Arc::clone(&above));
            let node = SplitNode { parent, depth, is_below_first, ..node };
            let mut progress = progress.into_inner().expect("no panic");
            if !is_speculative {
                progress.below_forecast = None;
            }
            SplitPoint::new(node, progress).priority()
        };
        let (needed, speculative) = (below(9, true, false), below(9, true, true));
        let below_speculation = below(9, false, false);
        assert!(needed > speculative);
        assert!(speculative > below(10, true, true));
        assert!(speculative > below_speculation);
        assert!(below_speculation > 0 && above.priority() > 0);
        // Once the value of the first child is known, the others are needed.
        above.register_first(children[0].square, 0);
        assert_eq!(below(9, false, false), needed);
    }
}
