//! Strategic squares: corners, their neighbours, edges and chains along them.
//!
//! ```text
//! corner                                   15
//! next to an empty corner                  -7
//! edge, neither of the two above            5
//! run of three or more along an edge       10, once a run, corners included
//!
//! merit = what the mover has of the good + 7 × what the opponent has next to an empty corner
//! ```
//!
//! A square next to a corner is bad only while the corner is empty; after that one on the edge
//! counts as edge. The values do not change with the phase of the game: for that, give this feature
//! weights by phase in a [`Genome`](super::Genome), as `phased` does.
//!
//! Cost: some shifts and six population counts a side. Compare with: `regions`, which asks who owns
//! the corner; `matrix1`, which has fixed values; `stability`, which the chains stand for here.
//!
//! From a student report, the fifth step of its ladder of evaluations.

use othellier_board::{Bitboard, Board, Size};

use super::Feature;
use super::geometry::{COLUMN, ROW, edges, ends, near};
use super::runs::runs;

const CORNER: u32 = 15;
const NEXT_TO_EMPTY_CORNER: u32 = 7;
const EDGE: u32 = 5;
const EDGE_RUN: u32 = 10;

/// The mover's strategic squares less the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strategic;

impl<S: Size> Feature<S> for Strategic {
    fn merit(&self, board: Board<S>) -> u32 {
        let risky = near(Bitboard::corners() & board.empties());
        let mine = board.mover();
        let edge_runs =
            runs(mine & ends(COLUMN), ROW[0]).longer + runs(mine & ends(ROW), COLUMN[0]).longer;
        CORNER * (mine & Bitboard::corners()).len()
            + EDGE * ((mine & edges()) - Bitboard::corners() - risky).len()
            + EDGE_RUN * edge_runs
            + NEXT_TO_EMPTY_CORNER * (board.opponent() & risky).len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;
    use crate::{Evaluator, Score};
    use othellier_board::Eight;

    #[track_caller]
    fn check(row: &str, expected: i32) {
        let board = board::<Eight>(&format!("{row:-<64}"));
        assert_eq!(Strategic.evaluate(board), Score::from_discs(expected), "{row}");
    }

    #[test]
    fn the_values_of_the_report() {
        check("X", 15);
        check("-X", -7);
        check("---X", 5);
        check("XX", 15 + 5);
        check("OX", -15 + 5);
        check("--XXX", 5 + 5 + 5 + 10);
        check("XXXXXXXX", 15 + 15 + 6 * 5 + 10);
        // The second row holds no edge run.
        check("----------XXX", 0);
    }
}
