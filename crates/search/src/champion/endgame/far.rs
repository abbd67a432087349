//! Seven to ten empty squares: few replies first and, from eight on, a small table.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board, Field};

use super::near::Near;
use super::{Finisher, NOTHING, neighbours, odd_quadrants, stability};
use crate::champion::children::{Children, Order, expand};
use crate::champion::selectivity::Selectivity;
use crate::champion::table::Known;

/// From here on positions are kept in the table: below, to look costs as much as to search.
const KEPT: u32 = 8;

/// A node of the upper layer.
pub(super) struct Far<'a, 'b, S> {
    pub(super) finisher: &'a mut Finisher<'b, S>,
    pub(super) board: Board,
    /// The legal moves, which whoever ordered the moves before knows already.
    pub(super) moves: Bitboard,
    pub(super) alpha: i32,
    pub(super) empties: u32,
    pub(super) passed: bool,
}

impl<S: Field> Task for Far<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Far { finisher, board, moves, alpha, empties, passed } = self;
        // 1. Near the end, less is more.
        if empties <= 6 {
            return few(kernel, finisher, board, moves, alpha, empties);
        }
        finisher.nodes += 1;
        // 2. What the opponent can never lose.
        if let Some(most) = stability::ceiling::<S>(board, alpha) {
            return most;
        }
        // 3. No move: pass, or the end.
        if moves.is_empty() {
            if passed {
                return S::final_score(board);
            }
            let (board, alpha) = (board.passed(), -alpha - 1);
            let moves = S::moves(kernel, board);
            return -kernel.run(Far { finisher, board, moves, alpha, empties, passed: true });
        }
        // 4. What is known already.
        let known = if empties >= KEPT { finisher.nest.look_up(board) } else { None };
        let mut known = known.unwrap_or_else(|| Known::nothing(empties, Selectivity::Exact));
        if i32::from(known.lower) > alpha {
            return known.lower.into();
        }
        if i32::from(known.upper) <= alpha {
            return known.upper.into();
        }
        // 5. All children, those that leave few replies first.
        let mut children = Children::new();
        expand::<S, K>(kernel, board, moves, &mut children);
        let odd = odd_quadrants(S::empties(board));
        let mut order = Order::new();
        for child in &children {
            if child.board.mover().is_empty() {
                return S::WIPEOUT;
            }
            let mut key = 16 * child.freedom::<S>();
            key -= 8 * i32::from(odd & child.square.bitboard().bits() != 0);
            if empties >= 8 {
                let open = neighbours(child.board.opponent()) & S::empties(child.board);
                key += 4 * open.len() as i32;
                key -= 6 * held::<S>(child.board.opponent()) as i32;
            }
            if let Some(place) = known.moves.iter().position(|best| *best == Some(child.square)) {
                key -= (1 << 14) >> place;
            }
            order.push(key);
        }
        // 6. The children, best first.
        let mut best = NOTHING;
        for _ in 0..children.len() {
            let child = &children[order.take()];
            let (alpha_below, empties) = (-alpha - 1, empties - 1);
            let below = Far {
                finisher,
                board: child.board,
                moves: child.replies,
                alpha: alpha_below,
                empties,
                passed: false,
            };
            let value = -kernel.run(below);
            if value > best {
                best = value;
                known.prefer(child.square);
                if value > alpha {
                    break;
                }
            }
        }
        // 7. Remember.
        if best > alpha {
            known.lower = best as i16;
        } else {
            known.upper = best as i16;
        }
        if empties >= KEPT {
            finisher.nest.store(board, known);
        }
        best
    }
}

/// How many corners a side holds, and discs beside them on the edge.
#[inline(always)]
fn held<S: Field>(discs: Bitboard) -> u32 {
    let corners = discs & Bitboard::from_bits(S::CORNERS);
    let rim = Bitboard::from_bits(S::SIDES | S::ENDS);
    (corners | neighbours(corners) & discs & rim).len()
}

/// Six empty squares or fewer; the question may be about any board.
#[inline(always)]
fn few<S: Field, K: Kernel>(
    kernel: K,
    finisher: &mut Finisher<'_, S>,
    board: Board,
    moves: Bitboard,
    alpha: i32,
    empties: u32,
) -> i32 {
    match empties {
        5 | 6 => kernel.run(Near { finisher, board, moves, alpha, empties, passed: false }),
        _ => super::last::any(kernel, finisher, board, alpha),
    }
}
