//! `othellier train selfplay`: games of the champion against itself, kept as examples.

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use othellier_search::champion::Selectivity;
use othellier_train::selfplay::{Progress, Settings, play};
use serde::Serialize;

use super::weights::{Judgement, with_judge};
use super::{plain_bar, range, shard_trouble, short_time, time_left};
use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::duel::plan;
use crate::lang::{Lang, say};
use crate::output;
use crate::solve::stop_on_ctrl_c;
use crate::values;

/// More positions than after so many plies are too many to be listed.
const MOST_OPENING_PLIES: u32 = 9;

/// Random moves where nothing else is asked for.
const RANDOM: RangeInclusive<u32> = 6..=40;

/// Play games against oneself and keep their positions with the proven end of the game
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train selfplay games --weights rule --depth 2    from nothing
  othellier train selfplay games8 --openings 8 --games 1000 --shards 67
  Interrupted, the same command goes on where it stopped.")]
pub(crate) struct Options {
    /// Folder for the shards; those that are there are not played again
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Weights to play by: a file, or `rule` for the start from nothing; by default those shipped
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many shards there shall be
    #[arg(long, value_name = "N", default_value = "16")]
    shards: NonZeroU32,
    /// Games of a shard; equal positions, turned or mirrored, are kept once in a shard
    #[arg(long, value_name = "N", default_value = "1000")]
    games: NonZeroU32,
    /// Plies to look ahead
    #[arg(long, value_name = "D", value_parser = values::within::<u32>(1..=60), default_value = "4")]
    depth: u32,
    /// Confidence of the search in per cent: 73, 87, 95, 98, 99 or 100
    #[arg(long, value_name = "S", value_parser = values::selectivity, default_value = "73")]
    selectivity: Selectivity,
    /// Solve games from this many empty squares on, at most 30
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(values::SOLVABLE), default_value = "14")]
    solve_from: u32,
    /// Begin at each of the different positions after this many plies in turn, one more random move
    /// each time round; by default at the start
    #[arg(long, value_name = "PLIES", value_parser = values::within::<u32>(1..=u64::from(MOST_OPENING_PLIES)))]
    openings: Option<u32>,
    /// Random moves at the beginning, from the fewest to the most; by default 6-40, or none with
    /// --openings
    #[arg(long, value_name = "A-B", value_parser = range)]
    random: Option<RangeInclusive<u32>>,
    /// Noisy continuations of each game that are solved as well
    #[arg(long, value_name = "N", value_parser = values::from::<u32>(0), default_value = "2")]
    strays: u32,
    /// Positions of each game that are left by a random move, and kept with what a search says of them
    #[arg(long, value_name = "N", value_parser = values::from::<u32>(0), default_value = "0")]
    asides: u32,
    /// Keep strays and asides alone, not the positions of the games themselves
    #[arg(long)]
    strays_only: bool,
    /// Seed of the dice: the same seed plays the same games, on any number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Games to play at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

#[derive(Serialize)]
struct Total {
    #[serde(rename = "type")]
    kind: &'static str,
    shards: u32,
    older_shards: u32,
    games: u64,
    examples: u64,
    seconds: f64,
    weights: String,
    provenance: String,
    seed: u64,
    threads: usize,
    interrupted: bool,
}

/// Plays and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let lang = common.lang;
    let judgement = Judgement::load(lang, options.weights.as_deref())?;
    let random = options.random.unwrap_or(if options.openings.is_some() { 0..=0 } else { RANDOM });
    let settings = Settings {
        shards: options.shards.get(),
        games: options.games.get(),
        depth: options.depth,
        selectivity: options.selectivity,
        solve_from: options.solve_from,
        openings: options.openings.unwrap_or(0),
        random_least: *random.start(),
        random_most: *random.end(),
        course: !options.strays_only,
        strays: options.strays,
        asides: options.asides,
        seed: options.seed,
        threads: plan::threads(options.threads).get(),
    };
    let provenance = settings.provenance(judgement.title());
    let stop = stop_on_ctrl_c();
    let bar = plain_bar(u64::from(settings.shards) * u64::from(settings.games));
    let started = Instant::now();
    let watch = |progress: Progress| {
        if !bar.is_hidden() {
            bar.set_position(games_there(&settings, &progress));
            bar.set_message(in_progress(lang, &settings, &progress, started.elapsed()));
        }
    };
    let folder = &options.folder;
    let played = with_judge!(&judgement, judge => {
        play(judge, &provenance, &settings, folder, &stop, &watch)
    });
    bar.finish_and_clear();
    let progress = played.map_err(|error| shard_trouble(lang, &error))?;
    let total = Total {
        kind: "total",
        shards: progress.shards,
        older_shards: progress.older_shards,
        games: progress.games,
        examples: progress.examples,
        seconds: started.elapsed().as_secs_f64(),
        weights: judgement.title().to_owned(),
        provenance,
        seed: settings.seed,
        threads: settings.threads,
        interrupted: progress.shards < settings.shards,
    };
    tell(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

/// Games that are played, those of older shards included.
fn games_there(settings: &Settings, progress: &Progress) -> u64 {
    progress.games + u64::from(progress.older_shards) * u64::from(settings.games)
}

fn in_progress(lang: Lang, settings: &Settings, progress: &Progress, elapsed: Duration) -> String {
    let per_second = |count: u64| (count as f64 / elapsed.as_secs_f64().max(1e-3)) as u64;
    let missing = u64::from(settings.shards - progress.older_shards) * u64::from(settings.games);
    say!(
        lang,
        "train-selfplay-progress",
        games = per_second(progress.games),
        examples = per_second(progress.examples),
        left = short_time(time_left(elapsed, progress.games, missing))
    )
}

fn tell(common: Common, total: &Total) -> Result<(), Complaint> {
    if common.json {
        return output::json(total);
    }
    output::line(&say!(
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
