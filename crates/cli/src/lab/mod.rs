//! `othellier lab`: experiments from files, with their figures and a report.
//!
//! `run` runs an experiment and writes each finished unit to the journal in its [`folder`];
//! `report` turns a folder into a [`document`] of sentences ([`verdicts`]), [`tables`] and
//! [`figures`], which is written in one of the [`formats`]: [`html`], [`markdown`], [`typst`],
//! [`latex`], [`pdf`]; `pages` writes the pages of the documentation.

mod breeding;
pub(crate) mod document;
mod figures;
mod folder;
mod formats;
pub(crate) mod html;
mod latex;
mod list;
mod markdown;
mod opponents;
mod pages;
pub(crate) mod pdf;
mod report;
mod run;
mod speedups;
mod tables;
mod timings;
mod typography;
mod typst;
mod verdicts;

use clap::{Args, Subcommand};
use othellier_lab::experiment::{Arm, Experiment, LocalizedText};
use othellier_locale::{Lang, tr};

use crate::arguments::Common;
use crate::error::CliError;

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
    Run(run::Options),
    Report(report::Options),
    Pages(pages::Options),
}

/// Runs a subcommand.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    match options.kind {
        Kind::List => list::run(common),
        Kind::Run(options) => run::run(common, options),
        Kind::Report(options) => report::run(common, options),
        Kind::Pages(options) => pages::run(common, options),
    }
}

/// A bilingual text in this language.
fn in_lang(lang: Lang, both: &LocalizedText) -> &str {
    match lang {
        Lang::Fr if !both.fr.is_empty() => &both.fr,
        _ => &both.en,
    }
}

/// The name of an arm: its player, with the opponent if the part has several.
fn arm_name(lang: Lang, arm: &Arm) -> String {
    match &arm.opponent_name {
        Some(opponent) if arm.is_meeting() => {
            let player = arm.player_name.as_str();
            tr!(lang, "lab-arm-against", player = player, opponent = opponent.as_str())
        }
        _ => arm.player_name.clone(),
    }
}

/// The features that an experiment lacks, as a sentence; `None` if it can be run.
fn waiting(lang: Lang, experiment: &Experiment) -> Option<String> {
    let missing = experiment.missing();
    (!missing.is_empty()).then(|| {
        let name = experiment.name.as_str();
        tr!(lang, "lab-waiting", name = name, needs = missing.join(", "))
    })
}
