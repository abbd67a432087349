//! `othellier lab`: experiments from files, with their figures and a report.
//!
//! `run` runs an experiment and writes each finished unit to the journal in its folder; `report`
//! turns a folder into a report; `pages` writes the pages of the documentation. The work is that of
//! [`othellier_measure::experiment`] and [`othellier_report`].

mod list;
mod pages;
mod report;
mod run;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use othellier_locale::{Message, message};
use othellier_measure::experiment::{Experiment, FolderError, FolderProblem};
use othellier_measure::files::WriteError;
use othellier_report::{Format, ReportError};

use crate::common::error::CliError;
use crate::common::options::Common;

/// Run experiments and report on them
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier lab list                      the experiments of the student reports
  othellier lab run b1 --quick            one of them, in seconds
  othellier lab run mine.toml             one of your own; interrupted, it resumes
  othellier lab report lab-results/b1 --to pdf     a report to hand in")]
pub(crate) struct Options {
    #[command(subcommand)]
    kind: Kind,
}

/// The subcommands.
#[derive(Subcommand)]
enum Kind {
    /// List the built-in experiments
    #[command(after_help = "\
Example:
  othellier lab list --lang fr")]
    List,
    Run(Box<run::Options>),
    Report(report::Options),
    Pages(pages::Options),
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    match options.kind {
        Kind::List => list::run(common),
        Kind::Run(options) => run::run(common, *options),
        Kind::Report(options) => report::run(common, options),
        Kind::Pages(options) => pages::run(common, options),
    }
}

/// Why an experiment cannot be run: something that it needs is missing.
fn waiting(experiment: &Experiment) -> Option<Message> {
    let missing = experiment.missing();
    (!missing.is_empty()).then(|| {
        let name = experiment.name.as_str();
        message!("lab-waiting", name = name, needs = missing.join(", "))
    })
}

impl From<FolderError> for CliError {
    fn from(FolderError { path, problem }: FolderError) -> CliError {
        match problem {
            FolderProblem::Unwritable(error) => WriteError { path, error }.into(),
            FolderProblem::NotAppended(_) => CliError::failed(FolderError { path, problem }),
            problem => CliError::usage(FolderError { path, problem }),
        }
    }
}

impl From<ReportError> for CliError {
    fn from(error: ReportError) -> CliError {
        match error {
            ReportError::Write(error) => error.into(),
            ReportError::Unfinished { .. } => CliError::failed(error),
            error => CliError::usage(error),
        }
    }
}

/// The parser of report formats.
fn formats() -> impl TypedValueParser<Value = Format> {
    let value = |format: Format| {
        if format.name() == format.ending() {
            PossibleValue::new(format.name())
        } else {
            PossibleValue::new(format.name()).alias(format.ending())
        }
    };
    PossibleValuesParser::new(Format::ALL.map(value)).try_map(|name| name.parse::<Format>())
}

#[cfg(test)]
mod tests {
    use othellier_locale::Lang;
    use othellier_measure::experiment::Measure;
    use othellier_report::key;

    #[test]
    fn every_measure_has_words_in_both_languages() {
        use Measure::*;
        let results = [Wins, Draws, Losses, Score, Elo, Discs, FirstMove, Occupation, Squares];
        let costs = [GameTime, Time, TimeByMove, MedianTimeByMove, Nodes, NodesByMove];
        let memory = [Speedup, CumulatedMemory, LiveMemory, TableHits, TableCollisions, TableFill];
        let memory = [PeakMemory, PeakMemoryByMove].into_iter().chain(memory);
        for measure in results.into_iter().chain(costs).chain(memory) {
            let key = format!("lab-measure-{}", key(measure));
            let [english, french] = [Lang::En, Lang::Fr].map(|lang| lang.find(&key, &[]));
            assert!(english.is_some() && french.is_some(), "{key}");
        }
    }
}
