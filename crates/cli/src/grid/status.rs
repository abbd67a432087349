//! `othellier grid status`: progress, workers, rate and the time left.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use clap::Args;
use othellier_job_nats::Grid;
use othellier_locale::{Lang, tr};
use othellier_platform::parallel::StopSignal;
use othellier_wire::{GridJob, GridServerEvent, GridStatus};

use crate::common::error::CliError;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::nats::ServedFrom;
use crate::common::options::Common;
use crate::common::output;

/// Show the jobs and workers of a NATS server: progress, rate, time left; live on a terminal
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier grid status --from nats://192.168.1.10:4222
  othellier grid status my-match --from nats://192.168.1.10:4222 --json")]
pub(super) struct Options {
    /// Only this job, with the errors of units that were given up
    #[arg(value_name = "JOB")]
    job: Option<String>,
    /// Print the status once, on a terminal too
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    server: ServedFrom,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let grid = options.server.connect()?;
    let status = grid.wire_status(options.job.as_deref())?;
    if common.json {
        return output::json(&GridServerEvent::Status(status));
    }
    if options.once || !std::io::stdout().is_terminal() {
        return output::lines(&lines(common.lang, &status));
    }
    live(common.lang, &grid, options.job.as_deref(), status, &stop_on_ctrl_c())
}

/// Redraws the lines in place every second, until all jobs ended or Ctrl-C.
fn live(
    lang: Lang,
    grid: &Grid,
    job: Option<&str>,
    mut status: GridStatus,
    stop: &StopSignal,
) -> Result<(), CliError> {
    let mut drawn = 0;
    loop {
        let lines = lines(lang, &status);
        let mut out = anstream::stdout().lock();
        if drawn > 0 {
            write!(out, "\x1b[{drawn}A\x1b[J")?;
        }
        writeln!(out, "{}", lines.join("\n"))?;
        out.flush()?;
        drop(out);
        drawn = lines.iter().map(|line| line.lines().count().max(1)).sum();
        let is_open = |job: &GridJob| ["submitting", "running"].contains(&job.state.as_str());
        if !status.jobs.iter().any(is_open) {
            return Ok(());
        }
        for _ in 0..20 {
            if stop.is_stopped() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        // A server that is away for a moment keeps its last picture.
        if let Ok(now) = grid.wire_status(job) {
            status = now;
        }
    }
}

/// A line for each job, each given-up unit and each worker.
fn lines(lang: Lang, status: &GridStatus) -> Vec<String> {
    let mut lines = Vec::new();
    if status.jobs.is_empty() {
        lines.push(lang.text("nats-no-jobs"));
    }
    for job in &status.jobs {
        let percent = 100.0 * job.done as f64 / job.units.max(1) as f64;
        let left = job.seconds_left.map_or("–".to_owned(), duration);
        lines.push(tr!(
            lang,
            "nats-job",
            job = job.job.chars().take(12).collect::<String>(),
            name = job.name.as_str(),
            state = job.state.as_str(),
            done = job.done,
            units = job.units,
            percent = lang.decimals(percent, 1),
            taken = job.taken,
            failed = job.failed,
            rate = lang.decimals(job.units_per_second, 2),
            left = left
        ));
        let excluded = job.excluded.iter();
        lines.extend(
            excluded.map(|worker| tr!(lang, "nats-job-excludes", worker = worker.as_str())),
        );
        lines.extend(job.dead_letters.iter().map(|letter| {
            let number = letter.number.to_string();
            let (deliveries, why) = (letter.deliveries, letter.error.as_str());
            tr!(lang, "nats-dead-letter", number = number, deliveries = deliveries, why = why)
        }));
    }
    for worker in &status.workers {
        let rate = worker.units_per_second.values().sum::<f64>() + 0.0;
        lines.push(tr!(
            lang,
            "nats-worker-line",
            name = worker.worker.as_str(),
            busy = worker.busy,
            threads = worker.threads,
            done = worker.done,
            rate = lang.decimals(rate, 2),
            seen = worker.seen_seconds
        ));
    }
    lines
}

/// Hours, minutes and seconds.
fn duration(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{rest:02}"),
        _ => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}
