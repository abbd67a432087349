//! Multi-ProbCut: a reduced-depth search that fails far outside the window stands in for the full one.
//!
//! The error of a shallow value as a forecast of the deep one is normally distributed; its standard
//! deviation (sigma) depends on both depths and on the number of empty squares. A node is pruned when
//! the shallow value is outside the window by `sigmas × sigma`. At depth 2 the shallow value is the
//! static evaluation ([`static_probcut`](super::shallow)). (Buro, *ProbCut: an effective selective extension of the
//! alpha-beta algorithm*, 1995, and *Experiments with Multi-ProbCut*, 1997.)

use othellier_board::kernel::Kernel;
use othellier_board::{Board, Field};
use othellier_eval::IncrementalEvaluator;

use super::parameters;
use super::probcut_margins::{Margin, reduced_depth};
use super::units::DISC;
use super::worker::Worker;

/// A reduced-depth null-window search that may stand in for a node.
pub(super) struct ReducedSearch {
    /// The value must be more than this, or at most this: see `fails_high`.
    pub(super) alpha: i32,
    pub(super) depth: u32,
    /// Whether the search is expected to fail high.
    pub(super) fails_high: bool,
    /// The bound of the node if the search fails as expected.
    bound: i32,
}

impl ReducedSearch {
    /// The bound that the value of the reduced search gives for the node, if any.
    #[inline(always)]
    pub(super) fn bound(&self, value: i32) -> Option<i32> {
        ((value > self.alpha) == self.fails_high).then_some(self.bound)
    }
}

/// The reduced search that is worth trying at a null-window node, if any: far enough outside the window,
/// on the side where the static evaluation lies.
#[inline(always)]
pub(super) fn reduced_search<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    features: &E::FeatureState,
    alpha: i32,
    depth: u32,
) -> Option<ReducedSearch> {
    let empties = E::Size::empties(board).len();
    let to_the_end = depth >= empties;
    let min_depth = if to_the_end {
        parameters::probcut_min_depth_endgame()
    } else {
        parameters::probcut_min_depth()
    };
    if depth < min_depth || worker.probcut_nesting >= parameters::probcut_max_nesting() {
        return None;
    }
    let Margin { margin, slack } = worker.margins.as_ref()?.reduced(empties, depth);
    let depth = reduced_depth(depth, to_the_end);
    worker.evaluations += 1;
    let guess = worker.evaluator.evaluate(kernel, features, board);
    let beta = alpha + 1;
    let high = beta + margin;
    let low = alpha - margin;
    let widest = DISC * E::Size::WIPEOUT;
    if guess >= high - slack && high < widest {
        Some(ReducedSearch { alpha: high - 1, depth, fails_high: true, bound: beta })
    } else if guess <= low + slack && low > -widest {
        Some(ReducedSearch { alpha: low, depth, fails_high: false, bound: alpha })
    } else {
        None
    }
}
