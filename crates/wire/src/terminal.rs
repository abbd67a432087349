//! A game at the terminal, as a stream.

use serde::{Deserialize, Serialize};

use crate::{Outcome, PlayedMove, Side};

/// The events of a game at the terminal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum PlayEvent {
    /// The players, before the first move.
    Start {
        /// Board size: 4, 6, 8 or 10.
        size: u8,
        black: String,
        white: String,
        seed: u64,
    },
    /// A person is asked for a move.
    Turn {
        /// The number of moves played.
        length: usize,
        position: String,
        side: Side,
        /// The name of the person.
        player: String,
        moves: Vec<String>,
    },
    /// A move that was played.
    Move(TerminalMove),
    /// A sentence, in the language of the user.
    Message { text: String },
    /// The costs of the game, before its result.
    Statistics(PlayStatistics),
    /// The result of the game.
    Result(PlayResult),
}

/// A move at the terminal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TerminalMove {
    /// Its number, from 1.
    pub number: usize,
    /// The name of the player.
    pub player: String,
    #[serde(flatten)]
    pub played: PlayedMove,
    /// How long the player took.
    pub seconds: f64,
}

/// The result of a game at the terminal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayResult {
    pub black: u32,
    pub white: u32,
    #[serde(flatten)]
    pub outcome: Outcome,
    pub moves: String,
}

/// Time, nodes and discs of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayStatistics {
    pub players: [PlayerStatistics; 2],
    pub moves: Vec<MoveStatistics>,
}

/// The totals of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerStatistics {
    pub color: Side,
    pub name: String,
    pub moves: usize,
    pub seconds: f64,
    /// Nodes visited; none if the player reports no nodes, such as a person.
    pub nodes: Option<u64>,
    /// Nodes reused from the tree of an earlier move.
    pub reused_nodes: Option<u64>,
    pub flipped: u32,
    pub discs: u32,
}

/// The cost of a move, and the discs after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveStatistics {
    /// Its number, from 1.
    pub number: usize,
    pub color: Side,
    /// A square or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    /// Its time, if it was recorded.
    pub seconds: Option<f64>,
    /// Nodes visited, if the player reports them.
    pub nodes: Option<u64>,
    /// Nodes reused from the tree of an earlier move.
    pub reused_nodes: Option<u64>,
    pub flipped: u32,
    /// Black discs after it.
    pub black: u32,
    /// White discs after it.
    pub white: u32,
}
