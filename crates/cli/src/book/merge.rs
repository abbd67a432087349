//! `othellier book merge`: two books in one.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use othellier_book::Book;
use serde::Serialize;

use super::{Thinking, Volume, volume};
use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::lang::{Lang, say};
use crate::output;
use crate::solve::stop_on_ctrl_c;

/// Put two books together; what was judged more deeply is believed
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier book merge mine.book yours.book --out ours.book

Where a reply is in one book and the next best is in neither, it is looked for.")]
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
    thinking: Thinking,
}

#[derive(Serialize)]
struct Total {
    #[serde(rename = "type")]
    kind: &'static str,
    positions: usize,
    /// Positions of the two books, and of both.
    one: usize,
    other: usize,
    common: usize,
    /// Positions whose best reply outside had to be looked for.
    judged: usize,
    interrupted: bool,
}

/// Merges and reports.
pub(super) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let lang = common.lang;
    let mut book = volume::open(lang, Some(&options.one))?;
    let other = volume::open(lang, Some(&options.other))?;
    let (one, theirs) = (book.len(), other.len());
    book.merge(&other);
    let judged =
        fill_in(common, &options.thinking, &mut Volume::to_replace(&options.out), &mut book)?;
    let positions = book.len();
    let total = Total {
        kind: "total",
        positions,
        one,
        other: theirs,
        common: (one + theirs).saturating_sub(positions),
        judged: judged.unwrap_or_default(),
        interrupted: judged.is_none(),
    };
    tell(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

/// Finds the deviations that are missing and saves the book; how many there were, or nothing when
/// interrupted.
pub(super) fn fill_in(
    common: Common,
    thinking: &Thinking,
    volume: &mut Volume,
    book: &mut Book,
) -> Result<Option<usize>, Complaint> {
    let lang = common.lang;
    let analyst = thinking.analyst(lang)?;
    let stop = stop_on_ctrl_c();
    let missing = book.check().open;
    let is_done = book.fill_in(&analyst, &stop, &mut |_| ControlFlow::Continue(()));
    volume.save(lang, book)?;
    Ok(is_done.then_some(missing))
}

fn tell(common: Common, total: &Total) -> Result<(), Complaint> {
    let lang: Lang = common.lang;
    match common.json {
        true => output::json(total),
        false => output::line(&say!(
            lang,
            "book-merged",
            positions = total.positions,
            common = total.common,
            judged = total.judged
        )),
    }
}
