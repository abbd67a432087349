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

use super::node::{Expected, Node, NodeKind};
use super::parameters;
use super::probcut_margins::{Margin, reduced_depth};
use super::units::DISC;
use super::worker::Worker;

/// The bound that ProbCut gives for a null-window node, if the reduced search is far enough outside the
/// window.
#[inline(always)]
pub(super) fn probcut<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    features: &E::FeatureState,
    alpha: i32,
    depth: u32,
) -> Option<i32> {
    let empties = E::Size::empties(board).len();
    let to_the_end = depth >= empties;
    let min_depth = match to_the_end {
        true => parameters::probcut_min_depth_endgame(),
        false => parameters::probcut_min_depth(),
    };
    if depth < min_depth || worker.probcut_nesting >= parameters::probcut_max_nesting() {
        return None;
    }
    let Margin { margin, slack } = worker.margins.as_ref()?.reduced(empties, depth);
    let shallow = reduced_depth(depth, to_the_end);
    // The static evaluation says which side of the window is worth a reduced search, if any.
    worker.evaluations += 1;
    let guess = worker.evaluator.evaluate(kernel, features, board);
    let beta = alpha + 1;
    let high = beta + margin;
    let low = alpha - margin;
    let widest = DISC * E::Size::WIPEOUT;
    worker.probcut_nesting += 1;
    let mut search = |alpha: i32, expected: Expected| {
        let (beta, depth, kind) = (alpha + 1, shallow, NodeKind::Inner);
        kernel.run(Node { worker, board, features, alpha, beta, depth, kind, expected })
    };
    let bound = if guess >= high - slack && high < widest {
        (search(high - 1, Expected::Cut) >= high).then_some(beta)
    } else if guess <= low + slack && low > -widest {
        (search(low, Expected::All) <= low).then_some(alpha)
    } else {
        None
    };
    worker.probcut_nesting -= 1;
    bound.filter(|_| !worker.stopped)
}
