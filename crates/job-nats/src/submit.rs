//! Submitting a job: its files, its record, its units.
//!
//! All of it can be repeated: what is on the server already is refused or found. So a submission that
//! was interrupted is completed by submitting again, and so are units that were given up or taken back.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use async_nats::jetstream::context::PublishAckFuture;
use futures_util::TryStreamExt;

use crate::error::{NatsError, is_second};
use crate::jobs::{JobRecord, JobState, now};
use crate::layout::{self, Layout, subject, subjects};
use crate::retry::{Retry, ask};
use crate::status::purge;

pub struct Submission {
    /// Its id: letters and digits.
    pub job: String,
    pub name: String,
    /// How many units it has, numbered from zero.
    pub units: u64,
    /// The description that a worker needs to do them.
    pub manifest: Vec<u8>,
    /// Files that the manifest names by their SHA-256: weights and books.
    pub files: Vec<Vec<u8>>,
    /// How long a unit may show no progress before it is given to another worker.
    pub lease: Duration,
    /// Workers take units of the jobs with the highest priority first.
    pub priority: i32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Submitted {
    pub queued: u64,
    /// Units that were in the queue already.
    pub waiting: u64,
    /// Units that have a result already.
    pub done: u64,
}

/// Units that are on their way to the server at a time.
const WINDOW: usize = 256;

pub(crate) async fn submit(
    layout: &Layout,
    submission: &Submission,
    watch: &mut (dyn FnMut(u64) + Send),
) -> Result<Submitted, NatsError> {
    let Submission { job, name, units, manifest, files, lease, priority } = submission;
    for file in files {
        ask(async || layout.store(file).await).await?;
    }
    let manifest = ask(async || layout.store(manifest).await).await?;
    let known = ask(async || layout.job(job).await).await?;
    let done = match &known {
        Some(_) => ask(async || results(layout, job).await).await?,
        None => HashSet::new(),
    };
    let mut record = JobRecord {
        job: job.clone(),
        name: name.clone(),
        units: *units,
        submitted: known.as_ref().map_or_else(now, |known| known.submitted),
        lease_ms: lease.as_millis().try_into().unwrap_or(u64::MAX),
        manifest,
        state: JobState::Submitting,
        priority: *priority,
        excluded: known.map(|known| known.excluded).unwrap_or_default(),
        ended: None,
    };
    ask(async || layout.make_queue(job, *lease).await).await?;
    purge(&layout.dead, subjects("dead", job)).await?;
    ask(async || layout.put_job(&record).await).await?;
    let missing = (0..*units).filter(|number| !done.contains(number));
    let mut submitted =
        Submitted { done: *units - missing.clone().count() as u64, ..Submitted::default() };
    queue(layout, job, missing, &mut submitted, watch).await?;
    record.state = JobState::Running;
    ask(async || layout.put_job(&record).await).await?;
    Ok(submitted)
}

/// Queues units again whose results were dropped, or that nobody has any more. A cancelled job stays so; one
/// that was done is open again.
pub(crate) async fn queue_again(
    layout: &Layout,
    job: &str,
    numbers: &[u64],
) -> Result<(), NatsError> {
    let known = ask(async || layout.job(job).await).await?;
    let Some(record) = known.filter(|record| record.state != JobState::Cancelled) else {
        return Ok(());
    };
    ask(async || layout.make_queue(job, record.lease()).await).await?;
    if record.state == JobState::Done {
        let open = |record: &mut JobRecord| {
            if record.state == JobState::Done {
                (record.state, record.ended) = (JobState::Running, None);
            }
            Ok(())
        };
        ask(async || layout.change_job(job, open).await).await?;
    }
    let numbers = numbers.iter().copied();
    queue(layout, job, numbers, &mut Submitted::default(), &mut |_| ()).await
}

/// The numbers of the units that have a result.
pub(crate) async fn results(layout: &Layout, job: &str) -> Result<HashSet<u64>, NatsError> {
    let subjects = layout.results.info_with_subjects(subjects("results", job)).await;
    let subjects = subjects.map_err(|error| NatsError::of(&error))?;
    let pairs: Vec<(String, usize)> =
        subjects.try_collect().await.map_err(|error| NatsError::of(&error))?;
    Ok(pairs.iter().filter_map(|(subject, _)| layout::number(subject)).collect())
}

/// Queues units. One that the server did not confirm is sent again: a second one is refused.
async fn queue(
    layout: &Layout,
    job: &str,
    numbers: impl Iterator<Item = u64>,
    submitted: &mut Submitted,
    watch: &mut (dyn FnMut(u64) + Send),
) -> Result<(), NatsError> {
    let mut numbers = numbers.peekable();
    let mut again: VecDeque<u64> = VecDeque::new();
    let mut sent: VecDeque<(u64, PublishAckFuture)> = VecDeque::new();
    let mut retry = Retry::new();
    loop {
        while sent.len() < WINDOW
            && let Some(number) = again.pop_front().or_else(|| numbers.next())
        {
            match layout.context.publish(subject("units", job, number), job.to_owned().into()).await
            {
                Ok(confirmation) => sent.push_back((number, confirmation)),
                Err(error) => {
                    again.push_back(number);
                    retry.wait(NatsError::of(&error)).await?;
                }
            }
        }
        let Some((number, confirmation)) = sent.pop_front() else { return Ok(()) };
        match confirmation.await {
            Ok(_) => submitted.queued += 1,
            Err(error) if is_second(&error.to_string()) => submitted.waiting += 1,
            Err(error) => {
                again.push_back(number);
                retry.wait(NatsError::of(&error)).await?;
                continue;
            }
        }
        retry.reset();
        watch(submitted.queued + submitted.waiting);
    }
}
