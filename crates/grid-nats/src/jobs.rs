//! The jobs that the server knows.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};

use crate::error::NatsError;
use crate::layout::Layout;

/// A job as the server stores it: everything but the manifest, which is a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobRecord {
    /// The id of the job.
    pub job: String,
    /// Its name.
    pub name: String,
    /// How many units it has.
    pub units: u64,
    /// When it was submitted, in seconds since 1970.
    pub submitted: u64,
    /// How long a unit may show no progress, in milliseconds.
    pub lease_ms: u64,
    /// The SHA-256 of the manifest.
    pub manifest: String,
    /// Where it stands.
    pub state: JobState,
}

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// Units are being queued. When it stays so, the submission was interrupted: submit again.
    Submitting,
    /// All units are queued.
    Running,
    /// All results were collected.
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

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl Layout {
    pub(crate) async fn put_job(&self, record: &JobRecord) -> Result<(), NatsError> {
        let bytes = serde_json::to_vec(record).expect("a record is plain data");
        self.jobs.put(&record.job, bytes.into()).await.map_err(|error| NatsError::of(&error))?;
        Ok(())
    }

    pub(crate) async fn job(&self, job: &str) -> Result<Option<JobRecord>, NatsError> {
        let bytes = self.jobs.get(job).await.map_err(|error| NatsError::of(&error))?;
        bytes.map(|bytes| read(job, &bytes)).transpose()
    }

    /// All jobs, the oldest first.
    pub(crate) async fn all_jobs(&self) -> Result<Vec<JobRecord>, NatsError> {
        let keys = self.jobs.keys().await.map_err(|error| NatsError::of(&error))?;
        let keys: Vec<String> = keys.try_collect().await.map_err(|error| NatsError::of(&error))?;
        let mut records = Vec::with_capacity(keys.len());
        for key in keys {
            records.extend(self.job(&key).await?);
        }
        records.sort_by(|a, b| (a.submitted, &a.job).cmp(&(b.submitted, &b.job)));
        Ok(records)
    }

    /// The job of this id, begin of an id, or name.
    pub(crate) async fn find_job(&self, wanted: &str) -> Result<JobRecord, NatsError> {
        let all = self.all_jobs().await?;
        let is_it = |record: &&JobRecord| record.job == wanted;
        if let Some(record) = all.iter().find(is_it) {
            return Ok(record.clone());
        }
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

fn read(job: &str, bytes: &[u8]) -> Result<JobRecord, NatsError> {
    let damaged = |_| NatsError::Damaged { what: format!("the record of the job {job}") };
    serde_json::from_slice(bytes).map_err(damaged)
}
