//! Work units: long jobs cut into pieces that any machine can do.
//!
//! A [`Manifest`] holds everything that a [`Job`] is a function of: its settings and seed, the engine
//! and its weights, and the files it reads, by their content. A [`Unit`] is one piece of it, sized for
//! 5 to 60 seconds; its id is a hash of all that and of its number. [`Performer`] does a unit, and doing
//! it again gives the same bytes. Whether units are done by the threads of one machine ([`run()`]), as
//! [shards](Shard) by a cluster, or by workers that fetch them from a server: a [`UnitResult`] is the
//! same, a [`UnitFolder`] keeps it, and [`output`] writes the same files.
//!
//! ```text
//! JOB.toml ─▶ Manifest ─▶ units 0, 1, 2 … ─▶ Performer ─▶ UnitResult ─▶ UnitFolder ─▶ results/
//!                              (any machine, any order)      (once each, checked)
//! ```
//!
//! This crate prints nothing and reads no arguments: `othellier grid` is its interface.

mod digest;
mod engine;
mod unit;

mod inputs;
pub mod kinds;
mod manifest;

mod perform;
mod provenance;
mod result;

mod check;

mod early_end;
mod folder;
mod run;
mod stages;

pub mod audit;
pub mod output;

pub use check::{Checker, MAX_WORKER_NAME, ResultFault, RowFault, is_worker_name};
pub use digest::{Digest, ParseDigestError};
pub use early_end::EarlyEnd;
pub use engine::{Engine, Mismatch};
pub use folder::{FolderError, FolderProblem, UnitFolder, merged, numbers};
pub use inputs::{InputError, InputProblem, Inputs};
pub use kinds::{Job, JobError, JobProblem};
pub use manifest::{Manifest, ManifestError};
pub use output::{OutputError, RowsError, Summary};
pub use perform::{Performer, Progress, Pulse, UnitError, perform};
pub use provenance::{COMMIT, Provenance, host};
pub use result::{ResultError, UnitResult};
pub use run::{Done, ParseShardError, RunError, Shard};
pub use stages::{Stages, run};
pub use unit::{JobId, Unit, UnitId};
