//! Young brothers wait (YBWC): the first child of a node is searched by one thread, the others by all
//! that are free.
//!
//! The first child of a node with a good move ordering refutes it or sets the window for the others.
//! So only when it has done neither are the other children searched at the same time: the node is
//! split. Its owner and the threads that help it take one child after the other. An owner without
//! children left waits for its helpers, and meanwhile helps them: at split points below its own.
//! (Feldmann, Monien, Mysliwietz and Vornberger, *Distributed game-tree search*, 1989.)
//!
//! On the principal variation the waiting would take most of the time, since there every first child is
//! as large a search as all others together. But there the value of the first child is known roughly,
//! from the iteration before. So it is searched by the owner, and the others meanwhile, with a null window
//! above a forecast of that value (speculation). What they show holds unless the forecast was too high.

use std::sync::Arc;

use othellier_board::kernel::{Kernel, Task};
use othellier_eval::IncrementalEvaluator;

use super::children::Child;
use super::node::{ChildWindow, Expected, search_child};
use super::parameters;
use super::search_pool::{Joined, SearchPool};
use super::split_point::{Assignment, BestChild, Registered, SplitNode, SplitPoint, SplitProgress};
use super::worker::Worker;

/// Searches the children of a node that are left together with other threads. Whatever is found is in
/// the result, also when the search was stopped.
pub(super) struct Split<'a, 'b, E: IncrementalEvaluator> {
    pub(super) worker: &'a mut Worker<'b, E>,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) reduces_late_moves: bool,
    pub(super) progress: SplitProgress,
    /// The first child, where it has not been searched yet and the alpha of the others is a forecast.
    pub(super) first: Option<Child>,
}

impl<E: IncrementalEvaluator> Task for Split<'_, '_, E> {
    type Output = BestChild;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> BestChild {
        let Split { worker, alpha, beta, depth, reduces_late_moves, progress, first } = self;
        let node = SplitNode {
            parent: worker.split_point.clone(),
            is_below_first: worker.is_below_first,
            owner: worker.index,
            alpha,
            beta,
            depth,
            selectivity: worker.selectivity,
            probcut_nesting: worker.probcut_nesting,
            reduces_late_moves,
        };
        let split_point = Arc::new(SplitPoint::new(node, progress));
        let pool = &worker.shared.pool;
        pool.open(&split_point);
        worker.split_point = Some(Arc::clone(&split_point));
        let mut is_first_known = true;
        if let Some(child) = first {
            worker.is_below_first = true;
            let features = &worker.evaluator.feature_state(child.board);
            let (is_first, is_late, expected) = (true, false, Expected::Exact);
            let window = ChildWindow { alpha, beta, depth, is_first, is_late, expected };
            let value = search_child(kernel, worker, &child, features, window);
            is_first_known = !worker.stopped;
            if is_first_known {
                if split_point.register_first(child.square, value) {
                    pool.cut(&split_point)
                } else {
                    pool.open(&split_point)
                }
            }
        }
        worker.is_below_first = false;
        search_waiting_children(kernel, worker, &split_point, pool.take(&split_point));
        pool.close(&split_point);
        // The children that are not done yet are those of the helpers.
        while let Some(joined) = pool.join_below(&split_point) {
            help(kernel, worker, joined);
        }
        worker.split_point.clone_from(&split_point.node.parent);
        worker.is_below_first = split_point.node.is_below_first;
        worker.stopped = worker.is_interrupted();
        let mut best = split_point.progress().best;
        if worker.stopped && !is_first_known {
            // That another child exceeds a forecast does not mean that it is better than the first.
            best.raised_alpha = None;
        }
        best
    }
}

/// Helps other threads until the pool is closed.
pub(super) struct Help<'a, 'b, E: IncrementalEvaluator> {
    pub(super) worker: &'a mut Worker<'b, E>,
}

impl<E: IncrementalEvaluator> Task for Help<'_, '_, E> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Help { worker } = self;
        while let Some(joined) = worker.shared.pool.join_when_open() {
            help(kernel, worker, joined);
        }
    }
}

/// Searches children of another thread's split point until none is left.
#[inline(always)]
fn help<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    Joined { split_point, assignment }: Joined,
) {
    let split_point = &split_point;
    let leaving = LeaveOnDrop { split_point, pool: &worker.shared.pool };
    let SplitNode { selectivity, probcut_nesting, .. } = split_point.node;
    let own = (worker.split_point.clone(), worker.is_below_first, worker.probcut_nesting);
    worker.split_point = Some(Arc::clone(split_point));
    worker.is_below_first = false;
    worker.set_selectivity(selectivity);
    worker.probcut_nesting = probcut_nesting;
    worker.stopped = worker.is_interrupted();
    search_waiting_children(kernel, worker, split_point, Some(assignment));
    (worker.split_point, worker.is_below_first, worker.probcut_nesting) = own;
    worker.share_counters();
    drop(leaving);
    worker.stopped = worker.is_interrupted();
}

/// Leaves a split point, also by a panic: then the value of a child is missing, and the search is halted.
struct LeaveOnDrop<'a> {
    split_point: &'a SplitPoint,
    pool: &'a SearchPool,
}

impl Drop for LeaveOnDrop<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.pool.halt();
        }
        self.split_point.leave();
    }
}

/// Searches one child of a split point after the other, from this one on, until none is left or the
/// worker is stopped.
#[inline(always)]
fn search_waiting_children<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    split_point: &SplitPoint,
    mut assignment: Option<Assignment>,
) {
    let SplitNode { depth, reduces_late_moves, .. } = split_point.node;
    let pool = &worker.shared.pool;
    while !worker.stopped
        && let Some(Assignment { nth, child, mut alpha, .. }) = assignment
    {
        let features = &worker.evaluator.feature_state(child.board);
        let mut beta = alpha + 1;
        let mut is_late = reduces_late_moves && nth >= parameters::lmr_full_depth_moves();
        loop {
            let (is_first, expected) = (beta - alpha > 1, Expected::All);
            let window = ChildWindow { alpha, beta, depth, is_first, is_late, expected };
            let value = search_child(kernel, worker, &child, features, window);
            if worker.stopped {
                break;
            }
            match split_point.register(nth, &child, value, alpha, beta) {
                Registered::Again { alpha: next_alpha, beta: next_beta } => {
                    (alpha, beta, is_late) = (next_alpha, next_beta, false);
                    continue;
                }
                Registered::Cut => pool.cut(split_point),
                Registered::Done => {}
            }
            break;
        }
        assignment = pool.take(split_point);
    }
}
