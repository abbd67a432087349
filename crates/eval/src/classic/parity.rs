//! Parity: who plays last into a region of empty squares.
//!
//! Empty squares form regions. In a region with an odd number of squares, the side that plays there first
//! also plays there last, and the last move is not answered. So an odd region is good for a side that
//! can enter it, especially when the other side cannot.
//!
//! ```text
//! merit = regions with an odd number of empty squares, one of them a legal move of the mover
//! ```
//!
//! Two empty squares belong together when they touch, by a side or by a corner: discs are flipped
//! diagonally too, so a move affects all eight neighbours. The parity of all empty squares together is
//! not counted: it is the same for both sides, and shows only whose turn it is.
//!
//! Cost: both sides' legal moves, and a flood fill of the empty squares. Compare with: `mobility`;
//! it means little before the empty squares split into regions.
//!
//! From a student report, whose rule is another: with an even number of empty squares the side with
//! more discs is better, with an odd number the side with fewer. That has little to do with parity,
//! and is kept as [`ParityByDiscs`]: `parity(rule=more-discs)`, and `parity-by-discs` in a weighted sum.

use othellier_board::{Bitboard, Board, Size};

use super::Feature;
use super::geometry::{grown, near};

/// Odd regions that the mover can enter, minus those that the opponent can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parity;

impl<S: Size> Feature<S> for Parity {
    fn merit(&self, board: Board<S>) -> u32 {
        let moves = board.legal_moves();
        regions(board.empties())
            .filter(|region| !region.len().is_multiple_of(2) && region.intersects(moves))
            .count() as u32
    }
}

/// The connected parts of a set of squares, such as the empty ones.
pub fn regions<S: Size>(mut squares: Bitboard<S>) -> impl Iterator<Item = Bitboard<S>> {
    std::iter::from_fn(move || {
        let first = squares.first()?.bitboard();
        let region = grown(first, |region| near(region) & squares);
        squares = squares - region;
        Some(region)
    })
}

/// The rule of the report: one point for the side with more discs while the number of empty squares
/// is even, for the side with fewer while it is odd.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParityByDiscs;

impl<S: Size> Feature<S> for ParityByDiscs {
    fn merit(&self, board: Board<S>) -> u32 {
        let (mine, theirs) = (board.mover().len(), board.opponent().len());
        let is_even = board.empties().len().is_multiple_of(2);
        u32::from(if is_even { mine > theirs } else { mine < theirs })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Counts;
    use super::super::tests::board;
    use super::*;
    use othellier_board::{Eight, Four};

    /// Two regions, a1 alone and the four around d4; only the mover can enter the odd one.
    const ODD_AND_EVEN: &str = "-OOX OOXX OX-- XX--";

    #[test]
    fn regions_are_parted_by_discs_and_joined_by_corners() {
        let sizes = |picture| regions(board::<Four>(picture).empties()).map(Bitboard::len);
        assert_eq!(sizes(ODD_AND_EVEN).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(sizes("-OOO O-OO OOOO O--O").collect::<Vec<_>>(), [2, 2]);
        assert_eq!(sizes("XXXX XXXX XXXX XXXX").collect::<Vec<_>>(), []);
        assert_eq!(regions(Board::<Eight>::default().empties()).count(), 1);
    }

    #[test]
    fn parity_counts_odd_regions_that_a_side_can_enter_and_not_discs() {
        let board = board::<Four>(ODD_AND_EVEN);
        assert_eq!(Parity.counts(board), Counts { mine: 1, theirs: 0 });
        let even = board.after("a1".parse().unwrap()).passed();
        assert_eq!(Parity.counts(even), Counts { mine: 0, theirs: 0 });
    }

    #[test]
    fn the_literal_rule_is_for_more_discs_at_even_empties_and_for_fewer_at_odd_ones() {
        let even = board::<Four>("XXO- ---- ---- ---X");
        assert_eq!(ParityByDiscs.counts(even), Counts { mine: 1, theirs: 0 });
        assert_eq!(ParityByDiscs.counts(even.passed()), Counts { mine: 0, theirs: 1 });
        let odd = board::<Four>("XXO- ---- ---- ----");
        assert_eq!(ParityByDiscs.counts(odd), Counts { mine: 0, theirs: 1 });
        assert_eq!(ParityByDiscs.counts(odd.passed()), Counts { mine: 1, theirs: 0 });
        for equal in ["XO-- ---- ---- ----", "XOXO ---- ---- ----"] {
            let counts = ParityByDiscs.counts(board::<Four>(equal));
            assert_eq!(counts, Counts { mine: 0, theirs: 0 }, "{equal}");
        }
    }
}
