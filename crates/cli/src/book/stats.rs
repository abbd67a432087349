//! `othellier book stats`: size and depth of a book.

use std::path::PathBuf;

use clap::Args;
use othellier_board::Board;
use othellier_book::{Book, BookFile, BookStats};
use othellier_locale::{Lang, thousands, tr};
use othellier_wire as wire;

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

/// Count the positions of a book by ply and level, and show its provenance
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier book stats
  othellier book stats mine.book --json")]
pub(super) struct Options {
    /// The book; by default the built-in one
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let book = BookFile::read(options.file.as_deref())?;
    let stats = count(&book);
    if common.json { output::json(&stats) } else { show(common.lang, &stats) }
}

fn count(book: &Book) -> wire::BookStats {
    let start = Board::default();
    let line = book.expected_line(start);
    let BookStats { leaves, passes, exact, open, by_ply, by_level } = book.stats();
    wire::BookStats {
        kind: wire::BookStatsType::Tag,
        positions: book.len(),
        bytes: book.to_bytes().len(),
        leaves,
        passes,
        exact,
        open,
        start: book.value(start).map(|value| value.discs()),
        expected_line: line.iter().map(|step| step.played.to_string()).collect(),
        by_ply,
        by_level,
        provenance: book.provenance().lines().map(str::to_owned).collect(),
    }
}

fn show(lang: Lang, stats: &wire::BookStats) -> Result<(), CliError> {
    output::line(&tr!(
        lang,
        "book-stats",
        positions = stats.positions,
        bytes = stats.bytes,
        leaves = stats.leaves,
        passes = stats.passes,
        exact = stats.exact,
        open = stats.open
    ))?;
    if let Some(value) = stats.start {
        let (value, line) = (lang.signed(value, 2), stats.expected_line.join(" "));
        output::line(&tr!(lang, "book-stats-start", value = value, line = line))?;
    }
    let most = stats.by_ply.values().copied().max().unwrap_or(1);
    for (plies, count) in &stats.by_ply {
        let bar = "▪".repeat((40 * count).div_ceil(most));
        output::line(&format!("{plies:>3} {:>9}  {bar}", thousands(*count as u64)))?;
    }
    for (level, count) in &stats.by_level {
        output::line(&tr!(lang, "book-stats-level", level = *level, count = *count))?;
    }
    for line in &stats.provenance {
        output::line(line)?;
    }
    Ok(())
}
