//! Measurements of the program itself.

use serde::{Deserialize, Serialize};

use crate::type_tag;

type_tag! {
    /// `perft`.
    PerftType = "perft";
    /// `bench`.
    BenchType = "bench";
    /// `version`.
    VersionType = "version";
}

/// The number of leaves of the game tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Perft {
    /// `perft`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub kind: PerftType,
    /// The root.
    pub position: String,
    /// How many plies deep.
    pub depth: u32,
    /// Whether a pass counts as a ply.
    pub pass_as_ply: bool,
    /// The leaves.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Leaves per second.
    pub nodes_per_second: f64,
    /// What counted: an instruction set, `generic` or `mailbox`.
    pub kernel: String,
    /// Memory of the discs of one board.
    pub board_bits: usize,
    /// Threads.
    pub threads: usize,
    /// The leaves below each move, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub divide: Vec<Branch>,
}

/// A move at the root, and the leaves below it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Branch {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// The leaves.
    pub nodes: u64,
}

/// The searches of a fixed set of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Bench {
    /// `bench`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub kind: BenchType,
    /// All nodes: the same on every machine.
    pub signature: u64,
    /// Nodes per second.
    pub nodes_per_second: f64,
    /// How long it took.
    pub seconds: f64,
    /// The number of positions.
    pub positions: u64,
    /// Those whose score is wrong.
    pub wrong: u64,
    /// The instruction set.
    pub kernel: String,
    /// The parts of the set.
    pub parts: Vec<BenchPart>,
}

/// A part of the set of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct BenchPart {
    pub name: String,
    pub positions: u64,
    pub nodes: u64,
    pub seconds: f64,
}

/// The version of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Version {
    /// `version`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub kind: VersionType,
    /// The version.
    pub version: String,
    /// The instruction set that is used on this machine.
    pub kernel: String,
    /// The weights of the evaluation.
    pub weights: Weights,
    /// All nodes of `bench`.
    pub signature: u64,
}

/// The weights of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Weights {
    /// Their name.
    pub name: String,
    /// Their checksum, in hexadecimal.
    pub checksum: String,
}
