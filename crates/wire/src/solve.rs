//! Solved positions, and how well a player judges them.

use serde::{Deserialize, Serialize};

/// The events of `solve`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SolveEvent {
    Position(Box<SolvedPosition>),
    /// The sums over all positions.
    Total(Box<SolveTotal>),
}

/// A solved position, and whether the file agrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolvedPosition {
    /// The number of the position in its file, from 1.
    pub id: u64,
    pub position: String,
    /// The number of empty squares.
    pub empties: u32,
    /// The final score, for the side to move.
    pub score: i32,
    /// A best move; none if the game is over.
    #[serde(rename = "move")]
    pub played: Option<String>,
    pub pv: Vec<String>,
    pub nodes: u64,
    pub seconds: f64,
    /// The score in the file, if it has one.
    pub expected: Option<i32>,
    /// Whether the score is the expected one.
    pub ok: bool,
    /// Whether it was solved by an earlier run.
    pub journalled: bool,
}

/// The sums over all solved positions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolveTotal {
    pub positions: u64,
    /// Those whose score differs from the file's.
    pub wrong: u64,
    pub nodes: u64,
    pub seconds: f64,
    /// Nodes per second.
    pub nodes_per_second: u64,
    /// What was to be found: `exact`, `outcome`, or a confidence.
    pub goal: String,
    /// Positions that an earlier run had solved.
    pub journalled: u64,
    /// Whether the run was stopped.
    pub interrupted: bool,
}

/// The events of `accuracy`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum AccuracyEvent {
    /// A position that the player judged.
    Position(Box<JudgedPosition>),
    /// The means over all positions.
    Total(Box<AccuracyTotal>),
}

/// How well one position was judged, or the means over many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Accuracy {
    /// The error of the score, in discs; none for a player that gives no score.
    pub mean_abs_error: Option<f64>,
    /// The score minus the true one, in discs; none for a player that gives no score.
    pub bias: Option<f64>,
    /// How often the move is a best one.
    pub best_move_rate: f64,
    /// How often the move loses at most three discs.
    pub within_3_rate: f64,
    /// Discs lost by the move.
    pub mean_loss: f64,
    /// Nodes that the player visited.
    pub nodes: u64,
    /// The time that the player took, on the wall clock.
    pub seconds: f64,
    /// The CPU time of the player, if it can be measured.
    pub cpu_seconds: Option<f64>,
}

/// The 95 % confidence intervals of the means, each as its two ends; none for a single position, or
/// for a player that gives no score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AccuracyIntervals {
    /// Of the error of the score.
    #[cfg_attr(feature = "schema", schema(required))]
    pub mean_abs_error: Option<[f64; 2]>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub bias: Option<[f64; 2]>,
    /// Of the rate of best moves.
    #[cfg_attr(feature = "schema", schema(required))]
    pub best_move_rate: Option<[f64; 2]>,
    /// Of the rate of moves that lose at most three discs.
    #[cfg_attr(feature = "schema", schema(required))]
    pub within_3_rate: Option<[f64; 2]>,
    /// Of the discs lost.
    #[cfg_attr(feature = "schema", schema(required))]
    pub mean_loss: Option<[f64; 2]>,
}

/// A position that a player judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgedPosition {
    /// The number of the position in its file, from 1.
    pub id: u64,
    /// The number of empty squares.
    pub empties: u32,
    /// The move that the player chose.
    #[serde(rename = "move")]
    pub played: String,
    /// Its score by the player, if it gives one.
    pub score: Option<f64>,
    /// The final score of the best move.
    pub expected: i32,
    /// Discs lost by the move.
    pub loss: i32,
    /// The confidence of the scores in percent, if one of them was solved here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<u8>,
    #[serde(flatten)]
    pub measures: Accuracy,
}

/// The means over all positions that a player judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AccuracyTotal {
    pub positions: usize,
    /// Positions without a known score.
    pub skipped: usize,
    /// Positions with a score that was solved here.
    pub proved: usize,
    #[serde(flatten)]
    pub measures: Accuracy,
    /// The intervals of the means.
    pub intervals: AccuracyIntervals,
    /// The spec of the player.
    pub player: String,
    /// The seed of its random numbers.
    pub seed: u64,
    /// Whether the run was stopped.
    pub interrupted: bool,
}

#[cfg(feature = "measure")]
mod of_measure {
    use othellier_board::Size;
    use othellier_measure::accuracy::{Interval, Intervals, MeasuredPosition, Measures};
    use othellier_measure::suite::{SolvedProblem, SuiteTotals};

    use super::*;
    use crate::nodes_per_second;

    impl From<SolvedProblem> for SolvedPosition {
        fn from(solved: SolvedProblem) -> SolvedPosition {
            let SolvedProblem { entry, empties, expected, is_ok, is_journalled } = solved;
            let pv: Vec<String> = entry.pv.split_whitespace().map(str::to_owned).collect();
            SolvedPosition {
                id: entry.id,
                position: entry.board,
                empties,
                score: entry.score,
                played: pv.first().cloned(),
                pv,
                nodes: entry.nodes,
                seconds: entry.seconds,
                expected,
                ok: is_ok,
                journalled: is_journalled,
            }
        }
    }

    impl SolveTotal {
        /// The sums over all positions; `goal` is what was to be found.
        pub fn new(totals: &SuiteTotals, goal: String, interrupted: bool) -> SolveTotal {
            let SuiteTotals { positions, wrong, journalled, nodes, seconds } = *totals;
            let nodes_per_second = nodes_per_second(nodes, seconds).unwrap_or_default();
            SolveTotal {
                positions,
                wrong,
                nodes,
                seconds,
                nodes_per_second,
                goal,
                journalled,
                interrupted,
            }
        }
    }

    impl From<Measures> for Accuracy {
        fn from(measures: Measures) -> Accuracy {
            Accuracy {
                mean_abs_error: measures.mean_abs_error,
                bias: measures.bias,
                best_move_rate: measures.best_move_rate,
                within_3_rate: measures.within_3_rate,
                mean_loss: measures.mean_loss,
                nodes: measures.nodes,
                seconds: measures.seconds,
                cpu_seconds: measures.cpu_seconds,
            }
        }
    }

    impl From<Intervals> for AccuracyIntervals {
        fn from(intervals: Intervals) -> AccuracyIntervals {
            let ends = |interval: Option<Interval>| interval.map(|(low, high)| [low, high]);
            AccuracyIntervals {
                mean_abs_error: ends(intervals.mean_abs_error),
                bias: ends(intervals.bias),
                best_move_rate: ends(intervals.best_move_rate),
                within_3_rate: ends(intervals.within_3_rate),
                mean_loss: ends(intervals.mean_loss),
            }
        }
    }

    impl<S: Size> From<MeasuredPosition<S>> for JudgedPosition {
        fn from(measured: MeasuredPosition<S>) -> JudgedPosition {
            JudgedPosition {
                id: measured.id,
                empties: measured.empties,
                played: measured.played.to_string(),
                score: measured.score,
                expected: measured.expected,
                loss: measured.loss,
                proved: measured.proved,
                measures: measured.measures.into(),
            }
        }
    }
}
