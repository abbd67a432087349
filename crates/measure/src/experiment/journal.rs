//! The journal of an experiment: a header line, a line for each run, a line for each row.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use othellier_board::kernel::Tier;
use othellier_platform::file::{FileError, FileProblem};
use othellier_record::journal::{self, Journal, JournalError, JournalFormat, JournalProblem};
use othellier_spec::Access;
use serde::{Deserialize, Serialize};

use super::file::{Experiment, ExperimentError, fingerprint};
use super::plan::Plan;
use super::rows::Row;
use super::values::{GridValues, GridValuesError, with_values};
use crate::files::WriteError;
use crate::provenance::{OtherWork, cores, machine};

/// The version of the journal format; raised when the meaning of its lines changes.
const VERSION: u32 = 2;
/// The first bytes of every journal.
const PREFIX: &str = r#"{"type":"lab-journal","#;

/// A folder that is not that of an experiment.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct FolderError {
    /// The folder, or the file in it.
    pub path: PathBuf,
    /// The fault in the folder.
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
    /// The journal has another version of the format.
    #[error("the journal was written by another version of othellier")]
    OtherVersion,
    /// A line of the journal is no row of the experiment.
    #[error("line {line} is not a result of this experiment")]
    BrokenLine {
        /// The line, from 1.
        line: usize,
    },
    /// Another run is writing the journal.
    #[error("another run is writing it")]
    InUse,
    /// A file or folder cannot be written.
    #[error("{0}")]
    Unwritable(std::io::Error),
    /// A line cannot be appended to the journal.
    #[error(transparent)]
    NotAppended(FileProblem),
    /// There is no experiment in the folder.
    #[error("no experiment here")]
    NoExperiment,
}

impl From<FileError> for FolderError {
    fn from(FileError { path, problem }: FileError) -> FolderError {
        FolderError { path, problem: problem.into() }
    }
}

impl From<WriteError> for FolderError {
    fn from(WriteError { path, error }: WriteError) -> FolderError {
        FolderError { path, problem: FolderProblem::Unwritable(error) }
    }
}

impl From<JournalError> for FolderError {
    fn from(JournalError { path, problem, .. }: JournalError) -> FolderError {
        FolderError { path, problem: problem.into() }
    }
}

impl From<JournalProblem> for FolderProblem {
    fn from(problem: JournalProblem) -> FolderProblem {
        match problem {
            JournalProblem::File(problem) => FolderProblem::File(problem),
            JournalProblem::Unwritable(problem) => FolderProblem::NotAppended(problem),
            JournalProblem::InUse => FolderProblem::InUse,
            JournalProblem::OtherKind => FolderProblem::NotAJournal,
            JournalProblem::OtherVersion => FolderProblem::OtherVersion,
            JournalProblem::OtherSettings { .. } => FolderProblem::OtherExperiment,
            JournalProblem::BadLine { line } | JournalProblem::UnknownLine { line } => {
                FolderProblem::BrokenLine { line }
            }
        }
    }
}

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    /// The version of the program that measured; results of different versions are not mixed.
    pub(super) othellier: String,
    pub(super) name: String,
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
    pub threads: usize,
    /// A description of the machine.
    pub machine: String,
    /// The kernel of its processor.
    pub kernel: String,
    pub cores: usize,
}

/// Other work of the machine while a run timed units one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Load {
    #[serde(rename = "type")]
    kind: LoadKind,
    /// The number of units that were timed.
    pub units: usize,
    #[serde(flatten)]
    pub others: OtherWork,
}

/// The type of the line of a [`Load`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LoadKind {
    Load,
}

impl Load {
    /// The load while this number of units was timed.
    pub fn new(units: usize, others: OtherWork) -> Load {
        Load { kind: LoadKind::Load, units, others }
    }
}

/// An experiment that was checked and can be run.
pub struct PreparedExperiment {
    /// The text of the experiment.
    pub(super) text: String,
    /// The first line of its journal.
    pub(super) header: Header,
    pub(super) plan: Plan,
}

impl PreparedExperiment {
    /// Checks an experiment, or its quick version, with other values for keys of its grids, and
    /// with another seed if one is given. It runs with what the access reaches.
    pub fn new(
        text: &str,
        quick: bool,
        seed: Option<u64>,
        set: &[GridValues],
        access: &Access,
    ) -> Result<PreparedExperiment, ExperimentError> {
        let given = with_values(text, set)?;
        let experiment =
            if quick { Experiment::read_quick(&given)? } else { Experiment::read(&given)? };
        let experiment = Experiment { seed: seed.unwrap_or(experiment.seed), ..experiment };
        let header = Header::new(&given, &experiment, quick, set)?;
        let plan = Plan::of(experiment, access)?;
        Ok(PreparedExperiment { text: text.to_owned(), header, plan })
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The name of its folder.
    pub fn folder_name(&self) -> String {
        format!("{}{}", self.header.name, if self.header.quick { "-quick" } else { "" })
    }
}

/// The runs and rows of a journal as it is read.
pub(super) struct JournalLines<'a> {
    plan: &'a Plan,
    /// The header that is expected, if the journal is appended to.
    header: Option<&'a Header>,
    pub(super) runs: Vec<Run>,
    pub(super) loads: Vec<Load>,
    pub(super) rows: Vec<Row>,
}

impl<'a> JournalLines<'a> {
    pub(super) fn of(plan: &'a Plan, header: Option<&'a Header>) -> JournalLines<'a> {
        JournalLines { plan, header, runs: Vec::new(), loads: Vec::new(), rows: Vec::new() }
    }

    fn add(&mut self, number: usize, text: &str) -> Result<(), JournalProblem> {
        if number == 1 {
            let found = parse_header(text)?;
            return match self.header {
                Some(expected) if found != *expected => {
                    Err(JournalProblem::OtherSettings { setting: None })
                }
                _ => Ok(()),
            };
        }
        if let Ok(row) = serde_json::from_str::<Row>(text)
            && self.plan.unit_of(&row).is_some()
        {
            self.rows.push(row);
        } else if let Ok(run) = serde_json::from_str::<Run>(text) {
            self.runs.push(run);
        } else if let Ok(load) = serde_json::from_str::<Load>(text) {
            self.loads.push(load);
        } else {
            return Err(JournalProblem::BadLine { line: number });
        }
        Ok(())
    }
}

fn format(header: &str) -> JournalFormat<'_> {
    JournalFormat { kind: "journal of an experiment", prefix: PREFIX, header }
}

/// Opens or creates the journal with this header.
pub(super) fn open_journal(
    path: &Path,
    header: &Header,
    lines: &mut JournalLines<'_>,
) -> Result<Journal, JournalError> {
    Journal::open(path, &format(&line(header)), &mut |number, text| lines.add(number, text))
}

/// Reads the lines of a journal.
pub(super) fn read_journal(path: &Path, lines: &mut JournalLines<'_>) -> Result<(), FolderProblem> {
    let read = journal::read(path, &format(""), &mut |number, text| lines.add(number, text));
    read.map_err(|error| error.problem.into())
}

/// Reads the header of a journal; `None` if there is no file. Files of another kind are refused
/// without being read to the end.
pub(super) fn read_header(path: &Path) -> Result<Option<Header>, FolderProblem> {
    match journal::header(path).filter(|line| line.starts_with(PREFIX)) {
        Some(line) => Ok(Some(parse_header(&line)?)),
        None if path.exists() => Err(FolderProblem::NotAJournal),
        None => Ok(None),
    }
}

/// Parses the first line of a journal; its version first, as the other fields depend on it.
fn parse_header(line: &str) -> Result<Header, JournalProblem> {
    #[derive(Deserialize)]
    struct Head {
        version: u32,
    }
    let Head { version } = serde_json::from_str(line).map_err(|_| JournalProblem::OtherKind)?;
    if version != VERSION {
        return Err(JournalProblem::OtherVersion);
    }
    serde_json::from_str(line).map_err(|_| JournalProblem::OtherKind)
}

/// An object as a line of a journal.
pub(super) fn line(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("rows, runs and headers are JSON")
}

impl Header {
    /// The header of the journal of this text with these grid values.
    fn new(
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

    /// The text of the experiment with the grid values of the run.
    fn given(&self, text: &str) -> Result<String, FolderProblem> {
        let set = self.set.iter().map(|given| given.parse::<GridValues>());
        Ok(with_values(text, &set.collect::<Result<Vec<_>, _>>()?)?)
    }

    /// The fingerprint of the run of this experiment.
    pub(super) fn fingerprint_of(&self, text: &str) -> Result<String, FolderProblem> {
        Ok(Experiment::fingerprint(&self.given(text)?, self.quick, self.seed)?)
    }

    /// The plan of the experiment.
    pub(super) fn plan(&self, text: &str) -> Result<Plan, FolderProblem> {
        let given = self.given(text)?;
        let experiment =
            if self.quick { Experiment::read_quick(&given)? } else { Experiment::read(&given)? };
        let experiment = Experiment { seed: self.seed, ..experiment };
        if fingerprint(&Experiment::essence(&given, self.quick)?) != self.fingerprint {
            return Err(FolderProblem::OtherExperiment);
        }
        Ok(Plan::of_finished(experiment)?)
    }
}

impl Run {
    /// A run that begins now.
    pub(super) fn now(threads: usize) -> Run {
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
