//! Multi-ProbCut: a reduced-depth search that fails far outside the window stands in for the full one.
//!
//! The error of a shallow value as a forecast of the deep one is normally distributed; its standard
//! deviation (sigma) depends on both depths and on the number of empty squares. A node is pruned when
//! the shallow value is outside the window by `sigmas × sigma`. At depth 2 the shallow value is the
//! static evaluation ([`static_probcut`]). (Buro, *ProbCut: an effective selective extension of the
//! alpha-beta algorithm*, 1995, and *Experiments with Multi-ProbCut*, 1997.)

use othellier_board::kernel::Kernel;
use othellier_board::{Board, Field};
use othellier_eval::IncrementalEvaluator;

use super::node::{DISC, Node, NodeKind};
use super::selectivity::Selectivity;
use super::worker::Worker;

/// Below this depth the full search is cheaper than the ProbCut search.
const MIN_DEPTH: u32 = 3;
/// The same in a search to the end of the game.
const MIN_DEPTH_ENDGAME: u32 = 13;
/// How many ProbCut searches may be nested.
const MAX_NESTING: u32 = 2;

/// The standard deviation between a search and a shallower one: its logarithm, in discs, is linear in
/// both depths, in the number of empty squares, and in the product of that and the deeper depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCutSigma(pub [f32; 5]);

impl ProbCutSigma {
    /// The terms of the linear model, one for each coefficient.
    pub fn terms(empties: u32, depth: u32, shallow: u32) -> [f32; 5] {
        let to_the_end = depth >= empties;
        let (empties, depth, shallow) = (empties as f32, depth as f32, shallow as f32);
        if to_the_end {
            return [1.0, shallow, empties, 0.0, 0.0];
        }
        [1.0, shallow, depth, empties, empties * depth / 60.0]
    }

    /// Sigma in discs.
    pub fn discs(&self, empties: u32, depth: u32, shallow: u32) -> f32 {
        let terms = ProbCutSigma::terms(empties, depth, shallow);
        self.0.iter().zip(terms).map(|(factor, term)| factor * term).sum::<f32>().exp()
    }
}

/// Fitted by `othellier train probcut`; narrowed for a later evaluation by the ratio that it measured.
const MIDGAME: ProbCutSigma = ProbCutSigma([1.410, -0.1471, 0.0937, -0.0157, -0.0507]);
/// The same for searches to the end of the game.
const ENDGAME: ProbCutSigma = ProbCutSigma([1.300, -0.0825, 0.0430, 0.0, 0.0]);

/// Sigma, in discs, between a search and a shallower one.
fn sigma(empties: u32, depth: u32, shallow: u32) -> f32 {
    let model = if depth >= empties { &ENDGAME } else { &MIDGAME };
    model.discs(empties, depth, shallow)
}

/// The reduced depth that forecasts a search of this depth; of the same parity.
fn reduced_depth(depth: u32, to_the_end: bool) -> u32 {
    if to_the_end { depth / 8 * 2 + depth % 2 } else { depth / 4 * 2 + depth % 2 }
}

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
    sigmas: f32,
) -> Option<i32> {
    let empties = E::Size::empties(board).len();
    let to_the_end = depth >= empties;
    let min_depth = if to_the_end { MIN_DEPTH_ENDGAME } else { MIN_DEPTH };
    if depth < min_depth || worker.probcut_nesting >= MAX_NESTING {
        return None;
    }
    let shallow = reduced_depth(depth, to_the_end);
    let hundredths = |discs: f32| (discs * DISC as f32) as i32;
    let (near, far) = (sigma(empties, depth, shallow), sigma(empties, depth, 0));
    let margin = hundredths(sigmas * near);
    // The static evaluation says which side of the window is worth a reduced search, if any.
    worker.evaluations += 1;
    let guess = worker.evaluator.evaluate(kernel, features, board);
    let beta = alpha + 1;
    let slack = hundredths(sigmas * (far - near).max(0.0) / 2.0);
    let high = beta + margin;
    let low = alpha - margin;
    worker.probcut_nesting += 1;
    let mut search = |alpha: i32| {
        let (beta, depth, kind) = (alpha + 1, shallow, NodeKind::Inner);
        kernel.run(Node { worker, board, features, alpha, beta, depth, kind })
    };
    let bound = if guess >= high - slack && high < 64 * DISC {
        (search(high - 1) >= high).then_some(beta)
    } else if guess <= low + slack && low > -64 * DISC {
        (search(low) <= low).then_some(alpha)
    } else {
        None
    };
    worker.probcut_nesting -= 1;
    bound.filter(|_| !worker.stopped)
}

/// At this depth the static evaluation takes the place of the reduced search.
pub(super) const STATIC_PROBCUT_DEPTH: u32 = 2;

/// The margins of static ProbCut by the number of empty squares, in hundredths of a disc.
pub(super) struct ProbCutMargins([i32; 65]);

impl ProbCutMargins {
    /// The margins of a confidence; `None` where nothing is pruned.
    pub(super) fn new(selectivity: Selectivity) -> Option<ProbCutMargins> {
        let sigmas = selectivity.sigmas()?;
        let margin =
            |empties| sigmas * MIDGAME.discs(empties as u32, STATIC_PROBCUT_DEPTH, 0) * DISC as f32;
        Some(ProbCutMargins(std::array::from_fn(|empties| margin(empties) as i32)))
    }
}

/// Static ProbCut (futility pruning): the bound of a null-window node two plies above the leaves, if
/// its static evaluation is far enough outside the window.
#[inline(always)]
pub(super) fn static_probcut<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    features: &E::FeatureState,
    alpha: i32,
    moves: u32,
) -> Option<i32> {
    let empties = E::Size::empties(board).len();
    if empties <= STATIC_PROBCUT_DEPTH {
        return None;
    }
    let margin = worker.margins.as_ref()?.0[empties as usize];
    worker.evaluations += 1;
    let beta = alpha + 1;
    let window = (alpha - margin, beta + margin);
    let guess = worker.evaluator.evaluate_lazy(kernel, features, board, moves, window);
    if guess >= beta + margin {
        Some(beta)
    } else if guess <= alpha - margin {
        Some(alpha)
    } else {
        None
    }
}
