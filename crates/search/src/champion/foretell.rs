//! What a shallow search says of a deeper one: multi-ProbCut.
//!
//! Two plies are foretold by a look at the board, deeper searches by shallower ones.

use othellier_board::kernel::Kernel;
use othellier_board::{Board, Field};
use othellier_eval::Judge;

use super::node::{DISC, Node, Place};
use super::selectivity::Selectivity;
use super::worker::Worker;

/// Below this depth a search is cheaper than its forecast.
const FROM: u32 = 3;
/// The same where the search reaches the end of the game.
const FROM_TO_THE_END: u32 = 13;
/// How many forecasts may stand inside each other.
const NESTED: u32 = 2;

/// How far a search is from a shallower one: the logarithm of the spread, in discs, is linear in
/// both depths, in the number of empty squares, and in the product of that and the deeper depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread(pub [f32; 5]);

impl Spread {
    /// What the numbers are the factors of.
    pub fn terms(empties: u32, depth: u32, shallow: u32) -> [f32; 5] {
        let to_the_end = depth >= empties;
        let (empties, depth, shallow) = (empties as f32, depth as f32, shallow as f32);
        if to_the_end {
            return [1.0, shallow, empties, 0.0, 0.0];
        }
        [1.0, shallow, depth, empties, empties * depth / 60.0]
    }

    /// The spread in discs.
    pub fn discs(&self, empties: u32, depth: u32, shallow: u32) -> f32 {
        let terms = Spread::terms(empties, depth, shallow);
        self.0.iter().zip(terms).map(|(factor, term)| factor * term).sum::<f32>().exp()
    }
}

/// Fitted by `othellier train probcut`; with a better evaluation, narrowed by the ratio that it found.
const MIDGAME: Spread = Spread([1.410, -0.1471, 0.0937, -0.0157, -0.0507]);
/// The same where the deeper search reaches the end of the game.
const ENDGAME: Spread = Spread([1.300, -0.0825, 0.0430, 0.0, 0.0]);

/// The spread in discs of a search and a shallower one.
fn spread(empties: u32, depth: u32, shallow: u32) -> f32 {
    let model = if depth >= empties { &ENDGAME } else { &MIDGAME };
    model.discs(empties, depth, shallow)
}

/// The depth from which a search of this depth is foretold.
fn shallower(depth: u32, to_the_end: bool) -> u32 {
    if to_the_end { depth / 8 * 2 + depth % 2 } else { depth / 4 * 2 + depth % 2 }
}

/// A bound outside the window that the node very likely has.
#[inline(always)]
pub(super) fn foretell<K: Kernel, J: Judge>(
    kernel: K,
    worker: &mut Worker<'_, J>,
    board: Board,
    track: &J::Track,
    alpha: i32,
    depth: u32,
    spreads: f32,
) -> Option<i32> {
    let empties = J::Size::empties(board).len();
    let to_the_end = depth >= empties;
    if depth < if to_the_end { FROM_TO_THE_END } else { FROM } || worker.foretelling >= NESTED {
        return None;
    }
    let shallow = shallower(depth, to_the_end);
    let discs = |discs: f32| (discs * DISC as f32) as i32;
    let (near, far) = (spread(empties, depth, shallow), spread(empties, depth, 0));
    let margin = discs(spreads * near);
    worker.evaluations += 1;
    let guess = worker.judge.judge(kernel, track, board);
    let beta = alpha + 1;
    let slack = discs(spreads * (far - near).max(0.0) / 2.0);
    let high = beta + margin;
    let low = alpha - margin;
    worker.foretelling += 1;
    let mut search = |alpha: i32| {
        let (beta, depth, place) = (alpha + 1, shallow, Place::Inner);
        kernel.run(Node { worker, board, track, alpha, beta, depth, place })
    };
    let told = if guess >= high - slack && high < 64 * DISC {
        (search(high - 1) >= high).then_some(beta)
    } else if guess <= low + slack && low > -64 * DISC {
        (search(low) <= low).then_some(alpha)
    } else {
        None
    };
    worker.foretelling -= 1;
    told.filter(|_| !worker.stopped)
}

/// A search of this depth is foretold by a look at the board.
pub(super) const GLANCE: u32 = 2;

/// How far outside the window the look must be, by the number of empty squares, in hundredths of a
/// disc.
pub(super) struct Margins([i32; 65]);

impl Margins {
    /// Those of a confidence; nothing where nothing is cut.
    pub(super) fn new(selectivity: Selectivity) -> Option<Margins> {
        let spreads = selectivity.spreads()?;
        let margin = |empties| spreads * MIDGAME.discs(empties as u32, GLANCE, 0) * DISC as f32;
        Some(Margins(std::array::from_fn(|empties| margin(empties) as i32)))
    }
}

/// A bound outside the window that two plies very likely have, where the game goes on after them.
#[inline(always)]
pub(super) fn at_a_glance<K: Kernel, J: Judge>(
    kernel: K,
    worker: &mut Worker<'_, J>,
    board: Board,
    track: &J::Track,
    alpha: i32,
    moves: u32,
) -> Option<i32> {
    let empties = J::Size::empties(board).len();
    if empties <= GLANCE {
        return None;
    }
    let margin = worker.margins.as_ref()?.0[empties as usize];
    worker.evaluations += 1;
    let beta = alpha + 1;
    let window = (alpha - margin, beta + margin);
    let guess = worker.judge.judge_between(kernel, track, board, moves, window);
    if guess >= beta + margin {
        Some(beta)
    } else if guess <= alpha - margin {
        Some(alpha)
    } else {
        None
    }
}
