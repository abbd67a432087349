//! Jobs: trees, heat maps, imports, exercises and their grades, each run to its end while its client waits for the answer.
//! When the client disconnects, the job is stopped.

use std::time::Duration;

use othellier_search::StopSignal;
use tokio::sync::oneshot;

use crate::App;
use crate::error::ApiError;
use crate::scheduler::{Account, Lane, TaskOptions};
use crate::stream::CancelGuard;

/// How long a client waits for a job.
const JOB_TIMEOUT: Duration = Duration::from_secs(30);
/// The tables of a job.
const JOB_BYTES: usize = 16 << 20;

/// Runs a job that is charged to an account, and waits for its result.
pub(crate) async fn run_job<T: Send + 'static>(
    app: &App,
    account: &Account,
    work: impl FnOnce(&StopSignal) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let guard = CancelGuard::new(app.jobs.take(&account.client)?);
    let (sender, answer) = oneshot::channel();
    let (stop, tables) = (guard.stop.clone(), app.tables.clone());
    let options = TaskOptions::new(account.clone(), Lane::Background, stop.clone());
    app.scheduler.spawn(options, move |_| {
        let _room = tables.room(JOB_BYTES, JOB_BYTES);
        let _ = sender.send(work(&stop));
    });
    match tokio::time::timeout(JOB_TIMEOUT, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(ApiError::internal("the job failed")),
        Err(_) => Err(ApiError::busy("the job took too long")),
    }
}
