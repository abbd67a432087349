//! Generated openings and endgames.

use serde::{Deserialize, Serialize};

use crate::ScoredMove;

/// The events of a search for balanced openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OpeningsEvent {
    Opening {
        moves: String,
        /// For the side to move.
        score: f64,
    },
    /// The sums over all openings.
    Total(OpeningsTotal),
}

/// The end of a search for balanced openings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpeningsTotal {
    /// All openings of this length.
    pub openings: usize,
    pub searched: usize,
    pub kept: usize,
    pub plies: u32,
    /// The depth of the search.
    pub depth: u8,
    /// The greatest score of a balanced opening, in discs.
    pub within: f64,
    pub seconds: f64,
    pub interrupted: bool,
}

/// The events of generating endgames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum EndgamesEvent {
    Position {
        /// Its number, from 1.
        id: usize,
        position: String,
        empties: u32,
        /// The best score; none if it was not solved.
        score: Option<i32>,
        /// The score of every move.
        moves: Vec<ScoredMove>,
        nodes: u64,
        seconds: f64,
    },
    /// The sums over all endgames.
    Total(EndgamesTotal),
}

/// The end of generating endgames.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EndgamesTotal {
    /// Endgames of this run and those already in the file.
    pub positions: usize,
    /// Endgames already in the file.
    pub found_in_file: usize,
    pub empties: u32,
    pub seed: u64,
    /// The confidence of the scores in percent; none if there are no scores.
    pub selectivity: Option<u8>,
    pub threads: usize,
    pub nodes: u64,
    pub seconds: f64,
    pub interrupted: bool,
}
