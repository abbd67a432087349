//! `othellier grid submit`: a job and its files onto the server.

use std::time::Duration;

use clap::Args;
use othellier_job_nats::SubmitOptions;
use othellier_locale::tr;
use othellier_wire::{GridServerEvent, GridSubmitted};

use crate::common::error::CliError;
use crate::common::nats::ServerOptions;
use crate::common::options::Common;
use crate::common::units::{self, JobArgs};
use crate::common::{output, values};

/// Submit a job to a NATS server, for its workers; submitted again, it is completed
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier grid submit match.toml --to nats://192.168.1.10:4222
  othellier grid submit urgent.toml --to nats://192.168.1.10:4222 --priority 1
  othellier grid submit selfplay.toml --to nats://grid.example.org:4222 --credentials lab.creds --replicas 3")]
pub(super) struct Options {
    #[command(flatten)]
    job: JobArgs,
    /// Address of the server; of a cluster several, with commas between
    #[arg(long, value_name = "URL")]
    to: String,
    /// How long a unit may show no progress before another worker gets it
    #[arg(long, value_name = "TIME", value_parser = values::lease, default_value = "30s")]
    lease: Duration,
    /// Priority of the job: workers take units of those with the highest one first, by turns
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    priority: i32,
    /// Keep each unit and result on N servers of a cluster
    #[arg(long, value_name = "N", value_parser = values::within::<usize>(1..=5))]
    replicas: Option<usize>,
    #[command(flatten)]
    server: ServerOptions,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let (manifest, inputs) = options.job.manifest()?;
    let grid = options.server.connect(&options.to)?;
    if let Some(replicas) = options.replicas {
        grid.replicate(replicas)?;
    }
    let how = SubmitOptions { lease: options.lease, priority: options.priority };
    let submitted = units::submit(&grid, &manifest, &inputs, how)?;
    if common.json {
        return output::json(&GridServerEvent::Submitted(submitted));
    }
    let GridSubmitted { job, name, units, queued, waiting, done } = submitted;
    output::line(&tr!(
        common.lang,
        "nats-submitted",
        job = job,
        name = name,
        units = units,
        queued = queued,
        waiting = waiting,
        done = done
    ))
}
