//! The jobs that the server knows.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_nats::jetstream::kv::{Operation, Store, UpdateErrorKind};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use othellier_job::MAX_WORKER_NAME;
use serde::{Deserialize, Serialize};

use crate::error::NatsError;
use crate::layout::Layout;

/// A job as the server stores it: everything but the manifest, which is a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobRecord {
    /// The id of the job.
    pub job: String,
    pub name: String,
    /// How many units it has.
    pub units: u64,
    /// When it was submitted, in seconds since 1970.
    pub submitted: u64,
    /// How long a unit may show no progress, in milliseconds.
    pub lease_ms: u64,
    /// The SHA-256 of the manifest.
    pub manifest: String,
    pub state: JobState,
    /// Workers take units of the jobs with the highest priority first.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub priority: i32,
    /// Workers whose results do not count, because an audit found one to be wrong.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub excluded: BTreeSet<String>,
    /// The counts at its end, so that nobody has to count again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<UnitCounts>,
}

fn is_usual(priority: &i32) -> bool {
    *priority == 0
}

/// The units of a job that no worker has to do any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitCounts {
    /// Units with a stored result.
    pub done: u64,
    /// Units that were given up.
    pub failed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// Units are being queued. When it stays so, the submission was interrupted: submit again.
    Submitting,
    Running,
    Done,
    /// The units that had no result yet were taken back.
    Cancelled,
}

impl JobState {
    /// Whether workers take units of it.
    pub fn is_open(self) -> bool {
        matches!(self, JobState::Submitting | JobState::Running)
    }
}

impl JobRecord {
    /// How long a unit may show no progress.
    pub fn lease(&self) -> Duration {
        Duration::from_millis(self.lease_ms)
    }

    /// How the job is named to a person.
    pub fn shown(&self) -> String {
        let short: String = self.job.chars().take(12).collect();
        format!("{short} ({})", self.name)
    }
}

/// The most workers that a job excludes: their names must fit into its record, which is one message. Whoever
/// takes a name for each unit is stopped by a password, and not by a list.
const MOST_EXCLUDED: usize = 1000;

// Letters of JSON take up to two bytes here, and a message has a million of them.
const _: () = assert!(MOST_EXCLUDED * (2 * MAX_WORKER_NAME + 3) < 1 << 19);

impl JobRecord {
    /// Notes that the results of a worker do not count.
    pub(crate) fn exclude(&mut self, worker: &str) -> Result<(), NatsError> {
        if self.excluded.len() >= MOST_EXCLUDED && !self.excluded.contains(worker) {
            return Err(NatsError::ManyExcluded { job: self.shown(), count: self.excluded.len() });
        }
        self.excluded.insert(worker.to_owned());
        Ok(())
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl Layout {
    /// Writes a record; returns its revision.
    pub(crate) async fn put_job(&self, record: &JobRecord) -> Result<u64, NatsError> {
        self.jobs.put(&record.job, bytes(record)).await.map_err(|error| NatsError::of(&error))
    }

    /// Writes a record again, unless somebody else did since this revision.
    pub(crate) async fn update_job(
        &self,
        record: &JobRecord,
        revision: u64,
    ) -> Result<(), NatsError> {
        match self.jobs.update(&record.job, bytes(record), revision).await {
            Err(error) if error.kind() != UpdateErrorKind::WrongLastRevision => {
                Err(NatsError::of(&error))
            }
            _ => Ok(()),
        }
    }

    /// Changes a record, whatever others change in it at the same time.
    pub(crate) async fn change_job(
        &self,
        job: &str,
        change: impl Fn(&mut JobRecord) -> Result<(), NatsError>,
    ) -> Result<JobRecord, NatsError> {
        loop {
            let entry = self.jobs.entry(job).await.map_err(|error| NatsError::of(&error))?;
            let entry = entry.filter(|entry| entry.operation == Operation::Put);
            let none = || NatsError::NoJob { wanted: job.to_owned(), known: Vec::new() };
            let entry = entry.ok_or_else(none)?;
            let mut record = read(job, &entry.value)?;
            change(&mut record)?;
            match self.jobs.update(job, bytes(&record), entry.revision).await {
                Ok(_) => return Ok(record),
                Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {}
                Err(error) => return Err(NatsError::of(&error)),
            }
        }
    }

    pub(crate) async fn job(&self, job: &str) -> Result<Option<JobRecord>, NatsError> {
        let bytes = self.jobs.get(job).await.map_err(|error| NatsError::of(&error))?;
        bytes.map(|bytes| read(job, &bytes)).transpose()
    }

    /// All jobs, the oldest first; a record that cannot be read is none.
    pub(crate) async fn all_jobs(&self) -> Result<Vec<JobRecord>, NatsError> {
        let entries = entries(&self.jobs).await?;
        let records = entries.iter().filter_map(|(job, bytes)| read(job, bytes).ok());
        let mut records: Vec<JobRecord> = records.collect();
        records.sort_by(|a, b| (a.submitted, &a.job).cmp(&(b.submitted, &b.job)));
        Ok(records)
    }

    /// The job of this id, begin of an id, or name.
    pub(crate) async fn find_job(&self, wanted: &str) -> Result<JobRecord, NatsError> {
        let is_id = !wanted.is_empty() && wanted.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_id && let Some(record) = self.job(wanted).await? {
            return Ok(record);
        }
        let all = self.all_jobs().await?;
        let fits = |record: &&JobRecord| {
            record.name == wanted || (wanted.len() >= 4 && record.job.starts_with(wanted))
        };
        let found: Vec<&JobRecord> = all.iter().filter(fits).collect();
        let shown = |records: &[&JobRecord]| records.iter().map(|record| record.shown()).collect();
        let wanted = wanted.to_owned();
        match found.as_slice() {
            [record] => Ok((*record).clone()),
            [] => Err(NatsError::NoJob { wanted, known: shown(&all.iter().collect::<Vec<_>>()) }),
            several => Err(NatsError::ManyJobs { wanted, known: shown(several) }),
        }
    }
}

/// Keys of a bucket that are asked for at a time.
const WINDOW: usize = 64;

/// All keys of a bucket and their values.
pub(crate) async fn entries(bucket: &Store) -> Result<Vec<(String, Bytes)>, NatsError> {
    let subjects = bucket.stream.info_with_subjects(format!("{}>", bucket.prefix)).await;
    let subjects = subjects.map_err(|error| NatsError::of(&error))?;
    let subjects: Vec<(String, usize)> =
        subjects.try_collect().await.map_err(|error| NatsError::of(&error))?;
    let key =
        |(subject, _): &(String, usize)| subject.strip_prefix(&bucket.prefix).map(str::to_owned);
    let keys: Vec<String> = subjects.iter().filter_map(key).collect();
    let entry = |key: String| async move {
        let value = bucket.get(&key).await.map_err(|error| NatsError::of(&error))?;
        // One that was deleted meanwhile has none.
        Ok(value.map(|value| (key, value)))
    };
    let entries = stream::iter(keys).map(entry).buffered(WINDOW).try_collect::<Vec<_>>().await?;
    Ok(entries.into_iter().flatten().collect())
}

fn bytes(record: &JobRecord) -> Bytes {
    serde_json::to_vec(record).expect("a record is plain data").into()
}

fn read(job: &str, bytes: &[u8]) -> Result<JobRecord, NatsError> {
    let record = serde_json::from_slice(bytes).ok().filter(|record: &JobRecord| record.job == job);
    record.ok_or_else(|| NatsError::Damaged { what: format!("the record of the job {job}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_values_are_left_out() {
        let text = r#"{"job":"3f2a","name":"match","units":9,"submitted":1,"lease_ms":30000,"manifest":"00","state":"done"}"#;
        let record = read("3f2a", text.as_bytes()).unwrap();
        assert_eq!((record.state, record.ended), (JobState::Done, None));
        assert_eq!(serde_json::to_string(&record).unwrap(), text);
    }

    #[test]
    fn the_list_of_the_excluded_fits_into_a_message() {
        let old = r#"{"job":"3f2a","name":"match","units":9,"submitted":1,"lease_ms":30000,"manifest":"00","state":"running"}"#;
        let mut record = read("3f2a", old.as_bytes()).unwrap();
        let name = |number: usize| format!("{number:0>MAX_WORKER_NAME$}").replace('0', "\"");
        (0..MOST_EXCLUDED).for_each(|number| record.exclude(&name(number)).unwrap());
        record.exclude(&name(3)).unwrap();
        assert_eq!(record.excluded.len(), MOST_EXCLUDED);
        assert!(bytes(&record).len() < 1 << 19, "{}", bytes(&record).len());
        let error = record.exclude("one more").unwrap_err().to_string();
        assert!(error.starts_with("1000 workers are excluded from the job 3f2a"), "{error}");
    }
}
