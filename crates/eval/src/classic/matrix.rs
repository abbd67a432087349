//! Square values: corners are valuable, the squares that give them away have negative values.
//!
//! Every square has a fixed value; a side has the sum of the values under its discs. The tables are
//! given for a quarter of the board, from a corner inwards; the other quarters are its images.
//!
//! ```text
//! MATRIX1                      MATRIX2
//!  500 -150   30   10           100  -20   10    5
//! -150 -250    0    0           -20  -50   -2   -2
//!   30    0    1    2            10   -2   -1   -1
//!   10    0    2   16             5   -2   -1   -1
//!
//! value(square) = table[min(3, rows to the edge)][min(3, columns to the edge)]
//! merit = Σ good values under the mover's discs + Σ |bad values| under the opponent's
//! ```
//!
//! The distance rule extends the tables to other boards: a smaller one lacks the middle, a larger one
//! has more of it.
//!
//! Cost: two table lookups for each row of the board. Compare with: `regions`,
//! where squares next to a corner are not bad any more once the corner is taken.
//!
//! The tables are those of the student reports. One of them adds up only the discs of the player who
//! searches; that is [`OwnSquares`], kept to compare with. It cannot distinguish a lost corner from
//! an empty one. Other tables, and tables by phase, are in [`SquareTables`](super::SquareTables).

use std::marker::PhantomData;

use othellier_board::{Bitboard, Board, Eight, Size, Square};

use super::Feature;
use crate::{Score, StaticEvaluator, Turn};

/// The values of a quarter of the board, by the distances to the two nearest edges.
pub type Quarter = [[i32; 4]; 4];

/// The first table of the reports: corners above all.
pub const MATRIX1: Quarter =
    [[500, -150, 30, 10], [-150, -250, 0, 0], [30, 0, 1, 2], [10, 0, 2, 16]];

/// The second table of the reports: milder.
pub const MATRIX2: Quarter =
    [[100, -20, 10, 5], [-20, -50, -2, -2], [10, -2, -1, -1], [5, -2, -1, -1]];

/// The value of a square, from [`MATRIX2`]: for static move ordering.
///
/// ```
/// use othellier_board::Square;
/// use othellier_eval::classic::square_value;
/// assert!(square_value(Square::A1) > square_value(Square::A3));
/// assert!(square_value(Square::A3) > square_value(Square::B2));
/// ```
pub fn square_value<S: Size>(square: Square<S>) -> i32 {
    value(&MATRIX2, square)
}

pub(super) fn value<S: Size>(quarter: &Quarter, square: Square<S>) -> i32 {
    let from_edge = |line: u8| usize::from(line.min(S::SIDE - 1 - line).min(3));
    quarter[from_edge(square.row())][from_edge(square.column())]
}

/// The values under the mover's discs minus those under the opponent's.
#[derive(Clone, Debug)]
pub struct Matrix<S: Size = Eight> {
    pub(super) values: Rows<S>,
    /// The positive values; the others are zero here.
    pub(super) good: Rows<S>,
}

impl<S: Size> Matrix<S> {
    /// The evaluator with these values.
    pub fn new(quarter: &Quarter) -> Matrix<S> {
        Matrix::with_values(|square| value(quarter, square))
    }

    pub(super) fn with_values(value: impl Fn(Square<S>) -> i32) -> Matrix<S> {
        Matrix { values: Rows::new(&value), good: Rows::new(|square| value(square).max(0)) }
    }
}

impl<S: Size> StaticEvaluator<S> for Matrix<S> {
    fn evaluate(&self, board: Board<S>) -> Score {
        Score::from_discs(self.values.sum(board.mover()) - self.values.sum(board.opponent()))
    }
}

impl<S: Size> Feature<S> for Matrix<S> {
    fn merit(&self, board: Board<S>) -> u32 {
        let bad = |discs| self.good.sum(discs) - self.values.sum(discs);
        (self.good.sum(board.mover()) + bad(board.opponent())).unsigned_abs()
    }
}

impl<S: Size> SquareValues<S> for Matrix<S> {
    fn of_mover(&self, board: Board<S>) -> Score {
        Score::from_discs(self.values.sum(board.mover()))
    }
}

/// Square values that can be summed for one side only.
pub trait SquareValues<S: Size>: Send + Sync {
    /// The sum of the values under the mover's discs.
    fn of_mover(&self, board: Board<S>) -> Score;
}

/// The values under the discs of the player who searches, as in one report; those of the other player
/// do not count.
#[derive(Clone, Debug)]
pub struct OwnSquares<V>(pub V);

impl<S: Size, V: SquareValues<S>> StaticEvaluator<S> for OwnSquares<V> {
    fn evaluate(&self, board: Board<S>) -> Score {
        self.evaluate_for(board, Turn::Searcher)
    }

    fn evaluate_for(&self, board: Board<S>, turn: Turn) -> Score {
        match turn {
            Turn::Searcher => self.0.of_mover(board),
            Turn::Opponent => -self.0.of_mover(board.passed()),
        }
    }

    fn is_one_sided(&self) -> bool {
        true
    }
}

/// For every row of the board and every subset of its squares, the sum of the values.
#[derive(Clone, Debug)]
pub(super) struct Rows<S: Size> {
    /// One row after the other; within a row, by the bits of the discs on it.
    sums: Box<[i32]>,
    size: PhantomData<S>,
}

impl<S: Size> Rows<S> {
    /// Subsets of a row.
    const FILLINGS: usize = 1 << S::SIDE;

    pub(super) fn new(value: impl Fn(Square<S>) -> i32) -> Rows<S> {
        let mut sums = vec![0; usize::from(S::SIDE) * Self::FILLINGS].into_boxed_slice();
        for (row, sums) in (0..).zip(sums.chunks_mut(Self::FILLINGS)) {
            for filling in 1..Self::FILLINGS {
                let first = Square::at(filling.trailing_zeros() as u8, row);
                sums[filling] = sums[filling & (filling - 1)] + first.map_or(0, &value);
            }
        }
        Rows { sums, size: PhantomData }
    }

    pub(super) fn sum(&self, discs: Bitboard<S>) -> i32 {
        let mut sum = 0;
        for row in 0..usize::from(S::SIDE) {
            let bits: u128 = (discs.bits() >> (row as u32 * u32::from(S::SIDE))).into();
            sum += self.sums[row * Self::FILLINGS + bits as usize % Self::FILLINGS];
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;
    use othellier_board::{Four, Six, Ten};

    fn row<S: Size>(quarter: &Quarter, row: u8) -> Vec<i32> {
        (0..S::SIDE).map(|column| value(quarter, Square::<S>::at(column, row).unwrap())).collect()
    }

    #[test]
    fn the_rows_of_the_tables_on_every_size() {
        assert_eq!(row::<Eight>(&MATRIX1, 0), [500, -150, 30, 10, 10, 30, -150, 500]);
        assert_eq!(row::<Eight>(&MATRIX1, 3), [10, 0, 2, 16, 16, 2, 0, 10]);
        assert_eq!(row::<Eight>(&MATRIX2, 6), [-20, -50, -2, -2, -2, -2, -50, -20]);
        assert_eq!(row::<Four>(&MATRIX1, 1), [-150, -250, -250, -150]);
        assert_eq!(row::<Six>(&MATRIX2, 5), [100, -20, 10, 10, -20, 100]);
        assert_eq!(row::<Ten>(&MATRIX1, 4), [10, 0, 2, 16, 16, 16, 16, 2, 0, 10]);
    }

    const CORNER_AGAINST_X_SQUARE: &str = "X--- -O-- ---- ----";

    #[test]
    fn both_sides_are_counted_and_not_only_the_players_own_discs() {
        let board = board::<Four>(CORNER_AGAINST_X_SQUARE);
        let matrix = Matrix::new(&MATRIX1);
        assert_eq!(matrix.evaluate(board), Score::from_discs(750));
        assert_eq!(matrix.evaluate(board.passed()), Score::from_discs(-750));
    }

    #[test]
    fn the_literal_variant_counts_the_discs_of_the_player_who_searches_only() {
        let board = board::<Four>(CORNER_AGAINST_X_SQUARE);
        let own = OwnSquares(Matrix::new(&MATRIX1));
        assert_eq!(own.evaluate(board), Score::from_discs(500));
        assert_eq!(own.evaluate(board.passed()), Score::from_discs(-250));
        // The opponent searches: only its disc on the X-square counts, which is good for the mover.
        assert_eq!(own.evaluate_for(board, Turn::Opponent), Score::from_discs(250));
    }

    fn every_single_disc<S: Size>() {
        for quarter in [&MATRIX1, &MATRIX2] {
            let matrix = Matrix::<S>::new(quarter);
            for square in Square::<S>::all() {
                let board = Board::new(square.bitboard(), Bitboard::EMPTY).unwrap();
                assert_eq!(matrix.evaluate(board), Score::from_discs(value(quarter, square)));
            }
        }
    }

    #[test]
    fn a_single_disc_has_the_value_of_its_square() {
        every_single_disc::<Four>();
        every_single_disc::<Six>();
        every_single_disc::<Eight>();
        every_single_disc::<Ten>();
    }
}
