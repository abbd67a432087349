//! `othellier grid cancel`: takes back the units of a job that have no result yet.

use clap::Args;
use othellier_locale::tr;
use othellier_wire::{GridCancelled, GridServerEvent};

use crate::common::error::CliError;
use crate::common::nats::ServedFrom;
use crate::common::options::Common;
use crate::common::output;

/// Take back the units of a job that have no result yet; its results stay
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier grid cancel 3f2a91c0 --from nats://192.168.1.10:4222
  othellier grid cancel my-match --from nats://192.168.1.10:4222 --delete")]
pub(super) struct Options {
    /// The job: its id, the begin of its id, or its name
    #[arg(value_name = "JOB")]
    job: String,
    /// Delete the results on the server, too
    #[arg(long)]
    delete: bool,
    #[command(flatten)]
    server: ServedFrom,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let grid = options.server.connect()?;
    let record = grid.job(&options.job)?;
    let cancelled = grid.cancel(&record)?;
    if options.delete {
        grid.forget(&record)?;
    }
    let (job, name, units) = (record.job, record.name, record.units);
    if common.json {
        let deleted = options.delete;
        let cancelled = GridCancelled { job, name, units, cancelled, deleted };
        return output::json(&GridServerEvent::Cancelled(cancelled));
    }
    output::line(&tr!(common.lang, "nats-cancelled", job = job, name = name, cancelled = cancelled))
}
