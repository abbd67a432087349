//! `othellier book merge`: merges two books.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use othellier_book::{Book, BookFile};
use othellier_locale::tr;
use othellier_wire::{BookMergeTotal, TotalType};

use super::SearchArgs;
use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options::Common;
use crate::common::output;

/// Merge two books; the deeper search wins
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier book merge mine.book yours.book --out ours.book

Where merging leaves a position without a deviation, it is searched.")]
pub(super) struct Options {
    /// A book
    #[arg(value_name = "A")]
    one: PathBuf,
    /// Another book
    #[arg(value_name = "B")]
    other: PathBuf,
    /// The book to write; it may be one of the two
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let mut book = BookFile::read(Some(&options.one))?;
    let other = BookFile::read(Some(&options.other))?;
    let (one, theirs) = (book.len(), other.len());
    book.merge(&other);
    let judged = fill_missing(&options.search, &mut BookFile::to_replace(&options.out), &mut book)?;
    let positions = book.len();
    let total = BookMergeTotal {
        kind: TotalType::Tag,
        positions,
        one,
        other: theirs,
        common: (one + theirs).saturating_sub(positions),
        judged: judged.unwrap_or_default(),
        interrupted: judged.is_none(),
    };
    report(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

/// Searches the missing deviations and saves the book; returns how many there were, or `None` if
/// interrupted.
pub(super) fn fill_missing(
    search: &SearchArgs,
    book_file: &mut BookFile,
    book: &mut Book,
) -> Result<Option<usize>, CliError> {
    let analyst = search.analyst()?;
    let stop = stop_on_ctrl_c();
    let missing = book.check().open;
    let is_done = book.fill_missing(&analyst, &stop, &mut |_| ControlFlow::Continue(()));
    book_file.save(book)?;
    Ok(is_done.then_some(missing))
}

fn report(common: Common, total: &BookMergeTotal) -> Result<(), CliError> {
    if common.json {
        output::json(total)
    } else {
        output::line(&tr!(
            common.lang,
            "book-merged",
            positions = total.positions,
            common = total.common,
            judged = total.judged
        ))
    }
}
