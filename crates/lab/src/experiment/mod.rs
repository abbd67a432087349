//! Experiments as files: what is compared, how often, and what is to be seen of it.
//!
//! An [`Experiment`] is a TOML text that a person writes. [`Plan::of`] settles it: grids become
//! [`Arm`]s, each one player with all its options (and an opponent, where there is one), and arms
//! become [`Unit`]s, a game or a search each. [`Plan::run`] does the units on many threads, in any
//! order, and hands out a [`Row`] for each. A unit depends on nothing but the rows of those that must
//! come before it, as generations do, so that a run which was broken off goes on with the units that
//! are missing, and ends with the same rows as one that was not. [`Findings`] sum the rows up;
//! [`tables`] are what other programs read.

mod arms;
mod breeding;
pub mod builtin;
mod file;
mod findings;
mod hashing;
mod parts;
mod plan;
mod rows;
mod speedup;
pub mod tables;
mod timing;
mod values;

pub use arms::{Arm, short_names};
pub use breeding::{Bred, EvolutionPart, Points, Start};
pub use file::{Both, Experiment, ExperimentError};
pub use findings::{
    ByMove, ColorFindings, Findings, GameFindings, Guess, Holding, SearchFindings, TableRates,
};
pub use hashing::HashFunction;
pub use parts::{
    ColorChoice, Comparison, GamesPart, Grid, Measure, Named, PositionsPart, PredictionsPart,
    RoulettePart, WeightsPart,
};
pub use plan::{Job, Plan, Unit};
pub use rows::{GameRow, GenerationRow, PredictionRow, Row, SearchRow, ThoughtRow};
pub use timing::{BoardKind, HashingPart, PerftPart, Timed, TimingFindings, TimingRow, Work};
pub use values::{GridValues, GridValuesError, with_values};
