//! Solved positions, and how well a player judges them.

use othellier_board::{Position, Size};
use serde::{Deserialize, Serialize};

use crate::nodes_per_second;

/// The events of `solve`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SolveEvent {
    /// A solved position.
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
    /// The position.
    pub position: String,
    /// The number of empty squares.
    pub empties: u32,
    /// The final score, for the side to move.
    pub score: i32,
    /// A best move; none if the game is over.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The score in the file, if it has one.
    pub expected: Option<i32>,
    /// Whether the score is the expected one.
    pub ok: bool,
    /// Whether it was solved by an earlier run.
    pub journalled: bool,
}

impl SolvedPosition {
    /// A position with its score; `expected` is the score in the file, and `ok` whether they agree.
    pub fn new<S: Size>(id: u64, position: &Position<S>, score: i32, pv: Vec<String>) -> Self {
        SolvedPosition {
            id,
            position: position.to_string(),
            empties: position.board().empties().len(),
            score,
            played: pv.first().cloned(),
            pv,
            nodes: 0,
            seconds: 0.0,
            expected: None,
            ok: true,
            journalled: false,
        }
    }
}

/// The sums over all solved positions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolveTotal {
    /// Positions that were solved.
    pub positions: u64,
    /// Those whose score differs from the file's.
    pub wrong: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// How long it took.
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

impl SolveTotal {
    /// Adds a position.
    pub fn add(&mut self, solved: &SolvedPosition) {
        self.positions += 1;
        self.wrong += u64::from(!solved.ok);
        self.journalled += u64::from(solved.journalled);
        self.nodes = self.nodes.saturating_add(solved.nodes);
        self.seconds += solved.seconds;
        self.nodes_per_second = nodes_per_second(self.nodes, self.seconds).unwrap_or_default();
    }
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
    /// How often the move is a best one.
    pub best_move_rate: f64,
    /// How often the move loses at most three discs.
    pub within_3_rate: f64,
    /// Discs lost by the move.
    pub mean_loss: f64,
    /// Nodes that the player visited.
    pub nodes: u64,
    /// The time that the player took.
    pub seconds: f64,
}

impl Accuracy {
    /// The means over all positions, and the sums of nodes and seconds.
    pub fn mean(all: &[Accuracy]) -> Accuracy {
        // Not `sum`, whose zero is negative and would be printed as -0.
        let sum =
            |value: fn(&Accuracy) -> f64| all.iter().map(value).fold(0.0, |sum, one| sum + one);
        let mean = |value| sum(value) / all.len().max(1) as f64;
        let errors: Option<Vec<f64>> = all.iter().map(|measured| measured.mean_abs_error).collect();
        let errors = errors.filter(|errors| !errors.is_empty());
        Accuracy {
            mean_abs_error: errors.map(|errors| errors.iter().sum::<f64>() / errors.len() as f64),
            best_move_rate: mean(|measured| measured.best_move_rate),
            within_3_rate: mean(|measured| measured.within_3_rate),
            mean_loss: mean(|measured| measured.mean_loss),
            nodes: all.iter().map(|measured| measured.nodes).sum(),
            seconds: sum(|measured| measured.seconds),
        }
    }
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
    /// The measures.
    #[serde(flatten)]
    pub measures: Accuracy,
}

/// The means over all positions that a player judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AccuracyTotal {
    /// Positions that were judged.
    pub positions: usize,
    /// Positions without a known score.
    pub skipped: usize,
    /// Positions with a score that was solved here.
    pub proved: usize,
    /// The means.
    #[serde(flatten)]
    pub measures: Accuracy,
    /// The spec of the player.
    pub player: String,
    /// The seed of its random numbers.
    pub seed: u64,
    /// Whether the run was stopped.
    pub interrupted: bool,
}
