//! A book as text, for people and other programs.
//!
//! ```text
//! othellier-book 1
//! from othellier book build …
//! -----------…----- X value +0.35 best f5 +0.35 depth 18 confidence 73 level 18
//! …
//! end 8000
//! ```
//!
//! X is the side to move. The values are informative only: when the text is read they are
//! recomputed from the deviations (`best`). `best ?` is a value whose reply is unknown. The number
//! after `end` is the number of positions, so that a truncated text is detected.

use std::fmt::Write;

use othellier_board::{Board, Color, ParseMoveError, ParsePositionError, Position};
use othellier_eval::Score;

use crate::deviation::MAX_VALUE;
use crate::{Book, Deviation, EntryError};

const FIRST_WORD: &str = "othellier-book";
const VERSION: &str = "1";

/// An error in the text of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TextError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault in the line.
    pub reason: TextFault,
}

/// A fault in a line of the text of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// The first line is not that of a book.
    #[error("not a book; expected {FIRST_WORD} {VERSION}")]
    NotABook,
    /// There is text after the last line.
    #[error("unexpected text after the end")]
    AfterEnd,
    /// The last line is missing.
    #[error("unexpected end of text; expected end and the number of positions")]
    NoEnd,
    /// The last line gives another number of positions.
    #[error("found {found} positions; expected {expected}")]
    Count {
        /// The number of positions in the text.
        found: usize,
        /// The number in the last line.
        expected: String,
    },
    /// A line is not an entry.
    #[error("expected a position and its value")]
    NoValue,
    /// An entry has other words than expected.
    #[error("expected value, best, depth, confidence and level")]
    Words,
    /// The position of an entry is invalid.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The move of an entry is invalid.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// A word is not a number.
    #[error("`{text}` is not a number")]
    NotANumber {
        /// The text in place of a score.
        text: String,
    },
    /// A word is not a value.
    #[error("`{text}` is not a value; expected discs such as +0.35")]
    NotAValue {
        /// The text in place of a number.
        text: String,
    },
    /// An entry is refused.
    #[error(transparent)]
    Entry(#[from] EntryError),
}

impl TextFault {
    /// The first line of the text of a book.
    pub const FIRST_LINE: [&str; 2] = [FIRST_WORD, VERSION];
}

impl Book {
    /// The book as text, one position per line.
    pub fn to_text(&self) -> String {
        let mut text = format!("{FIRST_WORD} {VERSION}\n");
        for line in self.provenance().lines().filter(|line| !line.trim().is_empty()) {
            let _ = writeln!(text, "from {line}");
        }
        for (board, node) in self.nodes() {
            let position = Position::new(*board, Color::Black);
            let _ = write!(text, "{position} value {:+.2}", node.value.discs());
            if let Some(Deviation { played, value, depth, confidence, level }) = node.deviation {
                let played = played.map_or("?".to_owned(), |played| played.to_string());
                let value = value.discs();
                let _ = write!(text, " best {played} {value:+.2} depth {depth}");
                let _ = write!(text, " confidence {confidence} level {level}");
            }
            text.push('\n');
        }
        let _ = writeln!(text, "end {}", self.len());
        text
    }

    /// Parses the text of a book. Positions may be in any order and orientation.
    pub fn from_text(text: &str) -> Result<Book, TextError> {
        let (mut provenance, mut entries, mut numbers) = (String::new(), Vec::new(), Vec::new());
        let (mut end, mut last) = (None, 0);
        for (line, text) in (1..).zip(text.lines()) {
            last = line;
            let at_line = |reason: TextFault| TextError { line, reason };
            let text = text.trim_end();
            if line == 1 {
                if text.trim_start_matches('\u{feff}') != format!("{FIRST_WORD} {VERSION}") {
                    return Err(at_line(TextFault::NotABook));
                }
            } else if end.is_some() && !text.is_empty() {
                return Err(at_line(TextFault::AfterEnd));
            } else if let Some(from) = text.strip_prefix("from ") {
                provenance += from;
                provenance.push('\n');
            } else if let Some(count) = text.strip_prefix("end ") {
                end = Some((line, count.to_owned()));
            } else if !text.is_empty() {
                entries.push(read_entry(text).map_err(at_line)?);
                numbers.push(line);
            }
        }
        let Some((line, count)) = end else {
            return Err(TextError { line: last + 1, reason: TextFault::NoEnd });
        };
        if count.parse() != Ok(entries.len()) {
            let reason = TextFault::Count { found: entries.len(), expected: count };
            return Err(TextError { line, reason });
        }
        Book::from_entries(&provenance, entries)
            .map_err(|(number, error)| TextError { line: numbers[number], reason: error.into() })
    }
}

fn read_entry(text: &str) -> Result<(Board, Option<Deviation>), TextFault> {
    let (board, rest) = text.split_once(" value ").ok_or(TextFault::NoValue)?;
    let position: Position = board.parse()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let deviation = match words[..] {
        [_] => None,
        [_, "best", played, value, "depth", depth, "confidence", confidence, "level", level] => {
            let played = match played {
                "?" => None,
                played => Some(played.parse()?),
            };
            let number = |text: &str| {
                text.parse().map_err(|_| TextFault::NotANumber { text: text.to_owned() })
            };
            Some(Deviation {
                played,
                value: read_value(value)?,
                depth: number(depth)?,
                confidence: number(confidence)?,
                level: number(level)?,
            })
        }
        _ => return Err(TextFault::Words),
    };
    Ok((position.board(), deviation))
}

/// Discs with at most two decimals, exactly.
fn read_value(text: &str) -> Result<Score, TextFault> {
    let refused = || TextFault::NotAValue { text: text.to_owned() };
    let discs: f64 = text.parse().map_err(|_| refused())?;
    value_of_discs(discs).ok_or_else(refused)
}

/// A value given in discs, rounded to hundredths.
pub fn value_of_discs(discs: f64) -> Option<Score> {
    let hundredths = (discs * 100.0).round();
    (hundredths.abs() <= f64::from(MAX_VALUE)).then_some(Score::guess(hundredths as i64))
}
