//! The kinds of jobs, and the files that describe them.
//!
//! A job file is TOML: the format, a name, and one table that is named after the kind and holds its
//! settings. Paths in it are relative to the file.
//!
//! To add a kind: a settings type in a file of its own that implements `Kind` and, with the feature `args`,
//! `clap::Args`; a line in the list of `kinds!`; French words for its help. It then has a command of its
//! name, shards, workers, resume, audits, a summary and Python. `mobility_census.rs` is the example.

#[cfg(feature = "args")]
mod args;
mod files;
mod replay;
mod rows;
mod specs;

mod accuracy;
mod book;
#[cfg(feature = "args")]
mod command;
mod endgames;
mod evolve;
mod experiment;
mod label;
mod match_play;
mod mobility_census;
mod selfplay;
mod solve;
mod tournament;
mod tune;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use othellier_board::Eight;
use othellier_measure::accuracy::AccuracyError;
use othellier_measure::evolve::{EvolutionError, EvolveError, EvolveSettings};
use othellier_measure::experiment::ExperimentError;
use othellier_measure::spsa::{NumbersError, SpsaSettings};
use othellier_measure::tournament::{TournamentError, TournamentSettings};
use othellier_measure::{LinesError, MatchError, MatchSettings, OpeningsError, SettingsError};
use othellier_platform::file::{FileProblem, read_text};
use othellier_play::{ParseDurationError, parse_duration};
use othellier_record::PositionTextError;
use othellier_record::obf::ObfError;
use othellier_record::source::SourceError;
use othellier_spec::{Access, AccessError, ParseSpecError, SpecError};
use othellier_train::LoadError;
use othellier_train::example::ShardError;
use serde::{Deserialize, Serialize};

use crate::output::{OutputError, Summary};
use crate::{EarlyEnd, InputError, Inputs, Progress, RowFault, RunError, UnitError};

pub use accuracy::AccuracyRun;
pub use book::BookRun;
#[cfg(feature = "args")]
pub use command::{KindCommand, Setting};
pub use endgames::EndgamesRun;
pub use experiment::ExperimentRun;
pub use label::{LabelRun, ShardSource};
pub use mobility_census::MobilityCensus;
pub(crate) use rows::of_lines;
pub use selfplay::Selfplay;
pub use solve::Solve;

use files::JobFiles;

/// The version of the format of job files.
pub const FORMAT: u32 = 1;

/// The size limit of a job file.
const MAX_BYTES: u64 = 16 << 20;

/// More units than this are a mistake.
const MAX_UNITS: u64 = 10_000_000;

/// Declares the kinds: for each the field and the variant, its settings, its name in job files, and the
/// command that does it. One without such a command gets one of its name, made of its settings.
macro_rules! kinds {
    (@command $variant:ident($settings:ty) = $name:literal) => {
        Some(KindCommand {
            name: $name,
            augment: <$settings as clap::Args>::augment_args,
            job: |matches| {
                <$settings as clap::FromArgMatches>::from_arg_matches(matches).map(Job::$variant)
            },
        })
    };
    (@command $variant:ident($settings:ty) = $name:literal $command:literal) => {
        None
    };
    (
        $($(#[$doc:meta])* $field:ident: $variant:ident($settings:ty) = $name:literal
            $(by $command:literal)?;)*
    ) => {
        /// What is to be done: the settings of each kind. In a manifest, files are replaced by their
        /// content or their digest.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum Job {
            $($(#[$doc])* #[serde(rename = $name)] $variant($settings),)*
        }

        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct JobFile {
            format: u32,
            name: Option<String>,
            unit_limit: Option<String>,
            $(#[serde(rename = $name)] $field: Option<$settings>,)*
        }

        impl JobFile {
            /// The jobs of its tables.
            fn jobs(&mut self) -> Vec<Job> {
                [$(self.$field.take().map(Job::$variant),)*].into_iter().flatten().collect()
            }
        }

        /// The tables of a job file.
        pub const KINDS: &[&str] = &[$($name,)*];

        /// The commands of the kinds that no other command does.
        #[cfg(feature = "args")]
        pub fn commands() -> impl Iterator<Item = KindCommand> {
            [$(kinds!(@command $variant($settings) = $name $($command)?),)*].into_iter().flatten()
        }

        impl Job {
            /// The name of its kind.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Job::$variant(_) => $name,)*
                }
            }

            fn kind(&self) -> &dyn Kind {
                match self {
                    $(Job::$variant(settings) => settings,)*
                }
            }

            fn kind_mut(&mut self) -> &mut dyn Kind {
                match self {
                    $(Job::$variant(settings) => settings,)*
                }
            }
        }
    };
}

kinds! {
    solve: Solve(Solve) = "solve" by "solve";
    /// A match of two players, with or without a sequential test.
    match_play: Match(MatchSettings) = "match" by "match";
    selfplay: Selfplay(Selfplay) = "selfplay" by "train selfplay";
    experiment: Experiment(ExperimentRun) = "experiment" by "lab run";
    tournament: Tournament(TournamentSettings) = "tournament" by "tournament";
    /// How well a player judges positions.
    accuracy: Accuracy(AccuracyRun) = "accuracy" by "accuracy";
    /// Endgames with the score of every move.
    endgames: Endgames(EndgamesRun) = "endgames" by "generate endgames";
    /// Training examples with new labels.
    label: Label(LabelRun) = "label" by "train label";
    /// A book of the positions of games.
    book: Book(BookRun) = "book" by "book build";
    /// Numbers of a player tuned by SPSA.
    tune: Tune(SpsaSettings) = "tune" by "tune";
    /// Weights bred by a genetic algorithm.
    evolve: Evolve(EvolveSettings) = "evolve" by "evolve";
    /// How many legal moves random games offer.
    mobility_census: MobilityCensus(MobilityCensus) = "mobility-census";
}

/// A kind of job: its settings know how to be checked, done and written.
pub(crate) trait Kind {
    /// Replaces the names of files by what is in them, or by their digests.
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem>;

    /// Checks the settings and counts the units.
    fn units(&self) -> Result<u64, JobProblem>;

    /// Whether a unit that is done again gives the same bytes.
    fn is_reproducible(&self) -> bool;

    /// Gets ready to do units; the access reaches the inputs of the job by their digests.
    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem>;

    /// Gets ready to check rows.
    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem>;

    /// Begins to write the results into a folder.
    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError>;

    /// How many bytes the rows of the job and the memory of a unit are at most. Work for other people needs to
    /// know; `None` where it is not known.
    fn bytes(&self) -> Option<u64> {
        None
    }

    /// A sequential test that may need fewer units.
    fn early_end(&self) -> Option<EarlyEnd> {
        None
    }

    /// For a kind whose later units depend on earlier rows: these settings are those of a stage.
    fn stage(&self) -> Option<&dyn Stage> {
        None
    }
}

/// A stage of a job: its settings hold what the stages before it found.
pub(crate) trait Stage {
    /// The job of the next stage, given the rows of each unit of this one; `None` after the last.
    fn next(&self, rows: &[Vec<u8>]) -> Result<Option<Job>, RunError>;
}

/// A job that is ready to be done.
pub(crate) trait Work: Send + Sync {
    /// Does the unit with this number.
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError>;
}

/// Checks rows without doing the unit again.
pub(crate) trait RowCheck: Send + Sync {
    /// Checks the rows of the unit with this number, which exists: they are those of its games or
    /// positions, and do not contradict themselves or the rules.
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault>;
}

/// Writes the results of units, which come in the order of their numbers, stage by stage.
pub(crate) trait ResultWriter {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError>;

    /// Writes what is known at the end, and sums it up.
    fn finish(self: Box<Self>) -> Result<Summary, OutputError>;
}

/// A job file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct JobError {
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: JobProblem,
}

/// Why a job cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum JobProblem {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// It is not TOML, or has keys that a job does not have.
    #[error("line {line}: {message}")]
    Toml {
        /// The line, from 1.
        line: usize,
        /// The message of the parser.
        message: String,
    },
    /// The settings of a kind have other keys or values than it has; or there is no such kind.
    #[error("settings: {0}")]
    Settings(String),
    #[error("format {found} is not known; expected {FORMAT}")]
    Format { found: u32 },
    /// It has no table of a kind, or several.
    #[error("{found} kinds of job; expected one of {}", KINDS.join(", "))]
    Kinds { found: usize },
    /// A setting has a value that it cannot have.
    #[error("{key}: expected {expected}")]
    Setting { key: &'static str, expected: Expected },
    /// A file that the job names cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A name of a file where only its digest can stand.
    #[error("`{name}` names a file that is not an input of the job")]
    NotAnInput { name: String },
    /// A player that starts a program.
    #[error("`{spec}` starts a program, which the units of a job may not")]
    Program { spec: String },
    /// A file is not an input of the job.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The text of a player cannot be parsed.
    #[error(transparent)]
    ParseSpec(#[from] ParseSpecError),
    /// A player does not exist.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The tournament cannot be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The player cannot be measured.
    #[error(transparent)]
    Accuracy(#[from] AccuracyError),
    /// The openings cannot be used.
    #[error("openings: {0}")]
    Openings(#[from] OpeningsError),
    /// A time cannot be parsed.
    #[error(transparent)]
    Time(#[from] ParseDurationError),
    #[error("positions: {0}")]
    Positions(#[from] ObfError),
    /// A position cannot be parsed.
    #[error(transparent)]
    Position(#[from] PositionTextError<Eight>),
    /// A file of games cannot be read.
    #[error(transparent)]
    Games(#[from] SourceError),
    /// A file has games that cannot be read.
    #[error("{name}: {count} games cannot be read")]
    RefusedGames { name: String, count: u64 },
    /// The experiment cannot be run.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// A part of an experiment cannot be cut into units.
    #[error("{part}: {why}")]
    Part { part: String, why: PartFault },
    #[error(transparent)]
    Weights(#[from] LoadError),
    #[error(transparent)]
    Shard(#[from] ShardError),
    #[error(transparent)]
    Numbers(#[from] NumbersError),
    /// The evolution cannot be run.
    #[error(transparent)]
    Evolve(#[from] EvolveError),
    /// The champion's parameters are constants in this build.
    #[error("tunes the champion's parameters; expected a build with the feature `tune`")]
    NotTunable,
}

/// Why a part of an experiment cannot be cut into units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartFault {
    #[error("it measures times, which differ from machine to machine; use `othellier lab run`")]
    Timed,
    /// A sequential test ends it.
    #[error("it has a sequential test; expected a job of kind `match` with `sprt`")]
    Sprt,
}

/// What a setting can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    /// A number from 1 on.
    #[error("a number from 1 on")]
    Positive,
    /// An even number, so that a unit has whole pairs.
    #[error("an even number, so that each unit has whole pairs of games")]
    Even,
    #[error("at most {MAX_UNITS} units in a job")]
    FewerUnits,
    #[error("one of `openings` and `random_plies`, and one of `time_per_move` and `clock`")]
    Exclusive,
    /// Boards with a known solver.
    #[error("boards of 8, 6 or 4 squares to a side, all of the same size")]
    Boards,
    #[error("73, 87, 95, 98, 99 or 100")]
    Selectivity,
    /// A number of bytes.
    #[error("a size such as 256MiB")]
    Bytes,
    /// A range that is not empty.
    #[error("a range with its smaller number first")]
    Range,
    #[error("a number from {0} to {1}")]
    Within(u32, u32),
    #[error("a range within 0 to 60 such as 6-40")]
    Squares,
    /// Fewer positions: there are not that many.
    #[error("fewer positions, as there are not that many")]
    FewerPositions,
    /// A key of a grid and its values.
    #[error("KEY=VALUES, such as depth=3,5")]
    GridValues,
    /// A half of all positions.
    #[error("tune or report")]
    Half,
    #[error("names that all differ")]
    Distinct,
    #[error("a number above 0")]
    AboveZero,
    /// A state of a run.
    #[error("as many values as there are numbers to tune")]
    State,
}

impl Job {
    /// Replaces the names of files, relative to a folder, by what is in them or by their digests;
    /// returns the files that units read.
    pub(crate) fn resolve(&mut self, folder: &Path) -> Result<Inputs, JobProblem> {
        let mut files = JobFiles::new(folder);
        self.kind_mut().resolve(&mut files)?;
        Ok(files.inputs)
    }

    /// Checks the settings and counts the units.
    pub(crate) fn units(&self) -> Result<u64, JobProblem> {
        match self.kind().units()? {
            0 => Err(JobProblem::Setting { key: "unit", expected: Expected::Positive }),
            units if units > MAX_UNITS => {
                Err(JobProblem::Setting { key: "unit", expected: Expected::FewerUnits })
            }
            units => Ok(units),
        }
    }

    pub(crate) fn is_reproducible(&self) -> bool {
        self.kind().is_reproducible()
    }

    pub(crate) fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        self.kind().prepare(access)
    }

    pub(crate) fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        self.kind().row_check()
    }

    pub(crate) fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        self.kind().writer(folder)
    }

    pub(crate) fn stage(&self) -> Option<&dyn Stage> {
        self.kind().stage()
    }

    pub(crate) fn bytes(&self) -> Option<u64> {
        self.kind().bytes()
    }

    /// The sequential test of the job, if it has one.
    pub fn early_end(&self) -> Option<EarlyEnd> {
        self.kind().early_end()
    }
}

/// What a job file says: its name, the time limit of a unit, the job, and the files that units read.
type ReadJob = (String, Option<Duration>, Job, Inputs);

pub(crate) fn read_job(path: &Path) -> Result<ReadJob, JobError> {
    let refused = |problem| JobError { path: path.to_owned(), problem };
    let text = read_text(path, MAX_BYTES).map_err(|error| refused(error.problem.into()))?;
    let mut file: JobFile =
        toml::from_str(&text).map_err(|error| refused(of_toml(&text, &error)))?;
    if file.format != FORMAT {
        return Err(refused(JobProblem::Format { found: file.format }));
    }
    let mut kinds = file.jobs();
    let mut job = match (kinds.pop(), kinds.len()) {
        (Some(job), 0) => job,
        (found, more) => {
            let found = more + usize::from(found.is_some());
            return Err(refused(JobProblem::Kinds { found }));
        }
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let inputs = job.resolve(folder).map_err(refused)?;
    let stem = || path.file_stem().map_or(String::new(), |name| name.to_string_lossy().into());
    let limit = file.unit_limit.as_deref().map(unit_limit).transpose().map_err(refused)?;
    Ok((file.name.unwrap_or_else(stem), limit, job, inputs))
}

/// A job of this kind with these settings.
pub(crate) fn of_settings(
    kind: &str,
    mut settings: serde_json::Map<String, serde_json::Value>,
) -> Result<Job, JobProblem> {
    if settings.insert("kind".to_owned(), kind.into()).is_some() {
        return Err(JobProblem::Settings("unknown field `kind`".to_owned()));
    }
    let job = serde_json::from_value(settings.into());
    job.map_err(|error| JobProblem::Settings(error.to_string()))
}

fn unit_limit(text: &str) -> Result<Duration, JobProblem> {
    let wrong = JobProblem::Setting { key: "unit_limit", expected: Expected::AboveZero };
    let limit = parse_duration(text)?;
    if limit.is_zero() { Err(wrong) } else { Ok(limit) }
}

fn of_toml(text: &str, error: &toml::de::Error) -> JobProblem {
    let begin = error.span().map_or(0, |span| span.start.min(text.len()));
    let line = text.as_bytes()[..begin].iter().filter(|byte| **byte == b'\n').count() + 1;
    JobProblem::Toml { line, message: error.message().replace('\n', " ") }
}

/// Checks that a number is within bounds, both included.
fn check_within(
    key: &'static str,
    number: u32,
    bounds: RangeInclusive<u32>,
) -> Result<(), JobProblem> {
    if bounds.contains(&number) {
        return Ok(());
    }
    let expected = Expected::Within(*bounds.start(), *bounds.end());
    Err(JobProblem::Setting { key, expected })
}

/// A number of pieces in units of this size.
pub(crate) fn in_units(pieces: usize, unit: usize) -> Result<u64, JobProblem> {
    match (pieces, unit) {
        (_, 0) => Err(JobProblem::Setting { key: "unit", expected: Expected::Positive }),
        (pieces, unit) => Ok(pieces.div_ceil(unit) as u64),
    }
}

/// The pieces of a unit.
pub(crate) fn pieces(number: u64, unit: usize, pieces: usize) -> std::ops::Range<usize> {
    let first = (number as usize).saturating_mul(unit).min(pieces);
    first..first.saturating_add(unit).min(pieces)
}

impl From<LinesError> for JobProblem {
    fn from(error: LinesError) -> JobProblem {
        match error {
            LinesError::File(error) => {
                InputError { path: error.path, problem: error.problem.into() }.into()
            }
            LinesError::Access(error) => error.into(),
        }
    }
}

impl From<EvolutionError> for JobProblem {
    fn from(error: EvolutionError) -> JobProblem {
        JobProblem::Evolve(error.into())
    }
}

impl From<SettingsError> for JobProblem {
    fn from(error: SettingsError) -> JobProblem {
        match error {
            SettingsError::Lines(error) => error.into(),
            SettingsError::Openings(error) => error.into(),
            SettingsError::Tournament(error) => error.into(),
            SettingsError::Exclusive(key) => {
                JobProblem::Setting { key, expected: Expected::Exclusive }
            }
        }
    }
}
