//! Jobs on many machines: what the server of a grid knows, and what a worker does.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The output of `grid submit`, `grid status`, `grid collect`, `grid cancel` and `worker`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum GridServerEvent {
    Submitted(GridSubmitted),
    /// Where jobs and workers stand.
    Status(GridStatus),
    Cancelled(GridCancelled),
    Collected(GridCollected),
    /// A unit ended on a worker.
    Unit(GridUnit),
    Worker(GridWork),
}

/// A job that was submitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridSubmitted {
    /// The id of the job.
    pub job: String,
    pub name: String,
    /// How many units it has.
    pub units: u64,
    /// Units that were queued now.
    pub queued: u64,
    /// Units that were queued already.
    pub waiting: u64,
    /// Units that have a result already.
    pub done: u64,
}

/// The jobs and workers of a grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridStatus {
    /// The jobs, the oldest first.
    pub jobs: Vec<GridJob>,
    /// The workers that were seen in the last minute.
    pub workers: Vec<GridWorker>,
}

/// Where a job stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridJob {
    /// The id of the job.
    pub job: String,
    pub name: String,
    /// `submitting`, `running`, `done` or `cancelled`.
    pub state: String,
    /// Jobs with the highest priority come first.
    pub priority: i32,
    /// Workers whose results do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<String>,
    /// How many units it has.
    pub units: u64,
    /// Units whose result is stored.
    pub done: u64,
    /// Units that were given up.
    pub failed: u64,
    pub taken: u64,
    /// Units that wait for a worker.
    pub waiting: u64,
    /// Units per second of its workers.
    pub units_per_second: f64,
    /// The time to the end at this rate; none without a rate.
    pub seconds_left: Option<f64>,
    /// The units that were given up; only when one job was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dead_letters: Vec<GridDeadLetter>,
}

/// A unit that was given up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridDeadLetter {
    /// The number of the unit.
    pub number: u64,
    /// How often it was given to a worker.
    pub deliveries: u64,
    /// The worker that gave it up.
    pub worker: String,
    pub error: String,
}

/// A worker, as it last reported itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridWorker {
    pub worker: String,
    pub version: String,
    /// How many units it does at a time.
    pub threads: u64,
    /// How many it is doing.
    pub busy: u64,
    /// Units done since it started.
    pub done: u64,
    /// Units per second of the last minute, by job.
    pub units_per_second: BTreeMap<String, f64>,
    /// How long ago it was last seen.
    pub seen_seconds: u64,
}

/// A job that was cancelled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridCancelled {
    /// The id of the job.
    pub job: String,
    pub name: String,
    /// How many units it has.
    pub units: u64,
    /// Units that were taken back.
    pub cancelled: u64,
    /// Whether its results were deleted, too.
    pub deleted: bool,
}

/// The collected part of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridCollected {
    /// The id of the job.
    pub job: String,
    pub name: String,
    /// Units that are needed: fewer than all where a sequential test was decided.
    pub units: u64,
    /// Those whose results are in the folder.
    pub done: u64,
    /// Units that were given up.
    pub failed: u64,
    /// Units with a second result: none, since the server refuses it.
    pub duplicates: u64,
    /// Units that were done again here, to compare the bytes.
    pub repeated: u64,
    /// The seed by which they were chosen.
    pub seed: u64,
    /// Those with other bytes.
    pub different: Vec<u64>,
    /// Workers whose results do not count, because one of them had other bytes.
    pub excluded: Vec<String>,
    /// Results that were deleted and queued again: damaged, foreign, contradictory, or of an excluded worker.
    pub dropped: u64,
    pub folder: String,
    /// How it ended: `complete`, `failed`, `cancelled` or `interrupted`.
    pub end: String,
    /// What the job found in sum, if it is complete: the fields are those of its kind.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub summary: Map<String, Value>,
}

/// A unit that ended on a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridUnit {
    /// The job: the begin of its id, and its name.
    pub job: String,
    /// The number of the unit.
    pub number: u64,
    /// `done`, `duplicate`, `failed`, `dead`, `lease-lost` or `handed-back`.
    pub end: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The work of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridWork {
    pub worker: String,
    /// Units whose result it stored.
    pub done: u64,
    /// Units that had a result already when it came with its own.
    pub duplicates: u64,
    /// Units that failed, each time it was tried.
    pub failed: u64,
    /// Units that it handed back.
    pub handed_back: u64,
}
