//! `othellier grid`: long jobs in units of work, on this machine or on many.
//!
//! `run` does the units of a job file here, all of them or the share of one machine; `merge` joins the
//! folders of several; `submit`, `status`, `collect` and `cancel` talk to a server whose units
//! `othellier worker` does. The work is that of [`othellier_grid`] and [`othellier_grid_nats`].

mod cancel;
mod collect;
mod merge;
mod run;
mod status;
mod submit;
mod words;

use clap::{Args, Subcommand};
use othellier_grid::{UnitFolder, audit, merged, output as results};
use othellier_locale::{message, tr};
use othellier_play::StopSignal;
use std::num::NonZeroUsize;
use std::path::Path;

use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::options::Common;
use crate::common::output;

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

/// Runs a subcommand.
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

/// Writes the results of complete folders; repeats some units first if asked to. Returns how many were
/// repeated.
fn finish(
    common: Common,
    folders: &[UnitFolder],
    out: &Path,
    with_audit: bool,
    threads: NonZeroUsize,
    stop: &StopSignal,
) -> Result<u64, CliError> {
    let units = merged(folders)?;
    let Some((_, first)) = units.first() else { return Ok(0) };
    let mut repeated = 0;
    if with_audit && first.manifest().reproducible {
        let Some(found) = audit::audit(&units, threads, stop)? else { interrupt() };
        if !found.different.is_empty() {
            let numbers = found.different.iter().map(u64::to_string).collect::<Vec<_>>();
            let numbers = numbers.join(", ");
            return Err(CliError::failed(message!("grid-audit-failed", numbers = numbers)));
        }
        repeated = found.repeated;
        if !common.json {
            output::line(&tr!(common.lang, "grid-audited", repeated = repeated))?;
        }
    }
    results::write_merged(&units, out)?;
    if !first.manifest().reproducible {
        let sentence = common.lang.text("grid-not-reproducible");
        anstream::eprintln!("othellier: {sentence}");
    }
    Ok(repeated)
}
