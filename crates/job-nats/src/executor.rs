//! The capabilities of a worker.

use std::sync::Arc;
use std::time::Duration;

use othellier_platform::parallel::StopSignal;

/// Someone who knows what a manifest means.
pub trait Executor: Send + Sync {
    /// Prepares for a job, or says why its units cannot be done here.
    ///
    /// `file` fetches a file by its SHA-256, such as weights.
    fn prepare(
        &self,
        manifest: &[u8],
        file: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Arc<dyn Task>, String>;
}

/// A job for which a worker is prepared.
pub trait Task: Send + Sync {
    /// Does a unit; `deliveries` is how often it was given to a worker. The work asks `stop` all the
    /// time, which shows that it is alive, and calls `progressed` when a part of it is finished.
    fn perform(
        &self,
        number: u64,
        deliveries: u64,
        stop: &StopSignal,
        progressed: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<u8>, TaskError>;

    /// How long a unit may take; then it is stopped, and has failed.
    fn time_limit(&self) -> Option<Duration> {
        None
    }
}

/// Why a unit has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskError {
    /// A stop was asked for.
    Stopped,
    Failed(String),
}
