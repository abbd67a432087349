//! Ways to choose a move.
//!
//! A [`Searcher`] takes a position and [`SearchLimits`], reports its progress to the caller, and
//! returns a [`SearchReport`]. It prints nothing, opens no file and starts no thread that outlives
//! the call. The textbook searches, written to be read, are in [`classic`]; the strong player and the
//! endgame solver are in [`champion`].

#![warn(missing_docs)]

mod limits;
mod report;
mod searcher;

pub mod champion;
pub mod classic;

pub use limits::{SearchLimits, StopReason};
pub use othellier_platform::parallel::StopSignal;
pub use report::{Line, MemoryUse, SearchReport, TableUse, Trust};
pub use searcher::Searcher;
