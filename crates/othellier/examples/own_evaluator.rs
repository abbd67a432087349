//! The champion with an evaluator of your own: its search, its solver near the end, its threads and its
//! transposition table, compiled for the evaluator in this program.
//!
//! ```sh
//! cargo run --release -p othellier --example own_evaluator
//! ```

use othellier::board::kernel::Kernel;
use othellier::board::{Eight, Placement};
use othellier::eval::IncrementalEvaluator;
use othellier::prelude::*;
use othellier::search::compile_champion_for;

/// Mobility and corners, and the discs of the mover minus the opponent's, which are kept up to date from
/// move to move instead of being counted at every leaf.
#[derive(Clone)]
struct Own;

impl IncrementalEvaluator for Own {
    type Size = Eight;
    /// Discs, the mover's minus the opponent's.
    type FeatureState = i32;
    /// ProbCut needs an evaluator whose errors were measured.
    const SUPPORTS_PROBCUT: bool = false;

    fn feature_state(&self, board: Board) -> i32 {
        board.mover().len() as i32 - board.opponent().len() as i32
    }

    /// The mover gains a disc and the flipped ones, which the opponent loses; then it is the other's turn.
    fn after(&self, discs: &i32, placement: Placement) -> i32 {
        -(discs + 1 + 2 * placement.flips.len() as i32)
    }

    fn passed(&self, discs: &i32) -> i32 {
        -discs
    }

    /// In hundredths of a disc, for the side to move.
    fn evaluate<K: Kernel>(&self, kernel: K, discs: &i32, board: Board) -> i32 {
        let moves = |board| kernel.legal_moves(board).len() as i32;
        let corners = |discs: Bitboard| (discs & Bitboard::corners()).len() as i32;
        let mobility = moves(board) - moves(board.passed());
        100 * mobility + 800 * (corners(board.mover()) - corners(board.opponent())) - 10 * discs
    }
}

// The search is compiled here, once for every kernel.
compile_champion_for!(Own);

fn main() {
    let mut champion = Champion::with(Own, SearchLevel::new(12), 1, 64 << 20);
    let report = champion.search(&Position::start(), &SearchLimits::depth(12), &mut |_| ());
    for line in &report.lines {
        let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        println!("{:+.2}  {}", line.score.discs(), moves.join(" "));
    }
    println!("{} nodes in {:?}", report.nodes, report.elapsed);
}
