//! Reads a book from its lines of JSON.

use othellier_board::{Board, Move, ParseMoveError, ParsePositionError, Position};
use othellier_book::text::value_of_discs;
use othellier_book::{Book, Deviation, EntryError};

use crate::{BookDeviation, BookLine, BookPosition};

/// Why lines of JSON are not a book.
#[derive(Debug, thiserror::Error)]
pub enum ReadBookError {
    #[error("line {line}: {fault}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The fault in the line.
        fault: BookLineFault,
    },
    /// There are more or fewer positions than the first line says.
    #[error("found {found} positions; expected {promised}")]
    Count {
        found: usize,
        /// The number in the first line.
        promised: usize,
    },
    /// No line says how many positions there are.
    #[error("found {found} positions; expected no number")]
    NoCount { found: usize },
}

/// A fault in a line of a book.
#[derive(Debug, thiserror::Error)]
pub enum BookLineFault {
    /// It is not the JSON of such a line.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The format has another version.
    #[error("format {found}; expected {}", BookLine::FORMAT)]
    Format {
        /// The version that was found.
        found: u32,
    },
    /// The position cannot be parsed.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The move cannot be parsed.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// The number is not a value.
    #[error("`{0}` is not a value")]
    Value(f64),
    /// The position cannot be in the book.
    #[error(transparent)]
    Entry(#[from] EntryError),
}

/// Parses the lines of a book.
pub fn read_book(text: &str) -> Result<Book, ReadBookError> {
    let (mut promised, mut provenance) = (None, String::new());
    let (mut entries, mut numbers) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        match parse(text).map_err(|fault| ReadBookError::Line { line, fault })? {
            Parsed::Head(positions, source) => (promised, provenance) = (Some(positions), source),
            Parsed::Entry(board, best) => {
                entries.push((board, best));
                numbers.push(line);
            }
        }
    }
    let found = entries.len();
    match promised {
        Some(promised) if promised == found => {}
        Some(promised) => return Err(ReadBookError::Count { found, promised }),
        None => return Err(ReadBookError::NoCount { found }),
    }
    Book::from_entries(&provenance, entries)
        .map_err(|(entry, error)| ReadBookError::Line { line: numbers[entry], fault: error.into() })
}

enum Parsed {
    Head(usize, String),
    Entry(Board, Option<Deviation>),
}

fn parse(line: &str) -> Result<Parsed, BookLineFault> {
    match serde_json::from_str(line)? {
        BookLine::Book { format, .. } if format != BookLine::FORMAT => {
            Err(BookLineFault::Format { found: format })
        }
        BookLine::Book { positions, provenance, .. } => Ok(Parsed::Head(positions, provenance)),
        BookLine::Position(BookPosition { position, best, .. }) => {
            let position: Position = position.parse()?;
            Ok(Parsed::Entry(position.board(), best.map(deviation).transpose()?))
        }
    }
}

fn deviation(wire: BookDeviation) -> Result<Deviation, BookLineFault> {
    let played: Option<Move> = wire.played.map(|played| played.parse()).transpose()?;
    let value = value_of_discs(wire.value).ok_or(BookLineFault::Value(wire.value))?;
    let BookDeviation { depth, confidence, level, .. } = wire;
    Ok(Deviation { played, value, depth, confidence, level })
}
