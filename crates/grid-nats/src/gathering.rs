//! The results of a job, gathered into a folder of units.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use othellier_grid::audit::{Audit, audit};
use othellier_grid::{
    EarlyEnd, FolderError, InputError, Inputs, Manifest, OutputError, RunError, UnitFolder,
    UnitResult, merged, output,
};
use othellier_lab::files::{create_folder, write};
use othellier_parallel::StopSignal;
use othellier_wire::{GridCollected, GridSubmitted};

use crate::{
    CollectEnd, Collected, DeadLetter, Grid, JobRecord, JobState, NatsError, Submission, Submitted,
};

/// Why results could not be gathered.
#[derive(Debug, thiserror::Error)]
pub enum GatherError {
    /// The server.
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file of the job cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The results cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Units cannot be repeated.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// How far gathering is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// Units that are needed, as far as is known.
    pub units: u64,
    /// Those whose results are in the folder.
    pub done: u64,
}

/// How gathering ended.
#[derive(Clone, Debug, PartialEq)]
pub enum GatherEnd {
    /// Every unit that is needed is there; where a sequential test was decided, the rest was cancelled.
    Complete,
    /// Nothing is queued any more, and these units were given up.
    Dead(Vec<DeadLetter>),
    /// The job was cancelled.
    Cancelled,
    /// A stop was asked for: gathering again goes on from here.
    Interrupted,
}

/// Submits a job of ours, with the files that it names.
pub fn submit_job(
    grid: &Grid,
    manifest: &Manifest,
    inputs: &Inputs,
    lease: Duration,
    watch: &mut (dyn FnMut(u64) + Send),
) -> Result<GridSubmitted, GatherError> {
    let mut files = Vec::with_capacity(inputs.0.len());
    for digest in inputs.0.keys() {
        files.extend(inputs.content(digest)?);
    }
    let submission = Submission {
        job: manifest.id().to_string(),
        name: manifest.name.clone(),
        units: manifest.units,
        manifest: manifest.to_bytes(),
        files,
        lease,
    };
    let Submitted { queued, waiting, done } = grid.submit(&submission, watch)?;
    let Submission { job, name, units, .. } = submission;
    Ok(GridSubmitted { job, name, units, queued, waiting, done })
}

/// Gathers the results of a job into a folder and writes them as the usual files of their kind once all
/// are there. With `audit` it then repeats one unit in a hundred on so many threads.
pub fn collect_job(
    grid: &Grid,
    job: &JobRecord,
    path: &Path,
    audit: Option<NonZeroUsize>,
    stop: &StopSignal,
    watch: &mut (dyn FnMut(&Gathered) + Send),
) -> Result<(GatherEnd, GridCollected), GatherError> {
    let folders = [job_folder(grid, job, path)?];
    let mut gathered = Gathered::default();
    let mut end = gather(grid, job, &folders[0], stop, &mut |now| {
        gathered = *now;
        watch(now);
    })?;
    let mut found = Audit::default();
    if end == GatherEnd::Complete {
        let units = merged(&folders)?;
        output::write_merged(&units, path)?;
        if let Some(threads) = audit.filter(|_| folders[0].manifest().reproducible) {
            match self::audit(&units, threads, stop)? {
                Some(audit) => found = audit,
                None => end = GatherEnd::Interrupted,
            }
        }
    }
    let (failed, ended) = match &end {
        GatherEnd::Complete => (0, "complete"),
        GatherEnd::Dead(letters) => (letters.len() as u64, "failed"),
        GatherEnd::Cancelled => (0, "cancelled"),
        GatherEnd::Interrupted => (0, "interrupted"),
    };
    let collected = GridCollected {
        job: job.job.clone(),
        name: job.name.clone(),
        units: gathered.units,
        done: gathered.done,
        failed,
        duplicates: 0,
        repeated: found.repeated,
        different: found.different,
        folder: path.display().to_string(),
        end: ended.to_owned(),
    };
    Ok((end, collected))
}

/// The manifest of a job of ours.
fn job_manifest(grid: &Grid, job: &JobRecord) -> Result<Manifest, NatsError> {
    let damaged = |_| NatsError::Damaged { what: format!("the manifest of the job {}", job.job) };
    Manifest::from_bytes(&grid.manifest(job)?).map_err(damaged)
}

/// The folder for the results of a job: opened, or created with the files that the job names.
fn job_folder(grid: &Grid, job: &JobRecord, path: &Path) -> Result<UnitFolder, GatherError> {
    let manifest = job_manifest(grid, job)?;
    let folder = UnitFolder::create(path, manifest.clone(), &Inputs::default())?;
    for digest in manifest.inputs.keys() {
        let name = digest.to_string();
        let file = folder.inputs().join(&name);
        if !file.exists() {
            let bytes = grid.file(&name)?;
            create_folder(&folder.inputs()).map_err(FolderError::from)?;
            write(&file, &bytes).map_err(FolderError::from)?;
        }
    }
    Ok(folder)
}

/// Gathers the results that are missing in a folder as they come. When all are there the job is marked
/// as done on the server; a killed gathering is repeated.
pub fn gather(
    grid: &Grid,
    job: &JobRecord,
    folder: &UnitFolder,
    stop: &StopSignal,
    watch: &mut (dyn FnMut(&Gathered) + Send),
) -> Result<GatherEnd, GatherError> {
    let manifest = folder.manifest();
    let mut gathering = Gathering {
        folder,
        done: BTreeSet::new(),
        early_end: manifest.job.early_end(),
        units: manifest.units,
    };
    for number in folder.done()? {
        gathering.count(&folder.result(number)?);
    }
    watch(&gathering.state());
    let mut failed = None;
    let end = match gathering.is_complete() {
        true => CollectEnd::Satisfied,
        false => grid.collect(job, 0, stop, &mut |collected| {
            if let Err(error) = gathering.take(collected) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            watch(&gathering.state());
            match gathering.is_complete() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?,
    };
    if let Some(error) = failed {
        return Err(error);
    }
    Ok(match end {
        CollectEnd::Satisfied => {
            if grid.job(&job.job)?.state != JobState::Done {
                grid.finish(job)?;
            }
            GatherEnd::Complete
        }
        CollectEnd::Dead(letters) => GatherEnd::Dead(letters),
        CollectEnd::Cancelled => GatherEnd::Cancelled,
        CollectEnd::Interrupted => GatherEnd::Interrupted,
    })
}

struct Gathering<'a> {
    folder: &'a UnitFolder,
    done: BTreeSet<u64>,
    early_end: Option<EarlyEnd>,
    units: u64,
}

impl Gathering<'_> {
    /// Stores a result that is not there yet.
    fn take(&mut self, Collected { number, bytes, .. }: Collected) -> Result<(), GatherError> {
        if self.done.contains(&number) {
            return Ok(());
        }
        let damaged = || NatsError::Damaged { what: format!("the result of unit {number}") };
        let result = UnitResult::from_bytes(&bytes).map_err(|_| damaged())?;
        if (result.unit, result.number) != (self.folder.manifest().unit(number).id, number) {
            return Err(damaged().into());
        }
        self.folder.put(&result)?;
        self.count(&result);
        Ok(())
    }

    fn count(&mut self, result: &UnitResult) {
        self.done.insert(result.number);
        if let Some(early_end) = &mut self.early_end {
            early_end.add(result.number, &result.rows);
            self.units = early_end.units();
        }
    }

    /// Whether every unit that is needed is there. A decided test needs those before the decision, and
    /// they are there, since it looks at them in order.
    fn is_complete(&self) -> bool {
        self.state().done == self.units
    }

    fn state(&self) -> Gathered {
        let needed = match self.done.last() {
            Some(last) if *last >= self.units => self.done.range(..self.units).count(),
            _ => self.done.len(),
        };
        Gathered { units: self.units, done: needed as u64 }
    }
}
