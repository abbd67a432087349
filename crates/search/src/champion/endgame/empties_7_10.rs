//! Seven to ten empty squares: move ordering by mobility (fastest-first) and parity and, from eight on,
//! a local TT.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board, Field};

use super::empties_5_6::Solve5To6;
use super::{EndgameContext, NO_SCORE, neighbours, odd_quadrants, stability};
use crate::champion::children::{Children, expand};
use crate::champion::local_table::LocalEntry;
use crate::champion::move_picker::MovePicker;
use crate::champion::parameters;

/// A null-window node with seven to ten empty squares; fewer are passed on to the other layers.
pub(super) struct Solve7To10<'a, 'b, S> {
    pub(super) context: &'a mut EndgameContext<'b, S>,
    pub(super) board: Board,
    /// The legal moves; the parent knows them from its move ordering.
    pub(super) moves: Bitboard,
    pub(super) alpha: i32,
    pub(super) empties: u32,
    pub(super) passed: bool,
}

impl<S: Field> Task for Solve7To10<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Solve7To10 { context, board, moves, alpha, empties, passed } = self;
        // 1. Fewer empty squares: the other layers.
        if empties <= 6 {
            return solve_1_to_6(kernel, context, board, moves, alpha, empties);
        }
        context.nodes += 1;
        // 2. Stability cutoff.
        if let Some(bound) = stability::stability_bound::<S>(board, alpha) {
            return bound;
        }
        // 3. No move: pass, or the end of the game.
        if moves.is_empty() {
            if passed {
                return S::final_score(board);
            }
            let (board, alpha) = (board.passed(), -alpha - 1);
            let moves = S::moves(kernel, board);
            return -kernel.run(Solve7To10 { context, board, moves, alpha, empties, passed: true });
        }
        // 4. Probe the local TT. With fewer empty squares a probe costs as much as the search.
        let use_local_tt = empties >= parameters::local_tt_min_empties();
        let entry = if use_local_tt { context.local_tt.probe(board) } else { None };
        let mut entry = entry.unwrap_or(LocalEntry::UNKNOWN);
        if i32::from(entry.lower) > alpha {
            return entry.lower.into();
        }
        if i32::from(entry.upper) <= alpha {
            return entry.upper.into();
        }
        // 5. Move ordering: least mobility of the opponent first, then parity, a small frontier and
        // held corners; the moves of the local TT before all.
        let mut children = Children::new();
        expand::<S, K>(kernel, board, moves, &mut children);
        let odd = odd_quadrants(S::empties(board));
        let mut picker = MovePicker::new();
        for child in &children {
            if child.board.mover().is_empty() {
                return S::WIPEOUT;
            }
            let mut key = parameters::near_mobility_weight() * child.weighted_mobility::<S>();
            key -= parameters::near_parity_weight()
                * i32::from(odd & child.square.bitboard().bits() != 0);
            if empties >= 8 {
                let frontier = neighbours(child.board.opponent()) & S::empties(child.board);
                key += parameters::near_frontier_weight() * frontier.len() as i32;
                key -= parameters::near_corner_weight()
                    * held_corners::<S>(child.board.opponent()) as i32;
            }
            if let Some(rank) = entry.moves.iter().position(|best| *best == Some(child.square)) {
                key -= (1 << 14) >> rank;
            }
            picker.push(key);
        }
        // 6. Search the children.
        let mut best = NO_SCORE;
        for _ in 0..children.len() {
            let child = &children[picker.pick()];
            let (alpha_below, empties) = (-alpha - 1, empties - 1);
            let below = Solve7To10 {
                context,
                board: child.board,
                moves: child.replies,
                alpha: alpha_below,
                empties,
                passed: false,
            };
            let value = -kernel.run(below);
            if value > best {
                best = value;
                entry.set_best_move(child.square);
                if value > alpha {
                    break;
                }
            }
        }
        // 7. Store in the local TT.
        if best > alpha {
            entry.lower = best as i8;
        } else {
            entry.upper = best as i8;
        }
        if use_local_tt {
            context.local_tt.store(board, entry);
        }
        best
    }
}

/// The number of corners a side holds, and of its discs next to them on the edge.
#[inline(always)]
fn held_corners<S: Field>(discs: Bitboard) -> u32 {
    let corners = discs & Bitboard::from_bits(S::CORNERS);
    let edges = Bitboard::from_bits(S::VERTICAL_EDGES | S::HORIZONTAL_EDGES);
    (corners | neighbours(corners) & discs & edges).len()
}

/// Six empty squares or fewer.
#[inline(always)]
fn solve_1_to_6<S: Field, K: Kernel>(
    kernel: K,
    context: &mut EndgameContext<'_, S>,
    board: Board,
    moves: Bitboard,
    alpha: i32,
    empties: u32,
) -> i32 {
    match empties {
        5 | 6 => kernel.run(Solve5To6 { context, board, moves, alpha, empties, passed: false }),
        _ => super::empties_1_4::solve_1_to_4(kernel, context, board, alpha),
    }
}
