//! `othellier train selfplay`: self-play games of the champion, stored as examples.

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use othellier_job::Job;
use othellier_job::kinds::Selfplay;
use othellier_locale::{Lang, tr};
use othellier_search::champion::Selectivity;
use othellier_train::NamedEvaluator;
use othellier_train::selfplay::{Progress, Settings};
use othellier_wire::{SelfplayTotal, TotalType};

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

/// After more plies there are too many positions to list.
const MAX_OPENING_PLIES: u32 = 9;

const RANDOM: RangeInclusive<u32> = 6..=40;

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
    /// Weights of the players: a file, or `rule` to start from nothing; by default the shipped ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many shards to make
    #[arg(long, value_name = "N", default_value = "16")]
    shards: NonZeroU32,
    /// Games per shard; positions equal up to symmetry are kept once per shard
    #[arg(long, value_name = "N", default_value = "1000")]
    games: NonZeroU32,
    /// Search depth in plies
    #[arg(long, value_name = "D", value_parser = values::within::<u32>(1..=60), default_value = "4")]
    depth: u32,
    /// Confidence of the search in per cent: 73, 87, 95, 98, 99 or 100
    #[arg(long, value_name = "S", value_parser = values::selectivity, default_value = "73")]
    selectivity: Selectivity,
    /// Solve games from this many empty squares on, at most 30
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(values::SOLVABLE), default_value = "14")]
    solve_from: u32,
    /// Start at each distinct position after this many plies in turn, with one more random move each time
    /// round; by default at the initial position
    #[arg(long, value_name = "PLIES", value_parser = values::within::<u32>(1..=u64::from(MAX_OPENING_PLIES)))]
    openings: Option<u32>,
    /// Random moves at the start, from the fewest to the most; by default 6-40, or none with --openings
    #[arg(long, value_name = "A-B", value_parser = range)]
    random: Option<RangeInclusive<u32>>,
    /// Endgame exploration: noisy continuations of each game that are solved as well
    #[arg(long, value_name = "N", value_parser = values::from::<u32>(0), default_value = "2")]
    endgame_exploration: u32,
    /// Midgame exploration: positions of each game that are left by a random move, stored with the value of
    /// a search
    #[arg(long, value_name = "N", value_parser = values::from::<u32>(0), default_value = "0")]
    midgame_exploration: u32,
    /// Best line: store best play from the solved position to the end, and N random moves off each position
    /// of it, solved as well
    #[arg(long, value_name = "N", value_parser = values::from::<u32>(0), default_value = "0")]
    best_line: u32,
    /// Store only the positions of exploration, not those of the games
    #[arg(long)]
    exploration_only: bool,
    /// Random seed: the same seed plays the same games, on any number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Games to play at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: UnitArgs,
}

impl Options {
    /// The games as a job.
    fn job(&self) -> Job {
        Job::Selfplay(Selfplay {
            weights: self.weights.as_ref().map(|file| file.display().to_string()),
            shards: self.shards.get(),
            games: self.games.get(),
            depth: self.depth,
            selectivity: self.selectivity.percent(),
            solve_from: self.solve_from,
            openings: self.openings.unwrap_or(0),
            random: self.random.as_ref().map(|random| [*random.start(), *random.end()]),
            endgame_exploration: self.endgame_exploration,
            midgame_exploration: self.midgame_exploration,
            best_line: self.best_line,
            exploration_only: self.exploration_only,
            seed: self.seed,
            ..Selfplay::default()
        })
    }
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    if options.units.is_elsewhere() {
        let threads = shared::threads(options.threads);
        return options.units.run(common, options.job(), &options.folder, threads);
    }
    let lang = common.lang;
    let evaluator = NamedEvaluator::load(options.weights.as_deref())?;
    let random = options.random.unwrap_or(if options.openings.is_some() { 0..=0 } else { RANDOM });
    let settings = Settings {
        shards: options.shards.get(),
        games: options.games.get(),
        depth: options.depth,
        selectivity: options.selectivity,
        solve_from: options.solve_from,
        openings: options.openings.unwrap_or(0),
        random_min: *random.start(),
        random_max: *random.end(),
        game_positions: !options.exploration_only,
        endgame_exploration: options.endgame_exploration,
        midgame_exploration: options.midgame_exploration,
        best_line: options.best_line,
        seed: options.seed,
        threads: shared::threads(options.threads).get(),
    };
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
