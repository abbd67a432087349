//! `othellier grid collect`: the results of a job from the server into a folder, as they come.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use othellier_job_nats::{Dropped, GatherEvent, collect_job};
use othellier_locale::{Lang, Localized, tr};
use othellier_wire::{GridCollected, GridServerEvent};

use crate::common::error::CliError;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::nats::{ServedFrom, check_complete};
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values;

use super::AuditArguments;
use super::words::Sentence;

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
    let record = grid.job(&options.job)?;
    let stop = stop_on_ctrl_c();
    let bar = progress::of_games(common.lang, record.units as usize);
    let watch = &mut |event| match event {
        GatherEvent::Progress(now) => {
            bar.set_length(now.units);
            bar.set_position(now.done);
        }
        event => bar.suspend(|| tell(common.lang, event)),
    };
    let audit = options.audit.chosen(1.0, shared::threads(options.threads));
    let ended = collect_job(&grid, &record, &options.out, audit, &stop, watch);
    bar.finish_and_clear();
    let (end, collected) = ended?;
    report(common, collected)?;
    check_complete(end)
}

/// Says on stderr which results do not count.
pub(crate) fn tell(lang: Lang, event: GatherEvent) {
    let said = match event {
        GatherEvent::Progress(_) => return,
        GatherEvent::Excluded { worker, units } => {
            let units = othellier_job::numbers(&units);
            tr!(lang, "nats-excluded", worker = worker, units = units)
        }
        GatherEvent::Dropped(Dropped { number, worker, fault }) => {
            let worker = worker.unwrap_or_else(|| "?".to_owned());
            let why = Sentence(fault).in_language(lang);
            match number {
                Some(number) => {
                    let number = number.to_string();
                    tr!(lang, "nats-dropped", number = number, worker = worker, why = why)
                }
                None => tr!(lang, "nats-dropped-foreign", why = why),
            }
        }
    };
    anstream::eprintln!("othellier: {said}");
}

fn report(common: Common, collected: GridCollected) -> Result<(), CliError> {
    if common.json {
        return output::json(&GridServerEvent::Collected(collected));
    }
    let GridCollected { units, done, failed, repeated, seed, dropped, folder, end, .. } = collected;
    output::line(&tr!(
        common.lang,
        "nats-collected",
        folder = folder,
        units = units,
        done = done,
        failed = failed,
        repeated = repeated,
        seed = seed.to_string(),
        dropped = dropped,
        end = end
    ))
}
