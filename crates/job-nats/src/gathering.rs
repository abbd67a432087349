//! The results of a job, gathered into a folder of units by a collector that trusts no worker.
//!
//! ```text
//! repeat:
//!     take each result as it comes, unless it is damaged, foreign, contradictory, or of an excluded worker:
//!         such a one is dropped, and its unit queued again
//!     queue again the units that have no result and that nobody has
//!     when all are there: repeat a random sample of the new units of each worker
//!     until none differs; a worker with one that does is excluded, with all its results
//! ```
//!
//! Who is excluded is written into the record of the job, and everything else follows from it and from what
//! is stored, so that a collector can be killed at any moment and started again.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use othellier_job::audit::{AuditOptions, audit};
use othellier_job::{
    Checker, EarlyEnd, Engine, FolderError, FolderProblem, InputError, Inputs, Manifest,
    OutputError, ResultFault, RunError, Stages, Summary, UnitFolder, UnitResult, is_worker_name,
    merged, output,
};
use othellier_measure::files::{create_folder, write};
use othellier_platform::parallel::StopSignal;
use othellier_wire::{GridCollected, GridSubmitted};

use crate::{
    CollectEnd, Collected, DeadLetter, Grid, JobRecord, JobState, NatsError, Submission, Submitted,
};

/// Why results could not be gathered.
#[derive(Debug, thiserror::Error)]
pub enum GatherError {
    #[error(transparent)]
    Nats(#[from] NatsError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file of the job cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The results cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Run(#[from] RunError),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// Units that are needed, as far as is known.
    pub units: u64,
    /// Those whose results are in the folder.
    pub done: u64,
}

/// A report while results are gathered.
#[derive(Clone, Debug, PartialEq)]
pub enum GatherEvent {
    Progress(Gathered),
    /// A result was dropped; its unit, if it has one, is queued again.
    Dropped(Dropped),
    /// A worker was excluded: all its results are dropped, and their units queued again.
    Excluded {
        worker: String,
        /// The units whose bytes differed, in ascending order.
        units: Vec<u64>,
    },
}

/// A result that does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The number of the unit it was stored for; none if the job has no such unit.
    pub number: Option<u64>,
    /// The worker that it names, if that can be read.
    pub worker: Option<String>,
    /// The fault in the result.
    pub fault: ResultFault,
}

#[derive(Clone, Debug, PartialEq)]
pub enum GatherEnd {
    /// Every unit that is needed is there; where a sequential test was decided, the rest was cancelled.
    Complete,
    /// Nothing is queued any more, and these units were given up.
    Dead(Vec<DeadLetter>),
    Cancelled,
    /// A stop was asked for: gathering again resumes here.
    Interrupted,
}

/// How a job is submitted.
#[derive(Clone, Copy, Debug)]
pub struct SubmitOptions {
    /// How long a unit may show no progress before it is given to another worker.
    pub lease: Duration,
    /// Workers take units of the jobs with the highest priority first.
    pub priority: i32,
}

/// Submits a job of ours, with the files that it names.
pub fn submit_job(
    grid: &Grid,
    manifest: &Manifest,
    inputs: &Inputs,
    SubmitOptions { lease, priority }: SubmitOptions,
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
        priority,
    };
    let Submitted { queued, waiting, done } = grid.submit(&submission, watch)?;
    let Submission { job, name, units, .. } = submission;
    Ok(GridSubmitted { job, name, units, queued, waiting, done })
}

/// Gathers the results of a job into a folder and writes them as the usual files of their kind once all
/// are there. With `audit` it first repeats some units of each worker here, if the job is reproducible, and
/// continues until nothing differs. It submits the later stages of the job, and deletes each from the server
/// once the next one has begun. Then the job is marked as done on the server; a killed collector is started
/// again.
pub fn collect_job(
    grid: &Grid,
    job: &JobRecord,
    path: &Path,
    audit: Option<AuditOptions>,
    stop: &StopSignal,
    watch: &mut (dyn FnMut(GatherEvent) + Send),
) -> Result<(GatherEnd, GridCollected), GatherError> {
    let first = job_folder(grid, job, path)?;
    let mut collected = GridCollected {
        job: job.job.clone(),
        name: job.name.clone(),
        units: 0,
        done: 0,
        failed: 0,
        duplicates: 0,
        repeated: 0,
        seed: audit.map_or(0, |audit| audit.seed),
        different: Vec::new(),
        excluded: Vec::new(),
        dropped: 0,
        folder: path.display().to_string(),
        end: String::new(),
        summary: Summary::default(),
    };
    let (mut record, mut folder, mut end) = (job.clone(), first.clone(), GatherEnd::Complete);
    for next in 2.. {
        // A stage that has a next one is complete, and not on the server any more.
        if first.has_stage(next) {
            collected.units += folder.manifest().units;
            collected.done += folder.manifest().units;
        } else {
            if next > 2 {
                record = submit_stage(grid, job, &folder)?;
            }
            end = collect_stage(grid, &record, &folder, audit, stop, watch, &mut collected)?;
        }
        if end != GatherEnd::Complete {
            break;
        }
        let begun = first.next_stage(next, &merged(std::slice::from_ref(&folder))?)?;
        if begun.is_none() {
            collected.summary = output::write(&Stages::open(vec![first.clone()])?.units()?, path)?;
        }
        if record.job != job.job {
            grid.forget(&record)?;
        }
        match begun {
            Some(begun) => folder = begun,
            None => {
                let record = grid.job(&job.job)?;
                if record.state != JobState::Done {
                    grid.finish(&record)?;
                }
                break;
            }
        }
    }
    let ended = match &end {
        GatherEnd::Complete => "complete",
        GatherEnd::Dead(_) => "failed",
        GatherEnd::Cancelled => "cancelled",
        GatherEnd::Interrupted => "interrupted",
    };
    collected.end = ended.to_owned();
    Ok((end, collected))
}

/// Submits a later stage like the job itself, whose files are on the server.
fn submit_stage(
    grid: &Grid,
    job: &JobRecord,
    folder: &UnitFolder,
) -> Result<JobRecord, GatherError> {
    let how = SubmitOptions { lease: job.lease(), priority: job.priority };
    let stage = submit_job(grid, folder.manifest(), &Inputs::default(), how, &mut |_| ())?;
    Ok(grid.job(&stage.job)?)
}

/// Gathers the results of one stage, and adds what happened.
fn collect_stage(
    grid: &Grid,
    record: &JobRecord,
    folder: &UnitFolder,
    audit: Option<AuditOptions>,
    stop: &StopSignal,
    watch: &mut (dyn FnMut(GatherEvent) + Send),
    collected: &mut GridCollected,
) -> Result<GatherEnd, GatherError> {
    let (units, done) = (collected.units, collected.done);
    let watch = &mut |event| {
        watch(match event {
            GatherEvent::Progress(now) => {
                GatherEvent::Progress(Gathered { units: units + now.units, done: done + now.done })
            }
            event => event,
        });
    };
    let mut collector = Collector::new(grid, record, folder, stop, watch)?;
    let end = collector.run(audit)?;
    let Collector { gathered, repeated, different, dropped, record, .. } = collector;
    collected.units += gathered.units;
    collected.done += gathered.done;
    collected.repeated += repeated;
    collected.dropped += dropped;
    collected.different.extend(different);
    collected.excluded.extend(record.excluded);
    if let GatherEnd::Dead(letters) = &end {
        collected.failed += letters.len() as u64;
    }
    Ok(end)
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
            create_folder(folder.inputs()).map_err(FolderError::from)?;
            write(&file, &bytes).map_err(FolderError::from)?;
        }
    }
    Ok(folder)
}

struct Collector<'a> {
    grid: &'a Grid,
    record: JobRecord,
    folder: &'a UnitFolder,
    checker: Checker<'a>,
    stop: &'a StopSignal,
    watch: &'a mut (dyn FnMut(GatherEvent) + Send),
    gathered: Gathered,
    /// Units that the audits have sampled from.
    sampled: BTreeSet<u64>,
    repeated: u64,
    different: BTreeSet<u64>,
    dropped: u64,
}

impl<'a> Collector<'a> {
    fn new(
        grid: &'a Grid,
        record: &JobRecord,
        folder: &'a UnitFolder,
        stop: &'a StopSignal,
        watch: &'a mut (dyn FnMut(GatherEvent) + Send),
    ) -> Result<Collector<'a>, GatherError> {
        let (record, gathered) = (record.clone(), Gathered::default());
        let checker = Checker::new(folder.manifest()).map_err(RunError::Job)?;
        let (sampled, different) = (BTreeSet::new(), BTreeSet::new());
        let (repeated, dropped) = (0, 0);
        Ok(Collector {
            grid,
            record,
            folder,
            checker,
            stop,
            watch,
            gathered,
            sampled,
            repeated,
            different,
            dropped,
        })
    }

    /// Gathers until everything is there and nothing differs.
    fn run(&mut self, audit: Option<AuditOptions>) -> Result<GatherEnd, GatherError> {
        let manifest = self.folder.manifest();
        let audit = audit.filter(|_| manifest.reproducible);
        if audit.is_some() {
            // The results of another engine differ, and no worker is to blame.
            manifest.check(&Engine::ours()).map_err(RunError::from)?;
        }
        loop {
            let end = self.gather()?;
            match audit {
                Some(audit) if end == GatherEnd::Complete => match self.audit(audit)? {
                    Some(true) => return Ok(end),
                    Some(false) => {}
                    None => return Ok(GatherEnd::Interrupted),
                },
                _ => return Ok(end),
            }
        }
    }

    /// Repeats some of the units that are new since the last audit, and excludes the workers of those that
    /// differ. Returns whether none does; `None` when stopped.
    fn audit(&mut self, options: AuditOptions) -> Result<Option<bool>, GatherError> {
        let mut units = merged(std::slice::from_ref(self.folder))?;
        units.retain(|(number, _)| !self.sampled.contains(number));
        let Some(found) = audit(&units, options, self.stop)? else { return Ok(None) };
        self.sampled.extend(units.iter().map(|(number, _)| number));
        self.repeated += found.repeated;
        let is_clean = found.different.is_empty();
        for (worker, units) in found.different {
            self.record = self.grid.exclude(&self.record.job, &worker)?;
            self.different.extend(&units);
            (self.watch)(GatherEvent::Excluded { worker, units });
        }
        Ok(Some(is_clean))
    }

    /// Gathers the results that are missing in the folder as they come.
    fn gather(&mut self) -> Result<GatherEnd, GatherError> {
        let mut gathering = self.resumed()?;
        let mut after = 0;
        loop {
            self.gathered = gathering.state();
            (self.watch)(GatherEvent::Progress(self.gathered));
            if gathering.is_complete() {
                return Ok(GatherEnd::Complete);
            }
            let mut taken = Ok(None);
            let end = self.grid.collect(&self.record, after, self.stop, &mut |collected| {
                after = collected.sequence;
                taken = gathering.take(collected, &self.checker, &self.record);
                if matches!(taken, Ok(None)) && !gathering.is_complete() {
                    (self.watch)(GatherEvent::Progress(gathering.state()));
                    return ControlFlow::Continue(());
                }
                ControlFlow::Break(())
            })?;
            match end {
                CollectEnd::Satisfied => {
                    if let Some(refused) = taken? {
                        self.drop_result(after, refused)?;
                    }
                }
                CollectEnd::Dead(letters) => {
                    if let Some(letters) = self.queue_missing(&gathering, letters)? {
                        return Ok(GatherEnd::Dead(letters));
                    }
                }
                CollectEnd::Cancelled => return Ok(GatherEnd::Cancelled),
                CollectEnd::Interrupted => return Ok(GatherEnd::Interrupted),
            }
        }
    }

    /// Counts the results that the folder has already. A result that is damaged there, or of an
    /// excluded worker, is removed: the server has the other one, or drops it.
    fn resumed(&mut self) -> Result<Gathering<'a>, GatherError> {
        let manifest = self.folder.manifest();
        let mut gathering = Gathering {
            folder: self.folder,
            done: BTreeSet::new(),
            early_end: manifest.job.early_end(),
            units: manifest.units,
        };
        for number in self.folder.done()? {
            let result = match self.folder.result(number) {
                Err(FolderError {
                    problem: FolderProblem::Result(_) | FolderProblem::OtherUnit,
                    ..
                }) => None,
                result => Some(result?),
            };
            let counts = |result: &UnitResult| {
                let is_excluded = self.record.excluded.contains(&result.provenance.worker);
                !is_excluded && self.checker.check(number, result).is_ok()
            };
            match result.filter(counts) {
                Some(result) => gathering.count(&result)?,
                None => {
                    self.folder.remove(number)?;
                    self.sampled.remove(&number);
                }
            }
        }
        Ok(gathering)
    }

    /// Deletes a result on the server and queues its unit again.
    fn drop_result(&mut self, sequence: u64, refused: Refused) -> Result<(), GatherError> {
        self.grid.drop_result(sequence)?;
        self.dropped += 1;
        let number = match refused {
            Refused::Excluded { number } => Some(number),
            Refused::Faulty(dropped) => {
                let number = dropped.number;
                (self.watch)(GatherEvent::Dropped(dropped));
                number
            }
        };
        Ok(number.map_or(Ok(()), |number| self.grid.queue_again(&self.record.job, &[number]))?)
    }

    /// Nothing is queued any more. Units that are needed, have no result and were not given up are queued
    /// again: a worker may have taken them off the queue for nothing. Without any, returns the letters.
    fn queue_missing(
        &self,
        gathering: &Gathering,
        letters: Vec<DeadLetter>,
    ) -> Result<Option<Vec<DeadLetter>>, GatherError> {
        let (job, excluded) = (&self.record.job, &self.record.excluded);
        let counts =
            |letter: &DeadLetter| !letter.worker.is_empty() && !excluded.contains(&letter.worker);
        let is_unit = |letter: &DeadLetter| letter.number < self.record.units;
        let (letters, void): (Vec<DeadLetter>, Vec<DeadLetter>) =
            letters.into_iter().filter(is_unit).partition(counts);
        let dead: BTreeSet<u64> = letters.iter().map(|letter| letter.number).collect();
        let is_missing = |number: &u64| !gathering.done.contains(number) && !dead.contains(number);
        let missing: Vec<u64> = (0..gathering.units).filter(is_missing).collect();
        if missing.is_empty() {
            return Ok(Some(letters));
        }
        for letter in void {
            self.grid.forget_letter(job, letter.number)?;
        }
        self.grid.queue_again(job, &missing)?;
        Ok(None)
    }
}

/// A result that does not count.
enum Refused {
    Excluded {
        number: u64,
    },
    /// Something is wrong with it.
    Faulty(Dropped),
}

struct Gathering<'a> {
    folder: &'a UnitFolder,
    done: BTreeSet<u64>,
    early_end: Option<EarlyEnd>,
    units: u64,
}

impl Gathering<'_> {
    /// Stores a result that is not there yet, or refuses it.
    fn take(
        &mut self,
        Collected { number, bytes, .. }: Collected,
        checker: &Checker,
        record: &JobRecord,
    ) -> Result<Option<Refused>, GatherError> {
        let Some(number) = number.filter(|number| *number < record.units) else {
            let (worker, fault) = (None, ResultFault::OtherUnit);
            return Ok(Some(Refused::Faulty(Dropped { number: None, worker, fault })));
        };
        if self.done.contains(&number) {
            return Ok(None);
        }
        let result = match checker.read(number, &bytes) {
            Ok(result) if record.excluded.contains(&result.provenance.worker) => {
                return Ok(Some(Refused::Excluded { number }));
            }
            Ok(result) => result,
            Err(fault) => {
                let worker = UnitResult::from_bytes(&bytes).ok().map(|of| of.provenance.worker);
                let worker = worker.filter(|name| is_worker_name(name));
                let number = Some(number);
                return Ok(Some(Refused::Faulty(Dropped { number, worker, fault })));
            }
        };
        self.folder.put(&result)?;
        self.count(&result)?;
        Ok(None)
    }

    fn count(&mut self, result: &UnitResult) -> Result<(), GatherError> {
        self.done.insert(result.number);
        if let Some(early_end) = &mut self.early_end {
            early_end.add(result.number, &result.rows).map_err(RunError::from)?;
            self.units = early_end.units();
        }
        Ok(())
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
