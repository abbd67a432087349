//! Work units on many machines, by a NATS server with JetStream.
//!
//! Exactly once by construction: the server keeps one message per unit and one result per unit, and
//! refuses a second one. So everything may be sent again, and everyone may be killed: the submitter, a
//! worker, the collector, the server. The stored result is the truth; acknowledgements are hints.
//!
//! Nobody has to trust a worker: the collector checks every result, repeats some units of each worker, drops
//! what is wrong and queues it again.
//!
//! The server moves bytes; an [`Executor`] knows what they mean. [`JobExecutor`] does the units of
//! `othellier-job`, and [`collect_job`] puts their results into a folder.

mod access;
mod collect;
mod error;
mod executor;
mod files;
mod gathering;
mod job_executor;
mod jobs;
mod layout;
mod retry;
mod status;
mod submit;
mod unit;
mod wire;
mod worker;

use std::ops::ControlFlow;

use othellier_platform::parallel::StopSignal;
use tokio::runtime::{Builder, Runtime};

pub use crate::access::{Access, Login};
pub use crate::collect::{CollectEnd, Collected};
pub use crate::error::NatsError;
pub use crate::executor::{Executor, Task, TaskError};
pub use crate::gathering::{
    Dropped, GatherEnd, GatherError, GatherEvent, Gathered, SubmitOptions, collect_job, submit_job,
};
pub use crate::job_executor::JobExecutor;
pub use crate::jobs::{JobRecord, JobState, UnitCounts};
pub use crate::status::{DeadLetter, JobStatus, Status, WorkerRecord};
pub use crate::submit::{Submission, Submitted};
pub use crate::unit::{MOST_FAILURES, UnitEnd};
pub use crate::worker::{WorkEvent, WorkTotals, WorkerOptions};

use crate::layout::Layout;
use crate::retry::{Retry, ask};

/// A connection to the server of a grid. Calls block, and wait for a server that restarts; only looks
/// ([`Grid::jobs`], [`Grid::status`]) fail at once.
pub struct Grid {
    runtime: Runtime,
    layout: Layout,
}

impl Grid {
    /// Connects, and makes the streams that do not exist yet.
    pub fn connect(access: &Access) -> Result<Grid, NatsError> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|error| NatsError::Silent { why: error.to_string() })?;
        let layout = runtime.block_on(async {
            let (retry, mut was_reached) = (Retry::new(), false);
            loop {
                let opened = match access.connect().await {
                    Ok((_, context)) => Layout::open(context).await,
                    Err(error) => Err(error),
                };
                // A server that was reached and then does not answer is restarting.
                match opened {
                    Err(NatsError::Unreachable { why, .. }) if was_reached => {
                        retry.wait(NatsError::Silent { why }).await?;
                    }
                    Err(error) => {
                        was_reached = true;
                        retry.wait(error).await?;
                    }
                    opened => return opened,
                }
            }
        })?;
        Ok(Grid { runtime, layout })
    }

    /// Keeps everything on `replicas` servers of a cluster; one by default.
    pub fn replicate(&self, replicas: usize) -> Result<(), NatsError> {
        self.runtime.block_on(self.layout.replicate(replicas))
    }

    /// Submits a job. `watch` hears how many units are queued.
    pub fn submit(
        &self,
        submission: &Submission,
        watch: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Submitted, NatsError> {
        self.runtime.block_on(submit::submit(&self.layout, submission, watch))
    }

    /// Works until `stop`, then hands back what is not done.
    pub fn work(
        &self,
        options: &WorkerOptions,
        executor: &dyn Executor,
        stop: &StopSignal,
        watch: &mut (dyn FnMut(WorkEvent) + Send),
    ) -> Result<WorkTotals, NatsError> {
        self.runtime.block_on(worker::work(self.layout.clone(), options, executor, stop, watch))
    }

    /// All jobs, the oldest first.
    pub fn jobs(&self) -> Result<Vec<JobRecord>, NatsError> {
        self.runtime.block_on(self.layout.all_jobs())
    }

    /// The job of this id, begin of an id, or name.
    pub fn job(&self, wanted: &str) -> Result<JobRecord, NatsError> {
        self.runtime.block_on(ask(async || self.layout.find_job(wanted).await))
    }

    /// The manifest of a job.
    pub fn manifest(&self, job: &JobRecord) -> Result<Vec<u8>, NatsError> {
        self.file(&job.manifest)
    }

    /// A file by its SHA-256.
    pub fn file(&self, name: &str) -> Result<Vec<u8>, NatsError> {
        self.runtime.block_on(ask(async || self.layout.load(name).await))
    }

    /// Hands over the results of a job that come after a place in the stream, as they come, until the
    /// collector breaks off or no more will come.
    pub fn collect(
        &self,
        job: &JobRecord,
        after: u64,
        stop: &StopSignal,
        take: &mut (dyn FnMut(Collected) -> ControlFlow<()> + Send),
    ) -> Result<CollectEnd, NatsError> {
        self.runtime.block_on(collect::collect(&self.layout, job, after, stop, take))
    }

    /// Deletes a stored result by its place in the stream, whatever it is.
    pub fn drop_result(&self, sequence: u64) -> Result<(), NatsError> {
        let results = &self.layout.results;
        let dropped = async || match results.delete_message(sequence).await {
            // One that is gone already is as good.
            Err(error) => match NatsError::of(&error) {
                NatsError::Refused { .. } => Ok(()),
                error => Err(error),
            },
            Ok(_) => Ok(()),
        };
        self.runtime.block_on(ask(dropped))
    }

    /// Queues units of a job again that have no result; a job that was done is open again.
    pub fn queue_again(&self, job: &str, numbers: &[u64]) -> Result<(), NatsError> {
        self.runtime.block_on(submit::queue_again(&self.layout, job, numbers))
    }

    /// Notes that the results of a worker do not count for a job; returns its record.
    pub fn exclude(&self, job: &str, worker: &str) -> Result<JobRecord, NatsError> {
        let excluded = |record: &mut JobRecord| record.exclude(worker);
        self.runtime.block_on(ask(async || self.layout.change_job(job, excluded).await))
    }

    /// Deletes the dead letter of a unit.
    pub fn forget_letter(&self, job: &str, number: u64) -> Result<(), NatsError> {
        let letter = layout::subject("dead", job, number);
        self.runtime.block_on(status::purge(&self.layout.dead, letter)).map(drop)
    }

    /// Where the jobs stand, or one of them.
    pub fn status(&self, job: Option<&str>) -> Result<Status, NatsError> {
        self.runtime.block_on(status::status(&self.layout, job))
    }

    /// The units of a job that were given up, with the last error of each.
    pub fn dead_letters(&self, job: &JobRecord) -> Result<Vec<DeadLetter>, NatsError> {
        self.runtime.block_on(ask(async || status::dead_letters(&self.layout, &job.job).await))
    }

    /// Takes back the units that have no result yet; returns how many.
    pub fn cancel(&self, job: &JobRecord) -> Result<u64, NatsError> {
        self.runtime.block_on(status::close(&self.layout, job, JobState::Cancelled))
    }

    /// Notes that all results were collected.
    pub fn finish(&self, job: &JobRecord) -> Result<(), NatsError> {
        self.runtime.block_on(status::close(&self.layout, job, JobState::Done)).map(drop)
    }

    /// Deletes a job with its results.
    pub fn forget(&self, job: &JobRecord) -> Result<(), NatsError> {
        self.runtime.block_on(status::forget(&self.layout, job))
    }
}
