//! `othellier book probe`: looks up a position.

use std::path::PathBuf;

use clap::Args;
use othellier_board::Position;
use othellier_book::BookFile;
use othellier_locale::{Lang, tr};
use othellier_wire::{BookDeviation, BookProbe};

use crate::common::error::CliError;
use crate::common::games::read_position;
use crate::common::options::Common;
use crate::common::output;

/// Look up a position: its value, each reply, the expected lines
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier book probe f5d6
  othellier book probe f5d6c3 --book mine.book --json")]
pub(super) struct Options {
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(value_name = "POSITION", default_value = "startpos", allow_hyphen_values = true)]
    position: String,
    /// The book; by default the built-in one
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let position: Position = read_position(common.lang, &options.position)?;
    let book = BookFile::read(options.book.as_deref())?;
    let answer = BookProbe::new(&book, &position);
    if common.json { output::json(&answer) } else { show(common.lang, &answer) }
}

fn show(lang: Lang, answer: &BookProbe) -> Result<(), CliError> {
    let Some(value) = answer.value else {
        return output::line(&lang.text("book-not-in-it"));
    };
    let (shown, ways) = (lang.signed(value, 2), answer.ways.len());
    output::line(&tr!(lang, "book-value", value = shown, ways = ways))?;
    let row = |played: &str, value: f64, loss: f64| {
        let (value, loss) = (lang.signed(value, 2), lang.decimals(loss, 2));
        format!("  {played:<4} {value:>7} {loss:>6}")
    };
    for reply in &answer.replies {
        let source =
            reply.source.as_ref().map_or(String::new(), |source| search_summary(lang, source));
        let line = reply.pv.join(" ");
        let row = row(&reply.played, reply.value, reply.loss);
        output::line(&format!("{row}  {line}  {source}"))?;
    }
    if let Some(other) = &answer.best_outside {
        let played = other.played.as_deref().unwrap_or("?");
        let sentence = tr!(lang, "book-outside", source = search_summary(lang, other));
        let row = row(played, other.value, value - other.value);
        output::line(&format!("{row}  {sentence}"))?;
    }
    if answer.open {
        output::line(&format!("  {}", lang.text("book-open-position")))?;
    }
    Ok(())
}

fn search_summary(lang: Lang, source: &BookDeviation) -> String {
    let (level, depth, confidence) = (source.level, source.depth, source.confidence);
    tr!(lang, "book-judged", level = level, depth = depth, confidence = confidence)
}
