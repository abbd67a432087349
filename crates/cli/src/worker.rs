//! `othellier worker`: does units of the jobs on a server, as many at a time as it has threads.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use etcetera::BaseStrategy;
use othellier_job::{Engine, is_worker_name};
use othellier_job_nats::{JobExecutor, UnitEnd, WorkEvent, WorkTotals, WorkerOptions};
use othellier_locale::{message, tr};
use othellier_wire::GridServerEvent;

use crate::common::error::CliError;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::nats::ServerOptions;
use crate::common::options::{self as shared, Common};
use crate::common::{output, values};

/// Do work units of the jobs on a NATS server
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier worker nats://192.168.1.10:4222
  othellier worker nats://grid.example.org:4222 --user club --threads 4
  othellier worker nats://127.0.0.1:4222 --until-empty --json")]
pub(crate) struct Options {
    /// Address of the server; of a cluster several, with commas between
    #[arg(value_name = "URL")]
    url: String,
    /// Units to do at a time; by default the number of cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Only units of this job: its id, the begin of its id, or its name
    #[arg(long, value_name = "JOB")]
    job: Option<String>,
    /// Name of this worker in the status; by default the machine's and a number
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// End when no unit is left, instead of waiting for other jobs
    #[arg(long)]
    until_empty: bool,
    /// Folder for the weights and books of jobs
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    server: ServerOptions,
}

/// Works until it is asked to stop, and hands back what it has not finished.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let stop = stop_on_ctrl_c();
    let grid = options.server.connect(&options.url)?;
    let threads = shared::threads(options.threads).get();
    let name = options.name.clone().unwrap_or_else(own_name);
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if !is_worker_name(&name) || !name.chars().all(is_letter) {
        return Err(CliError::usage(message!("nats-worker-name", name = name)));
    }
    let worker = WorkerOptions {
        name: name.clone(),
        version: Engine::ours().version,
        threads,
        only: options.job.clone(),
        until_empty: options.until_empty,
    };
    let executor = JobExecutor::new(&cache(options.cache)?, &name, threads);
    anstream::eprintln!(
        "{}",
        tr!(common.lang, "nats-worker-begins", name = name.as_str(), threads = threads)
    );
    let mut closed = None;
    let watch = &mut |event| {
        if let Err(error) = tell(common, event) {
            closed.get_or_insert(error);
            stop.stop();
        }
    };
    let totals = grid.work(&worker, &executor, &stop, watch)?;
    if let Some(error) = closed {
        return Err(error);
    }
    total(common, &name, totals)
}

/// The host and the number of the process: two workers on a machine differ.
fn own_name() -> String {
    let host = othellier_job::host();
    let letters = host.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-');
    format!("{}-{}", letters.collect::<String>(), std::process::id())
}

/// The given folder, or one among the caches of the user.
fn cache(given: Option<PathBuf>) -> Result<PathBuf, CliError> {
    match (given, etcetera::choose_base_strategy()) {
        (Some(folder), _) => Ok(folder),
        (None, Ok(home)) => Ok(home.cache_dir().join("othellier").join("grid")),
        (None, Err(_)) => Err(CliError::usage(message!("nats-no-cache"))),
    }
}

/// Units as JSON on stdout; what a person must know on stderr.
fn tell(common: Common, event: WorkEvent) -> Result<(), CliError> {
    let lang = common.lang;
    let said = match event {
        WorkEvent::Joined { job } => tr!(lang, "nats-worker-joined", job = job),
        WorkEvent::Refused { job, why } => tr!(lang, "nats-worker-refused", job = job, why = why),
        WorkEvent::Away { why } => tr!(lang, "nats-worker-away", why = why),
        WorkEvent::Back => lang.text("nats-worker-back"),
        WorkEvent::Unit { job, number, end } => {
            let unit = end.to_wire(&job, number);
            let (key, why) = (format!("nats-worker-{}", unit.end), unit.error.clone());
            if common.json {
                output::json(&GridServerEvent::Unit(unit))?;
            }
            if matches!(end, UnitEnd::Done | UnitEnd::Duplicate | UnitEnd::HandedBack) {
                return Ok(());
            }
            let (number, why) = (number.to_string(), why.unwrap_or_default());
            tr!(lang, &key, job = job, number = number, why = why)
        }
    };
    anstream::eprintln!("{said}");
    Ok(())
}

fn total(common: Common, worker: &str, totals: WorkTotals) -> Result<(), CliError> {
    if common.json {
        return output::json(&GridServerEvent::Worker(totals.to_wire(worker)));
    }
    let WorkTotals { done, duplicates, failed, handed_back } = totals;
    output::line(&tr!(
        common.lang,
        "nats-worker-total",
        done = done,
        duplicates = duplicates,
        failed = failed,
        handed = handed_back
    ))
}
