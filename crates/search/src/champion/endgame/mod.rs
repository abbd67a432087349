//! The exact endgame, by layers: the fewer squares are empty, the less is done at a node.
//!
//! | empties | how a node is searched | file |
//! |---|---|---|
//! | 1–4 | written out, squares in registers, odd quadrants first | [`last`] |
//! | 5–6 | all moves, isolated squares first, no table | [`near`] |
//! | 7– | stability, table, replies of all moves in batches, few replies first | [`far`] |
//!
//! Every layer answers one question, *is the score more than alpha?*, with a bound on its side of
//! alpha: the window is always of width one, and the [`Solver`](super::Solver) asks until it knows.
//! The functions are [`Task`]s, so that all layers are compiled for each instruction set.

mod far;
mod last;
mod near;
mod stability;

use std::sync::atomic::{AtomicBool, Ordering};

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board};

use far::Far;

use super::table::Table;
use crate::StopSignal;

/// What one thread needs to search.
pub(super) struct Thread<'a> {
    pub(super) nodes: u64,
    /// Which of the threads this is: the first keeps to the order, the others stray from it.
    pub(super) rank: usize,
    pub(super) table: &'a Table,
    /// A small table of its own for the lower layers, where sharing would not pay.
    pub(super) nest: &'a Table,
    pub(super) stop: &'a StopSignal,
    /// Set when another thread has the answer.
    pub(super) answered: &'a AtomicBool,
    /// Whether what is returned means nothing any more.
    pub(super) stopped: bool,
}

impl Thread<'_> {
    fn must_stop(&self) -> bool {
        self.answered.load(Ordering::Relaxed) || self.stop.is_stopped()
    }
}

/// Whether the score of a board is more than alpha.
pub(super) struct Question<'a, 'b> {
    pub(super) thread: &'a mut Thread<'b>,
    pub(super) board: Board,
    pub(super) alpha: i32,
}

impl Task for Question<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Question { thread, board, alpha } = self;
        kernel.run(Far { thread, board, alpha, empties: board.empties().len(), passed: false })
    }
}

/// Less than any score: no move was tried yet.
const NOTHING: i32 = -128;

/// The squares next to a set, itself not counted unless it touches itself.
#[inline(always)]
fn neighbours(squares: Bitboard) -> Bitboard {
    let bits = squares.bits();
    let beside = (bits << 1 & 0xfefe_fefe_fefe_fefe) | (bits >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    let row = bits | beside;
    Bitboard::from_bits(beside | row << 8 | row >> 8)
}
