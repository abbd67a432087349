//! Regions: square values that change when a corner is taken.
//!
//! The squares next to a corner are bad only because they may give the corner away. Once it is
//! taken that danger is over: for its owner they are as good as an edge, for the other side they count
//! nothing.
//!
//! ```text
//! ◎ c e e     ◎ corner      20
//! c x r r     c beside      -5 while its corner is empty; 3 to the owner of the corner, else 0
//! e r m m     x diagonal   -10 while its corner is empty; 3 to the owner of the corner, else 0
//! e r m m     e edge         3
//!             r ring        -1   next to an edge: it lets the other side onto it
//!             m middle       1
//!
//! merit = Σ good values of the mover's discs + Σ |bad values| of the opponent's
//! ```
//!
//! Cost: some shifts and seven population counts a side. Compare with: `matrix1` and `matrix2`, the
//! same idea with fixed values; `strategic`.
//!
//! From two of the student reports, which ask for zones whose values follow the corners; the numbers
//! are ours.

use othellier_board::{Bitboard, Board, Size};

use super::Feature;
use super::geometry::{edges, near};

const CORNER: u32 = 20;
const EDGE: u32 = 3;
const MIDDLE: u32 = 1;
/// The gain of the other side from a disc next to an edge, and next to an empty corner.
const RING_RISK: u32 = 1;
const BESIDE_RISK: u32 = 5;
const DIAGONAL_RISK: u32 = 10;

/// The mover's discs minus the opponent's, valued by their zones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Regions;

impl<S: Size> Feature<S> for Regions {
    fn merit(&self, board: Board<S>) -> u32 {
        let by_a_corner = near(Bitboard::corners());
        let edge = edges() - by_a_corner;
        let ring = near(edges()) - edges() - by_a_corner;
        let middle = !near(edges()) - by_a_corner;

        let mine = board.mover();
        let protected = near(Bitboard::corners() & mine) - Bitboard::corners();
        let good = CORNER * (mine & Bitboard::corners()).len()
            + EDGE * (mine & (edge | protected)).len()
            + MIDDLE * (mine & middle).len();

        let theirs = board.opponent();
        let at_risk = theirs & near(Bitboard::corners() & board.empties());
        let bad = RING_RISK * (theirs & ring).len()
            + BESIDE_RISK * (at_risk & edges()).len()
            + DIAGONAL_RISK * (at_risk - edges()).len();
        good + bad
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;
    use crate::{Score, StaticEvaluator};
    use othellier_board::{Bitboard, Eight, Square};

    fn value_of(square: Square) -> i32 {
        let alone = Board::new(square.bitboard(), Bitboard::EMPTY).unwrap();
        Regions.evaluate(alone).hundredths() / 100
    }

    #[test]
    fn the_quarter_in_the_picture_is_the_table_of_an_empty_board() {
        assert_eq!([Square::A1, Square::B1, Square::C1, Square::D1].map(value_of), [20, -5, 3, 3]);
        assert_eq!(
            [Square::A2, Square::B2, Square::C2, Square::D2].map(value_of),
            [-5, -10, -1, -1]
        );
        assert_eq!([Square::A3, Square::B3, Square::C3, Square::D4].map(value_of), [3, -1, 1, 1]);
    }

    #[test]
    fn the_square_next_to_a_corner_changes_with_the_owner_of_the_corner() {
        let value = |row: &str| Regions.evaluate(board::<Eight>(&format!("{row:-<64}")));
        assert_eq!(value("-X"), Score::from_discs(-5));
        assert_eq!(value("XX"), Score::from_discs(20 + 3));
        assert_eq!(value("OX"), Score::from_discs(-20));
    }
}
