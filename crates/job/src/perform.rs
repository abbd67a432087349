//! Doing a unit.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use othellier_platform::parallel::{Gate, StopSignal};
use othellier_spec::Access;

use crate::kinds::{JobProblem, Work};
use crate::{Digest, Manifest, Unit};

/// Who watches a unit being done.
pub trait Progress: Sync {
    /// So many games or positions more are finished.
    fn progressed(&self, finished: u64);

    /// The signal that ends the work. The search asks it all the time: see [`Pulse`].
    fn stop(&self) -> &StopSignal;
}

/// Why a unit has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    #[error("stopped")]
    Stopped,
    /// A player or a file failed.
    #[error("{0}")]
    Failed(String),
    #[error("crashed: {0}")]
    Crashed(String),
}

/// A job that is ready to be done: its settings are checked and its inputs loaded.
pub struct Performer {
    work: Box<dyn Work>,
}

impl Performer {
    /// Prepares a job whose inputs are in this folder, each under its digest.
    pub fn new(manifest: &Manifest, inputs: &Path) -> Result<Performer, JobProblem> {
        let find = |digest: &Digest| Ok((digest.to_string(), crate::inputs::find(inputs, digest)?));
        let files = manifest.inputs.keys().map(find).collect::<Result<_, JobProblem>>()?;
        Ok(Performer { work: manifest.job.prepare(&Access::Files(Arc::new(files)))? })
    }

    /// Does a unit. Doing it again gives the same bytes, on any machine with the same engine, unless
    /// the job is [not reproducible](Manifest::reproducible): times and names of machines are not in
    /// them.
    pub fn perform(&self, unit: &Unit, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let done = catch_unwind(AssertUnwindSafe(|| self.work.perform(unit.number, progress)));
        let rows = done.unwrap_or_else(|payload| Err(UnitError::Crashed(said(&*payload))));
        if progress.stop().is_stopped_now() { Err(UnitError::Stopped) } else { rows }
    }
}

/// [`Performer::perform`] for a job without inputs.
pub fn perform(
    manifest: &Manifest,
    unit: &Unit,
    progress: &dyn Progress,
) -> Result<Vec<u8>, UnitError> {
    let performer = Performer::new(manifest, Path::new(""));
    let performer = performer.map_err(|problem| UnitError::Failed(problem.to_string()))?;
    performer.perform(unit, progress)
}

/// The message of a panic.
fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Whether a search is alive. [`ask`](Pulse::ask) holds its stop signal; the search passes there at
/// its next node, is let go at once and counted. A search that hangs does not pass, whatever other
/// threads do.
pub struct Pulse {
    signal: StopSignal,
    passed: Arc<Passed>,
}

struct Passed {
    signal: StopSignal,
    count: AtomicU64,
}

impl Gate for Passed {
    fn wait(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.signal.release();
    }

    fn stopped(&self) {}
}

impl Pulse {
    /// Watches the work that obeys this signal, which must have no other gate.
    pub fn of(signal: &StopSignal) -> Pulse {
        let passed = Arc::new(Passed { signal: signal.clone(), count: AtomicU64::new(0) });
        let gate: Arc<dyn Gate> = passed.clone();
        let gate: Weak<dyn Gate> = Arc::downgrade(&gate);
        signal.attach(gate);
        Pulse { signal: signal.clone(), passed }
    }

    /// Asks for a sign of life; it is counted when it comes.
    pub fn ask(&self) {
        self.signal.hold();
    }

    /// How many signs of life there were.
    pub fn count(&self) -> u64 {
        self.passed.count.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pulse_counts_each_question_that_the_work_passes() {
        let signal = StopSignal::default();
        let pulse = Pulse::of(&signal);
        assert!(!signal.is_stopped());
        assert_eq!(pulse.count(), 0);
        for asked in 1..=3 {
            pulse.ask();
            pulse.ask();
            assert!(!signal.is_stopped() && !signal.is_stopped());
            assert_eq!(pulse.count(), asked);
        }
        signal.stop();
        pulse.ask();
        assert!(signal.is_stopped());
        assert_eq!(pulse.count(), 3);
    }
}
