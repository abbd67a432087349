//! `othellier train selfplay`: self-play games of the champion, stored as examples.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use othellier_job::Job;
use othellier_job::kinds::Selfplay;
use othellier_locale::{Lang, tr};
use othellier_train::NamedEvaluator;
use othellier_train::selfplay::{Progress, Settings};
use othellier_wire::{SelfplayTotal, TotalType};

use super::{short_time, time_left};
use crate::common::error::CliError;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::Common;
use crate::common::units::UnitArgs;
use crate::common::{options as shared, output, progress, values};

/// Play games by self-play and store their positions with the exact score of the ending
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train selfplay games --weights rule --depth 2    from nothing
  othellier train selfplay games8 --openings 8 --games 1000 --shards 67
  An interrupted run resumes when the same command is given again.")]
pub(crate) struct Options {
    /// Folder for the shards; existing ones are not played again
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    #[command(flatten)]
    settings: Selfplay,
    /// Games to play at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: UnitArgs,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let threads = shared::threads(options.threads);
    if options.units.is_elsewhere() {
        return options.units.run(
            common,
            Job::Selfplay(options.settings),
            &options.folder,
            threads,
        );
    }
    let lang = common.lang;
    let evaluator = NamedEvaluator::load(options.settings.weights.as_deref().map(Path::new))?;
    let settings = options.settings.settings(threads.get())?;
    let stop = stop_on_ctrl_c();
    let bar = progress::of_work(u64::from(settings.shards) * u64::from(settings.games));
    let started = Instant::now();
    let watch = |progress: Progress| {
        if !bar.is_hidden() {
            bar.set_position(finished_games(&settings, &progress));
            bar.set_message(in_progress(lang, &settings, &progress, started.elapsed()));
        }
    };
    let played = evaluator.play(&settings, &options.folder, &stop, &watch);
    bar.finish_and_clear();
    let progress = played?;
    let total = SelfplayTotal {
        kind: TotalType::Tag,
        shards: progress.shards,
        older_shards: progress.older_shards,
        games: progress.games,
        examples: progress.examples,
        seconds: started.elapsed().as_secs_f64(),
        weights: evaluator.title().to_owned(),
        provenance: settings.provenance(evaluator.title()),
        seed: settings.seed,
        threads: settings.threads,
        interrupted: progress.shards < settings.shards,
    };
    report(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

/// Finished games, including those of older shards.
fn finished_games(settings: &Settings, progress: &Progress) -> u64 {
    progress.games + u64::from(progress.older_shards) * u64::from(settings.games)
}

fn in_progress(lang: Lang, settings: &Settings, progress: &Progress, elapsed: Duration) -> String {
    let per_second = |count: u64| (count as f64 / elapsed.as_secs_f64().max(1e-3)) as u64;
    let missing = u64::from(settings.shards - progress.older_shards) * u64::from(settings.games);
    tr!(
        lang,
        "train-selfplay-progress",
        games = per_second(progress.games),
        examples = per_second(progress.examples),
        left = short_time(time_left(elapsed, progress.games, missing))
    )
}

fn report(common: Common, total: &SelfplayTotal) -> Result<(), CliError> {
    if common.json {
        return output::json(total);
    }
    output::line(&tr!(
        common.lang,
        "train-selfplay-total",
        shards = total.shards,
        older = total.older_shards,
        games = total.games,
        examples = total.examples,
        seconds = common.lang.decimals(total.seconds, 1),
        weights = total.weights.as_str(),
        seed = total.seed.to_string()
    ))
}
