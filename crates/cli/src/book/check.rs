//! `othellier book check`: consistency check.

use std::path::PathBuf;

use clap::Args;
use othellier_board::{Color, Position};
use othellier_book::file::BookError;
use othellier_book::{BookFile, BookFileError};
use othellier_locale::{Localized, message, tr};
use othellier_wire::BookCheckEvent;

use crate::common::error::CliError;
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

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let file = options.file.as_deref().map(|file| file.display().to_string());
    let book = BookFile::read(options.file.as_deref()).map_err(|error| match error {
        BookFileError::Refused { error: BookError::Io(_) | BookError::NotABook, .. } => {
            error.into()
        }
        // Damage is a failed check, not a wrong argument.
        damage => CliError::failed(damage),
    })?;
    let report = book.check();
    for (board, fault) in &report.faults {
        let position = Position::new(*board, Color::Black).to_string();
        if common.json {
            let (code, text) = (fault.code().to_owned(), fault.in_both().into());
            output::json(&BookCheckEvent::Fault { position, code, text })?
        } else {
            output::line(&format!("{position}: {}", fault.in_language(lang)))?
        }
    }
    let (positions, faults) = (book.len(), report.faults.len());
    let (open, roots) = (report.open, report.roots);
    if common.json {
        let ok = faults == 0;
        output::json(&BookCheckEvent::Total { file, positions, faults, open, roots, ok })?;
    } else {
        output::line(&tr!(
            lang,
            "book-checked",
            positions = positions,
            faults = faults,
            open = open,
            roots = roots
        ))?
    }
    match faults {
        0 => Ok(()),
        _ => Err(CliError::failed(message!("book-unsound"))),
    }
}
