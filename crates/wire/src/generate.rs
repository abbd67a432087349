//! Generated openings and endgames.

use serde::{Deserialize, Serialize};

use crate::ScoredMove;

/// The events of a search for balanced openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OpeningsEvent {
    /// A balanced opening.
    Opening {
        /// Its moves.
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
    /// Those that were searched.
    pub searched: usize,
    /// Those that are balanced.
    pub kept: usize,
    /// Their length.
    pub plies: u32,
    /// The depth of the search.
    pub depth: u8,
    /// The greatest score of a balanced opening, in discs.
    pub within: f64,
    /// How long it took.
    pub seconds: f64,
    /// Whether it was stopped.
    pub interrupted: bool,
}

/// The events of generating endgames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum EndgamesEvent {
    /// An endgame.
    Position {
        /// Its number, from 1.
        id: usize,
        /// The position.
        position: String,
        /// Its empty squares.
        empties: u32,
        /// The best score; none if it was not solved.
        score: Option<i32>,
        /// The score of every move.
        moves: Vec<ScoredMove>,
        /// Nodes visited.
        nodes: u64,
        /// How long it took.
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
    /// Their empty squares.
    pub empties: u32,
    /// The seed.
    pub seed: u64,
    /// The confidence of the scores in percent; none if there are no scores.
    pub selectivity: Option<u8>,
    /// Positions solved at once.
    pub threads: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether it was stopped.
    pub interrupted: bool,
}
