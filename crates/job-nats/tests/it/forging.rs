//! A worker that forges the match `alphabeta(depth=1)` against `random`.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use othellier_job::{Manifest, Performer, Progress, Provenance, UnitResult};
use othellier_job_nats::{Executor, Task, TaskError};
use othellier_platform::parallel::StopSignal;

/// Plays the games with the players exchanged, and names them as if they were not: legal games with true
/// scores, and a match that the other side wins.
pub(crate) struct Forging {
    /// The name that its results state.
    pub(crate) worker: String,
}

impl Executor for Forging {
    fn prepare(
        &self,
        manifest: &[u8],
        _: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Arc<dyn Task>, String> {
        let manifest = Manifest::from_bytes(manifest).map_err(|error| error.to_string())?;
        let text = String::from_utf8(manifest.to_bytes()).unwrap();
        let (played, forged) = (
            r#""a":"alphabeta(depth=1)","b":"random""#,
            r#""a":"random","b":"alphabeta(depth=1)""#,
        );
        let exchanged = text.replace(played, forged);
        assert_ne!(exchanged, text);
        let exchanged = Manifest::from_bytes(exchanged.as_bytes()).unwrap();
        let performer = Performer::new(&exchanged, Path::new("")).unwrap();
        Ok(Arc::new(Forged { manifest, performer, worker: self.worker.clone() }))
    }
}

struct Forged {
    manifest: Manifest,
    performer: Performer,
    worker: String,
}

impl Task for Forged {
    fn perform(
        &self,
        number: u64,
        _: u64,
        stop: &StopSignal,
        _: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<u8>, TaskError> {
        let unit = self.manifest.unit(number);
        let rows = self.performer.perform(&unit, &Silent(stop)).map_err(|_| TaskError::Stopped)?;
        let rows = String::from_utf8(rows).unwrap();
        let rows = rows.replace("\"random\"", "\"?\"");
        let rows = rows.replace("\"alphabeta(depth=1)\"", "\"random\"");
        let rows = rows.replace("\"?\"", "\"alphabeta(depth=1)\"");
        let now = SystemTime::now();
        let of = Provenance::of(&self.manifest, &unit, &self.worker, 1, now, Duration::ZERO);
        Ok(UnitResult::new(rows.into_bytes(), of).to_bytes())
    }
}

struct Silent<'a>(&'a StopSignal);

impl Progress for Silent<'_> {
    fn progressed(&self, _: u64) {}

    fn stop(&self) -> &StopSignal {
        self.0
    }
}
