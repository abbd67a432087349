//! The exact endgame, by layers: the fewer squares are empty, the less is done at a node.
//!
//! | empties | how a node is searched | file |
//! |---|---|---|
//! | 1–4 | written out, squares in registers, those alone in their quadrant first | [`last`] |
//! | 5–6 | all moves, isolated squares first, no table | [`near`] |
//! | 7–10 | few replies first; a small table from 8 on | [`far`] |
//!
//! From four squares on, discs that can never be turned are looked for first: [`stability`].
//!
//! Above that the general node of the search takes over. Every layer answers one question, *is the
//! score more than alpha?*, with a bound on its side of alpha, in discs: the window is always of
//! width one. The functions are [`Task`]s, so that all layers are compiled for each instruction set.

mod count;
mod far;
mod last;
mod near;
pub(super) mod stability;

use std::marker::PhantomData;

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board, Field};

use far::Far;

use super::table::Table;

/// The layers know the rest of the game from here on.
pub(super) const FEW: u32 = 10;

/// What one thread needs to finish games on boards of a size.
pub(super) struct Finisher<'a, S> {
    pub(super) nodes: u64,
    /// A small table of its own: sharing would not pay.
    nest: &'a Table,
    size: PhantomData<S>,
}

impl<'a, S> Finisher<'a, S> {
    pub(super) fn new(nest: &'a Table) -> Finisher<'a, S> {
        Finisher { nodes: 0, nest, size: PhantomData }
    }
}

/// Whether the score of a board with [`FEW`] empty squares at most is more than alpha.
pub(super) struct Question<'a, 'b, S> {
    pub(super) finisher: &'a mut Finisher<'b, S>,
    pub(super) board: Board,
    pub(super) alpha: i32,
}

impl<S: Field> Task for Question<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Question { finisher, board, alpha } = self;
        let (moves, empties) = (S::moves(kernel, board), S::empties(board).len());
        kernel.run(Far { finisher, board, moves, alpha, empties, passed: false })
    }
}

/// Less than any score: no move was tried yet.
const NOTHING: i32 = -128;

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

/// The squares next to a set, itself not counted unless it touches itself.
#[inline(always)]
pub(super) fn neighbours(squares: Bitboard) -> Bitboard {
    let bits = squares.bits();
    let beside = (bits << 1 & 0xfefe_fefe_fefe_fefe) | (bits >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    let row = bits | beside;
    Bitboard::from_bits(beside | row << 8 | row >> 8)
}

/// The quadrants with an odd number of empty squares.
#[inline(always)]
pub(super) fn odd_quadrants(empties: Bitboard) -> u64 {
    const QUADRANTS: [u64; 4] =
        [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
    let odd = |quadrant: &&u64| (**quadrant & empties.bits()).count_ones() % 2 == 1;
    QUADRANTS.iter().filter(odd).fold(0, |odd, quadrant| odd | quadrant)
}
