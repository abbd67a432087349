//! A smaller board, embedded in the inner squares of the 8×8 one.
//!
//! The [kernels](crate::kernel) are for 8×8 only. A 6×6 board is embedded with an offset of one column
//! and one row, 4×4 with an offset of two; the border around never holds a disc. A line of discs ends
//! there as at an edge, so flips need no change; moves, empty squares and scores are masked. 8×8 has no
//! border and no cost.
//!
//! ```text
//!     a b c d e f g h
//!   1 · · · · · · · ·
//!   2 · - - - - - - ·      6×6: its a1 is b2 here
//!   3 · - - - - - - ·
//!   4 · - - O X - - ·
//!   5 · - - X O - - ·
//!   6 · - - - - - - ·
//!   7 · - - - - - - ·
//!   8 · · · · · · · ·
//! ```

use crate::kernel::Kernel;
use crate::size::{Eight, Four, Six, Size};
use crate::{Bitboard, Board, Move, Square};

/// A [`Size`] that fits on the 8×8 bitboard, and what is different there for a smaller board.
///
/// ```
/// use othellier_board::{Board, Field, Six};
/// let start = Six::embed(Board::<Six>::default());
/// assert_eq!(start, Board::default());
/// assert_eq!(Six::empties(start).len(), 32);
/// ```
pub trait Field: Size {
    /// The width of the border.
    const BORDER: u8 = (8 - Self::SIDE) / 2;
    /// The squares of the board.
    const FIELD: u64 = middle(Self::BORDER, 8 - Self::BORDER);
    /// Those on the left and right edges.
    const VERTICAL_EDGES: u64 =
        Self::FIELD & (FIRST_COLUMN << Self::BORDER | LAST_COLUMN >> Self::BORDER);
    /// Those on the upper and lower edges.
    const HORIZONTAL_EDGES: u64 =
        Self::FIELD & (FIRST_ROW << (8 * Self::BORDER) | LAST_ROW >> (8 * Self::BORDER));
    /// The four corners.
    const CORNERS: u64 = Self::VERTICAL_EDGES & Self::HORIZONTAL_EDGES;
    /// The greatest score: the loser has no disc left.
    const WIPEOUT: i32 = Self::SQUARES as i32;

    /// The empty squares.
    #[inline(always)]
    fn empties(board: Board) -> Bitboard {
        board.empties() & Bitboard::from_bits(Self::FIELD)
    }

    /// The squares where the mover may play.
    #[inline(always)]
    fn moves<K: Kernel>(kernel: K, board: Board) -> Bitboard {
        kernel.legal_moves(board) & Bitboard::from_bits(Self::FIELD)
    }

    /// The result if the game ended here, as [`Board::final_score`].
    #[inline(always)]
    fn final_score(board: Board) -> i32 {
        let difference = board.mover().len() as i32 - board.opponent().len() as i32;
        difference + difference.signum() * Self::empties(board).len() as i32
    }

    /// A board of this size, embedded in the 8×8 one.
    fn embed(board: Board<Self>) -> Board {
        let embed = |squares: Bitboard<Self>| {
            let embed =
                |at: Square<Self>| Square::at(at.column() + Self::BORDER, at.row() + Self::BORDER);
            squares.into_iter().filter_map(embed).collect()
        };
        Board::from_disjoint(embed(board.mover()), embed(board.opponent()))
    }

    /// The move on a board of this size for a move on the 8×8 board; `None` on the border.
    fn extract(embedded: Move) -> Option<Move<Self>> {
        let Move::Place(at) = embedded else { return Some(Move::Pass) };
        let column = at.column().checked_sub(Self::BORDER)?;
        let row = at.row().checked_sub(Self::BORDER)?;
        Square::at(column, row).map(Move::Place)
    }
}

impl Field for Four {}
impl Field for Six {}
impl Field for Eight {}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;
const FIRST_ROW: u64 = 0xff;
const LAST_ROW: u64 = 0xff << 56;

/// The columns and rows from the first of two numbers to before the second.
const fn middle(first: u8, end: u8) -> u64 {
    let mut squares = 0;
    let mut at = 0;
    while at < 64 {
        let (column, row) = (at % 8, at / 8);
        if column >= first && column < end && row >= first && row < end {
            squares |= 1 << at;
        }
        at += 1;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Scalar;

    /// Plays every game to some depth, by the rules of the size and on the field.
    fn same_game<S: Field>(board: Board<S>, plies: u32) {
        let embedded = S::embed(board);
        let extracted = |moves: Bitboard| -> Vec<_> {
            moves.into_iter().map(|at| S::extract(Move::Place(at))).collect()
        };
        let moves: Vec<_> = board.legal_moves().into_iter().map(Move::Place).map(Some).collect();
        assert_eq!(extracted(S::moves(Scalar, embedded)), moves, "{board:?}");
        assert_eq!(S::empties(embedded).len(), board.empties().len());
        assert_eq!(S::final_score(embedded), board.final_score());
        assert_eq!(S::embed(board.passed()), embedded.passed());
        if plies == 0 {
            return;
        }
        for (square, embedded_square) in
            board.legal_moves().into_iter().zip(S::moves(Scalar, embedded))
        {
            assert_eq!(S::embed(board.after(square)), embedded.after(embedded_square));
            same_game(board.after(square), plies - 1);
        }
        if moves.is_empty() {
            same_game(board.passed(), plies - 1);
        }
    }

    #[test]
    fn the_same_game_on_the_field() {
        same_game::<Four>(Board::default(), 8);
        same_game::<Six>(Board::default(), 6);
        same_game::<Eight>(Board::default(), 5);
    }

    fn edges_are_edges<S: Field>() {
        let embed = |squares: Bitboard<S>| {
            S::embed(Board::from_disjoint(squares, Bitboard::EMPTY)).mover().bits()
        };
        assert_eq!(S::FIELD, embed(Bitboard::ALL));
        assert_eq!(S::CORNERS, embed(Bitboard::corners()));
        let (sides, ends) = (S::FIRST_COLUMN | S::LAST_COLUMN, S::SIDE - 1);
        assert_eq!(S::VERTICAL_EDGES, embed(Bitboard::from_bits(sides)));
        let ends = Square::<S>::all().filter(|at| at.row() == 0 || at.row() == ends);
        assert_eq!(S::HORIZONTAL_EDGES, embed(ends.collect()));
        assert_eq!(S::extract(Move::Pass), Some(Move::Pass));
        let border = Bitboard::from_bits(!S::FIELD).into_iter();
        assert!(border.into_iter().all(|at| S::extract(Move::Place(at)).is_none()));
    }

    #[test]
    fn the_edges_of_a_field_are_those_of_its_board() {
        edges_are_edges::<Four>();
        edges_are_edges::<Six>();
        edges_are_edges::<Eight>();
    }
}
