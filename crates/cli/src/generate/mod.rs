//! `othellier generate`: makes what studies and tests are fed with.

mod endgames;
mod openings;

use clap::{Args, Subcommand};

use crate::arguments::Common;
use crate::complaint::Complaint;

/// Make positions and openings of our own
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier generate endgames --empties 16 --count 100 --seed 1 --out endgames.obf
  othellier generate openings --out openings.txt")]
pub(crate) struct Options {
    #[command(subcommand)]
    kind: Kind,
}

/// What can be made.
#[derive(Subcommand)]
enum Kind {
    Endgames(endgames::Options),
    Openings(openings::Options),
}

/// Makes what is asked for.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    match options.kind {
        Kind::Endgames(options) => endgames::run(common, options),
        Kind::Openings(options) => openings::run(common, options),
    }
}
