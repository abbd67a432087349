//! A judge by rule of thumb, without anything learned: mobility, corners, open flanks.

use othellier_board::kernel::Kernel;
use othellier_board::{Bitboard, Board, Placement};
use othellier_eval::Judge;

use super::children::CORNERS;
use super::endgame::neighbours;

/// Judges by mobility, corners and open flanks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule;

impl Judge for Rule {
    type Track = ();
    const FORETELLS: bool = false;

    fn track(&self, _: Board) {}

    #[inline(always)]
    fn after(&self, _: &(), _: Placement) {}

    #[inline(always)]
    fn passed(&self, _: &()) {}

    #[inline(always)]
    fn judge<K: Kernel>(&self, kernel: K, _: &(), board: Board) -> i32 {
        const NEXT: u64 = 0x0042_0000_0000_4200;
        let (own, other, empty) =
            (board.mover().bits(), board.opponent().bits(), board.empties().bits());
        let balance =
            |set: u64| (own & set).count_ones() as i32 - (other & set).count_ones() as i32;
        let free = empty & CORNERS;
        let giving = (free << 9 | free >> 9 | free << 7 | free >> 7) & NEXT;
        let open = |discs: Bitboard| (neighbours(discs) & board.empties()).len() as i32;
        let moves = kernel.legal_moves(board).len() as i32;
        let replies = kernel.legal_moves(board.passed()).len() as i32;
        100 * (moves - replies) + 625 * balance(CORNERS) - 312 * balance(giving)
            + 37 * (open(board.opponent()) - open(board.mover()))
    }
}
