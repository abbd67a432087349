//! `othellier grid merge`: the results of several machines as one.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use othellier_job::{Stages, UnitFolder};
use othellier_locale::tr;
use othellier_wire::{GridTotal, TotalType};

use crate::common::error::CliError;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options::{self as shared, Common};
use crate::common::units::{AuditArguments, finish, print_summary};
use crate::common::{output, values};

/// Join the folders of several machines; every unit must be there once
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier grid merge part0 part1 part2 --out match --audit 1")]
pub(super) struct Options {
    /// Folders that `grid run` wrote for the same job
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Folder for the results
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    #[command(flatten)]
    audit: AuditArguments,
    /// Units to repeat in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

/// Checks the folders and writes the results.
pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let started = Instant::now();
    let folders = options.folders.iter().map(|path| UnitFolder::open(path));
    let folders = folders.collect::<Result<Vec<_>, _>>()?;
    let stop = stop_on_ctrl_c();
    let audit = options.audit.chosen(0.0, shared::threads(options.threads));
    let count = folders.len();
    let stages = Stages::open(folders)?;
    let (audited, summary) = finish(common, &stages, &options.out, audit, &stop)?;
    let all = stages.units()?;
    let Some((_, first)) = all.first() else { return Ok(()) };
    let manifest = first.manifest();
    let units = all.len() as u64;
    let folder = options.out.display().to_string();
    let total = GridTotal {
        kind: TotalType::Tag,
        name: manifest.name.clone(),
        job: manifest.id().to_string(),
        units,
        done: units,
        older: units,
        reproducible: manifest.reproducible,
        audited,
        folder: Some(folder.clone()),
        seconds: started.elapsed().as_secs_f64(),
        interrupted: false,
        summary,
    };
    if common.json {
        output::json(&total)
    } else {
        print_summary(common.lang, &total.summary)?;
        output::line(&tr!(
            common.lang,
            "grid-merged",
            units = units,
            folders = count,
            folder = folder
        ))
    }
}
