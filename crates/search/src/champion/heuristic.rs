//! A hand-crafted evaluation without learned weights: mobility, corners, frontier.

use std::marker::PhantomData;

use othellier_board::kernel::Kernel;
use othellier_board::{Bitboard, Board, Eight, Field, Placement};
use othellier_eval::IncrementalEvaluator;

use super::endgame::neighbours;

/// Evaluates boards of a size by mobility, corners, X-squares and frontier. For 4×4 and 6×6, which have
/// no learned weights, and for the first games of a training run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic<S = Eight>(PhantomData<S>);

impl<S: Field> IncrementalEvaluator for Heuristic<S> {
    type Size = S;
    type FeatureState = ();
    const SUPPORTS_PROBCUT: bool = false;

    fn feature_state(&self, _: Board) {}

    #[inline(always)]
    fn after(&self, _: &(), _: Placement) {}

    #[inline(always)]
    fn passed(&self, _: &()) {}

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, _: &(), board: Board) -> i32 {
        let (own, other) = (board.mover().bits(), board.opponent().bits());
        let empties = S::empties(board);
        let balance =
            |set: u64| (own & set).count_ones() as i32 - (other & set).count_ones() as i32;
        let empty_corners = empties.bits() & S::CORNERS;
        let inner = S::FIELD & !(S::VERTICAL_EDGES | S::HORIZONTAL_EDGES);
        // X-squares: diagonal neighbours of empty corners.
        let x_squares =
            (empty_corners << 9 | empty_corners >> 9 | empty_corners << 7 | empty_corners >> 7)
                & inner;
        let frontier = |discs: Bitboard| (neighbours(discs) & empties).len() as i32;
        let moves = S::moves(kernel, board).len() as i32;
        let replies = S::moves(kernel, board.passed()).len() as i32;
        100 * (moves - replies) + 625 * balance(S::CORNERS) - 312 * balance(x_squares)
            + 37 * (frontier(board.opponent()) - frontier(board.mover()))
    }
}
