//! `othellier book check`: consistency check.

use std::path::{Path, PathBuf};

use clap::Args;
use othellier_board::{Color, Position};
use othellier_book::file::BookError;
use othellier_book::{Book, BookFault, shipped};
use othellier_locale::{Lang, Localized, message, tr};
use serde::Serialize;

use crate::common::error::CliError;
use crate::common::games::refused;
use crate::common::options::Common;
use crate::common::output;

/// Check a book: its file, the legality of every reply, and that every value follows from the others
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier book check
  othellier book check mine.book && echo sound")]
pub(super) struct Options {
    /// The book; by default the built-in one
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line {
    Fault {
        position: String,
        reason: String,
    },
    Total {
        file: Option<String>,
        positions: usize,
        faults: usize,
        open: usize,
        roots: usize,
        ok: bool,
    },
}

/// Checks and reports.
pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let file = options.file.as_deref().map(|file| file.display().to_string());
    let book = match &options.file {
        Some(path) => open(lang, path)?,
        None => shipped().clone(),
    };
    let report = book.check();
    for (board, fault) in &report.faults {
        let position = Position::new(*board, Color::Black).to_string();
        let reason = sentence(lang, *fault);
        match common.json {
            true => output::json(&Line::Fault { position, reason })?,
            false => output::line(&format!("{position}: {reason}"))?,
        }
    }
    let (positions, faults) = (book.len(), report.faults.len());
    let (open, roots) = (report.open, report.roots);
    match common.json {
        true => {
            let ok = faults == 0;
            output::json(&Line::Total { file, positions, faults, open, roots, ok })?;
        }
        false => output::line(&tr!(
            lang,
            "book-checked",
            positions = positions,
            faults = faults,
            open = open,
            roots = roots
        ))?,
    }
    match faults {
        0 => Ok(()),
        _ => Err(CliError::failed(message!("book-unsound"))),
    }
}

/// Opens a book; damage is a failed check (exit code 1), not a usage error.
fn open(lang: Lang, path: &Path) -> Result<Book, CliError> {
    let file = path.display().to_string();
    Book::open(path).map_err(|error| match error {
        BookError::Io(_) | BookError::NotABook => refused(&file, error),
        damage => {
            let why = damage.in_language(lang);
            CliError::failed(message!("solve-file-refused", file = file, why = why))
        }
    })
}

fn sentence(lang: Lang, fault: BookFault) -> String {
    match fault {
        BookFault::Illegal(played) => tr!(lang, "book-illegal", played = played.to_string()),
        BookFault::DeviationInBook(played) => {
            tr!(lang, "book-overtaken", played = played.to_string())
        }
        BookFault::Value { written, found } => {
            let [written, found] = [written, found].map(|value| lang.signed(value.discs(), 2));
            tr!(lang, "book-wrong-value", written = written, found = found)
        }
        BookFault::NoValue => lang.text("book-no-value"),
    }
}
