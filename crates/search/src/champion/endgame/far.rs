//! Seven empty squares and more: the node with everything.

use arrayvec::ArrayVec;
use othellier_board::kernel::{Batch, Kernel, LANES, Task};
use othellier_board::{Bitboard, Board, Square};

use super::near::Near;
use super::{NOTHING, Thread, neighbours, stability};
use crate::champion::table::{Known, Table};

/// No position has more moves: 33 are known, 34 on boards that no game reaches.
const MOST_MOVES: usize = 40;
/// From here on positions are shared with the other threads and kept.
const SHARED: u32 = 11;
/// From here on the table is asked for every child before any is searched.
const ENHANCED: u32 = 13;
/// From here on children are judged by a look ahead as well.
const GUESSED: u32 = 12;
/// The stop signal is looked at in nodes with so many empty squares.
const LOOKS: u32 = 12;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A node of the upper layers.
pub(super) struct Far<'a, 'b> {
    pub(super) thread: &'a mut Thread<'b>,
    pub(super) board: Board,
    pub(super) alpha: i32,
    pub(super) empties: u32,
    pub(super) passed: bool,
}

#[derive(Clone, Copy)]
struct Child {
    key: i32,
    board: Board,
    square: Square,
}

impl Task for Far<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Far { thread, board, alpha, empties, passed } = self;
        // 1. Near the end, less is more.
        if empties <= 6 {
            return few(kernel, thread, board, alpha, empties);
        }
        thread.nodes += 1;
        // 2. Stop where told.
        if empties == LOOKS && thread.must_stop() {
            thread.stopped = true;
        }
        if thread.stopped {
            return alpha;
        }
        // 3. What the opponent can never lose.
        if stability::worth_a_look(empties, alpha) {
            let most = stability::most(board);
            if most <= alpha {
                return most;
            }
        }
        // 4. No move: pass, or the end.
        let moves = kernel.legal_moves(board);
        if moves.is_empty() {
            if passed {
                return board.final_score();
            }
            let (board, alpha) = (board.passed(), -alpha - 1);
            return -kernel.run(Far { thread, board, alpha, empties, passed: true });
        }
        // 5. What is known already.
        let known = table(thread, empties).look_up(board);
        let mut known = known.unwrap_or_else(|| Known::nothing(empties));
        if i32::from(known.lower) > alpha {
            return known.lower.into();
        }
        if i32::from(known.upper) <= alpha {
            return known.upper.into();
        }
        // 6. All children, with their replies.
        let mut children = ArrayVec::<Child, MOST_MOVES>::new();
        if expand(kernel, thread.rank, board, empties, moves, &known, &mut children) {
            return 64;
        }
        // 7. A child that is known to be bad enough for the opponent ends it.
        if empties >= ENHANCED {
            for child in &children {
                if let Some(below) = table(thread, empties - 1).look_up(child.board) {
                    let sure = -i32::from(below.upper);
                    if sure > alpha {
                        return sure;
                    }
                }
            }
        }
        // 8. The children, best first.
        let mut best = NOTHING;
        for at in 0..children.len() {
            bring_best(&mut children[at..]);
            let Child { board, square, .. } = children[at];
            let below =
                Far { thread, board, alpha: -alpha - 1, empties: empties - 1, passed: false };
            let value = -kernel.run(below);
            if value > best {
                best = value;
                if known.moves[0] != Some(square) {
                    known.moves = [Some(square), known.moves[0]];
                }
                if value > alpha {
                    break;
                }
            }
        }
        if thread.stopped {
            return alpha;
        }
        // 9. Remember.
        if best > alpha {
            known.lower = best as i8;
        } else {
            known.upper = best as i8;
        }
        table(thread, empties).store(board, known);
        best
    }
}

/// Six empty squares or fewer; the solver may be asked about any board.
#[inline(always)]
fn few<K: Kernel>(
    kernel: K,
    thread: &mut Thread<'_>,
    board: Board,
    alpha: i32,
    empties: u32,
) -> i32 {
    match empties {
        5 | 6 => kernel.run(Near { thread, board, alpha, empties, passed: false }),
        _ => super::last::any(kernel, thread, board, alpha),
    }
}

#[inline(always)]
fn table<'a>(thread: &Thread<'a>, empties: u32) -> &'a Table {
    if empties >= SHARED { thread.table } else { thread.nest }
}

/// Plays every move and gives each child its place in the order; true if one wipes the opponent out.
#[inline(always)]
fn expand<K: Kernel>(
    kernel: K,
    rank: usize,
    board: Board,
    empties: u32,
    moves: Bitboard,
    known: &Known,
    children: &mut ArrayVec<Child, MOST_MOVES>,
) -> bool {
    let odd = odd_quadrants(board.empties());
    let mover = [board.mover().bits(); LANES];
    let opponent = [board.opponent().bits(); LANES];
    let mut squares = moves.into_iter();
    while squares.len() > 0 {
        let mut square = [0; LANES];
        let mut batch = ArrayVec::<Square, LANES>::new();
        for (lane, next) in squares.by_ref().take(LANES).enumerate() {
            square[lane] = next.bitboard().bits();
            batch.push(next);
        }
        let replies = kernel.replies(Batch { mover: &mover, opponent: &opponent, square: &square });
        for (lane, &played) in batch.iter().enumerate() {
            if replies.mover[lane] == 0 {
                return true;
            }
            let [next, last] =
                [replies.mover[lane], replies.opponent[lane]].map(Bitboard::from_bits);
            let child = Board::from_disjoint(next, last);
            let corners = (replies.moves[lane] & CORNERS).count_ones();
            let mut key = 16 * (replies.count[lane] as i32 + corners as i32);
            key -= 8 * i32::from(odd & square[lane] != 0);
            if empties >= 9 {
                key += 4 * (neighbours(last) & child.empties()).len() as i32;
            }
            if empties >= GUESSED {
                let depth = ((empties - GUESSED) / 2).min(6);
                key += kernel.run(Guess {
                    board: child,
                    depth,
                    alpha: -LARGE,
                    beta: LARGE,
                    passed: false,
                });
            }
            if rank > 0 && empties >= SHARED {
                key += (usize::from(played.index()) * 37 * rank % 32) as i32;
            }
            if let Some(place) = known.moves.iter().position(|best| *best == Some(played)) {
                key -= LARGE >> place;
            }
            children.push(Child { key, board: child, square: played });
        }
    }
    false
}

/// The quadrants with an odd number of empty squares.
#[inline(always)]
fn odd_quadrants(empties: Bitboard) -> u64 {
    const QUADRANTS: [u64; 4] =
        [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
    let odd = |quadrant: &&u64| (**quadrant & empties.bits()).count_ones() % 2 == 1;
    QUADRANTS.iter().filter(odd).fold(0, |odd, quadrant| odd | quadrant)
}

/// Brings the child with the least key to the front.
#[inline(always)]
fn bring_best(children: &mut [Child]) {
    let mut best = 0;
    for at in 1..children.len() {
        if children[at].key < children[best].key {
            best = at;
        }
    }
    children.swap(0, best);
}

/// More than any guess.
const LARGE: i32 = 1 << 24;

/// A look ahead by a few plies with a guess at the end, for the order alone.
struct Guess {
    board: Board,
    depth: u32,
    alpha: i32,
    beta: i32,
    passed: bool,
}

impl Task for Guess {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Guess { board, depth, alpha, beta, passed } = self;
        let moves = kernel.legal_moves(board);
        if depth == 0 {
            let theirs = kernel.legal_moves(board.passed());
            return 8 * (moves.len() as i32 - theirs.len() as i32) + shape(board);
        }
        if moves.is_empty() {
            if passed {
                return 100 * board.final_score();
            }
            let board = board.passed();
            return -kernel.run(Guess { board, depth, alpha: -beta, beta: -alpha, passed: true });
        }
        let mut best = -LARGE;
        for square in moves {
            let board = kernel.after(board, square);
            let (alpha_below, beta_below) = (-beta, -alpha.max(best));
            let below = Guess {
                board,
                depth: depth - 1,
                alpha: alpha_below,
                beta: beta_below,
                passed: false,
            };
            best = best.max(-kernel.run(below));
            if best >= beta {
                break;
            }
        }
        best
    }
}

/// Corners, the squares that give them away, and open flanks.
#[inline(always)]
fn shape(board: Board) -> i32 {
    const NEXT: u64 = 0x0042_0000_0000_4200;
    let (own, other, empty) =
        (board.mover().bits(), board.opponent().bits(), board.empties().bits());
    let balance = |set: u64| (own & set).count_ones() as i32 - (other & set).count_ones() as i32;
    let free = empty & CORNERS;
    let giving = (free << 9 | free >> 9 | free << 7 | free >> 7) & NEXT;
    let open = |discs: Bitboard| (neighbours(discs) & board.empties()).len() as i32;
    50 * balance(CORNERS) - 25 * balance(giving)
        + 3 * (open(board.opponent()) - open(board.mover()))
}
