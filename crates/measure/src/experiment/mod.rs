//! Experiments described by files: what is compared, how often, and which results are shown.
//!
//! An [`Experiment`] is a TOML text. [`Plan::of`] checks and expands it: grids become [`Arm`]s,
//! each one player with all its options (and an opponent, if there is one), and arms become
//! [`Unit`]s, one game or one search each. [`Plan::run`] runs the units on many threads, in any
//! order, and reports a [`Row`] for each. A unit depends only on the rows of units that must come
//! before it, as generations do. So an interrupted run resumes with the missing units and ends with
//! the same rows as an uninterrupted one. [`Findings`] summarise the rows; `tables`, of the feature
//! `tables`, export them for other programs.

mod arms;
mod breeding;
pub mod builtin;
mod checks;
mod file;
mod findings;
mod folder;
mod hashing;
mod journal;
mod localized_text;
mod parts;
mod plan;
mod problem;
mod rows;
mod speedup;
#[cfg(feature = "tables")]
pub mod tables;
mod timing;
mod values;

pub use arms::{Arm, short_names};
pub use breeding::{EvolutionPart, EvolutionPlan, InitialPopulation};
pub use file::{Experiment, ExperimentError, FORMAT};
pub use findings::{
    ByMove, ColorFindings, Findings, GameFindings, Guess, Holding, SearchFindings, TableRates,
};
pub use folder::{Folder, MAX_BYTES, Setting};
pub use hashing::HashFunction;
pub use journal::{FolderError, FolderProblem, Header, Load, PreparedExperiment, Run};
pub use localized_text::LocalizedText;
pub use parts::{
    ColorChoice, Comparison, GamesPart, Grid, Measure, NamedPosition, PositionsPart,
    PredictionsPart, RoulettePart, Statement, WeightsPart,
};
pub use plan::{GameFile, Job, Plan, PredictionGames, Unit};
pub use problem::{Counted, PartProblem};
pub use rows::{GameRow, GenerationRow, MoveStatsRow, PredictionRow, Row, SearchRow};
pub use timing::{
    BoardKind, HashingPart, PerftPart, TimedWork, TimingFindings, TimingPlan, TimingRow,
};
pub use values::{GridValues, GridValuesError, with_values};
