//! Pictures in files.

use serde::{Deserialize, Serialize};

/// A picture that was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Drawing {
    /// A position or the moves of a game.
    Diagram {
        file: String,
        /// The number of the move before the first one that is shown.
        from: usize,
        /// The number of the last move.
        to: usize,
    },
    Picture(Picture),
}

/// A picture, and what it shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Picture {
    pub file: String,
    #[serde(flatten)]
    pub subject: PictureSubject,
}

/// The subject of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "picture", rename_all = "lowercase")]
pub enum PictureSubject {
    /// The numbers of the squares.
    Indices {
        /// Board size: 4, 6, 8 or 10.
        size: u8,
    },
    /// The zones of the board.
    Zones {
        /// Board size: 4, 6, 8 or 10.
        size: u8,
    },
    /// A crossover of two genomes.
    Crossover { points: Vec<usize>, before: [Vec<i32>; 2], after: [Vec<i32>; 2] },
    /// A mutation of a genome.
    Mutation {
        /// The rate for each gene.
        mutation_rate: f64,
        seed: u64,
        before: Vec<i32>,
        after: Vec<i32>,
    },
    Tree {
        position: String,
        depth: u8,
        /// The evaluator of its leaves.
        eval: String,
        nodes: usize,
        by_depth: Vec<usize>,
        generated: u64,
        memory_bytes: usize,
        /// The value of the root, in discs.
        value: Option<f64>,
    },
    /// The patterns of the evaluation.
    Patterns,
}
