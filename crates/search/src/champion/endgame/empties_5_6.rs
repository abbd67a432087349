//! Five and six empty squares: all moves, those to isolated squares first.
//!
//! An empty square without an empty neighbour is a region of its own: a move there takes nothing away
//! from the other moves and keeps parity elsewhere. A transposition table would cost more than it
//! saves.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board, Field, Placement};

use super::empties_1_4::Solve4;
use super::{EndgameContext, NO_SCORE, neighbours, stability};

/// A null-window node with five or six empty squares.
pub(super) struct Solve5To6<'a, 'b, S> {
    pub(super) context: &'a mut EndgameContext<'b, S>,
    pub(super) board: Board,
    pub(super) moves: Bitboard,
    pub(super) alpha: i32,
    pub(super) empties: u32,
    pub(super) passed: bool,
}

impl<S: Field> Task for Solve5To6<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Solve5To6 { context, board, moves, alpha, empties, passed } = self;
        context.nodes += 1;
        // Stability cutoff.
        if let Some(bound) = stability::stability_bound::<S>(board, alpha) {
            return bound;
        }
        if moves.is_empty() {
            if passed {
                return S::final_score(board);
            }
            let (board, alpha) = (board.passed(), -alpha - 1);
            let moves = S::moves(kernel, board);
            return -kernel.run(Solve5To6 { context, board, moves, alpha, empties, passed: true });
        }
        // Move ordering: isolated squares first.
        let isolated = moves - neighbours(S::empties(board));
        let mut best = NO_SCORE;
        for group in [isolated, moves - isolated] {
            for square in group {
                let flips = kernel.flips(board, square);
                let board = board.with(Placement { square, flips });
                let alpha_below = -alpha - 1;
                let value = if empties == 5 {
                    -kernel.run(Solve4::new(context, board, alpha_below))
                } else {
                    let (alpha, empties) = (alpha_below, empties - 1);
                    let moves = S::moves(kernel, board);
                    -kernel.run(Solve5To6 { context, board, moves, alpha, empties, passed: false })
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
