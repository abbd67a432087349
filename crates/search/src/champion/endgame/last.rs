//! The last four empty squares: no list of moves, no table, nothing that is not needed.
//!
//! The squares are handed down one by one. A square is tried only if an opponent's disc stands next
//! to it, which one look-up tells. Of four, squares that are alone in their quadrant come first: who
//! moves there is likely to have the last word.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board, Field, Placement, Square};

use super::{Finisher, NOTHING, count, stability};

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

/// One empty square: count what turns.
#[inline(always)]
fn one<S: Field>(finisher: &mut Finisher<'_, S>, board: Board, square: Square) -> i32 {
    finisher.nodes += 1;
    let mine = board.mover().len() as i32;
    let turned = count::turned(board.mover(), square);
    if turned > 0 {
        return 2 * (mine + 1 + turned) - S::WIPEOUT;
    }
    let lost = count::turned(board.opponent(), square);
    if lost > 0 {
        return 2 * (mine - lost) - S::WIPEOUT;
    }
    // Nobody can move: the square is the winner's.
    let difference = 2 * mine - (S::WIPEOUT - 1);
    difference + difference.signum()
}

/// Two empty squares, both ways and then for the other side.
#[inline(always)]
fn two<S: Field, K: Kernel>(
    kernel: K,
    finisher: &mut Finisher<'_, S>,
    board: Board,
    alpha: i32,
    [a, b]: [Square; 2],
) -> i32 {
    finisher.nodes += 1;
    let mut best = NOTHING;
    if let Some(next) = after(kernel, board, a) {
        best = -one(finisher, next, b);
        if best > alpha {
            return best;
        }
    }
    if let Some(next) = after(kernel, board, b) {
        return best.max(-one(finisher, next, a));
    }
    if best > NOTHING {
        return best;
    }
    // The other side answers: the least of what it can take.
    let board = board.passed();
    let mut worst = -NOTHING;
    if let Some(next) = after(kernel, board, a) {
        worst = one(finisher, next, b);
        if worst <= alpha {
            return worst;
        }
    }
    if let Some(next) = after(kernel, board, b) {
        return worst.min(one(finisher, next, a));
    }
    if worst < -NOTHING { worst } else { -S::final_score(board) }
}

/// Three empty squares.
struct Three<'a, 'b, S> {
    finisher: &'a mut Finisher<'b, S>,
    board: Board,
    alpha: i32,
    squares: [Square; 3],
    passed: bool,
}

impl<S: Field> Task for Three<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Three { finisher, board, alpha, squares: [a, b, c], passed } = self;
        finisher.nodes += 1;
        let mut best = NOTHING;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some(next) = after(kernel, board, square) {
                let value = -two(kernel, finisher, next, -alpha - 1, rest);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best > NOTHING {
            return best;
        }
        if passed {
            return S::final_score(board);
        }
        let (board, alpha) = (board.passed(), -alpha - 1);
        -kernel.run(Three { finisher, board, alpha, squares: [a, b, c], passed: true })
    }
}

/// Four empty squares.
pub(super) struct Four<'a, 'b, S> {
    finisher: &'a mut Finisher<'b, S>,
    board: Board,
    alpha: i32,
    squares: [Square; 4],
    passed: bool,
}

impl<'a, 'b, S: Field> Four<'a, 'b, S> {
    #[inline(always)]
    pub(super) fn new(finisher: &'a mut Finisher<'b, S>, board: Board, alpha: i32) -> Self {
        let squares = alone_first(S::empties(board));
        Four { finisher, board, alpha, squares, passed: false }
    }
}

impl<S: Field> Task for Four<'_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Four { finisher, board, alpha, squares: [a, b, c, d], passed } = self;
        finisher.nodes += 1;
        if let Some(most) = stability::ceiling::<S>(board, alpha) {
            return most;
        }
        let mut best = NOTHING;
        for (square, squares) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if let Some(next) = after(kernel, board, square) {
                let alpha_below = -alpha - 1;
                let value = -kernel.run(Three {
                    finisher,
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
        if best > NOTHING {
            return best;
        }
        if passed {
            return S::final_score(board);
        }
        let (board, alpha) = (board.passed(), -alpha - 1);
        -kernel.run(Four { finisher, board, alpha, squares: [a, b, c, d], passed: true })
    }
}

/// Four empty squares, those that are alone in their quadrant first.
#[inline(always)]
fn alone_first(empties: Bitboard) -> [Square; 4] {
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

/// Four empty squares or fewer, whatever their number.
#[inline(always)]
pub(super) fn any<S: Field, K: Kernel>(
    kernel: K,
    finisher: &mut Finisher<'_, S>,
    board: Board,
    alpha: i32,
) -> i32 {
    let squares: arrayvec::ArrayVec<Square, 4> = S::empties(board).into_iter().collect();
    match squares[..] {
        [] => {
            finisher.nodes += 1;
            S::final_score(board)
        }
        [a] => one(finisher, board, a),
        [a, b] => two(kernel, finisher, board, alpha, [a, b]),
        [a, b, c] => {
            kernel.run(Three { finisher, board, alpha, squares: [a, b, c], passed: false })
        }
        _ => kernel.run(Four::new(finisher, board, alpha)),
    }
}
