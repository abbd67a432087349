//! Collecting the results of a job.
//!
//! The stored results are the truth, and the collector has no state on the server: it reads them from
//! the first, or from where its own folder ends. Killed and started again it misses nothing.

use std::ops::ControlFlow;
use std::time::Duration;

use async_nats::jetstream::message::StreamMessage;
use othellier_platform::parallel::StopSignal;

use crate::error::NatsError;
use crate::jobs::{JobRecord, JobState};
use crate::layout::{self, Layout, subjects};
use crate::status::{self, DeadLetter};

/// The header of a result whose bytes are a file, because they are too long for a message.
pub(crate) const FILE_HEADER: &str = "Othellier-File";

/// A stored result, as it was sent.
pub struct Collected {
    /// The number of its unit; none if its subject names no unit.
    pub number: Option<u64>,
    /// Its place in the stream: where to resume after it.
    pub sequence: u64,
    /// The bytes; empty where they are a file that is missing or damaged.
    pub bytes: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum CollectEnd {
    /// The collector has what it wanted.
    Satisfied,
    /// Nothing is queued any more, and these units were given up.
    Dead(Vec<DeadLetter>),
    Cancelled,
    /// A stop was asked for.
    Interrupted,
}

/// How long to wait between looks when there is nothing new.
const PAUSE: Duration = Duration::from_millis(200);

/// How often a file is looked for.
const LOADS: usize = 5;

pub(crate) async fn collect(
    layout: &Layout,
    job: &JobRecord,
    after: u64,
    stop: &StopSignal,
    take: &mut (dyn FnMut(Collected) -> ControlFlow<()> + Send),
) -> Result<CollectEnd, NatsError> {
    let wanted = subjects("results", &job.job);
    let mut after = after;
    loop {
        if stop.is_stopped() {
            return Ok(CollectEnd::Interrupted);
        }
        let read = match layout::next(&layout.results, &wanted, after).await {
            Ok(Some(found)) => collected(layout, found).await.map(Some),
            Ok(None) => Ok(None),
            Err(error) => Err(error),
        };
        match read {
            Ok(Some(result)) => {
                after = result.sequence;
                if take(result).is_break() {
                    return Ok(CollectEnd::Satisfied);
                }
                continue;
            }
            Ok(None) => match end(layout, &job.job, after).await {
                Ok(Some(end)) => return Ok(end),
                Ok(None) => {}
                Err(error) if error.is_passing() => {}
                Err(error) => return Err(error),
            },
            Err(error) if error.is_passing() => {}
            Err(error) => return Err(error),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn collected(
    layout: &Layout,
    (number, message): (Option<u64>, StreamMessage),
) -> Result<Collected, NatsError> {
    let bytes = match message.headers.get(FILE_HEADER) {
        Some(file) => loaded(layout, file.as_str()).await?,
        None => message.payload.to_vec(),
    };
    Ok(Collected { number, sequence: message.sequence, bytes })
}

/// The bytes of a file; none where it is missing or damaged. A server of a cluster may have it later than
/// another one.
async fn loaded(layout: &Layout, file: &str) -> Result<Vec<u8>, NatsError> {
    for _ in 0..LOADS {
        match layout.load(file).await {
            Err(error) if error.is_passing() => return Err(error),
            Err(_) => tokio::time::sleep(PAUSE).await,
            loaded => return loaded,
        }
    }
    Ok(Vec::new())
}

/// The end of a job of which no unit is queued or taken, and no result is left after the last one that was
/// read.
///
/// A result is stored before its unit leaves the queue, so they are asked for in this order. Results are read
/// from any server of a cluster, also from one that lags behind; whether more are there says the one that leads.
async fn end(layout: &Layout, job: &str, after: u64) -> Result<Option<CollectEnd>, NatsError> {
    let state = layout.job(job).await?.map(|record| record.state);
    let is_queued = match state {
        Some(JobState::Running) => status::queued(layout, job).await? != (0, 0),
        Some(state) => state.is_open(),
        None => false,
    };
    if is_queued || layout.has_more(&layout.results, "results", job, after).await? {
        return Ok(None);
    }
    Ok(Some(match state {
        Some(JobState::Running | JobState::Done) => {
            CollectEnd::Dead(status::dead_letters(layout, job).await?)
        }
        _ => CollectEnd::Cancelled,
    }))
}
