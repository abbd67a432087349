//! `othellier archive`: a database of games, searchable by metadata and position.

mod explore;
mod export;
mod import;
mod search;
mod stats;

use clap::{Args, Subcommand};

use crate::common::error::CliError;
use crate::common::options::Common;

/// Keep games in an archive, and find them by player, event, year, result or position
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier archive import wthor/                       every file of a folder
  othellier archive search --player tamenori --year 1996-1998
  othellier archive explore f5d6c3                      what was played here, with what results")]
pub(crate) struct Options {
    #[command(subcommand)]
    action: Action,
}

/// The subcommands.
#[derive(Subcommand)]
enum Action {
    Import(import::Options),
    Search(search::Options),
    Explore(explore::Options),
    Stats(stats::Options),
    Export(export::Options),
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    match options.action {
        Action::Import(options) => import::run(common, options),
        Action::Search(options) => search::run(common, options),
        Action::Explore(options) => explore::run(common, options),
        Action::Stats(options) => stats::run(common, options),
        Action::Export(options) => export::run(common, options),
    }
}
