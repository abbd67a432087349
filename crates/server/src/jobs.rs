//! Jobs: reviews, search trees, exercises and matches, each run to its end in one thread.
//!
//! A job has its own thread, which yields to the moves of programs. Few run at once, the others
//! wait for a permit. When the client disconnects, the job is asked to stop.

use std::sync::Arc;
use std::time::Duration;

use othellier_search::StopSignal;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::App;
use crate::client::Client;
use crate::error::ApiError;
use crate::stream::CancelGuard;

/// Niceness of a job: how much it yields to everything else on the machine.
#[cfg(unix)]
const NICE: i32 = 5;
/// How long a client waits for a job.
const JOB_TIMEOUT: Duration = Duration::from_secs(30);

/// A limit on how many jobs run at once.
#[derive(Clone)]
pub(crate) struct ConcurrencyLimit(Arc<Semaphore>);

impl ConcurrencyLimit {
    pub(crate) fn new(slots: usize) -> ConcurrencyLimit {
        ConcurrencyLimit(Arc::new(Semaphore::new(slots)))
    }

    /// Waits for a permit.
    pub(crate) async fn acquire(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let permit = self.0.clone().acquire_owned().await;
        permit.map_err(|_| ApiError::busy("the server is shutting down"))
    }

    /// Whether a permit is free right now.
    pub(crate) fn has_free_slot(&self) -> bool {
        self.0.available_permits() > 0
    }
}

/// Runs work in a thread of its own, which holds the permit until it ends.
pub(crate) fn spawn(permit: OwnedSemaphorePermit, work: impl FnOnce() + Send + 'static) {
    let run = move || {
        #[cfg(unix)]
        let _ = rustix::process::nice(NICE);
        work();
        drop(permit);
    };
    // If no thread can be started, the permit is released and the channel of the result closes.
    let _ = std::thread::Builder::new().name("job".to_owned()).spawn(run);
}

/// Runs a job for a client and waits for its result.
pub(crate) async fn run_job<T: Send + 'static>(
    app: &App,
    client: &Client,
    work: impl FnOnce(&StopSignal) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let guard = CancelGuard::new(app.jobs().take(client)?);
    let permit = app.job_limit().acquire().await?;
    let (sender, answer) = oneshot::channel();
    let stop = guard.stop.clone();
    spawn(permit, move || {
        let _ = sender.send(work(&stop));
    });
    match tokio::time::timeout(JOB_TIMEOUT, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(ApiError::internal("the job failed")),
        Err(_) => Err(ApiError::busy("the job took too long")),
    }
}
