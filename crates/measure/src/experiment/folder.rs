//! The folder of an experiment: its text, its settings, the journal, the tables.
//!
//! ```text
//! experiment.toml   the experiment
//! journal.jsonl     a header line; for each run a line of type `run`, and one of type `load` if it
//!                   timed units one at a time; for each finished unit a line with its row
//! settings.json     the provenance: version, seed, machine, players with all their options
//! tables/           the results as CSV, Parquet and JSON
//! ```
//!
//! The journal and the experiment are enough to resume and to report; the other files are derived.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use othellier_platform::clock::Instant;
use othellier_platform::file::{FileProblem, read_text};
use othellier_platform::parallel::StopSignal;
use othellier_record::journal::Journal;
use serde::Serialize;

use super::arms::Arm;
use super::breeding::EvolutionPlan;
use super::builtin;
use super::journal::{
    FolderError, FolderProblem, Header, JournalLines, Load, PreparedExperiment, Run, line,
    open_journal, read_header, read_journal,
};
use super::plan::{Job, Plan, PredictionGames};
use super::rows::Row;
#[cfg(feature = "tables")]
use super::tables;
use super::timing::TimingPlan;
use crate::bench::SIGNATURE;
use crate::effective::effective;
use crate::evolve::Evolution;
#[cfg(feature = "tables")]
use crate::files::WriteError;
use crate::files::{create_folder, write};
use crate::provenance::{CpuTimes, OtherWork, Weights};

/// The file name of the journal.
const JOURNAL: &str = "journal.jsonl";
/// The file name of the experiment.
const EXPERIMENT: &str = "experiment.toml";
/// The size limit of the text of an experiment.
pub const MAX_BYTES: u64 = 1 << 20;
/// How often the journal is flushed to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// An experiment with its results so far.
pub struct Folder {
    pub path: PathBuf,
    /// The first line of the journal.
    pub header: Header,
    /// The text of the experiment.
    text: String,
    /// The parts and units of the experiment.
    pub plan: Plan,
    pub runs: Vec<Run>,
    /// Other work of the machine while units were timed.
    pub loads: Vec<Load>,
    pub rows: Vec<Row>,
}

/// A player of a part, with all its effective options.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// The name of the part.
    pub part: String,
    /// The name of the arm.
    pub arm: String,
    pub player: String,
    /// The spec with every default that has an effect.
    pub effective: String,
    /// Its opponents, with all their effective options.
    pub opponents: Vec<String>,
}

impl Folder {
    /// Opens the folder of an experiment for appending, or creates it.
    pub fn open(
        path: &Path,
        experiment: PreparedExperiment,
    ) -> Result<(Folder, Journal), FolderError> {
        let PreparedExperiment { text, header, plan } = experiment;
        create_folder(path)?;
        let mut lines = JournalLines::of(&plan, Some(&header));
        let journal = open_journal(&path.join(JOURNAL), &header, &mut lines)?;
        let JournalLines { runs, loads, rows, .. } = lines;
        let folder = Folder { path: path.to_owned(), header, text, plan, runs, loads, rows };
        write(&folder.experiment_file(), folder.text.as_bytes())?;
        Ok((folder, journal))
    }

    /// Reads the folder of an experiment.
    pub fn read(path: &Path) -> Result<Folder, FolderError> {
        let broken = |problem: FolderProblem| FolderError { path: path.to_owned(), problem };
        let header = read_header(&path.join(JOURNAL)).map_err(broken)?;
        let header = header.ok_or_else(|| FolderError {
            path: path.join(JOURNAL),
            problem: FileProblem::Unreadable(io::ErrorKind::NotFound.into()).into(),
        })?;
        let text = read_text(&path.join(EXPERIMENT), MAX_BYTES)?;
        let plan = header.plan(&text).map_err(broken)?;
        let mut lines = JournalLines::of(&plan, None);
        read_journal(&path.join(JOURNAL), &mut lines).map_err(broken)?;
        let JournalLines { runs, loads, rows, .. } = lines;
        Ok(Folder { path: path.to_owned(), header, text, plan, runs, loads, rows })
    }

    /// Reads the experiment of a folder, or those of its subfolders: the built-in ones in their
    /// listed order, then the others.
    pub fn read_all(path: &Path) -> Result<Vec<Folder>, FolderError> {
        if path.join(JOURNAL).is_file() || !path.is_dir() {
            return Ok(vec![Folder::read(path)?]);
        }
        let unreadable = |error| FolderError {
            path: path.to_owned(),
            problem: FileProblem::Unreadable(error).into(),
        };
        let inner = std::fs::read_dir(path).map_err(unreadable)?;
        let inner = inner.filter_map(|entry| Some(entry.ok()?.path()));
        let mut inner: Vec<PathBuf> = inner.filter(|path| path.join(JOURNAL).is_file()).collect();
        inner.sort_by_key(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let name = name.unwrap_or_default();
            let bare = name.strip_suffix("-quick").unwrap_or(&name);
            let listed = builtin::ALL.iter().position(|(known, _)| *known == bare);
            (listed.unwrap_or(usize::MAX), name.len(), name)
        });
        if inner.is_empty() {
            return Err(FolderError {
                path: path.to_owned(),
                problem: FolderProblem::NoExperiment,
            });
        }
        inner.iter().map(|path| Folder::read(path)).collect()
    }

    /// The number of units that are missing.
    pub fn open_units(&self) -> usize {
        self.plan.open(&self.rows)
    }

    /// The [fingerprint](super::Experiment::fingerprint) of the run.
    pub fn fingerprint(&self) -> String {
        self.header.fingerprint_of(&self.text).expect("the plan was made of the same text")
    }

    /// The conclusion of the file in the language with this tag, if it was drawn from these
    /// settings and the run is finished.
    pub fn conclusion(&self, tag: &str) -> Option<&str> {
        let experiment = &self.plan.experiment;
        let answer = experiment.answer.tagged(tag);
        let holds = self.open_units() == 0 && experiment.measured == self.fingerprint();
        (!answer.is_empty() && holds).then_some(answer)
    }

    /// The number of finished units that ran one at a time, because they are timed.
    pub fn timed_alone(&self) -> usize {
        self.rows.iter().filter(|row| self.plan.is_alone(row)).count()
    }

    /// The path of the experiment file, as it was run.
    pub fn experiment_file(&self) -> PathBuf {
        self.path.join(EXPERIMENT)
    }

    /// Runs the missing units on `threads` threads and appends each row to the journal, until all are
    /// done or a stop is requested.
    pub fn run(
        &mut self,
        journal: &mut Journal,
        threads: NonZeroUsize,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Plan, &Row),
    ) -> Result<(), FolderError> {
        if self.open_units() > 0 {
            let run = Run::now(threads.get());
            journal.append(&line(&run))?;
            self.runs.push(run);
        }
        let mut found = Vec::new();
        let mut written = Ok(());
        let mut last_sync = Instant::now();
        // From the end of the first timed unit on; all of them run after the others.
        let mut timed: Option<Option<CpuTimes>> = None;
        let mut units = 0;
        let result = self.plan.run(&self.rows, threads, stop, &mut |row| {
            watch(&self.plan, &row);
            if self.plan.is_alone(&row) {
                timed.get_or_insert_with(CpuTimes::now);
                units += 1;
            }
            written = journal.append(&line(&row));
            found.push(row);
            // A killed process loses nothing that was written; sync from time to time in case of
            // a power cut.
            if written.is_ok() && last_sync.elapsed() >= SYNC_INTERVAL {
                last_sync = Instant::now();
                written = journal.sync();
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let name = || PathBuf::from(&self.header.name);
        result.map_err(|error| FolderError { path: name(), problem: error.into() })?;
        written?;
        self.rows.extend(found);
        let others = timed.flatten().and_then(|before| before.others_until(CpuTimes::now()?));
        if let Some(others) = others {
            let load = Load::new(units, others);
            journal.append(&line(&load))?;
            self.loads.push(load);
        }
        Ok(journal.sync()?)
    }

    /// Appends rows that were found elsewhere.
    pub fn add(&mut self, journal: &mut Journal, rows: Vec<Row>) -> Result<(), FolderError> {
        for row in &rows {
            journal.append(&line(row))?;
        }
        self.rows.extend(rows);
        Ok(())
    }

    /// Finds an arm by the names of its part and of the arm.
    pub fn arm(&self, part: &str, name: &str) -> Option<&Arm> {
        let job = self.plan.jobs.iter().find(|job| job.name() == part)?;
        match job {
            Job::Games { arms, .. } | Job::Positions { arms, .. } => {
                arms.iter().find(|arm| arm.name == name)
            }
            _ => None,
        }
    }

    /// The players of all parts.
    pub fn settings(&self) -> Vec<Setting> {
        let of_arm = |part: &str, arm: &Arm| Setting {
            part: part.to_owned(),
            arm: arm.name.clone(),
            player: arm.player.to_string(),
            effective: effective(&arm.player).to_string(),
            opponents: arm.opponent.iter().map(|spec| effective(spec).to_string()).collect(),
        };
        let of_job = |job: &Job| match job {
            Job::Games { arms, .. } | Job::Positions { arms, .. } => {
                arms.iter().map(|arm| of_arm(job.name(), arm)).collect()
            }
            Job::Predictions { part, source, .. } => {
                let (player, effective, opponents) = match source {
                    PredictionGames::Played(matchup) => {
                        let [player, opponent] = &matchup.players;
                        let opponents = vec![effective(opponent).to_string()];
                        (part.player.clone(), effective(player).to_string(), opponents)
                    }
                    PredictionGames::File(file) => {
                        (file.path().to_owned(), file.path().to_owned(), Vec::new())
                    }
                };
                let arm = part.evaluators.join(", ");
                vec![Setting { part: part.name.clone(), arm, player, effective, opponents }]
            }
            Job::Evolution(bred) => of_evolutions(bred),
            Job::Timed(timed) => of_timings(timed),
        };
        self.plan.jobs.iter().flat_map(of_job).collect()
    }

    /// Everything that is needed to repeat the measurement.
    pub fn provenance(&self) -> serde_json::Value {
        let load = |load: &Load| {
            let OtherWork { cores, steal } = load.others;
            serde_json::json!({ "units": load.units, "cores": cores, "steal": steal })
        };
        serde_json::json!({
            "type": "settings",
            "name": self.header.name,
            "quick": self.header.quick,
            "seed": self.header.seed,
            "set": self.header.set,
            "version": self.header.othellier,
            "signature": SIGNATURE,
            "weights": Weights::shipped(),
            "fingerprint": self.fingerprint(),
            "runs": self.runs,
            "loads": self.loads.iter().map(load).collect::<Vec<_>>(),
            "units": self.plan.units().len(),
            "finished": self.rows.len(),
            "arms": self.settings(),
            "experiment": self.text,
        })
    }

    /// Writes the settings and the tables, each file atomically.
    #[cfg(feature = "tables")]
    pub fn write_tables(&self) -> Result<(), WriteError> {
        let provenance = self.provenance();
        let pretty = format!("{provenance:#}");
        write(&self.path.join("settings.json"), pretty.as_bytes())?;
        let folder = self.path.join("tables");
        create_folder(&folder)?;
        for table in tables::all(&self.plan, &self.rows) {
            let file = |ending: &str| folder.join(format!("{}.{ending}", table.name));
            write(&file("csv"), &table.csv())?;
            write(&file("parquet"), &table.parquet(&provenance))?;
            write(&file("json"), &table.json(&provenance))?;
        }
        Ok(())
    }
}

/// The search of each law with all its options, and the control players.
fn of_evolutions(bred: &EvolutionPlan) -> Vec<Setting> {
    let setting = |evolution: &Evolution| {
        let player = &evolution.arena.player;
        let mut shown = effective(player);
        // Its evaluator are the genes.
        let eval = shown.options.iter_mut().find(|(key, _)| key == "eval");
        eval.into_iter().for_each(|(_, value)| *value = "genome".to_owned());
        Setting {
            part: bred.part.name.clone(),
            arm: evolution.breeding.law.to_string(),
            player: player.to_string(),
            effective: shown.to_string(),
            opponents: bred.controls().map(|spec| effective(spec).to_string()).collect(),
        }
    };
    bred.evolutions.iter().map(setting).collect()
}

/// The names of the arms.
fn of_timings(timed: &TimingPlan) -> Vec<Setting> {
    let setting = |arm: &str| Setting {
        part: timed.name.clone(),
        arm: arm.to_owned(),
        player: arm.to_owned(),
        effective: arm.to_owned(),
        opponents: Vec::new(),
    };
    timed.arms().into_iter().map(setting).collect()
}
