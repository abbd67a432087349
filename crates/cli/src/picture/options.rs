//! The options of `othellier picture`.

use std::path::PathBuf;

use clap::Args;
use othellier_measure::evolve::GeneRange;
use othellier_spec::Spec;

use crate::common::options::MAX_TREE_DEPTH;
use crate::common::values;

/// The index of every square: a1 is 0, row by row
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier picture indices indices.svg")]
pub(super) struct IndicesOptions {
    /// The picture to write: .svg or .png
    #[arg(value_name = "OUT")]
    pub(super) output: PathBuf,
    /// Board size: 4, 6, 8 or 10
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    pub(super) size: u8,
}

/// The zones of `eval=regions`, with all corners empty and with two of them taken
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier picture zones zones.png")]
pub(super) struct ZonesOptions {
    /// The picture to write: .svg or .png
    #[arg(value_name = "OUT")]
    pub(super) output: PathBuf,
    /// Board size: 4, 6, 8 or 10
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    pub(super) size: u8,
}

/// Two genomes before and after they exchange genes, at one point or at two
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier picture crossover one-point.svg
  othellier picture crossover two-points.svg --points 3,7")]
pub(super) struct CrossoverOptions {
    /// The picture to write: .svg or .png
    #[arg(value_name = "OUT")]
    pub(super) output: PathBuf,
    /// Crossover points: one number swaps the genes before it, two swap those between them
    #[arg(long, value_name = "N[,M]", value_delimiter = ',', default_value = "3")]
    pub(super) points: Vec<usize>,
    /// The genes of the first parent
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        default_value = "-6,-5,-6,-1,10,-5,-1,3,1,-2"
    )]
    pub(super) first: Vec<i32>,
    /// The genes of the second parent, of the same number
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        default_value = "-7,5,-8,-9,-9,-1,-9,-10,-7,8"
    )]
    pub(super) second: Vec<i32>,
}

/// A genome before and after a mutation
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier picture mutation mutation.svg --seed 3")]
pub(super) struct MutationOptions {
    /// The picture to write: .svg or .png
    #[arg(value_name = "OUT")]
    pub(super) output: PathBuf,
    /// The genes
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        default_value = "-6,-5,-6,-1,10,-5,-1,3,1,-2"
    )]
    pub(super) genes: Vec<i32>,
    /// Probability that a gene is replaced
    #[arg(long, value_name = "P", value_parser = values::share, default_value = "0.2")]
    pub(super) mutation_rate: f64,
    /// The range of values of a gene
    #[arg(long, value_name = "MIN,MAX", default_value = "-10,10", allow_hyphen_values = true)]
    pub(super) range: GeneRange,
    /// Seed of the random numbers: the same seed repeats the same mutation
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
}

/// The complete game tree of a few plies, with the value of every node
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier picture tree tree.svg --position d3c3 --depth 2 --eval mobility")]
pub(super) struct TreeOptions {
    /// The picture to write: .svg or .png
    #[arg(value_name = "OUT")]
    pub(super) output: PathBuf,
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, default_value = "startpos", value_name = "POSITION", allow_hyphen_values = true)]
    pub(super) position: String,
    /// Plies to expand, 1 to 4
    #[arg(long, value_name = "D", default_value = "2",
          value_parser = values::within::<u8>(1..=MAX_TREE_DEPTH as u64))]
    pub(super) depth: u8,
    /// How leaves are evaluated: see `othellier evaluators`
    #[arg(long, value_name = "EVALUATOR", default_value = "mobility")]
    pub(super) eval: Spec,
    /// Board size: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    pub(super) size: Option<u8>,
}
