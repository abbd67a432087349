//! `othellier grid run`: the units of a job, done by this machine.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use othellier_job::{Shard, UnitFolder};

use crate::common::error::CliError;
use crate::common::options::{self as shared, Common};
use crate::common::units::{AuditArguments, JobArgs, run_here, shard};
use crate::common::values;

/// Do the units of a job on this machine; run again, it resumes with the missing ones
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier grid run match.toml --out match
  othellier grid run match.toml --shard $SLURM_ARRAY_TASK_ID/16 --out match
  othellier grid run mobility-census games=100000 --out census

DIR keeps the job and the result of each unit. When all units are done, DIR/results holds
the usual tables of the job, and DIR/provenance.parquet where each result comes from.")]
pub(super) struct Options {
    #[command(flatten)]
    job: JobArgs,
    /// Do every N-th unit from unit I on: the share of one of N machines; `grid merge` joins them
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "audit")]
    shard: Option<Shard>,
    /// Folder for the results; several machines may share one
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Units to do in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    audit: AuditArguments,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let (manifest, inputs) = options.job.manifest()?;
    let folder = UnitFolder::create(&options.out, manifest, &inputs)?;
    let threads = shared::threads(options.threads);
    run_here(common, folder, Some(&options.out), options.shard, threads, &options.audit)
}
