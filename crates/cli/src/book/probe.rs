//! `othellier book probe`: looks up a position.

use std::path::PathBuf;

use clap::Args;
use othellier_board::{Board, Color, Move, Position};
use othellier_book::{Book, BookEntry, Deviation, ExpectedMove};
use othellier_locale::{Lang, tr};
use serde::Serialize;

use super::book_file;
use super::wire::WireDeviation;
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

#[derive(Serialize)]
struct ProbeReport {
    #[serde(rename = "type")]
    kind: &'static str,
    position: String,
    known: bool,
    value: Option<f64>,
    replies: Vec<ProbedReply>,
    /// The best reply that is not in the book.
    best_outside: Option<WireDeviation>,
    /// Whether it has not been searched yet.
    open: bool,
    /// Positions of the book from which a reply leads here.
    ways: Vec<String>,
}

#[derive(Serialize)]
struct ProbedReply {
    #[serde(rename = "move")]
    played: String,
    value: f64,
    /// Its loss compared with the best reply.
    loss: f64,
    /// The reply and the expected continuation.
    line: Vec<String>,
    /// The search that the value comes from; `None` if it is a final score.
    source: Option<WireDeviation>,
}

/// Probes and reports.
pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let position: Position = read_position(common.lang, &options.position)?;
    let book = book_file::open(options.book.as_deref())?;
    let known = book.probe(position.board());
    let ways = book.parents(position.board());
    let answer = ProbeReport {
        kind: "probe",
        position: position.to_string(),
        known: known.is_some(),
        value: known.as_ref().map(|known| known.value.discs()),
        replies: known.as_ref().map_or(Vec::new(), |known| replies(&book, &position, known)),
        best_outside: known.as_ref().and_then(|known| known.deviation).map(WireDeviation::from),
        open: known.is_some_and(|known| known.is_open),
        ways: ways.into_iter().map(|from| Position::new(from, Color::Black).to_string()).collect(),
    };
    match common.json {
        true => output::json(&answer),
        false => show(common.lang, &answer),
    }
}

fn replies(book: &Book, position: &Position, known: &BookEntry) -> Vec<ProbedReply> {
    let reply = |reply: &othellier_book::Reply| {
        let after = position.after(reply.played).board();
        ProbedReply {
            played: reply.played.to_string(),
            value: reply.value.discs(),
            loss: (known.value - reply.value).discs(),
            line: line(book, reply.played, after),
            source: book.source(after).map(|source: Deviation| source.into()),
        }
    };
    known.replies.iter().map(reply).collect()
}

fn line(book: &Book, first: Move, after: Board) -> Vec<String> {
    let rest = book.expected_line(after);
    let moves =
        std::iter::once(first).chain(rest.iter().map(|ExpectedMove { played, .. }| *played));
    moves.map(|played| played.to_string()).collect()
}

fn show(lang: Lang, answer: &ProbeReport) -> Result<(), CliError> {
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
        let line = reply.line.join(" ");
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

fn search_summary(lang: Lang, source: &WireDeviation) -> String {
    let (level, depth, confidence) = (source.level, source.depth, source.confidence);
    tr!(lang, "book-judged", level = level, depth = depth, confidence = confidence)
}
