//! The rule for flipping discs, and the moves that it allows, on a board of any size.
//!
//! A disc is played on an empty square. In each of the eight directions it flips the unbroken run
//! of opponent's discs beside it, if one of the mover's discs stands at the far end of the run. A
//! move that flips nothing is not legal.
//!
//! This is the readable form, used as it is for 4×4, 6×6 and 10×10. The fast forms for 8×8 are in
//! [`kernel`](crate::kernel).

use crate::{Bitboard, Board, Direction, Size, Square};

/// The discs that a disc of the mover on `square` would flip, in all eight directions.
///
/// The square is taken to be empty; the move is legal exactly when something is flipped.
pub fn flips<S: Size>(board: Board<S>, square: Square<S>) -> Bitboard<S> {
    Direction::ALL
        .into_iter()
        .map(|direction| flips_toward(board, square, direction))
        .fold(Bitboard::EMPTY, |all, run| all | run)
}

/// The discs that a disc of the mover on `square` would flip in one direction.
pub fn flips_toward<S: Size>(
    board: Board<S>,
    square: Square<S>,
    direction: Direction,
) -> Bitboard<S> {
    let mut run = Bitboard::EMPTY;
    let mut next = square.bitboard().shift(direction);
    while next.intersects(board.opponent()) {
        run |= next;
        next = next.shift(direction);
    }
    if next.intersects(board.mover()) { run } else { Bitboard::EMPTY }
}

/// The empty squares where the mover would flip at least one disc.
///
/// For all squares at once: the mover's discs spread through the opponent's in each direction, and
/// where the spreading comes out on an empty square there is a move.
pub fn legal_moves<S: Size>(board: Board<S>) -> Bitboard<S> {
    let mut moves = Bitboard::EMPTY;
    for direction in Direction::ALL {
        let mut run = board.mover().shift(direction) & board.opponent();
        while !run.is_empty() {
            let next = run.shift(direction);
            moves |= next;
            run = next & board.opponent();
        }
    }
    moves & board.empties()
}
