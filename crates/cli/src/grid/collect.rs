//! `othellier grid collect`: the results of a job from the server into a folder, as they come.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use othellier_grid_nats::{Gathered, collect_job};
use othellier_locale::{message, tr};
use othellier_wire::{GridCollected, GridServerEvent};

use crate::common::error::CliError;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::nats::{ServedFrom, check_complete};
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values;

/// Collect the results of a job from a NATS server into a folder; resumes after a kill
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier grid collect my-match --from nats://192.168.1.10:4222 --out my-match")]
pub(super) struct Options {
    /// The job: its id, the begin of its id, or its name
    #[arg(value_name = "JOB")]
    job: String,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Do not repeat one unit in a hundred here to compare the bytes
    #[arg(long)]
    no_audit: bool,
    /// Threads of the audit; by default the number of cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    server: ServedFrom,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let grid = options.server.connect()?;
    let record = grid.job(&options.job)?;
    let stop = stop_on_ctrl_c();
    let bar = progress::of_games(common.lang, record.units as usize);
    let watch = &mut |now: &Gathered| {
        bar.set_length(now.units);
        bar.set_position(now.done);
    };
    let audit = (!options.no_audit).then(|| shared::threads(options.threads));
    let ended = collect_job(&grid, &record, &options.out, audit, &stop, watch);
    bar.finish_and_clear();
    let (end, collected) = ended?;
    let different = collected.different.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    report(common, collected)?;
    check_complete(end)?;
    match different.is_empty() {
        true => Ok(()),
        false => Err(CliError::failed(message!("nats-audit-failed", units = different))),
    }
}

fn report(common: Common, collected: GridCollected) -> Result<(), CliError> {
    if common.json {
        return output::json(&GridServerEvent::Collected(collected));
    }
    let GridCollected { units, done, failed, repeated, folder, end, .. } = collected;
    output::line(&tr!(
        common.lang,
        "nats-collected",
        folder = folder,
        units = units,
        done = done,
        failed = failed,
        repeated = repeated,
        end = end
    ))
}
