//! Strategic squares: corners, their neighbours, edges and chains along them.
//!
//! ```text
//! corner                                   15
//! next to an empty corner                  -7
//! edge, neither of the two above            5
//! run of three or more along an edge       10, once a run, corners included
//!
//! merit = the mover's positive values + 7 × the opponent's discs next to an empty corner
//! ```
//!
//! A square next to a corner is bad only while the corner is empty; after that one on the edge
//! counts as edge.
//!
//! The report adapts these values to the phase of the game without saying how. [`PhasedStrategic`] uses
//! these percentages of the values above, interpolated linearly:
//!
//! ```text
//! empty squares, of 60          50    30    10
//! corner                       100   100    60
//! next to an empty corner      100   100    60
//! edge                          40   100   100
//! run along an edge             40   100   150
//! ```
//!
//! In the opening it is too early to take edges; at the end a chain along an edge is safe and a corner
//! has little left to protect.
//!
//! Cost: some shifts and six population counts a side. Compare with: `regions`, which depends on
//! the owner of the corner; `matrix1`, which has fixed values; `stability`, which the chains approximate.
//!
//! From a student report, the fifth step of its series of evaluations.

use othellier_board::{Bitboard, Board, Eight, Size};

use super::Feature;
use super::geometry::{COLUMN, ROW, edges, ends, near};
use super::phases::Phases;
use super::runs::runs;
use crate::{Score, StaticEvaluator};

const CORNER: u32 = 15;
const NEXT_TO_EMPTY_CORNER: u32 = 7;
const EDGE: u32 = 5;
const EDGE_RUN: u32 = 10;

/// The mover's strategic squares minus the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strategic;

impl<S: Size> Feature<S> for Strategic {
    fn merit(&self, board: Board<S>) -> u32 {
        let Holding { corners, edges, edge_runs, at_risk: _ } = Holding::of_mover(board);
        let at_risk = Holding::of_mover(board.passed()).at_risk;
        CORNER * corners + EDGE * edges + EDGE_RUN * edge_runs + NEXT_TO_EMPTY_CORNER * at_risk
    }
}

/// The discs of one side, by kind.
struct Holding {
    corners: u32,
    /// Discs next to an empty corner.
    at_risk: u32,
    /// Other discs on an edge.
    edges: u32,
    edge_runs: u32,
}

impl Holding {
    fn of_mover<S: Size>(board: Board<S>) -> Holding {
        let mine = board.mover();
        let risky = near(Bitboard::corners() & board.empties());
        let along = |edge, step| runs(mine & edge, step).longer;
        Holding {
            corners: (mine & Bitboard::corners()).len(),
            at_risk: (mine & risky).len(),
            edges: ((mine & edges()) - Bitboard::corners() - risky).len(),
            edge_runs: along(ends(COLUMN), ROW[0]) + along(ends(ROW), COLUMN[0]),
        }
    }
}

/// Empty squares at the centre of each phase, of 60.
const PHASES: [u32; 3] = [50, 30, 10];
/// The weight of each kind in each phase, in percent.
const CORNER_PERCENT: [i32; 3] = [100, 100, 60];
const RISK_PERCENT: [i32; 3] = [100, 100, 60];
const EDGE_PERCENT: [i32; 3] = [40, 100, 100];
const EDGE_RUN_PERCENT: [i32; 3] = [40, 100, 150];

/// The mover's strategic squares minus the opponent's, with values that follow the phase of the game.
#[derive(Clone, Debug)]
pub struct PhasedStrategic<S: Size = Eight> {
    phases: Phases<S>,
}

impl<S: Size> Default for PhasedStrategic<S> {
    fn default() -> PhasedStrategic<S> {
        PhasedStrategic { phases: Phases::new(&PHASES) }
    }
}

impl<S: Size> StaticEvaluator<S> for PhasedStrategic<S> {
    fn evaluate(&self, board: Board<S>) -> Score {
        let empties = board.empties().len();
        let [mine, theirs] = [board, board.passed()].map(Holding::of_mover);
        // A point is a hundred hundredths, and the percentages are of points.
        let part = |kind: fn(&Holding) -> u32, points: u32, percent: [i32; 3]| {
            let difference = i64::from(kind(&mine)) - i64::from(kind(&theirs));
            let now = self.phases.between(empties, |phase| i64::from(percent[phase]));
            difference * i64::from(points) * now
        };
        Score::guess(
            part(|side| side.corners, CORNER, CORNER_PERCENT)
                + part(|side| side.edges, EDGE, EDGE_PERCENT)
                + part(|side| side.edge_runs, EDGE_RUN, EDGE_RUN_PERCENT)
                - part(|side| side.at_risk, NEXT_TO_EMPTY_CORNER, RISK_PERCENT),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;

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

    /// The mover has this first row, and as many squares of value zero as leave `empties` empty.
    fn with_empties(row: &str, empties: usize) -> Score {
        let row = board::<Eight>(&format!("{row:-<64}")).mover();
        let neutral = !edges() - near(Bitboard::corners());
        let others = 64 - empties - row.len() as usize;
        let others: Bitboard = neutral.into_iter().take(others).collect();
        let board = Board::new(row | others, Bitboard::EMPTY).unwrap();
        assert_eq!(board.empties().len() as usize, empties);
        PhasedStrategic::default().evaluate(board)
    }

    #[test]
    fn the_values_follow_the_phase_and_never_jump() {
        // An edge square: 40 % of five in the opening, all of it from the middle game on.
        assert_eq!(with_empties("---X", 50), Score::from_discs(2));
        assert_eq!(with_empties("---X", 40), Score::guess(350));
        assert_eq!(with_empties("--XXX", 30), Score::from_discs(3 * 5 + 10));
        assert_eq!(with_empties("X", 60), Score::from_discs(15));
        assert_eq!(with_empties("-X", 40), Score::from_discs(-7));
        for empties in 29..60 {
            let [now, next] = [empties, empties + 1].map(|at| with_empties("--XXX", at).discs());
            assert!((now - next).abs() < 1.0, "{empties}: {now} and {next}");
        }
    }
}
