//! The errors of jobs and units in the language of the user. In English an error is what its `Display`
//! says.

use std::path::Path;

use othellier_job::kinds::{Expected, PartFault};
use othellier_job::{
    FolderError, FolderProblem, InputError, InputProblem, JobError, JobProblem, ManifestError,
    Mismatch, OutputError, ResultError, ResultFault, RowFault, RowsError, RunError, UnitError,
};
use othellier_locale::{Lang, Localized, tr};
use othellier_measure::files::WriteError;

use crate::common::error::CliError;
use crate::common::files::write_error;

/// An error of a job.
pub(crate) struct Sentence<E>(pub(crate) E);

impl<E: InFrench + std::fmt::Display> Localized for Sentence<E> {
    fn in_language(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.0.to_string(),
            Lang::Fr => self.0.in_french(),
        }
    }
}

/// The French sentence of an error of another crate.
trait InFrench {
    fn in_french(&self) -> String;
}

fn fr(error: &impl Localized) -> String {
    error.in_language(Lang::Fr)
}

fn at_file(path: &Path, why: String) -> String {
    tr!(Lang::Fr, "match-file-refused", file = path.display().to_string(), why = why)
}

impl InFrench for JobProblem {
    fn in_french(&self) -> String {
        let lang = Lang::Fr;
        match self {
            JobProblem::File(problem) => fr(problem),
            JobProblem::Toml { line, message } => {
                tr!(lang, "grid-toml", line = line.to_string(), said = message.as_str())
            }
            JobProblem::Settings(said) => tr!(lang, "grid-settings", said = said.as_str()),
            JobProblem::Format { found } => tr!(lang, "grid-format", found = found.to_string()),
            JobProblem::Kinds { found } => {
                let kinds = othellier_job::kinds::KINDS.join(", ");
                tr!(lang, "grid-kinds", found = *found, kinds = kinds)
            }
            JobProblem::Setting { key, expected } => {
                tr!(lang, "grid-setting", key = *key, expected = expected.in_french())
            }
            JobProblem::Input(error) => error.in_french(),
            JobProblem::NotAnInput { name } => tr!(lang, "grid-not-an-input", name = name.as_str()),
            JobProblem::Program { spec } => tr!(lang, "grid-program", spec = spec.as_str()),
            JobProblem::Access(error) => fr(error),
            JobProblem::ParseSpec(error) => fr(error),
            JobProblem::Spec(error) => fr(error),
            JobProblem::Match(error) => fr(error),
            JobProblem::Tournament(error) => fr(error),
            JobProblem::Evolve(error) => fr(error),
            JobProblem::Accuracy(error) => fr(error),
            JobProblem::Openings(error) => tr!(lang, "grid-openings", why = fr(error)),
            JobProblem::Time(error) => fr(error),
            JobProblem::Positions(error) => tr!(lang, "grid-positions", why = fr(error)),
            JobProblem::Position(error) => fr(error),
            JobProblem::Games(error) => fr(error),
            JobProblem::RefusedGames { name, count } => {
                tr!(lang, "grid-refused-games", name = name.as_str(), count = *count)
            }
            JobProblem::Experiment(error) => fr(error),
            JobProblem::Part { part, why } => {
                let why = lang.text(match why {
                    PartFault::Timed => "grid-part-timed",
                    PartFault::Sprt => "grid-part-sprt",
                });
                tr!(lang, "grid-part", part = part.as_str(), why = why)
            }
            JobProblem::Weights(error) => fr(error),
            JobProblem::Shard(error) => fr(error),
            JobProblem::Numbers(error) => fr(error),
            JobProblem::NotTunable => lang.text("grid-not-tunable"),
        }
    }
}

impl InFrench for Expected {
    fn in_french(&self) -> String {
        let lang = Lang::Fr;
        lang.text(match self {
            Expected::Within(low, high) => {
                return tr!(
                    lang,
                    "expected-within",
                    low = low.to_string(),
                    high = high.to_string()
                );
            }
            Expected::Squares => "grid-squares",
            Expected::Positive => "grid-positive",
            Expected::Even => "grid-even",
            Expected::FewerUnits => "grid-fewer-units",
            Expected::FewerPositions => "grid-fewer-positions",
            Expected::Exclusive => "grid-exclusive",
            Expected::Boards => "grid-boards",
            Expected::Selectivity => "grid-selectivity",
            Expected::Bytes => "grid-bytes",
            Expected::Range => "grid-range",
            Expected::GridValues => "grid-values",
            Expected::Half => "grid-half",
            Expected::Distinct => "grid-distinct",
            Expected::AboveZero => "grid-above-zero",
            Expected::State => "grid-state",
        })
    }
}

impl InFrench for InputError {
    fn in_french(&self) -> String {
        let why = match &self.problem {
            InputProblem::File(problem) => fr(problem),
            InputProblem::Unwritable(error) => fr(error),
            InputProblem::OtherContent => Lang::Fr.text("grid-other-content"),
        };
        at_file(&self.path, why)
    }
}

impl InFrench for JobError {
    fn in_french(&self) -> String {
        at_file(&self.path, self.problem.in_french())
    }
}

impl InFrench for ManifestError {
    fn in_french(&self) -> String {
        let lang = Lang::Fr;
        match self {
            ManifestError::Json(error) => tr!(lang, "grid-manifest-json", why = fr(error)),
            ManifestError::Format { found } => {
                tr!(lang, "grid-manifest-format", found = found.to_string())
            }
            ManifestError::Job(problem) => problem.in_french(),
            ManifestError::Contradiction => lang.text("grid-contradiction"),
        }
    }
}

impl InFrench for ResultError {
    fn in_french(&self) -> String {
        Lang::Fr.text(match self {
            ResultError::Foreign => "grid-foreign-result",
            ResultError::Damaged => "grid-damaged-result",
            ResultError::Provenance => "grid-result-provenance",
        })
    }
}

impl InFrench for ResultFault {
    fn in_french(&self) -> String {
        let lang = Lang::Fr;
        match self {
            ResultFault::Bytes(error) => error.in_french(),
            ResultFault::OtherUnit => lang.text("grid-other-unit"),
            ResultFault::Provenance => lang.text("grid-other-provenance"),
            ResultFault::Rows(RowFault::Unreadable) => lang.text("grid-unreadable-rows"),
            ResultFault::Rows(RowFault::Count { found, expected }) => {
                tr!(lang, "grid-row-count", found = *found, expected = expected.to_string())
            }
            ResultFault::Rows(RowFault::Row { row }) => {
                tr!(lang, "grid-wrong-row", row = row.to_string())
            }
        }
    }
}

impl InFrench for RowsError {
    fn in_french(&self) -> String {
        tr!(Lang::Fr, "grid-rows", number = self.number.to_string())
    }
}

impl InFrench for FolderError {
    fn in_french(&self) -> String {
        let lang = Lang::Fr;
        let why = match &self.problem {
            FolderProblem::File(problem) => fr(problem),
            FolderProblem::Unwritable(error) => fr(error),
            FolderProblem::Manifest(error) => error.in_french(),
            FolderProblem::Input(error) => error.in_french(),
            FolderProblem::OtherJob => lang.text("grid-other-job"),
            FolderProblem::Result(error) => error.in_french(),
            FolderProblem::Rows(error) => error.in_french(),
            FolderProblem::OtherUnit => lang.text("grid-other-unit"),
            FolderProblem::Doubles { units } => {
                tr!(lang, "grid-doubles", units = othellier_job::numbers(units))
            }
            FolderProblem::Gaps { units } => {
                tr!(lang, "grid-gaps", units = othellier_job::numbers(units))
            }
        };
        at_file(&self.path, why)
    }
}

impl InFrench for Mismatch {
    fn in_french(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Mismatch::Version { theirs, ours } => {
                tr!(lang, "grid-other-version", theirs = theirs.as_str(), ours = ours.as_str())
            }
            Mismatch::Signature { theirs, ours } => {
                let (theirs, ours) = (theirs.to_string(), ours.to_string());
                tr!(lang, "grid-other-signature", theirs = theirs, ours = ours)
            }
            Mismatch::Weights { name } => tr!(lang, "grid-other-weights", name = name.as_str()),
        }
    }
}

impl InFrench for RunError {
    fn in_french(&self) -> String {
        let lang = Lang::Fr;
        match self {
            RunError::Mismatch(error) => error.in_french(),
            RunError::Job(problem) => problem.in_french(),
            RunError::Folder(error) => error.in_french(),
            RunError::Rows(error) => error.in_french(),
            RunError::Unit { number, error } => {
                let why = match error {
                    UnitError::Stopped => lang.text("grid-unit-stopped"),
                    UnitError::Failed(said) => said.clone(),
                    UnitError::Crashed(said) => {
                        tr!(lang, "grid-unit-crashed", said = said.as_str())
                    }
                };
                tr!(lang, "grid-unit", number = number.to_string(), why = why)
            }
        }
    }
}

impl InFrench for OutputError {
    fn in_french(&self) -> String {
        let lang = Lang::Fr;
        match self {
            OutputError::Write(error) => fr(error),
            OutputError::Folder(error) => error.in_french(),
            OutputError::Job(problem) => problem.in_french(),
            OutputError::Order { number, expected } => {
                let (number, expected) = (number.to_string(), expected.to_string());
                tr!(lang, "grid-order", number = number, expected = expected)
            }
            OutputError::Refused { number, fault } => {
                tr!(lang, "grid-unit", number = number.to_string(), why = fault.in_french())
            }
            OutputError::Rows(error) => error.in_french(),
            OutputError::Experiment(error) => fr(error),
        }
    }
}

impl From<JobProblem> for CliError {
    fn from(problem: JobProblem) -> CliError {
        CliError::usage(Sentence(problem))
    }
}

impl From<JobError> for CliError {
    fn from(error: JobError) -> CliError {
        CliError::usage(Sentence(error))
    }
}

impl From<FolderError> for CliError {
    fn from(error: FolderError) -> CliError {
        match error {
            FolderError { path, problem: FolderProblem::Unwritable(error) } => {
                write_error(&path, error)
            }
            // The folders are what they should be, and the check of their units failed.
            FolderError {
                problem: FolderProblem::Doubles { .. } | FolderProblem::Gaps { .. },
                ..
            } => CliError::failed(Sentence(error)),
            error => CliError::usage(Sentence(error)),
        }
    }
}

impl From<RunError> for CliError {
    fn from(error: RunError) -> CliError {
        match error {
            RunError::Folder(error) => error.into(),
            RunError::Unit { .. } => CliError::failed(Sentence(error)),
            error => CliError::usage(Sentence(error)),
        }
    }
}

impl From<OutputError> for CliError {
    fn from(error: OutputError) -> CliError {
        match error {
            OutputError::Write(WriteError { path, error }) => write_error(&path, error),
            OutputError::Folder(error) => error.into(),
            OutputError::Experiment(error) => error.into(),
            error => CliError::failed(Sentence(error)),
        }
    }
}
