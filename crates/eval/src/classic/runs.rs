//! Aligned runs: adjacent discs in a line.
//!
//! Along each row, column and diagonal, the discs of one side form maximal runs: as long as they
//! can be, ended by the edge, an empty square or the other side. Runs of two and runs of three or
//! more are counted, each once, whatever its length; a disc may be part of four runs, one an axis.
//!
//! ```text
//! merit = 1 × runs of exactly two + 3 × runs of three or more
//!
//! all runs at once, along one axis:
//!     first  = discs with no disc behind them
//!     second = first moved on by one, where there is a disc
//!     third  = second moved on by one, where there is a disc
//!     runs of three or more = |third|,  runs of exactly two = |second| − |third|
//! ```
//!
//! Cost: twelve shifts and eight population counts a side. Compare with: `discs`, with which it correlates;
//! `frontier`, which often disagrees.
//!
//! From a student report: the fourth step of its series of evaluations keeps the disc difference of
//! the third and adds runs. That sum is [`DiscsAndRuns`]; the runs alone are [`Runs`]. The report
//! leaves open which lines count and what is counted twice. The weights are ours: in a run of three,
//! three discs protect each other.

use othellier_board::{Bitboard, Board, Direction, Size};

use super::geometry::AXES;
use super::{Discs, Feature};

const PAIR: u32 = 1;
const LONGER: u32 = 3;

/// The mover's aligned runs minus the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Runs;

impl<S: Size> Feature<S> for Runs {
    fn merit(&self, board: Board<S>) -> u32 {
        let merit = |[along, _]: [Direction; 2]| {
            let RunCount { pairs, longer } = runs(board.mover(), along);
            PAIR * pairs + LONGER * longer
        };
        AXES.into_iter().map(merit).sum()
    }
}

/// The discs and the aligned runs of the mover minus those of the opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscsAndRuns;

impl<S: Size> Feature<S> for DiscsAndRuns {
    fn merit(&self, board: Board<S>) -> u32 {
        Discs.merit(board) + Runs.merit(board)
    }
}

/// The maximal runs along one axis.
pub(super) struct RunCount {
    /// Those of exactly two discs.
    pub(super) pairs: u32,
    /// Those of three discs or more.
    pub(super) longer: u32,
}

pub(super) fn runs<S: Size>(discs: Bitboard<S>, along: Direction) -> RunCount {
    let first = discs - discs.shift(along);
    let second = first.shift(along) & discs;
    let third = second.shift(along) & discs;
    RunCount { pairs: second.len() - third.len(), longer: third.len() }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;
    use othellier_board::{Eight, Four};

    fn merit<S: Size>(picture: &str) -> u32 {
        Runs.merit(board::<S>(picture))
    }

    #[test]
    fn a_run_is_counted_once_whatever_its_length_and_not_once_per_disc_or_direction() {
        assert_eq!(merit::<Four>("X--- ---- ---- ----"), 0);
        assert_eq!(merit::<Four>("XX-- ---- ---- ----"), 1);
        assert_eq!(merit::<Four>("XXX- ---- ---- ----"), 3);
        assert_eq!(merit::<Four>("XXXX ---- ---- ----"), 3);
        assert_eq!(merit::<Four>("XXOX ---- ---- ----"), 1);
    }

    #[test]
    fn rows_columns_and_both_diagonals_are_lines() {
        assert_eq!(merit::<Four>("X--- X--- ---- ----"), 1);
        assert_eq!(merit::<Four>("X--- -X-- --X- ----"), 3);
        assert_eq!(merit::<Four>("---X --X- ---- ----"), 1);
        // A square of four: two rows, two columns, two diagonals.
        assert_eq!(merit::<Four>("XX-- XX-- ---- ----"), 6);
    }

    #[test]
    fn the_fourth_step_of_the_report_keeps_the_disc_difference_of_the_third() {
        let board = board::<Four>("XXX- O-O- ---- ---X");
        // Four discs and a run of three, against two discs apart.
        assert_eq!(DiscsAndRuns.counts(board).difference(), 4 - 2 + 3);
        assert_eq!(Runs.counts(board).difference(), 3);
    }

    #[test]
    fn a_run_does_not_continue_in_the_next_row() {
        let board = board::<Eight>(
            "------XX X------- -------- -------- -------- -------- -------- --------",
        );
        assert_eq!(Runs.merit(board), 1);
    }
}
