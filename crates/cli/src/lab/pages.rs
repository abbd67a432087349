//! `othellier lab pages`: the pages of the documentation, in both languages.

use std::path::PathBuf;

use clap::Args;
use othellier_locale::Lang;
use othellier_measure::experiment::{Folder, FolderError, FolderProblem};
use othellier_report::pages::{check_finished, write_pages};
use othellier_wire::ExperimentEvent;

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

/// Write the pages of the documentation in English and French
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier lab run all && othellier lab pages lab-results docs
  othellier lab pages lab-results docs --only b3

Experiments that are not finished are refused; run the first command again to finish them.")]
pub(super) struct Options {
    /// The folder that `lab run` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The folder of the documentation
    #[arg(value_name = "DOCS")]
    out: PathBuf,
    /// Only these experiments
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Use the quick runs instead of the full ones
    #[arg(long)]
    quick: bool,
}

/// Writes the pages and the summaries.
pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let Options { folder: path, out, only, quick } = options;
    let mut folders = Folder::read_all(&path)?;
    folders.retain(|folder| folder.header.quick == quick);
    folders.retain(|folder| only.is_empty() || only.contains(&folder.plan.experiment.name));
    if folders.is_empty() {
        return Err(FolderError { path, problem: FolderProblem::NoExperiment }.into());
    }
    check_finished(&folders)?;
    let mut files = Vec::new();
    for (lang, below) in [(Lang::En, "experiments"), (Lang::Fr, "fr/experiments")] {
        files.extend(write_pages(&lang, &folders, &out.join(below), only.is_empty())?);
    }
    let mut files = files.iter().map(|path| path.display().to_string());
    if common.json {
        return output::json(&ExperimentEvent::Pages { files: files.collect() });
    }
    files.try_for_each(|path| output::line(&path))
}
