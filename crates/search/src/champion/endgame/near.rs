//! Five and six empty squares: all moves, those to isolated squares first.
//!
//! An empty square without an empty neighbour is a region of its own: whoever plays there changes
//! nothing for the other moves and keeps the last word elsewhere. A table would cost more than it
//! saves here.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board, Field, Placement};

use super::last::Four;
use super::{Finisher, NOTHING, neighbours, stability};

/// Five or six empty squares.
pub(super) struct Near<'a, 'b, S> {
    pub(super) finisher: &'a mut Finisher<'b, S>,
    pub(super) board: Board,
    pub(super) moves: Bitboard,
    pub(super) alpha: i32,
    pub(super) empties: u32,
    pub(super) passed: bool,
}

impl<S: Field> Task for Near<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Near { finisher, board, moves, alpha, empties, passed } = self;
        finisher.nodes += 1;
        if let Some(most) = stability::ceiling::<S>(board, alpha) {
            return most;
        }
        if moves.is_empty() {
            if passed {
                return S::final_score(board);
            }
            let (board, alpha) = (board.passed(), -alpha - 1);
            let moves = S::moves(kernel, board);
            return -kernel.run(Near { finisher, board, moves, alpha, empties, passed: true });
        }
        let isolated = moves - neighbours(S::empties(board));
        let mut best = NOTHING;
        for group in [isolated, moves - isolated] {
            for square in group {
                let flips = kernel.flips(board, square);
                let board = board.with(Placement { square, flips });
                let alpha_below = -alpha - 1;
                let value = if empties == 5 {
                    -kernel.run(Four::new(finisher, board, alpha_below))
                } else {
                    let (alpha, empties) = (alpha_below, empties - 1);
                    let moves = S::moves(kernel, board);
                    -kernel.run(Near { finisher, board, moves, alpha, empties, passed: false })
                };
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }
}
