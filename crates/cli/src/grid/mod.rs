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
mod words;

pub(crate) use collect::tell;

use clap::{Args, Subcommand};
use othellier_job::audit::{AuditOptions, audit};
use othellier_job::{UnitFolder, merged, numbers, output as results};
use othellier_locale::{message, tr};
use othellier_play::StopSignal;
use std::num::NonZeroUsize;
use std::path::Path;

use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::options::Common;
use crate::common::output;
use crate::common::values;

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

/// The options of an audit.
#[derive(Args)]
pub(crate) struct AuditArguments {
    /// Repeat this share of the units of each worker here, at least one of each, and compare the bytes; 0 repeats none
    #[arg(long, value_name = "PERCENT", value_parser = values::decimal_within(0..=100))]
    audit: Option<f64>,
    /// Seed of the choice of the repeated units; by default a random one
    #[arg(long, value_name = "SEED")]
    audit_seed: Option<u64>,
}

impl AuditArguments {
    /// What was asked for, or this share; none if it is 0.
    pub(crate) fn chosen(&self, usual: f64, threads: NonZeroUsize) -> Option<AuditOptions> {
        let percent = self.audit.unwrap_or(usual);
        let seed = self.audit_seed.unwrap_or_else(values::seed);
        (percent > 0.0).then_some(AuditOptions { percent, seed, threads })
    }
}

/// Writes the results of complete folders; repeats some units first if asked to. Returns how many were
/// repeated.
fn finish(
    common: Common,
    folders: &[UnitFolder],
    out: &Path,
    options: Option<AuditOptions>,
    stop: &StopSignal,
) -> Result<u64, CliError> {
    let units = merged(folders)?;
    let Some((_, first)) = units.first() else { return Ok(0) };
    let mut repeated = 0;
    if let Some(options) = options.filter(|_| first.manifest().reproducible) {
        let Some(found) = audit(&units, options, stop)? else { interrupt() };
        if !found.different.is_empty() {
            let of =
                |(worker, units): (&String, &Vec<u64>)| format!("{worker}: {}", numbers(units));
            let found = found.different.iter().map(of).collect::<Vec<_>>().join("; ");
            return Err(CliError::failed(message!("grid-audit-failed", numbers = found)));
        }
        repeated = found.repeated;
        if !common.json {
            let seed = options.seed.to_string();
            output::line(&tr!(common.lang, "grid-audited", repeated = repeated, seed = seed))?;
        }
    }
    results::write_merged(&units, out)?;
    if !first.manifest().reproducible {
        let sentence = common.lang.text("grid-not-reproducible");
        anstream::eprintln!("othellier: {sentence}");
    }
    Ok(repeated)
}
