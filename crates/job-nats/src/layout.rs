//! The layout of the data on the server.
//!
//! Three streams hold one message per subject and refuse a second one, so a unit is queued once and its
//! result is stored once, whatever crashes and however often something is sent again:
//! - `OTHELLIER_UNITS`, a work queue: `othellier.units.JOB.NUMBER`. The consumer `JOB` hands out its units,
//!   under a lease.
//! - `OTHELLIER_RESULTS`: `othellier.results.JOB.NUMBER`, kept.
//! - `OTHELLIER_DEAD`: `othellier.dead.JOB.NUMBER`, units that were given up, with the last error.
//!
//! A fourth, `OTHELLIER_BACK`, has a message `othellier.back.JOB.NUMBER` for each time that a unit was handed
//! back unfinished: the server counts deliveries, and only those that failed count against a unit.
//!
//! Beside them are the key-value buckets of jobs and of workers, and an object store of files by their
//! SHA-256: manifests, weights, books, and results that are too long for a message.

use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::{
    self, DirectGetErrorKind, DiscardPolicy, RawMessageErrorKind, RetentionPolicy, StorageType,
    Stream,
};
use async_nats::jetstream::{Context, ErrorCode, kv, object_store};
use futures_util::TryStreamExt;

use crate::error::{NatsError, answer_code};

const UNITS: &str = "OTHELLIER_UNITS";
const RESULTS: &str = "OTHELLIER_RESULTS";
const DEAD: &str = "OTHELLIER_DEAD";
const BACK: &str = "OTHELLIER_BACK";
const JOBS: &str = "OTHELLIER_JOBS";
const WORKERS: &str = "OTHELLIER_WORKERS";
pub(crate) const FILES: &str = "OTHELLIER_FILES";

/// A worker that was not seen for this long is not listed any more.
const WORKER_AGE: Duration = Duration::from_secs(60);

/// A note that a unit was handed back is forgotten after this long.
const BACK_AGE: Duration = Duration::from_secs(90 * 24 * 3600);

/// How long the servers of a cluster may take to copy a stream.
const REPLICATION: Duration = Duration::from_secs(30);

/// The streams and buckets of the grid.
#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) context: Context,
    pub(crate) units: Stream,
    pub(crate) results: Stream,
    pub(crate) dead: Stream,
    pub(crate) back: Stream,
    pub(crate) jobs: kv::Store,
    pub(crate) workers: kv::Store,
    pub(crate) files: ObjectStore,
    /// The stream of the files.
    pub(crate) pieces: Stream,
}

impl Layout {
    /// Finds the streams and buckets, and makes those that are missing.
    pub(crate) async fn open(context: Context) -> Result<Layout, NatsError> {
        let of_stream = |error| NatsError::of(&error);
        let units = one_per_subject(UNITS, "units", RetentionPolicy::WorkQueue);
        let results = one_per_subject(RESULTS, "results", RetentionPolicy::Limits);
        let dead = one_per_subject(DEAD, "dead", RetentionPolicy::Limits);
        let back = stream::Config {
            name: BACK.to_owned(),
            subjects: vec!["othellier.back.*.*".to_owned()],
            storage: StorageType::File,
            max_age: BACK_AGE,
            ..Default::default()
        };
        Ok(Layout {
            units: context.get_or_create_stream(units).await.map_err(of_stream)?,
            results: context.get_or_create_stream(results).await.map_err(of_stream)?,
            dead: context.get_or_create_stream(dead).await.map_err(of_stream)?,
            back: context.get_or_create_stream(back).await.map_err(of_stream)?,
            jobs: bucket(&context, JOBS, Duration::ZERO).await?,
            workers: bucket(&context, WORKERS, WORKER_AGE).await?,
            files: files(&context).await?,
            pieces: context
                .get_stream(format!("OBJ_{FILES}"))
                .await
                .map_err(|error| NatsError::of(&error))?,
            context,
        })
    }

    /// Keeps everything on `replicas` servers of a cluster, and waits until it is there.
    pub(crate) async fn replicate(&self, replicas: usize) -> Result<(), NatsError> {
        let [jobs, workers] = [JOBS, WORKERS].map(|name| format!("KV_{name}"));
        let files = format!("OBJ_{FILES}");
        for name in [UNITS, RESULTS, DEAD, BACK, &jobs, &workers, &files] {
            let stream =
                self.context.get_stream(name).await.map_err(|error| NatsError::of(&error))?;
            let config = stream.cached_info().config.clone();
            if config.num_replicas != replicas {
                let config = stream::Config { num_replicas: replicas, ..config };
                let updated = self.context.update_stream(config).await;
                updated.map_err(|error| NatsError::of(&error))?;
                self.wait_for_replicas(name, replicas).await?;
            }
        }
        Ok(())
    }

    /// Waits until a stream has a leader, and followers that are up to date.
    async fn wait_for_replicas(&self, name: &str, replicas: usize) -> Result<(), NatsError> {
        let started = Instant::now();
        loop {
            let cluster = match self.context.get_stream(name).await {
                Ok(stream) => stream.cached_info().cluster.clone(),
                Err(error) if started.elapsed() > REPLICATION => return Err(NatsError::of(&error)),
                Err(_) => None,
            };
            let current = cluster.filter(|cluster| cluster.leader.is_some()).map(|cluster| {
                1 + cluster.replicas.iter().filter(|follower| follower.current).count()
            });
            if current == Some(replicas) {
                return Ok(());
            }
            if started.elapsed() > REPLICATION {
                let why = format!("{name} has {} of {replicas} replicas", current.unwrap_or(0));
                return Err(NatsError::Silent { why });
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The consumer that hands out the units of a job, made if it is missing.
    pub(crate) async fn make_queue(&self, job: &str, lease: Duration) -> Result<(), NatsError> {
        let config = pull::Config {
            durable_name: Some(job.to_owned()),
            filter_subject: subjects("units", job),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            // A worker gives a unit up and says why; the server could only stop to deliver it.
            max_deliver: -1,
            max_ack_pending: -1,
            ..Default::default()
        };
        self.units.create_consumer(config).await.map_err(|error| NatsError::of(&error))?;
        Ok(())
    }

    /// The consumer of a job, if it is there.
    pub(crate) async fn queue(&self, job: &str) -> Result<Option<PullConsumer>, NatsError> {
        match self.units.get_consumer(job).await {
            Ok(queue) => Ok(Some(queue)),
            Err(error) => match answer_code(&error.to_string()) {
                Some(ErrorCode::CONSUMER_NOT_FOUND) => Ok(None),
                _ => Err(NatsError::of(&error)),
            },
        }
    }

    /// How many messages a stream has for a job. Its subjects are listed: a consumer would count them too, but
    /// whoever may create one can have messages sent to any subject.
    pub(crate) async fn count(
        &self,
        stream: &Stream,
        kind: &str,
        job: &str,
    ) -> Result<u64, NatsError> {
        let listed = stream.info_with_subjects(subjects(kind, job)).await;
        let listed = listed.map_err(|error| NatsError::of(&error))?;
        let counted = listed.try_fold(0, async |sum, (_, count)| Ok(sum + count as u64)).await;
        counted.map_err(|error| NatsError::of(&error))
    }

    /// Whether a stream has a message for a job after a sequence number, as the server says that leads.
    pub(crate) async fn has_more(
        &self,
        stream: &Stream,
        kind: &str,
        job: &str,
        after: u64,
    ) -> Result<bool, NatsError> {
        let asked = stream.get_first_raw_message_by_subject(subjects(kind, job), after + 1);
        match asked.await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(false),
            Err(error) => Err(NatsError::of(&error)),
        }
    }
}

/// A stream that has one message per subject and refuses a second one.
fn one_per_subject(name: &str, kind: &str, retention: RetentionPolicy) -> stream::Config {
    stream::Config {
        name: name.to_owned(),
        subjects: vec![format!("othellier.{kind}.*.*")],
        retention,
        storage: StorageType::File,
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        allow_direct: true,
        ..Default::default()
    }
}

async fn bucket(context: &Context, name: &str, max_age: Duration) -> Result<kv::Store, NatsError> {
    if let Ok(store) = context.get_key_value(name).await {
        return Ok(store);
    }
    let bucket = name.to_owned();
    let config = kv::Config { bucket, history: 1, max_age, ..Default::default() };
    context.create_key_value(config).await.map_err(|error| NatsError::of(&error))
}

async fn files(context: &Context) -> Result<ObjectStore, NatsError> {
    if let Ok(store) = context.get_object_store(FILES).await {
        return Ok(store);
    }
    let bucket = FILES.to_owned();
    let config = object_store::Config { bucket, ..Default::default() };
    context.create_object_store(config).await.map_err(|error| NatsError::of(&error))
}

/// The subject of one unit.
pub(crate) fn subject(kind: &str, job: &str, number: u64) -> String {
    format!("othellier.{kind}.{job}.{number}")
}

/// All subjects of a job.
pub(crate) fn subjects(kind: &str, job: &str) -> String {
    format!("othellier.{kind}.{job}.*")
}

/// The number of the unit that a subject names, if it is written as we write it.
pub(crate) fn number(subject: &str) -> Option<u64> {
    let text = subject.rsplit('.').next()?;
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

/// The next message after a sequence number, with the number of its unit, if its subject has one.
///
/// Nothing of this is stored on the server, so whoever reads can be killed and start again.
pub(crate) async fn next(
    stream: &Stream,
    subjects: &str,
    after: u64,
) -> Result<Option<(Option<u64>, StreamMessage)>, NatsError> {
    match stream.direct_get_next_for_subject(subjects, Some(after + 1)).await {
        Ok(message) => Ok(Some((number(&message.subject), message))),
        Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
        Err(error) => Err(NatsError::of(&error)),
    }
}
