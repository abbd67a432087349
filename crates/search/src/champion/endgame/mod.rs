//! The exact endgame, in layers: the fewer squares are empty, the less is done at a node.
//!
//! | empties | how a node is searched | file |
//! |---|---|---|
//! | 7–10 | move ordering by mobility and parity; a local TT from 8 on | [`empties_7_10`] |
//! | 5–6 | isolated squares first, no table | [`empties_5_6`] |
//! | 1–4 | written out, squares in registers, those alone in their quadrant first | [`empties_1_4`] |
//! | the last one | the flips are counted by table look-up | [`last_flips`] |
//!
//! From four empty squares on a node starts with the stability cutoff: [`stability`]. With more than
//! ten, the general node of the search takes over.
//!
//! Every layer searches a null window: *is the score more than alpha?* The result is a bound on its
//! side of alpha, in discs (fail-soft). The functions are [`Task`]s, so that all layers are compiled
//! for each instruction set.

mod empties_1_4;
mod empties_5_6;
mod empties_7_10;
mod last_flips;
pub(super) mod stability;

use std::marker::PhantomData;

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board, Field};

use empties_7_10::Solve7To10;

use super::local_table::LocalTable;

/// Positions with at most this many empty squares are solved by the layers here.
pub(super) const MAX_ENDGAME_EMPTIES: u32 = 10;

/// The data that one thread needs to solve endgames on boards of a size.
pub(super) struct EndgameContext<'a, S> {
    pub(super) nodes: u64,
    /// The local TT of the thread: small, in the cache, not shared.
    local_tt: &'a LocalTable,
    size: PhantomData<S>,
}

impl<'a, S> EndgameContext<'a, S> {
    pub(super) fn new(local_tt: &'a LocalTable) -> EndgameContext<'a, S> {
        EndgameContext { nodes: 0, local_tt, size: PhantomData }
    }
}

/// A null-window search of a board with at most [`MAX_ENDGAME_EMPTIES`] empty squares.
pub(super) struct SolveEndgame<'a, 'b, S> {
    pub(super) context: &'a mut EndgameContext<'b, S>,
    pub(super) board: Board,
    pub(super) alpha: i32,
}

impl<S: Field> Task for SolveEndgame<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let SolveEndgame { context, board, alpha } = self;
        let (moves, empties) = (S::moves(kernel, board), S::empties(board).len());
        kernel.run(Solve7To10 { context, board, moves, alpha, empties, passed: false })
    }
}

/// Less than any score: no move has been searched yet.
const NO_SCORE: i32 = -128;

/// The lines through each square: its row, its column and its two diagonals.
static LINES: [[u64; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square as i32 % 8, square as i32 / 8);
        let mut other = 0;
        while other < 64 {
            let (columns, rows) = (other % 8 - column, other / 8 - row);
            let through = [rows == 0, columns == 0, rows == columns, rows == -columns];
            let mut axis = 0;
            while axis < 4 {
                if through[axis] {
                    table[square][axis] |= 1 << other;
                }
                axis += 1;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The squares next to those of a set. A square of the set counts only if another one is next to it.
#[inline(always)]
pub(super) fn neighbours(squares: Bitboard) -> Bitboard {
    let bits = squares.bits();
    let beside = (bits << 1 & 0xfefe_fefe_fefe_fefe) | (bits >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    let row = bits | beside;
    Bitboard::from_bits(beside | row << 8 | row >> 8)
}

/// Parity: the quadrants with an odd number of empty squares.
#[inline(always)]
pub(super) fn odd_quadrants(empties: Bitboard) -> u64 {
    const QUADRANTS: [u64; 4] =
        [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
    let odd = |quadrant: &&u64| (**quadrant & empties.bits()).count_ones() % 2 == 1;
    QUADRANTS.iter().filter(odd).fold(0, |odd, quadrant| odd | quadrant)
}
