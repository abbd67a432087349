//! `othellier train label`: better labels for examples, by deeper searches or exact scores.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use othellier_job::Job;
use othellier_job::kinds::{LabelRun, ShardSource};
use othellier_locale::{message, tr};
use othellier_search::champion::Selectivity;
use othellier_train::NamedEvaluator;
use othellier_train::example::named_shards;
use othellier_train::label::{Progress, Settings};
use othellier_wire::{LabelTotal, TotalType};

use super::{range, short_time, time_left};
use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::units::UnitArgs;
use crate::common::values;

/// Relabel examples with the value of a deeper search, or with the exact score
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train label games --to games12 --depth 12 --empties 20-40
  othellier train label games --to ends --solve-from 18 --empties 15-18 --only
  An interrupted run resumes when the same command is given again.")]
pub(crate) struct Options {
    /// Folder of shards to label
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Folder for the labelled shards
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// Weights of the search: a file, or `rule`; by default the shipped ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Search depth in plies
    #[arg(long, value_name = "D", value_parser = values::within::<u32>(1..=60), default_value = "8")]
    depth: u32,
    /// Confidence of the search in per cent: 73, 87, 95, 98, 99 or 100
    #[arg(long, value_name = "S", value_parser = values::selectivity, default_value = "73")]
    selectivity: Selectivity,
    /// Solve the boards with this many empty squares or fewer instead
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(values::SOLVABLE), default_value = "14")]
    solve_from: u32,
    /// Label the examples with these numbers of empty squares
    #[arg(long, value_name = "A-B", value_parser = range, default_value = "0-60")]
    empties: RangeInclusive<u32>,
    /// Leave the other examples out, instead of keeping them unchanged
    #[arg(long)]
    only: bool,
    /// Shards to label at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: UnitArgs,
}

impl Options {
    /// The labels as a job.
    fn job(&self) -> Job {
        Job::Label(LabelRun {
            shards: vec![ShardSource::Path(self.folder.clone())],
            weights: self.weights.as_ref().map(|file| file.display().to_string()),
            depth: self.depth,
            selectivity: self.selectivity.percent(),
            solve_from: self.solve_from,
            empties: [*self.empties.start(), *self.empties.end()],
            drop_others: self.only,
            unit: LabelRun::UNIT,
        })
    }
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    if options.units.is_elsewhere() {
        let threads = shared::threads(options.threads);
        return options.units.run(common, options.job(), &options.to, threads);
    }
    let lang = common.lang;
    let evaluator = NamedEvaluator::load(options.weights.as_deref())?;
    let games = named_shards(std::slice::from_ref(&options.folder))?;
    if othellier_platform::file::is_same(&options.folder, &options.to) {
        return Err(CliError::usage(message!("train-label-same")));
    }
    let settings = Settings {
        depth: options.depth,
        selectivity: options.selectivity,
        solve_from: options.solve_from,
        empties: options.empties,
        keep_others: !options.only,
        threads: shared::threads(options.threads).get(),
    };
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
