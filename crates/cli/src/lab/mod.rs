//! `othellier lab`: experiments from files, with their figures and a report.
//!
//! `run` carries an experiment out and keeps each finished unit in the journal of its [`folder`];
//! `report` turns a folder into a page ([`document`], [`html`], [`markdown`]) with [`figures`].

mod breeding;
pub(crate) mod document;
mod figures;
mod folder;
pub(crate) mod html;
mod list;
mod markdown;
mod report;
mod run;
mod typography;

use clap::{Args, Subcommand};
use othellier_lab::experiment::{Both, Experiment};

use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::lang::{Lang, say};

/// Run experiments and report on them
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier lab list                      the experiments of the student reports
  othellier lab run b1 --quick            one of them, in seconds
  othellier lab run mine.toml             one of your own; interrupted, it goes on
  othellier lab report lab-results/b1     a page to hand in")]
pub(crate) struct Options {
    #[command(subcommand)]
    kind: Kind,
}

/// What can be done.
#[derive(Subcommand)]
enum Kind {
    /// List the experiments that come with the program
    #[command(after_help = "\
Example:
  othellier lab list --lang fr")]
    List,
    Run(run::Options),
    Report(report::Options),
}

/// Does what is asked for.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    match options.kind {
        Kind::List => list::run(common),
        Kind::Run(options) => run::run(common, options),
        Kind::Report(options) => report::run(common, options),
    }
}

/// What is said in both languages, in this one.
fn in_lang(lang: Lang, both: &Both) -> &str {
    match lang {
        Lang::Fr if !both.fr.is_empty() => &both.fr,
        _ => &both.en,
    }
}

/// What an experiment waits for, as a sentence; `None` when it can be run.
fn waiting(lang: Lang, experiment: &Experiment) -> Option<String> {
    let missing = experiment.missing();
    (!missing.is_empty()).then(|| {
        let name = experiment.name.as_str();
        say!(lang, "lab-waiting", name = name, needs = missing.join(", "))
    })
}
