//! Move ordering: in which order the children of a node are searched.
//!
//! A node is cut by its first move or costs many times more. In a search to the end of the game, the
//! order depends on the number of empty squares:
//!
//! | empties | order | file |
//! |---|---|---|
//! | 16 and more | moves of the transposition table; then the learned cost plus a shallow search | here |
//! | 11–15 | moves of the transposition table; then the learned cost alone | here, [`learned_ordering`](super::learned_ordering) |
//! | 7–10 | mobility (fastest-first) and parity; from 8 on also moves of the local TT, frontier and held corners | `endgame/empties_7_10.rs` |
//! | 5–6 | isolated squares first | `endgame/empties_5_6.rs` |
//! | 4 | squares alone in their quadrant first | `endgame/empties_1_4.rs` |
//!
//! An evaluator without learned weights has mobility and parity in place of the learned cost. In the
//! midgame the order is the evaluation after a look-ahead of up to two plies, plus mobility; one and
//! two plies above the leaves it is mobility alone (`shallow.rs`).

use othellier_board::kernel::Kernel;
use othellier_board::{Board, Field};
use othellier_eval::IncrementalEvaluator;

use super::children::{Child, Children};
use super::endgame::odd_quadrants;
use super::move_picker::MovePicker;
use super::node::{Expected, Node, NodeKind};
use super::parameters;
use super::transposition_table::TtEntry;
use super::worker::Worker;

/// Moves the transposition table's best moves (hash moves) to the front, and returns how many there
/// are.
#[inline(always)]
pub(super) fn table_moves_first(children: &mut Children, entry: &TtEntry) -> usize {
    let mut at = 0;
    for best in entry.moves.into_iter().flatten() {
        if let Some(offset) = children[at..].iter().position(|child| child.square == best) {
            children.swap(at, at + offset);
            at += 1;
        }
    }
    at
}

/// Orders children by what a shallow search says of each plus what the move is expected to cost: by
/// learned move ordering in a search to the end of the game, else by mobility and parity.
#[inline(always)]
pub(super) fn order_moves<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    features: &E::FeatureState,
    alpha: i32,
    depth: u32,
    children: &[Child],
) -> MovePicker {
    let mut picker = MovePicker::new();
    if children.len() == 1 {
        picker.push(0);
        return picker;
    }
    let empties = E::Size::empties(board);
    let to_the_end = depth >= empties.len();
    let look_ahead = ordering_depth(depth, to_the_end);
    let odd = odd_quadrants(empties);
    let learned = worker.learned_ordering.filter(|_| to_the_end);
    let learned = learned.map(|learned| learned.at(board, odd));
    for child in children {
        let cost = match &learned {
            Some(learned) => learned.cost(child),
            None if to_the_end => {
                let is_odd = odd & child.square.bitboard().bits() != 0;
                parameters::mobility_weight_endgame() * child.weighted_mobility::<E::Size>()
                    - parameters::parity_weight() * i32::from(is_odd)
            }
            None => parameters::mobility_weight() * child.weighted_mobility::<E::Size>(),
        };
        // Up to 15 empty squares the learned cost alone orders best.
        let value = match &learned {
            Some(_) if look_ahead == 0 => 0,
            _ => ordering_value(kernel, worker, board, features, alpha, look_ahead, child),
        };
        picker.push(value + cost);
    }
    picker
}

/// How many plies to look ahead to order the moves of a node.
fn ordering_depth(depth: u32, to_the_end: bool) -> u32 {
    let steps: &[u32] = if to_the_end {
        &[
            parameters::ordering_depth_1_endgame(),
            parameters::ordering_depth_2_endgame(),
            parameters::ordering_depth_3_endgame(),
            parameters::ordering_depth_4_endgame(),
        ]
    } else {
        &[parameters::ordering_depth_1(), parameters::ordering_depth_2()]
    };
    steps.iter().filter(|&&from| depth >= from).count() as u32
}

/// The value of a child for the opponent, from a search of this depth.
#[inline(always)]
fn ordering_value<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    parent: Board,
    features: &E::FeatureState,
    alpha: i32,
    depth: u32,
    child: &Child,
) -> i32 {
    let features = &worker.evaluator.after(features, child.placement(parent));
    let board = child.board;
    if depth == 0 {
        worker.evaluations += 1;
        return worker.evaluator.evaluate_for_ordering(kernel, features, board, child.replies);
    }
    // A move that is much too good or much too bad needs no exact key.
    let window = parameters::ordering_window();
    let (alpha, beta) = (-alpha - window, -alpha + window);
    let (kind, expected) = (NodeKind::Inner, Expected::Exact);
    kernel.run(Node { worker, board, features, alpha, beta, depth, kind, expected })
}
