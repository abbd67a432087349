//! The folder of an experiment: its text, its settings, the journal, the tables.
//!
//! ```text
//! experiment.toml   the experiment
//! journal.jsonl     a header line; for each run a line of type `run`; for each finished unit a line
//!                   with its row
//! settings.json     the provenance: version, seed, machine, players with all their options
//! tables/           the results as CSV, Parquet and JSON
//! ```
//!
//! The journal and the experiment are enough to resume and to report; the other files are derived.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use othellier_board::kernel::Tier;
use othellier_file::{FileError, FileProblem, read_text};
use othellier_record::journal::{self, Journal, JournalError, JournalFormat, JournalProblem};
use serde::{Deserialize, Serialize};

use super::arms::Arm;
use super::breeding::EvolutionPlan;
use super::file::{Experiment, ExperimentError};
use super::plan::{Job, Plan};
use super::rows::Row;
use super::timing::TimingPlan;
use super::values::{GridValues, GridValuesError, with_values};
use super::{builtin, tables};
use crate::bench::SIGNATURE;
use crate::effective::effective;
use crate::evolve::Evolution;
use crate::files::{WriteError, create_folder, write};
use crate::provenance::{Weights, cores, machine};

/// The version of the journal format; raised when the meaning of its lines changes.
const VERSION: u32 = 2;
/// The first bytes of every journal.
const JOURNAL_PREFIX: &str = r#"{"type":"lab-journal","#;
/// The file name of the journal.
const JOURNAL: &str = "journal.jsonl";
/// The file name of the experiment.
const EXPERIMENT: &str = "experiment.toml";
/// The size limit of the text of an experiment.
pub const MAX_BYTES: u64 = 1 << 20;
/// The size limit of a journal: millions of games.
const MAX_JOURNAL_BYTES: u64 = 1 << 30;

/// A folder that is not that of an experiment.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct FolderError {
    /// The folder, or the file in it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: FolderProblem,
}

/// Why a folder is not that of an experiment.
#[derive(Debug, thiserror::Error)]
pub enum FolderProblem {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// The text is not an experiment.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The journal has grid values that cannot be parsed.
    #[error(transparent)]
    GridValues(#[from] GridValuesError),
    /// The journal has another format.
    #[error("not a journal of `lab run`")]
    NotAJournal,
    /// The journal is that of other settings.
    #[error("the journal is of another experiment, seed or version")]
    OtherExperiment,
    /// A line of the journal is no row of the experiment.
    #[error("line {line} is not a result of this experiment")]
    BrokenLine {
        /// The line, from 1.
        line: usize,
    },
    /// There is no experiment in the folder.
    #[error("no experiment here")]
    NoExperiment,
}

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    /// The version of the program that measured; results of different versions are not mixed.
    othellier: String,
    name: String,
    /// Whether it is the quick version.
    pub quick: bool,
    /// The seed of the random numbers.
    pub seed: u64,
    /// A hash of everything that determines the work.
    fingerprint: String,
    /// The grid values given by `--set`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
}

/// A run that appended to a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    #[serde(rename = "type")]
    kind: String,
    /// Start time in seconds since 1970.
    pub started: u64,
    /// The number of threads.
    pub threads: usize,
    /// A description of the machine.
    pub machine: String,
    /// The kernel of its processor.
    pub kernel: String,
    /// Its number of cores; 0 if not recorded.
    #[serde(default)]
    pub cores: usize,
}

/// An experiment with its results so far.
pub struct Folder {
    /// The folder.
    pub path: PathBuf,
    /// The first line of the journal.
    pub header: Header,
    /// The text of the experiment.
    text: String,
    /// What the experiment consists of.
    pub plan: Plan,
    /// The runs so far.
    pub runs: Vec<Run>,
    /// The results so far.
    pub rows: Vec<Row>,
}

/// A player of a part, with all its effective options.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// The name of the part.
    pub part: String,
    /// The name of the arm.
    pub arm: String,
    /// The spec as written.
    pub player: String,
    /// The spec with every default that has an effect.
    pub effective: String,
    /// Its opponents, with all their effective options.
    pub opponents: Vec<String>,
}

impl Folder {
    /// Opens the journal of an experiment in this folder, or creates it; its rows are done.
    pub fn open(
        path: &Path,
        text: &str,
        header: Header,
        plan: Plan,
    ) -> Result<(Folder, Journal), JournalError> {
        let first_line =
            serde_json::to_string(&header).expect("texts and numbers have a JSON form");
        let kind = "journal of an experiment";
        let format = JournalFormat { kind, prefix: JOURNAL_PREFIX, header: &first_line };
        let (mut runs, mut rows) = (Vec::new(), Vec::new());
        let journal = Journal::open(&path.join(JOURNAL), &format, &mut |line, text| {
            if line > 1 {
                let is_known = parse_line(&plan, text, &mut runs, &mut rows);
                return if is_known { Ok(()) } else { Err(JournalProblem::BadLine { line }) };
            }
            match serde_json::from_str(text).ok().as_ref() == Some(&header) {
                true => Ok(()),
                false => Err(JournalProblem::OtherSettings { setting: None }),
            }
        })?;
        let (path, text) = (path.to_owned(), text.to_owned());
        Ok((Folder { path, header, text, plan, runs, rows }, journal))
    }

    /// Reads the folder of an experiment.
    pub fn read(path: &Path) -> Result<Folder, FolderError> {
        let text = |name: &str, most_bytes| {
            read_text(&path.join(name), most_bytes).map_err(|FileError { path, problem }| {
                FolderError { path, problem: problem.into() }
            })
        };
        let broken = |problem: FolderProblem| FolderError { path: path.to_owned(), problem };
        // Files of another kind are refused without being read to the end.
        let begins = journal::header(&path.join(JOURNAL));
        let is_other = begins.is_none_or(|line| !line.starts_with(JOURNAL_PREFIX));
        if is_other && path.join(JOURNAL).exists() {
            return Err(broken(FolderProblem::NotAJournal));
        }
        let journal = text(JOURNAL, MAX_JOURNAL_BYTES)?;
        // An incomplete last line, left by a killed process, is ignored.
        let whole = journal.rfind('\n').map_or("", |end| &journal[..=end]);
        let first = whole.lines().next().unwrap_or_default();
        let header: Header =
            serde_json::from_str(first).map_err(|_| broken(FolderProblem::NotAJournal))?;
        let text = text(EXPERIMENT, MAX_BYTES)?;
        let plan = planned(&header, &text).map_err(broken)?;
        let (runs, rows) = parse(&plan, whole).map_err(broken)?;
        Ok(Folder { path: path.to_owned(), header, text, plan, runs, rows })
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

    /// Writes the text of the experiment.
    pub fn write_experiment(&self) -> Result<(), WriteError> {
        write(&self.experiment_file(), self.text.as_bytes())
    }

    /// The path of the experiment file, as it was run.
    pub fn experiment_file(&self) -> PathBuf {
        self.path.join(EXPERIMENT)
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
            Job::Predictions { part, matchup, .. } => vec![Setting {
                part: part.name.clone(),
                arm: part.evaluators.join(", "),
                player: part.player.clone(),
                effective: effective(&matchup.players[0]).to_string(),
                opponents: vec![effective(&matchup.players[1]).to_string()],
            }],
            Job::Evolution(bred) => of_evolutions(bred),
            Job::Timed(timed) => of_timings(timed),
        };
        self.plan.jobs.iter().flat_map(of_job).collect()
    }

    /// Everything that is needed to repeat the measurement.
    pub fn provenance(&self) -> serde_json::Value {
        serde_json::json!({
            "type": "settings",
            "name": self.header.name,
            "quick": self.header.quick,
            "seed": self.header.seed,
            "set": self.header.set,
            "version": self.header.othellier,
            "signature": SIGNATURE,
            "weights": Weights::shipped(),
            "runs": self.runs,
            "units": self.plan.units().len(),
            "finished": self.rows.len(),
            "arms": self.settings(),
            "experiment": self.text,
        })
    }

    /// Writes the settings and the tables, each file atomically.
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

impl Header {
    /// The header of the journal of this text with these grid values.
    pub fn new(
        text: &str,
        experiment: &Experiment,
        quick: bool,
        set: &[GridValues],
    ) -> Result<Header, ExperimentError> {
        Ok(Header {
            kind: "lab-journal".to_owned(),
            version: VERSION,
            othellier: env!("CARGO_PKG_VERSION").to_owned(),
            name: experiment.name.clone(),
            quick,
            seed: experiment.seed,
            fingerprint: fingerprint(&Experiment::essence(text, quick)?),
            set: set.iter().map(ToString::to_string).collect(),
        })
    }
}

impl Run {
    /// A run that begins now.
    pub fn now(threads: usize) -> Run {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Run {
            kind: "run".to_owned(),
            started: since.map_or(0, |since| since.as_secs()),
            threads,
            machine: machine(),
            kernel: Tier::best().name().to_owned(),
            cores: cores(),
        }
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

/// The plan of a journal's experiment.
fn planned(header: &Header, text: &str) -> Result<Plan, FolderProblem> {
    let set = header.set.iter().map(|given| given.parse::<GridValues>());
    let set = set.collect::<Result<Vec<_>, _>>()?;
    let given = with_values(text, &set)?;
    let experiment = match header.quick {
        true => Experiment::read_quick(&given)?,
        false => Experiment::read(&given)?,
    };
    let experiment = Experiment { seed: header.seed, ..experiment };
    // Journals of version 1 have a fingerprint that later versions cannot compute; instead, each
    // of their rows must be a unit of the plan.
    let essence = Experiment::essence(&given, header.quick)?;
    if header.version >= VERSION && fingerprint(&essence) != header.fingerprint {
        return Err(FolderProblem::OtherExperiment);
    }
    Ok(Plan::of_finished(experiment)?)
}

/// Parses the runs and rows of a journal.
fn parse(plan: &Plan, lines: &str) -> Result<(Vec<Run>, Vec<Row>), FolderProblem> {
    let (mut runs, mut rows) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(lines.lines()).skip(1) {
        if !parse_line(plan, text, &mut runs, &mut rows) {
            return Err(FolderProblem::BrokenLine { line });
        }
    }
    Ok((runs, rows))
}

/// Adds the run or row of a line; returns whether it is one.
fn parse_line(plan: &Plan, text: &str, runs: &mut Vec<Run>, rows: &mut Vec<Row>) -> bool {
    if let Ok(row) = serde_json::from_str::<Row>(text)
        && plan.unit_of(&row).is_some()
    {
        rows.push(row);
        return true;
    }
    let run = serde_json::from_str::<Run>(text).ok();
    let is_run = run.is_some();
    runs.extend(run);
    is_run
}

/// The FNV-1a hash of a text.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
