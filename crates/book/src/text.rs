//! A book as text, to be read by people and by other programs.
//!
//! ```text
//! othellier-book 1
//! from othellier book build …
//! -----------…----- X value +0.35 best f5 +0.35 depth 18 confidence 73 level 18
//! …
//! end 8000
//! ```
//!
//! A position is as its side to move, X, sees it. The value is there to be read; when the text is
//! taken in, the values are found anew from the deviations (`best`), which are all that a book rests
//! on. `best ?` is a value of which the reply is not known. The number after `end` is that of the
//! positions: a text that was cut off is refused.

use std::fmt::Write;

use othellier_board::{Board, Color, Position};
use othellier_eval::Score;

use crate::deviation::MOST;
use crate::{Book, Deviation};

const FIRST_WORD: &str = "othellier-book";
const VERSION: &str = "1";

/// What is wrong with the text of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TextError {
    /// In which line, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
}

impl Book {
    /// The book as text.
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

    /// Reads the text of a book. Positions may stand in any order and be turned in any way.
    pub fn from_text(text: &str) -> Result<Book, TextError> {
        let (mut provenance, mut entries, mut numbers) = (String::new(), Vec::new(), Vec::new());
        let (mut end, mut last) = (None, 0);
        for (line, text) in (1..).zip(text.lines()) {
            last = line;
            let fault = |reason: String| TextError { line, reason };
            let text = text.trim_end();
            if line == 1 {
                if text.trim_start_matches('\u{feff}') != format!("{FIRST_WORD} {VERSION}") {
                    let reason = format!("this is no book; expected {FIRST_WORD} {VERSION}");
                    return Err(fault(reason));
                }
            } else if end.is_some() && !text.is_empty() {
                return Err(fault("something follows the end".to_owned()));
            } else if let Some(from) = text.strip_prefix("from ") {
                provenance += from;
                provenance.push('\n');
            } else if let Some(count) = text.strip_prefix("end ") {
                end = Some((line, count.to_owned()));
            } else if !text.is_empty() {
                entries.push(read_entry(text).map_err(fault)?);
                numbers.push(line);
            }
        }
        let Some((line, count)) = end else {
            let reason = "the text ends; expected end and the number of positions".to_owned();
            return Err(TextError { line: last + 1, reason });
        };
        if count.parse() != Ok(entries.len()) {
            let reason = format!("there are {} positions, not {count}", entries.len());
            return Err(TextError { line, reason });
        }
        Book::from_entries(&provenance, entries).map_err(|(number, refusal)| TextError {
            line: numbers[number],
            reason: refusal.to_string(),
        })
    }
}

fn read_entry(text: &str) -> Result<(Board, Option<Deviation>), String> {
    let (board, rest) = text.split_once(" value ").ok_or("expected a position and its value")?;
    let position: Position = board.parse().map_err(|error| format!("{error}"))?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let deviation = match words[..] {
        [_] => None,
        [_, "best", played, value, "depth", depth, "confidence", confidence, "level", level] => {
            let played = match played {
                "?" => None,
                played => Some(played.parse().map_err(|error| format!("{error}"))?),
            };
            let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
            Some(Deviation {
                played,
                value: read_value(value)?,
                depth: number(depth)?,
                confidence: number(confidence)?,
                level: number(level)?,
            })
        }
        _ => return Err("expected value, best, depth, confidence and level".to_owned()),
    };
    Ok((position.board(), deviation))
}

/// Discs with at most two decimals, exactly.
fn read_value(text: &str) -> Result<Score, String> {
    let refused = || format!("`{text}` is no value; expected discs such as +0.35");
    let discs: f64 = text.parse().map_err(|_| refused())?;
    value_of_discs(discs).ok_or_else(refused)
}

/// A value that is given in discs, to the hundredth.
pub fn value_of_discs(discs: f64) -> Option<Score> {
    let hundredths = (discs * 100.0).round();
    (hundredths.abs() <= f64::from(MOST)).then_some(Score::guess(hundredths as i64))
}
