//! `othellier grid run`: the units of a job, done by this machine.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use othellier_job::{Manifest, Shard, UnitFolder, run as run_units};
use othellier_locale::tr;
use othellier_wire::{GridTotal, TotalType};

use crate::common::error::CliError;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values::{self, ExpectedValue};

use super::AuditArguments;

/// Do the units of a job on this machine; run again, it resumes with the missing ones
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier grid run match.toml --local --out match
  othellier grid run match.toml --shard $SLURM_ARRAY_TASK_ID/16 --out match

DIR keeps the job and the result of each unit. When all units are done, DIR/results holds
the usual tables of the job, and DIR/provenance.parquet where each result comes from.")]
pub(super) struct Options {
    /// The job file
    #[arg(value_name = "JOB.toml")]
    job: PathBuf,
    /// Do all units on this machine (the default)
    #[arg(long, conflicts_with = "shard")]
    local: bool,
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

fn shard(text: &str) -> Result<Shard, ExpectedValue> {
    text.parse().map_err(|_| ExpectedValue::Described("expected-shard"))
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let started = Instant::now();
    let (manifest, inputs) = Manifest::read_job(&options.job)?;
    let folder = UnitFolder::create(&options.out, manifest, &inputs)?;
    let manifest = folder.manifest();
    let threads = shared::threads(options.threads);
    let stop = stop_on_ctrl_c();
    let bar = progress::of_games(lang, manifest.units as usize);
    let mut begun = false;
    let done =
        run_units(&folder, options.shard.unwrap_or(Shard::ALL), threads, &stop, &mut |done| {
            bar.set_length(done.units);
            bar.set_position(done.done);
            if !begun {
                begun = true;
                bar.reset_eta();
                let open = done.units.saturating_sub(done.done);
                let (name, threads) = (manifest.name.as_str(), threads.get());
                let begins = tr!(
                    lang,
                    "grid-begins",
                    name = name,
                    open = open,
                    done = done.older,
                    threads = threads
                );
                bar.suspend(|| anstream::eprintln!("{begins}"));
            }
        });
    bar.finish_and_clear();
    let done = done?;
    let interrupted = !done.is_complete();
    let mut audited = 0;
    if !interrupted && options.shard.is_none() {
        let folders = std::slice::from_ref(&folder);
        let audit = options.audit.chosen(0.0, threads);
        audited = super::finish(common, folders, &options.out, audit, &stop)?;
    }
    let total = GridTotal {
        kind: TotalType::Tag,
        name: manifest.name.clone(),
        job: manifest.id().to_string(),
        units: done.units,
        done: done.done,
        older: done.older,
        reproducible: manifest.reproducible,
        audited,
        folder: options.out.display().to_string(),
        seconds: started.elapsed().as_secs_f64(),
        interrupted,
    };
    if common.json {
        output::json(&total)?
    } else {
        output::line(&tr!(
            lang,
            "grid-done",
            done = total.done,
            units = total.units,
            seconds = lang.decimals(total.seconds, 1),
            folder = total.folder.as_str()
        ))?
    }
    if interrupted {
        anstream::eprintln!("othellier: {}", lang.text("lab-interrupted"));
        interrupt();
    }
    Ok(())
}
