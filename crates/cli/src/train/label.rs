//! `othellier train label`: better labels for examples, by deeper searches or exact scores.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use othellier_job::Job;
use othellier_job::kinds::LabelRun;
use othellier_locale::{message, tr};
use othellier_platform::file::is_same;
use othellier_train::NamedEvaluator;
use othellier_train::example::named_shards;
use othellier_train::label::Progress;
use othellier_wire::{LabelTotal, TotalType};

use super::{short_time, time_left};
use crate::common::error::CliError;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::Common;
use crate::common::units::UnitArgs;
use crate::common::{options as shared, output, progress, values};

/// Relabel examples with the value of a deeper search, or with the exact score
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train label games --to games12 --depth 12 --empties 20-40
  othellier train label games --to ends --solve-from 18 --empties 15-18 --only
  An interrupted run resumes when the same command is given again.")]
pub(crate) struct Options {
    #[command(flatten)]
    settings: LabelRun,
    /// Folder for the labelled shards
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// Shards to label at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: UnitArgs,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let threads = shared::threads(options.threads);
    if options.units.is_elsewhere() {
        return options.units.run(common, Job::Label(options.settings), &options.to, threads);
    }
    let lang = common.lang;
    let evaluator = NamedEvaluator::load(options.settings.weights.as_deref().map(Path::new))?;
    let folders = options.settings.paths();
    let games = named_shards(&folders)?;
    if folders.iter().any(|folder| is_same(folder, &options.to)) {
        return Err(CliError::usage(message!("train-label-same")));
    }
    let settings = options.settings.settings(threads.get())?;
    let stop = stop_on_ctrl_c();
    let bar = progress::of_work(games.len() as u64);
    let started = Instant::now();
    let watch = |progress: Progress| {
        if !bar.is_hidden() {
            bar.set_position(progress.shards as u64);
            let elapsed = started.elapsed();
            let rate = progress.labelled as f64 / elapsed.as_secs_f64().max(1e-3);
            let (done, all) = (progress.shards - progress.older_shards, games.len());
            let left = time_left(elapsed, done as u64, (all - progress.older_shards) as u64);
            let (rate, left) = (rate as u64, short_time(left));
            bar.set_message(tr!(lang, "train-label-progress", rate = rate, left = left));
        }
    };
    let labelled = evaluator.label(&games, &settings, &options.to, &stop, &watch);
    bar.finish_and_clear();
    let (progress, title) = (labelled?, evaluator.title());
    let total = LabelTotal {
        kind: TotalType::Tag,
        shards: progress.shards,
        older_shards: progress.older_shards,
        labelled: progress.labelled,
        seconds: started.elapsed().as_secs_f64(),
        weights: title.to_owned(),
        provenance: settings.provenance(title),
        threads: settings.threads,
        interrupted: progress.shards < games.len(),
    };
    report(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

fn report(common: Common, total: &LabelTotal) -> Result<(), CliError> {
    if common.json {
        return output::json(total);
    }
    output::line(&tr!(
        common.lang,
        "train-label-total",
        shards = total.shards,
        older = total.older_shards,
        labelled = total.labelled,
        seconds = common.lang.decimals(total.seconds, 1),
        weights = total.weights.as_str()
    ))
}
