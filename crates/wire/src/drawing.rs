//! Pictures in files.

use serde::{Deserialize, Serialize};

/// A picture that was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Drawing {
    /// A position or the moves of a game.
    Diagram {
        /// The file.
        file: String,
        /// The number of the move before the first one that is shown.
        from: usize,
        /// The number of the last move.
        to: usize,
    },
    /// Any other picture.
    Picture(Picture),
}

/// A picture, and what it shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Picture {
    /// The file.
    pub file: String,
    /// What it shows.
    #[serde(flatten)]
    pub subject: PictureSubject,
}

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "picture", rename_all = "lowercase")]
pub enum PictureSubject {
    /// The numbers of the squares.
    Indices {
        /// Squares to a side.
        size: u8,
    },
    /// The zones of the board.
    Zones {
        /// Squares to a side.
        size: u8,
    },
    /// A crossover of two genomes.
    Crossover {
        /// Where they are cut.
        points: Vec<usize>,
        /// The parents.
        before: [Vec<i32>; 2],
        /// The children.
        after: [Vec<i32>; 2],
    },
    /// A mutation of a genome.
    Mutation {
        /// The rate for each gene.
        mutation_rate: f64,
        /// The seed.
        seed: u64,
        /// The genes before.
        before: Vec<i32>,
        /// The genes after.
        after: Vec<i32>,
    },
    /// A game tree.
    Tree {
        /// The root.
        position: String,
        /// Its depth.
        depth: u8,
        /// The evaluator of its leaves.
        eval: String,
        /// Its nodes.
        nodes: usize,
        /// Its nodes by depth.
        by_depth: Vec<usize>,
        /// Nodes that were generated.
        generated: u64,
        /// Its memory.
        memory_bytes: usize,
        /// The value of the root, in discs.
        value: Option<f64>,
    },
    /// The patterns of the evaluation.
    Patterns,
}
