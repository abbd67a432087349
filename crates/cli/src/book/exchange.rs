//! `othellier book export` and `import`: books as text, JSON, problems or lines.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use othellier_book::learn::PositionCounts;
use othellier_book::{Book, BookFile, BookFileError};
use othellier_locale::{Lang, Localized, message, nearest, tr};
use othellier_platform::file::read_all;
use othellier_record::replace_file;
use othellier_search::StopSignal;
use othellier_wire::{BookImportTotal, TotalType};

use super::merge::fill_missing;
use super::{SearchArgs, wire};
use crate::common::error::CliError;
use crate::common::files;
use crate::common::games::{each_game, refused};
use crate::common::interrupt::interrupt;
use crate::common::options::Common;
use crate::common::output;

/// An exchange format of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BookFormat {
    /// Our own text format
    Text,
    /// A JSON object on each line
    Json,
    /// Problems with the value of every reply, in whole discs
    Obf,
    /// The moves of every line
    Lines,
}

impl BookFormat {
    const ALL: [(&'static str, BookFormat); 5] = [
        ("txt", BookFormat::Text),
        ("json", BookFormat::Json),
        ("jsonl", BookFormat::Json),
        ("obf", BookFormat::Obf),
        ("lines", BookFormat::Lines),
    ];

    /// The format given by an option, else by the extension.
    fn of(
        (option, asked): (&str, Option<BookFormat>),
        path: &Path,
    ) -> Result<BookFormat, CliError> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let extension = extension.unwrap_or_default().to_ascii_lowercase();
        let known = BookFormat::ALL.into_iter().find(|(known, _)| *known == extension);
        asked.or(known.map(|(_, form)| form)).ok_or_else(|| {
            let file = path.display().to_string();
            let near =
                nearest(&extension, BookFormat::ALL.map(|(known, _)| known)).unwrap_or_default();
            CliError::usage(message!("book-no-form", file = file, near = near, option = option))
        })
    }
}

/// Write a book as text, JSON, problems (OBF) or lines
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier book export book.txt --book mine.book
  othellier book export - --to json | jq .position

Text and JSON are lossless; OBF keeps the values of replies in whole discs, lines keep only the moves.")]
pub(super) struct ExportOptions {
    /// File to write; `-` for standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The book; by default the built-in one
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Format; by default by extension: .txt, .json, .obf or .lines
    #[arg(long, value_name = "FORMAT")]
    to: Option<BookFormat>,
}

/// Import text, JSON, problems (OBF) or lines of moves into a book
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier book import book.txt --book mine.book
  othellier book import endgames.obf --book mine.book --exact
  othellier book import games.lines --book mine.book --level 20

Existing positions are kept; the deeper search wins.")]
pub(super) struct ImportOptions {
    /// File to read; `-` for standard input
    #[arg(value_name = "IN")]
    file: PathBuf,
    /// The book, which is created or extended
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// Format; by default by extension: .txt, .json, .obf or .lines
    #[arg(long, value_name = "FORMAT")]
    from: Option<BookFormat>,
    /// The scores of problems are exact
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    search: SearchArgs,
}

pub(super) fn export(common: Common, options: ExportOptions) -> Result<(), CliError> {
    let lang = common.lang;
    let is_stdout = options.out == Path::new("-");
    let asked = options.to.or(is_stdout.then_some(BookFormat::Text));
    let form = BookFormat::of(("--to", asked), &options.out)?;
    let book = BookFile::read(options.book.as_deref())?;
    let text = written(&book, form)?;
    if is_stdout {
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    }
    replace_file(&options.out, |file| file.write_all(text.as_bytes()))
        .map_err(|error| BookFileError::NotSaved { path: options.out.clone(), error })?;
    let sentence = tr!(lang, "book-exported", positions = book.len());
    anstream::eprintln!("{sentence}");
    Ok(())
}

fn written(book: &Book, form: BookFormat) -> Result<String, CliError> {
    let in_lines = |lines: Vec<String>| lines.iter().map(|line| format!("{line}\n")).collect();
    match form {
        BookFormat::Text => Ok(book.to_text()),
        BookFormat::Json => {
            let lines =
                othellier_wire::BookLine::all(book).map(|line| serde_json::to_string(&line));
            let lines: Result<Vec<String>, _> = lines.collect();
            Ok(in_lines(lines.map_err(|error| CliError::failed(error.to_string()))?))
        }
        BookFormat::Obf => {
            Ok(in_lines(book.to_problems().map(|problem| problem.to_string()).collect()))
        }
        BookFormat::Lines => Ok(in_lines(book.lines())),
    }
}

pub(super) fn import(common: Common, options: ImportOptions) -> Result<(), CliError> {
    let lang = common.lang;
    let form = BookFormat::of(("--from", options.from), &options.file)?;
    let (mut book_file, mut book) = BookFile::open_or_begin(&options.book)?;
    let found = book.len();
    let (read, mut is_done) = match form {
        BookFormat::Lines => {
            let mut lines = PositionCounts::default();
            each_game(lang, &options.file, &mut |game| lines.add(&game, 60))?;
            let (analyst, stop) = (options.search.analyst()?, StopSignal::default());
            (lines.len(), super::learn::learn_positions(&mut book, &lines, &analyst, &stop))
        }
        form => {
            let other = read(lang, &options, form)?;
            book.merge(&other);
            (other.len(), true)
        }
    };
    let judged = fill_missing(&options.search, &mut book_file, &mut book)?;
    is_done &= judged.is_some();
    let positions = book.len();
    let total = BookImportTotal {
        kind: TotalType::Tag,
        read,
        positions,
        added: positions.saturating_sub(found),
        judged: judged.unwrap_or_default(),
        interrupted: !is_done,
    };
    if common.json {
        output::json(&total)?
    } else {
        output::line(&tr!(
            lang,
            "book-imported",
            read = total.read,
            added = total.added,
            positions = total.positions,
            judged = total.judged
        ))?
    }
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

fn read(lang: Lang, options: &ImportOptions, form: BookFormat) -> Result<Book, CliError> {
    let name = options.file.display().to_string();
    let reject = |why: String| refused(&name, why);
    let bytes = if options.file == Path::new("-") {
        read_all(std::io::stdin().lock(), Book::MOST_BYTES)
            .map_err(|problem| reject(problem.in_language(lang)))?
    } else {
        files::read_bytes(&options.file, Book::MOST_BYTES)?
    };
    let text = || str::from_utf8(&bytes).map_err(|error| reject(error.in_language(lang)));
    match form {
        BookFormat::Text => {
            Book::from_text(text()?).map_err(|error| reject(error.in_language(lang)))
        }
        BookFormat::Json => othellier_wire::read_book(text()?)
            .map_err(|error| reject(wire::describe(error).in_language(lang))),
        BookFormat::Obf => Book::from_problems(&bytes, options.exact)
            .map_err(|error| reject(error.in_language(lang))),
        BookFormat::Lines => unreachable!("lines are games"),
    }
}
