//! `othellier grid`: long jobs in units of work, on this machine or on many.
//!
//! `run` does the units of a job file here, all of them or the share of one machine; `merge` joins the
//! folders of several; `submit`, `status`, `collect` and `cancel` talk to a server whose units
//! `othellier worker` does. The work is that of [`othellier_job`] and [`othellier_job_nats`].

mod cancel;
mod collect;
mod merge;
mod run;
mod status;
mod submit;

use clap::{Args, Subcommand};

use crate::common::error::CliError;
use crate::common::options::Common;

/// Do long jobs in units of work, on one machine or on many
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier grid run match.toml --out match               all units on this machine
  othellier grid run match.toml --shard 0/3 --out part0   the share of the first of three machines
  othellier grid merge part0 part1 part2 --out match      the results of all three
  othellier grid submit match.toml --to nats://club:4222  for the workers of a server

A job file names a kind of job and its settings: see `othellier docs`, page grid.")]
pub(crate) struct Options {
    #[command(subcommand)]
    kind: Kind,
}

/// The subcommands.
#[derive(Subcommand)]
enum Kind {
    Run(run::Options),
    Merge(merge::Options),
    Submit(Box<submit::Options>),
    Status(Box<status::Options>),
    Collect(Box<collect::Options>),
    Cancel(Box<cancel::Options>),
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    match options.kind {
        Kind::Run(options) => run::run(common, options),
        Kind::Merge(options) => merge::run(common, options),
        Kind::Submit(options) => submit::run(common, *options),
        Kind::Status(options) => status::run(common, *options),
        Kind::Collect(options) => collect::run(common, *options),
        Kind::Cancel(options) => cancel::run(common, *options),
    }
}
