//! `othellier grid collect`: the results of a job from the server into a folder, as they come.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::common::error::CliError;
use crate::common::nats::ServedFrom;
use crate::common::options::{self as shared, Common};
use crate::common::units::{self, AuditArguments};
use crate::common::values;

/// Collect the results of a job from a NATS server into a folder; resumes after a kill
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier grid collect my-match --from nats://192.168.1.10:4222 --out my-match
  othellier grid collect my-match --out my-match --audit 20

Every result is checked: its games are replayed, its scores counted again. Some units of each
worker are repeated here; a worker whose bytes differ is excluded, and its units are done again.")]
pub(super) struct Options {
    /// The job: its id, the begin of its id, or its name
    #[arg(value_name = "JOB")]
    job: String,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    audit: AuditArguments,
    /// Units to repeat in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    server: ServedFrom,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let grid = options.server.connect()?;
    let audit = options.audit.chosen(1.0, shared::threads(options.threads));
    units::collect(common, &grid, &options.job, &options.out, audit)
}
