//! The units of a stage, done by the threads of this machine.

use std::num::NonZeroUsize;
use std::ops::{Add, ControlFlow};
use std::str::FromStr;
use std::time::{Instant, SystemTime};

use othellier_platform::parallel::{StopSignal, parallel_for};

use crate::kinds::JobProblem;
use crate::{
    Engine, FolderError, Mismatch, Performer, Progress, Provenance, RowsError, UnitError,
    UnitFolder, UnitResult,
};

/// Every N-th unit, from unit I on: the share of one of N machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// A text is not a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected I/N with I from 0 to N - 1, such as 0/3")]
pub struct ParseShardError;

impl Shard {
    pub const ALL: Shard = Shard { index: 0, count: 1 };

    /// Whether a unit belongs to it.
    pub fn contains(self, number: u64) -> bool {
        number % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Shard, ParseShardError> {
        let (index, count) = text.split_once('/').ok_or(ParseShardError)?;
        let [index, count] = [index, count].map(|number| number.parse::<u64>());
        match (index, count) {
            (Ok(index), Ok(count)) if index < count => Ok(Shard { index, count }),
            _ => Err(ParseShardError),
        }
    }
}

/// Why units cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The job is for another engine.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The job cannot be prepared.
    #[error(transparent)]
    Job(#[from] JobProblem),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error("unit {number}: {error}")]
    Unit { number: u64, error: UnitError },
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Units that are needed, as far as is known.
    pub units: u64,
    pub done: u64,
    /// Those that an earlier run did.
    pub older: u64,
}

impl Add for Done {
    type Output = Done;

    fn add(self, other: Done) -> Done {
        let Done { units, done, older } = other;
        Done { units: self.units + units, done: self.done + done, older: self.older + older }
    }
}

impl Done {
    pub fn is_complete(&self) -> bool {
        self.done >= self.units
    }
}

/// Does the units of a shard of a stage that are not done yet, and stores each result as it comes; ends
/// early when a sequential test is decided or a stop is requested.
pub(crate) fn run_stage(
    folder: &UnitFolder,
    shard: Shard,
    threads: NonZeroUsize,
    stop: &StopSignal,
    watch: &mut dyn FnMut(&Done),
) -> Result<Done, RunError> {
    let manifest = folder.manifest();
    manifest.check(&Engine::ours())?;
    let performer = Performer::new(manifest, folder.inputs())?;
    let before: Vec<u64> =
        folder.done()?.into_iter().filter(|number| shard.contains(*number)).collect();
    // Only a run of all units can decide.
    let mut early_end = manifest.job.early_end().filter(|_| shard == Shard::ALL);
    if let Some(early_end) = &mut early_end {
        for number in &before {
            early_end.add(*number, &folder.result(*number)?.rows)?;
        }
    }
    let needed = |early_end: &Option<crate::EarlyEnd>| {
        early_end.as_ref().map_or(manifest.units, crate::EarlyEnd::units)
    };
    let units = needed(&early_end);
    let wanted = |number: &u64| shard.contains(*number);
    let missing: Vec<u64> =
        (0..units).filter(wanted).filter(|number| before.binary_search(number).is_err()).collect();
    let older = before.iter().filter(|number| **number < units).count() as u64;
    let mut progress = Done { units: older + missing.len() as u64, done: older, older };
    watch(&progress);
    let host = crate::host();
    let work = |(): &mut (), number: u64, cancel: &StopSignal| {
        let (started, clock) = (SystemTime::now(), Instant::now());
        let unit = manifest.unit(number);
        match performer.perform(&unit, &Silent(cancel)) {
            Err(UnitError::Stopped) => None,
            Err(error) => Some(Err(RunError::Unit { number, error })),
            Ok(rows) => {
                let took = clock.elapsed();
                let from = Provenance::of(manifest, &unit, &host, threads.get(), started, took);
                Some(Ok(UnitResult::new(rows, from)))
            }
        }
    };
    let end = parallel_for(
        threads,
        missing.into_iter(),
        stop,
        || (),
        work,
        |result| {
            let stored = result.and_then(|result| {
                folder.put(&result)?;
                Ok(result)
            });
            let result = match stored {
                Ok(result) => result,
                Err(error) => return ControlFlow::Break(Some(error)),
            };
            progress.done += 1;
            if let Some(early_end) = &mut early_end {
                if let Err(error) = early_end.add(result.number, &result.rows) {
                    return ControlFlow::Break(Some(error.into()));
                }
                if early_end.is_decided() {
                    progress.units = early_end.units().min(progress.done);
                    watch(&progress);
                    return ControlFlow::Break(None);
                }
            }
            watch(&progress);
            ControlFlow::Continue(())
        },
    );
    match end {
        ControlFlow::Break(Some(error)) => Err(error),
        ControlFlow::Break(None) | ControlFlow::Continue(()) => Ok(progress),
    }
}

/// A unit that nobody watches.
pub(crate) struct Silent<'a>(pub(crate) &'a StopSignal);

impl Progress for Silent<'_> {
    fn progressed(&self, _: u64) {}

    fn stop(&self) -> &StopSignal {
        self.0
    }
}
