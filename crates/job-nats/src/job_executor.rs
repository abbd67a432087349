//! The units of our own jobs on a worker.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use othellier_job::{Engine, Manifest, Performer, Progress, Provenance, UnitError, UnitResult};
use othellier_platform::parallel::StopSignal;

use crate::executor::{Executor, Task, TaskError};

/// Does the units of jobs that are for this engine.
pub struct JobExecutor {
    inputs: PathBuf,
    worker: String,
    threads: usize,
}

impl JobExecutor {
    /// With a folder for the files that jobs name, and the worker's name and number of threads, which
    /// results mention.
    pub fn new(inputs: &Path, worker: &str, threads: usize) -> JobExecutor {
        JobExecutor { inputs: inputs.to_owned(), worker: worker.to_owned(), threads }
    }
}

impl Executor for JobExecutor {
    fn prepare(
        &self,
        manifest: &[u8],
        file: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Arc<dyn Task>, String> {
        let manifest = Manifest::from_bytes(manifest).map_err(|error| error.to_string())?;
        manifest.check(&Engine::ours()).map_err(|error| error.to_string())?;
        for digest in manifest.inputs.keys() {
            let name = digest.to_string();
            let path = self.inputs.join(&name);
            if !path.exists() {
                let bytes = file(&name).ok_or_else(|| format!("the file {name} is missing"))?;
                let written = othellier_measure::files::create_folder(&self.inputs)
                    .and_then(|()| othellier_measure::files::write(&path, &bytes));
                written.map_err(|error| error.to_string())?;
            }
        }
        let performer =
            Performer::new(&manifest, &self.inputs).map_err(|error| error.to_string())?;
        let (worker, threads) = (self.worker.clone(), self.threads);
        Ok(Arc::new(Prepared { manifest, performer, worker, threads }))
    }
}

struct Prepared {
    manifest: Manifest,
    performer: Performer,
    worker: String,
    threads: usize,
}

impl Task for Prepared {
    fn perform(
        &self,
        number: u64,
        deliveries: u64,
        stop: &StopSignal,
        progressed: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<u8>, TaskError> {
        let (started, clock) = (SystemTime::now(), Instant::now());
        let unit = self.manifest.unit(number);
        let rows = match self.performer.perform(&unit, &Watched { stop, progressed }) {
            Ok(rows) => rows,
            Err(UnitError::Stopped) => return Err(TaskError::Stopped),
            Err(error) => return Err(TaskError::Failed(error.to_string())),
        };
        let (worker, took) = (&self.worker, clock.elapsed());
        let of = Provenance::of(&self.manifest, &unit, worker, self.threads, started, took);
        Ok(UnitResult::new(rows, Provenance { deliveries, ..of }).to_bytes())
    }

    fn time_limit(&self) -> Option<Duration> {
        Some(self.manifest.unit_limit())
    }
}

struct Watched<'a> {
    stop: &'a StopSignal,
    progressed: &'a (dyn Fn(u64) + Sync),
}

impl Progress for Watched<'_> {
    fn progressed(&self, finished: u64) {
        (self.progressed)(finished);
    }

    fn stop(&self) -> &StopSignal {
        self.stop
    }
}
