//! `othellier generate`: makes positions and openings for studies and tests.

mod endgames;
mod openings;

use clap::{Args, Subcommand};

use crate::common::error::CliError;
use crate::common::options::Common;

/// Generate positions and openings
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier generate endgames --empties 16 --count 100 --seed 1 --out endgames.obf
  othellier generate openings --out openings.txt")]
pub(crate) struct Options {
    #[command(subcommand)]
    kind: Kind,
}

/// What to generate.
#[derive(Subcommand)]
enum Kind {
    Endgames(Box<endgames::Options>),
    Openings(openings::Options),
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    match options.kind {
        Kind::Endgames(options) => endgames::run(common, *options),
        Kind::Openings(options) => openings::run(common, options),
    }
}
