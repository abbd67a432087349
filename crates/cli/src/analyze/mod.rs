//! `othellier analyze`: what was good and bad in a game, and why.
//!
//! `othellier_review` makes the review; this module presents it: as a table for people ([`table`]),
//! as JSON ([`wire`]), as a chart ([`chart`]) and as an HTML page ([`page`]). [`words`] turns
//! reasons into sentences.

mod chart;
mod page;
mod table;
pub(crate) mod wire;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use othellier_locale::{message, tr};
use othellier_record::{Game, Record, with_game};
use othellier_report::chart::Theme;
use othellier_review::{Review, ReviewProgress, Reviewable, Reviewer};

use crate::common::error::CliError;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::{Common, check_table_fits};
use crate::common::review::settings;
use crate::common::{files, progress, values};

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
    /// Search level, from 0 to 60, as the champion's levels
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(values::LEVELS))]
    level: Option<u32>,
    /// Time limit for the whole game: reviews at increasing levels until it is used up
    #[arg(long, value_name = "T", value_parser = values::time)]
    time: Option<Duration>,
    /// Search threads; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition table
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "128MiB")]
    hash: usize,
    /// Write a chart of the score to this file (SVG)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the chart in light colours on a dark background
    #[arg(long, requires = "svg")]
    dark: bool,
    /// Write a page with chart, table, boards and reasons to this file (HTML)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Squares per side: 4, 6, 8 or 10; by default that of the game
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let record =
        othellier_record::source::find_record(&options.game, options.number, options.size)?;
    if record.game.length() == 0 {
        return Err(CliError::usage(message!("review-no-moves")));
    }
    check_table_fits(options.hash)?;
    for file in [&options.svg, &options.html].into_iter().flatten() {
        files::check_writable(file)?;
    }
    with_game!(&record.game, game => analyze(common, &options, &record, game))
}

fn analyze<S: Reviewable>(
    common: Common,
    options: &Options,
    record: &Record,
    game: &Game<S>,
) -> Result<(), CliError> {
    let lang = common.lang;
    let settings = settings(options.level, options.time, options.threads, options.hash);
    let mut reviewer = Reviewer::new(&settings);
    let stop = stop_on_ctrl_c();
    let bar = progress::of_positions(game.length());
    let mut written = Ok(());
    let review = reviewer.review(game, &stop, &mut |progress| {
        match progress {
            ReviewProgress::Level(level) => {
                bar.set_position(0);
                bar.set_message(tr!(lang, "review-level", level = level.to_string()));
            }
            ReviewProgress::Move(_) => bar.inc(1),
        }
        if common.json && written.is_ok() {
            let timed = settings.time.is_some();
            written = bar.suspend(|| wire::progress(progress, timed));
            if written.is_err() {
                stop.stop();
            }
        }
    });
    bar.finish_and_clear();
    written?;
    let reviewed = ReviewedGame { record, game, review: &review };
    if common.json {
        wire::total(&reviewed, stop.is_stopped())?
    } else {
        table::print(lang, &reviewed)?
    }
    if let Some(file) = &options.svg {
        let theme = if options.dark { Theme::Dark } else { Theme::Light };
        write(common, file, &chart::of(lang, &reviewed).svg(theme))?;
    }
    if let Some(file) = &options.html {
        write(common, file, &page::of(lang, &reviewed))?;
    }
    if stop.is_stopped() {
        interrupt();
    }
    Ok(())
}

/// A reviewed game with its metadata.
pub(crate) struct ReviewedGame<'a, S: Reviewable> {
    pub(crate) record: &'a Record,
    pub(crate) game: &'a Game<S>,
    pub(crate) review: &'a Review<S>,
}

fn write(common: Common, file: &Path, text: &str) -> Result<(), CliError> {
    files::write(file, text.as_bytes())?;
    let name = file.display().to_string();
    anstream::eprintln!("{}", tr!(common.lang, "review-written", file = name));
    Ok(())
}
