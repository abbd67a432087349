//! A judge by rule of thumb, without anything learned: mobility, corners, open flanks.

use std::marker::PhantomData;

use othellier_board::kernel::Kernel;
use othellier_board::{Bitboard, Board, Eight, Field, Placement};
use othellier_eval::Judge;

use super::endgame::neighbours;

/// Judges boards of a size by mobility, corners and open flanks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule<S = Eight>(PhantomData<S>);

impl<S: Field> Judge for Rule<S> {
    type Size = S;
    type Track = ();
    const FORETELLS: bool = false;

    fn track(&self, _: Board) {}

    #[inline(always)]
    fn after(&self, _: &(), _: Placement) {}

    #[inline(always)]
    fn passed(&self, _: &()) {}

    #[inline(always)]
    fn judge<K: Kernel>(&self, kernel: K, _: &(), board: Board) -> i32 {
        let (own, other) = (board.mover().bits(), board.opponent().bits());
        let empties = S::empties(board);
        let balance =
            |set: u64| (own & set).count_ones() as i32 - (other & set).count_ones() as i32;
        let free = empties.bits() & S::CORNERS;
        let next = S::FIELD & !(S::SIDES | S::ENDS);
        let giving = (free << 9 | free >> 9 | free << 7 | free >> 7) & next;
        let open = |discs: Bitboard| (neighbours(discs) & empties).len() as i32;
        let moves = S::moves(kernel, board).len() as i32;
        let replies = S::moves(kernel, board.passed()).len() as i32;
        100 * (moves - replies) + 625 * balance(S::CORNERS) - 312 * balance(giving)
            + 37 * (open(board.opponent()) - open(board.mover()))
    }
}
