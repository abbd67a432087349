//! Ways to choose a move.
//!
//! A [`Searcher`] is given a position and [`SearchLimits`], lets its caller watch, and returns a
//! [`SearchReport`]. It prints nothing, opens no file and starts no thread that outlives the call.
//! The textbook searches, written to be read, are in [`classic`]; what is
//! written to win is in [`champion`].

mod limits;
mod report;
mod searcher;

pub mod champion;
pub mod classic;

pub use limits::{SearchLimits, StopReason, StopSignal};
pub use report::{Line, MemoryUse, SearchReport, TableUse, Trust};
pub use searcher::Searcher;
