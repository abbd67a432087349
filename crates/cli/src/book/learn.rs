//! `othellier book learn`: adds a game to a book.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use othellier_board::Position;
use othellier_book::learn::{JudgedMove, PositionCounts};
use othellier_book::{Analyst, Book, BookFile};
use othellier_locale::{Lang, message, tr};
use othellier_record::{Game, transcript};
use othellier_search::StopSignal;
use othellier_wire::BookLearnEvent;

use super::SearchArgs;
use super::build::origin;
use crate::common::error::CliError;
use crate::common::games::each_game;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options::Common;
use crate::common::output;

/// Add a game to a book: every position with its value, and the best alternative
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier book learn f5d6c3d3c4 --book mine.book --level 20
  othellier book learn game.ggf --book mine.book --plies 30")]
pub(super) struct Options {
    /// A file of games, or moves from the start such as `f5d6c3`
    #[arg(value_name = "GAME")]
    game: String,
    /// The book, which is created or extended
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// Maximum plies of the game
    #[arg(long, value_name = "N", default_value = "60")]
    plies: usize,
    #[command(flatten)]
    search: SearchArgs,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let (lines, games) = read(lang, &options.game, options.plies)?;
    let (mut book_file, mut book) = BookFile::open_or_begin(&options.book)?;
    let found = book.len();
    let analyst = options.search.analyst()?;
    let stop = stop_on_ctrl_c();
    let is_done = learn_positions(&mut book, &lines, &analyst, &stop);
    if is_done {
        let (version, level) = (env!("CARGO_PKG_VERSION"), analyst.level());
        let origin = origin();
        book.add_provenance(&format!("othellier {version} book learn --level {level}; {origin}"));
    }
    book_file.save(&book)?;
    if let [game] = &games[..] {
        for (number, judged) in (1..).zip(book.judge(game, options.plies)) {
            report_move(common, number, &judged)?;
        }
    }
    let positions = book.len();
    let (games, added) = (games.len(), positions.saturating_sub(found));
    if common.json {
        let interrupted = !is_done;
        output::json(&BookLearnEvent::Total { games, positions, added, interrupted })?;
    } else {
        output::line(&tr!(
            lang,
            "book-learned",
            games = games,
            added = added,
            positions = positions
        ))?
    }
    if !is_done {
        interrupt();
    }
    Ok(())
}

/// Adds games; returns whether it finished.
pub(super) fn learn_positions(
    book: &mut Book,
    lines: &PositionCounts,
    analyst: &Analyst,
    stop: &StopSignal,
) -> bool {
    book.learn(lines, 1, analyst, stop, &mut |_| ControlFlow::Continue(()))
}

/// The games of a file, or the game given as moves.
fn read(lang: Lang, text: &str, plies: usize) -> Result<(PositionCounts, Vec<Game>), CliError> {
    let (mut lines, mut games) = (PositionCounts::default(), Vec::new());
    if Path::new(text).exists() {
        each_game(lang, Path::new(text), &mut |game| games.push(game))?;
    } else {
        games.push(transcript::read(Position::start(), text).map_err(CliError::usage)?);
    }
    games.iter().for_each(|game| lines.add(game, plies));
    if games.is_empty() {
        Err(CliError::usage(message!("book-no-games", file = text)))
    } else {
        Ok((lines, games))
    }
}

fn report_move(common: Common, number: usize, judged: &JudgedMove) -> Result<(), CliError> {
    let JudgedMove { played, value, best } = *judged;
    let loss = value.map(|value| (best - value).discs());
    if common.json {
        return output::json(&BookLearnEvent::Move {
            number,
            played: played.to_string(),
            value: value.map(|value| value.discs()),
            best: best.discs(),
            loss,
        });
    }
    let lang = common.lang;
    let value = lang.signed(value.map(|value| value.discs()).unwrap_or_default(), 2);
    let better = if loss.unwrap_or_default() > 0.0 {
        tr!(lang, "book-better", best = lang.signed(best.discs(), 2))
    } else {
        String::new()
    };
    let played = played.to_string();
    output::line(format!("{number:>3} {played:<4} {value:>7}  {better}").trim_end())
}
