//! Jobs in stages: what a stage does depends on what the one before found.
//!
//! Most kinds have one stage. The rounds of a Swiss, the batches of SPSA and the generations of an
//! evolution are stages: each is a job like any other, whose settings hold what the stages before it found,
//! so that workers, checks and audits know nothing of them. The folder of the job is that of its first
//! stage; the later ones lie in it:
//!
//! ```text
//! job.json, units/  ─▶ rows ─▶ stage-2/job.json, stage-2/units/  ─▶ rows ─▶ stage-3/ … ─▶ results/
//! ```
//!
//! The next stage is a function of the settings and the rows of the last one, and is begun once all its
//! units are there: whoever finds them there continues with the same stage.

use std::num::NonZeroUsize;
use std::thread::sleep;
use std::time::Duration;

use othellier_platform::parallel::StopSignal;

use crate::run::run_stage;
use crate::{Done, FolderError, RunError, Shard, UnitFolder, merged};

/// How often a shard looks whether the units of others are done.
const PAUSE: Duration = Duration::from_millis(200);

impl UnitFolder {
    /// Whether the job may have another stage after this one.
    pub fn has_stages(&self) -> bool {
        self.manifest().job.stage().is_some()
    }

    /// The folder of the stage with this number, opened or created, once all units of the one before are
    /// there; `None` after the last. The first stage has number 1.
    pub fn next_stage(
        &self,
        number: u64,
        before: &[(u64, &UnitFolder)],
    ) -> Result<Option<UnitFolder>, RunError> {
        let Some((_, folder)) = before.first() else { return Ok(None) };
        let manifest = folder.manifest();
        let Some(stage) = manifest.job.stage() else { return Ok(None) };
        let rows = before.iter().map(|(number, folder)| Ok(folder.result(*number)?.rows));
        let rows = rows.collect::<Result<Vec<_>, FolderError>>()?;
        let Some(job) = stage.next(&rows)? else { return Ok(None) };
        let next = manifest.of_stage(format!("{}-{number}", self.manifest().name), job)?;
        Ok(Some(self.stage(number, next)?))
    }
}

/// The folders of all stages of a job.
#[derive(Debug)]
pub struct Stages(Vec<Vec<UnitFolder>>);

impl Stages {
    /// All stages of a job whose units are in these folders. Later stages are in the first of them, which
    /// those who did the job had in common.
    pub fn open(folders: Vec<UnitFolder>) -> Result<Stages, RunError> {
        let mut stages = vec![folders];
        for number in 2.. {
            let units = merged(&stages[stages.len() - 1])?;
            let Some(first) = stages[0].first() else { break };
            match first.next_stage(number, &units)? {
                Some(next) => stages.push(vec![next]),
                None => break,
            }
        }
        Ok(Stages(stages))
    }

    /// Where each unit is, in the order of the stages and numbers.
    pub fn units(&self) -> Result<Vec<(u64, &UnitFolder)>, FolderError> {
        let stages = self.0.iter().map(|folders| merged(folders));
        Ok(stages.collect::<Result<Vec<_>, _>>()?.concat())
    }
}

/// Does the units of a shard that are not done yet, stage by stage, and stores each result as it comes; ends
/// early when a sequential test is decided or a stop is requested. Between two stages a shard waits for the
/// units of the others, so all shards of a job in stages need one folder. A killed run can be repeated: it
/// continues with the units that are missing.
pub fn run(
    first: &UnitFolder,
    shard: Shard,
    threads: NonZeroUsize,
    stop: &StopSignal,
    watch: &mut dyn FnMut(&Done),
) -> Result<Done, RunError> {
    let (mut before, mut later) = (Done::default(), None);
    for number in 2.. {
        let folder = later.as_ref().unwrap_or(first);
        let mut done =
            run_stage(folder, shard, threads, stop, &mut |done| watch(&(before + *done)))?;
        if done.is_complete() && folder.has_stages() {
            let watch = &mut |done: &Done| watch(&(before + *done));
            wait_for_others(folder, &mut done, stop, watch)?;
        }
        before = before + done;
        if !done.is_complete() || !folder.has_stages() {
            break;
        }
        match first.next_stage(number, &merged(std::slice::from_ref(folder))?)? {
            Some(next) => later = Some(next),
            None => break,
        }
    }
    Ok(before)
}

/// Waits until all units of a stage are there, or a stop is requested.
fn wait_for_others(
    folder: &UnitFolder,
    done: &mut Done,
    stop: &StopSignal,
    watch: &mut dyn FnMut(&Done),
) -> Result<(), RunError> {
    let units = folder.manifest().units;
    loop {
        *done = Done { units, done: folder.done()?.len() as u64, ..*done };
        if done.is_complete() || stop.is_stopped() {
            return Ok(());
        }
        watch(done);
        sleep(PAUSE);
    }
}
