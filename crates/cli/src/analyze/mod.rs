//! `othellier analyze`: what was good and bad in a game, and why.
//!
//! The review itself is that of `othellier_review`; here it is told: as a table for people
//! ([`table`]), as JSON ([`wire`]), as a chart ([`chart`]) and as a page ([`page`]). The sentences
//! about reasons are made in [`words`].

mod chart;
mod page;
mod table;
pub(crate) mod wire;
pub(crate) mod words;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use othellier_lab::chart::Theme;
use othellier_record::{Game, Record, with_game};
use othellier_review::{Progress, Review, Reviewable, Reviewer, Settings};
use othellier_search::champion::SearchLevel;

use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::duel::plan;
use crate::games::find_record;
use crate::lang::say;
use crate::solve::{check_room, progress_bar, stop_on_ctrl_c};
use crate::{values, whole_file};

/// Review a game: mistakes, why they were mistakes, accuracy, the turning point
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier analyze f5d6c5f4e3c6d3f6e6d7
  othellier analyze WTH_1999.wtb --game 12 --html review.html
  othellier analyze game.sgf --time 1m --svg course.svg --json")]
pub(crate) struct Options {
    /// A file of games, `-` for standard input, or moves such as `f5d6c3`
    #[arg(value_name = "GAME", allow_hyphen_values = true)]
    game: String,
    /// Which game of the file, from 1
    #[arg(long = "game", value_name = "N", default_value = "1", value_parser = values::from::<u64>(1))]
    number: u64,
    /// How deep to look, from 0 to 60, as the champion's levels
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(values::LEVELS))]
    level: Option<u32>,
    /// Time for the whole game: deeper and deeper until it is gone
    #[arg(long, value_name = "T", value_parser = values::time)]
    time: Option<Duration>,
    /// Threads that search together; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the table of known positions
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "128MiB")]
    hash: usize,
    /// Draw the course of the game to this file (SVG)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw it in light ink on a dark ground
    #[arg(long, requires = "svg")]
    dark: bool,
    /// Write a page with chart, table, boards and reasons to this file (HTML)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Squares to a side: 4, 6, 8 or 10; by default that of the game
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
}

/// Reviews and tells.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let record = find_record(common.lang, &options.game, options.number, options.size)?;
    if record.game.length() == 0 {
        return Err(Complaint::Usage(common.lang.text("review-no-moves")));
    }
    check_room(common.lang, options.hash)?;
    for file in [&options.svg, &options.html].into_iter().flatten() {
        whole_file::check(common.lang, file)?;
    }
    with_game!(&record.game, game => analyze(common, &options, &record, game))
}

fn analyze<S: Reviewable>(
    common: Common,
    options: &Options,
    record: &Record,
    game: &Game<S>,
) -> Result<(), Complaint> {
    let lang = common.lang;
    let settings = settings(options.level, options.time, options.threads, options.hash);
    let mut reviewer = Reviewer::new(&settings);
    let stop = stop_on_ctrl_c();
    let bar = progress_bar(game.length());
    let mut told = Ok(());
    let review = reviewer.review(game, &stop, &mut |progress| {
        match progress {
            Progress::Level(level) => {
                bar.set_position(0);
                bar.set_message(say!(lang, "review-level", level = level.to_string()));
            }
            Progress::Move(_) => bar.inc(1),
        }
        if common.json && told.is_ok() {
            let timed = settings.time.is_some();
            told = bar.suspend(|| wire::progress(lang, progress, timed));
            if told.is_err() {
                stop.stop();
            }
        }
    });
    bar.finish_and_clear();
    told?;
    let told = Told { record, game, review: &review };
    match common.json {
        true => wire::total(lang, &told, stop.is_stopped())?,
        false => table::print(lang, &told)?,
    }
    if let Some(file) = &options.svg {
        let theme = if options.dark { Theme::Dark } else { Theme::Light };
        write(common, file, &chart::of(lang, &told).svg(theme))?;
    }
    if let Some(file) = &options.html {
        write(common, file, &page::of(lang, &told))?;
    }
    if stop.is_stopped() {
        interrupt();
    }
    Ok(())
}

/// A reviewed game with what is written beside it.
pub(crate) struct Told<'a, S: Reviewable> {
    pub(crate) record: &'a Record,
    pub(crate) game: &'a Game<S>,
    pub(crate) review: &'a Review<S>,
}

/// What the command line says, else what is usual. Where only the time is given, it alone limits.
pub(crate) fn settings(
    level: Option<u32>,
    time: Option<Duration>,
    threads: Option<NonZeroUsize>,
    table_bytes: usize,
) -> Settings {
    let usual = if time.is_some() { SearchLevel::MAX } else { Settings::USUAL_LEVEL };
    let threads = plan::threads(threads).get();
    Settings { level: level.unwrap_or(usual), time, threads, table_bytes }
}

fn write(common: Common, file: &Path, text: &str) -> Result<(), Complaint> {
    whole_file::write(common.lang, file, text.as_bytes())?;
    let name = file.display().to_string();
    anstream::eprintln!("{}", say!(common.lang, "review-written", file = name));
    Ok(())
}
