//! The last four empty squares: written out, without a move list and without a table.
//!
//! The empty squares are passed down one by one. A square is tried only if it has a neighbour of the
//! opponent, which one look-up shows. Of four, squares that are alone in their quadrant come first
//! (parity): the side that moves there probably also moves last elsewhere.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board, Field, Placement, Square};

use super::{EndgameContext, NO_SCORE, last_flips, stability};

/// The squares next to each square.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square as i32 % 8, square as i32 / 8);
        let mut other = 0;
        while other < 64 {
            let columns = (other % 8 - column).abs();
            let rows = (other / 8 - row).abs();
            if columns <= 1 && rows <= 1 && columns + rows > 0 {
                table[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The board after a move to this empty square, if it is legal.
#[inline(always)]
fn after<K: Kernel>(kernel: K, board: Board, square: Square) -> Option<Board> {
    if NEIGHBOURS[usize::from(square.index()) % 64] & board.opponent().bits() == 0 {
        return None;
    }
    let flips = kernel.flips(board, square);
    (!flips.is_empty()).then(|| board.with(Placement { square, flips }))
}

/// One empty square: count the flips.
#[inline(always)]
fn solve_1<S: Field>(context: &mut EndgameContext<'_, S>, board: Board, square: Square) -> i32 {
    context.nodes += 1;
    let mine = board.mover().len() as i32;
    let flipped = last_flips::count(board.mover(), square);
    if flipped > 0 {
        return 2 * (mine + 1 + flipped) - S::WIPEOUT;
    }
    let lost = last_flips::count(board.opponent(), square);
    if lost > 0 {
        return 2 * (mine - lost) - S::WIPEOUT;
    }
    // Neither side can move: the square counts for the winner.
    let difference = 2 * mine - (S::WIPEOUT - 1);
    difference + difference.signum()
}

/// Two empty squares: both orders, then the same for the opponent.
#[inline(always)]
fn solve_2<S: Field, K: Kernel>(
    kernel: K,
    context: &mut EndgameContext<'_, S>,
    board: Board,
    alpha: i32,
    [a, b]: [Square; 2],
) -> i32 {
    context.nodes += 1;
    let mut best = NO_SCORE;
    if let Some(next) = after(kernel, board, a) {
        best = -solve_1(context, next, b);
        if best > alpha {
            return best;
        }
    }
    if let Some(next) = after(kernel, board, b) {
        return best.max(-solve_1(context, next, a));
    }
    if best > NO_SCORE {
        return best;
    }
    // The mover must pass: the least over the opponent's moves.
    let board = board.passed();
    let mut worst = -NO_SCORE;
    if let Some(next) = after(kernel, board, a) {
        worst = solve_1(context, next, b);
        if worst <= alpha {
            return worst;
        }
    }
    if let Some(next) = after(kernel, board, b) {
        return worst.min(solve_1(context, next, a));
    }
    if worst < -NO_SCORE { worst } else { -S::final_score(board) }
}

/// A null-window node with three empty squares.
struct Solve3<'a, 'b, S> {
    context: &'a mut EndgameContext<'b, S>,
    board: Board,
    alpha: i32,
    squares: [Square; 3],
    passed: bool,
}

impl<S: Field> Task for Solve3<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Solve3 { context, board, alpha, squares: [a, b, c], passed } = self;
        context.nodes += 1;
        let mut best = NO_SCORE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some(next) = after(kernel, board, square) {
                let value = -solve_2(kernel, context, next, -alpha - 1, rest);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best > NO_SCORE {
            return best;
        }
        if passed {
            return S::final_score(board);
        }
        let (board, alpha) = (board.passed(), -alpha - 1);
        -kernel.run(Solve3 { context, board, alpha, squares: [a, b, c], passed: true })
    }
}

/// A null-window node with four empty squares.
pub(super) struct Solve4<'a, 'b, S> {
    context: &'a mut EndgameContext<'b, S>,
    board: Board,
    alpha: i32,
    squares: [Square; 4],
    passed: bool,
}

impl<'a, 'b, S: Field> Solve4<'a, 'b, S> {
    #[inline(always)]
    pub(super) fn new(context: &'a mut EndgameContext<'b, S>, board: Board, alpha: i32) -> Self {
        let squares = parity_order(S::empties(board));
        Solve4 { context, board, alpha, squares, passed: false }
    }
}

impl<S: Field> Task for Solve4<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Solve4 { context, board, alpha, squares: [a, b, c, d], passed } = self;
        context.nodes += 1;
        // Stability cutoff.
        if let Some(bound) = stability::stability_bound::<S>(board, alpha) {
            return bound;
        }
        let mut best = NO_SCORE;
        for (square, squares) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if let Some(next) = after(kernel, board, square) {
                let alpha_below = -alpha - 1;
                let value = -kernel.run(Solve3 {
                    context,
                    board: next,
                    alpha: alpha_below,
                    squares,
                    passed: false,
                });
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best > NO_SCORE {
            return best;
        }
        if passed {
            return S::final_score(board);
        }
        let (board, alpha) = (board.passed(), -alpha - 1);
        -kernel.run(Solve4 { context, board, alpha, squares: [a, b, c, d], passed: true })
    }
}

/// Parity ordering of four empty squares: those alone in their quadrant first.
#[inline(always)]
fn parity_order(empties: Bitboard) -> [Square; 4] {
    let mut all = empties.into_iter();
    let squares: [Square; 4] = std::array::from_fn(|_| all.next().expect("four empty squares"));
    let quadrants = squares.map(|square| 1_u8 << (square.column() / 4 + 2 * (square.row() / 4)));
    let (once, twice) = quadrants
        .into_iter()
        .fold((0, 0), |(once, twice), quadrant| (once | quadrant, twice | once & quadrant));
    let alone = once & !twice;
    if alone == 0 || alone == 15 {
        return squares;
    }
    let mut ordered = squares;
    let mut at = 0;
    for wanted in [true, false] {
        for (square, quadrant) in squares.into_iter().zip(quadrants) {
            if (quadrant & alone != 0) == wanted {
                ordered[at] = square;
                at += 1;
            }
        }
    }
    ordered
}

/// Four empty squares or fewer.
#[inline(always)]
pub(super) fn solve_1_to_4<S: Field, K: Kernel>(
    kernel: K,
    context: &mut EndgameContext<'_, S>,
    board: Board,
    alpha: i32,
) -> i32 {
    let squares: arrayvec::ArrayVec<Square, 4> = S::empties(board).into_iter().collect();
    match squares[..] {
        [] => {
            context.nodes += 1;
            S::final_score(board)
        }
        [a] => solve_1(context, board, a),
        [a, b] => solve_2(kernel, context, board, alpha, [a, b]),
        [a, b, c] => {
            kernel.run(Solve3 { context, board, alpha, squares: [a, b, c], passed: false })
        }
        _ => kernel.run(Solve4::new(context, board, alpha)),
    }
}
