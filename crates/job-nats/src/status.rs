//! Where the jobs stand, and who works on them.

use std::collections::BTreeMap;

use async_nats::jetstream::stream::Stream;
use bytes::Bytes;
use othellier_job::is_worker_name;
use othellier_wire::lines::{as_line, is_line};
use serde::{Deserialize, Serialize};

use crate::error::NatsError;
use crate::jobs::{JobRecord, JobState, UnitCounts, entries, now};
use crate::layout::{self, Layout, subjects};
use crate::retry::ask;

/// A worker as it reports itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerRecord {
    /// Its name: the host and a number of its own.
    pub worker: String,
    pub version: String,
    /// How many units it does at a time.
    pub threads: u64,
    /// How many it is doing.
    pub busy: u64,
    /// Units done since it started.
    pub done: u64,
    /// Units per second of the last minute, by job.
    pub rates: BTreeMap<String, f64>,
    /// When it wrote this, in seconds since 1970.
    pub seen: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct JobStatus {
    pub record: JobRecord,
    /// Units with a stored result.
    pub done: u64,
    /// Units that were given up.
    pub failed: u64,
    pub taken: u64,
    /// Units that wait for a worker.
    pub waiting: u64,
    /// Units per second, as its workers report.
    pub rate: f64,
}

impl JobStatus {
    /// The seconds to the end at this rate.
    pub fn seconds_left(&self) -> Option<f64> {
        let left = self.taken + self.waiting;
        (self.record.state.is_open() && self.rate > 0.0).then(|| left as f64 / self.rate)
    }
}

/// A unit that was given up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeadLetter {
    pub number: u64,
    /// How often it was given to a worker.
    pub deliveries: u64,
    /// The worker that gave it up; empty where the letter cannot be read.
    pub worker: String,
    pub error: String,
}

/// How much of a text of a worker is shown.
const MAX_TEXT: usize = 1000;

impl WorkerRecord {
    /// Whether people can read its texts. Anyone with the password of a worker can write a record.
    fn is_readable(&self) -> bool {
        is_worker_name(&self.worker) && is_line(&self.version, MAX_TEXT)
    }
}

impl DeadLetter {
    /// The letter of this unit, if these are the bytes of one; its error as one line. Anyone with the password
    /// of a worker can write it.
    fn read(number: u64, bytes: &[u8]) -> Option<DeadLetter> {
        let letter: DeadLetter = serde_json::from_slice(bytes).ok()?;
        let error = as_line(&letter.error.replace('\n', " "), MAX_TEXT);
        let is_one = letter.number == number && is_worker_name(&letter.worker);
        is_one.then_some(DeadLetter { error, ..letter })
    }
}

/// The grid at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Its jobs, the oldest first.
    pub jobs: Vec<JobStatus>,
    /// Its workers, by name, with the seconds since they were last seen.
    pub workers: Vec<(WorkerRecord, u64)>,
}

pub(crate) async fn status(layout: &Layout, wanted: Option<&str>) -> Result<Status, NatsError> {
    let records = match wanted {
        Some(wanted) => vec![layout.find_job(wanted).await?],
        None => layout.all_jobs().await?,
    };
    let workers = workers(layout).await?;
    let mut jobs = Vec::with_capacity(records.len());
    for record in records {
        jobs.push(job_status(layout, record, &workers).await?);
    }
    let now = now();
    let workers = workers.into_iter().map(|worker| {
        let ago = now.saturating_sub(worker.seen);
        (worker, ago)
    });
    Ok(Status { jobs, workers: workers.collect() })
}

async fn job_status(
    layout: &Layout,
    record: JobRecord,
    workers: &[WorkerRecord],
) -> Result<JobStatus, NatsError> {
    let job = record.job.as_str();
    let (waiting, taken) = if record.state.is_open() { queued(layout, job).await? } else { (0, 0) };
    let UnitCounts { done, failed } = match record.ended {
        Some(counts) => counts,
        None => counts(layout, job).await?,
    };
    // The sum of nothing is −0.
    let rate = workers.iter().filter_map(|worker| worker.rates.get(job)).sum::<f64>() + 0.0;
    Ok(JobStatus { done, failed, taken, waiting, rate, record })
}

/// Counts the results and dead letters of a job.
async fn counts(layout: &Layout, job: &str) -> Result<UnitCounts, NatsError> {
    let done = layout.count(&layout.results, "results", job).await?;
    let failed = layout.count(&layout.dead, "dead", job).await?;
    Ok(UnitCounts { done, failed })
}

/// The units that wait, and those that workers have.
pub(crate) async fn queued(layout: &Layout, job: &str) -> Result<(u64, u64), NatsError> {
    match layout.queue(job).await? {
        Some(queue) => {
            let queue = queue.cached_info();
            Ok((queue.num_pending, queue.num_ack_pending as u64))
        }
        None => Ok((0, 0)),
    }
}

async fn workers(layout: &Layout) -> Result<Vec<WorkerRecord>, NatsError> {
    let entries = entries(&layout.workers).await?;
    let read = |(_, bytes): &(String, Bytes)| serde_json::from_slice::<WorkerRecord>(bytes).ok();
    let mut workers: Vec<WorkerRecord> =
        entries.iter().filter_map(read).filter(WorkerRecord::is_readable).collect();
    workers.sort_by(|a, b| a.worker.cmp(&b.worker));
    Ok(workers)
}

/// The units of a job that were given up.
pub(crate) async fn dead_letters(layout: &Layout, job: &str) -> Result<Vec<DeadLetter>, NatsError> {
    let mut letters = Vec::new();
    let mut after = 0;
    while let Some((number, message)) =
        layout::next(&layout.dead, &subjects("dead", job), after).await?
    {
        after = message.sequence;
        let Some(number) = number else { continue };
        letters.push(DeadLetter::read(number, &message.payload).unwrap_or(DeadLetter {
            number,
            deliveries: 0,
            worker: String::new(),
            error: "its dead letter cannot be read".to_owned(),
        }));
    }
    letters.sort_by_key(|letter| letter.number);
    Ok(letters)
}

/// Ends a job: nothing of it is queued any more. Returns how many units that were.
pub(crate) async fn close(
    layout: &Layout,
    record: &JobRecord,
    state: JobState,
) -> Result<u64, NatsError> {
    let mut closed = JobRecord { state, ended: None, ..record.clone() };
    let revision = ask(async || layout.put_job(&closed).await).await?;
    let purged = purge(&layout.units, subjects("units", &record.job)).await?;
    purge(&layout.back, subjects("back", &record.job)).await?;
    // A queue that is gone already is as good.
    let _ = layout.units.delete_consumer(&record.job).await;
    closed.ended = Some(ask(async || counts(layout, &record.job).await).await?);
    ask(async || layout.update_job(&closed, revision).await).await?;
    Ok(purged)
}

/// Deletes a job with its results, and leaves no trace of it but its files.
pub(crate) async fn forget(layout: &Layout, record: &JobRecord) -> Result<(), NatsError> {
    close(layout, record, JobState::Cancelled).await?;
    for (stream, kind) in [(&layout.results, "results"), (&layout.dead, "dead")] {
        purge(stream, subjects(kind, &record.job)).await?;
    }
    let forgotten =
        async || layout.jobs.purge(&record.job).await.map_err(|error| NatsError::of(&error));
    ask(forgotten).await
}

/// Deletes what a stream has under these subjects; returns how many messages.
pub(crate) async fn purge(stream: &Stream, subjects: String) -> Result<u64, NatsError> {
    let purged = async || stream.purge().filter(subjects.clone()).await;
    let purged = ask(async || purged().await.map_err(|error| NatsError::of(&error))).await?;
    Ok(purged.purged)
}
