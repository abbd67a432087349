//! A book as JSON.

use othellier_board::{Color, Move, ParsePositionError, Position};
use othellier_book::text::value_of_discs;
use othellier_book::{Book, BookEntry, Deviation};
use othellier_locale::{Lang, Localized, tr};
use serde::{Deserialize, Serialize};

/// The version of this format.
const FORMAT: u32 = 1;

/// A line of a book.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Line {
    Book { format: u32, positions: usize, provenance: String },
    Position(WirePosition),
}

/// A position of a book. The value and the replies are informative only: on import they are
/// recomputed.
#[derive(Serialize, Deserialize)]
pub(super) struct WirePosition {
    position: String,
    #[serde(default)]
    value: f64,
    #[serde(default)]
    replies: Vec<WireReply>,
    #[serde(default)]
    best: Option<WireDeviation>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct WireReply {
    #[serde(rename = "move")]
    pub(super) played: String,
    pub(super) value: f64,
}

/// The best reply that is not in the book.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct WireDeviation {
    #[serde(rename = "move")]
    pub(super) played: Option<String>,
    pub(super) value: f64,
    pub(super) depth: u8,
    pub(super) confidence: u8,
    pub(super) level: u8,
}

impl From<Deviation> for WireDeviation {
    fn from(deviation: Deviation) -> WireDeviation {
        WireDeviation {
            played: deviation.played.map(|played| played.to_string()),
            value: deviation.value.discs(),
            depth: deviation.depth,
            confidence: deviation.confidence,
            level: deviation.level,
        }
    }
}

impl WireDeviation {
    fn read(self, lang: Lang) -> Result<Deviation, String> {
        let played: Option<Result<Move, _>> = self.played.map(|played| played.parse());
        Ok(Deviation {
            played: played.transpose().map_err(|error| error.in_language(lang))?,
            value: value_of_discs(self.value)
                .ok_or_else(|| tr!(lang, "book-line-value", value = self.value.to_string()))?,
            depth: self.depth,
            confidence: self.confidence,
            level: self.level,
        })
    }
}

/// The replies of a position.
pub(super) fn replies(known: &BookEntry) -> Vec<WireReply> {
    let reply = |reply: &othellier_book::Reply| WireReply {
        played: reply.played.to_string(),
        value: reply.value.discs(),
    };
    known.replies.iter().map(reply).collect()
}

/// Every line of a book.
pub(super) fn lines(book: &Book) -> impl Iterator<Item = Line> {
    let provenance = book.provenance().to_owned();
    let head = Line::Book { format: FORMAT, positions: book.len(), provenance };
    let positions = book.boards().filter_map(|board| {
        let known = book.probe(board)?;
        Some(Line::Position(WirePosition {
            position: Position::new(board, Color::Black).to_string(),
            value: known.value.discs(),
            replies: replies(&known),
            best: known.deviation.map(WireDeviation::from),
        }))
    });
    std::iter::once(head).chain(positions)
}

/// Parses the lines of a book.
pub(super) fn read(lang: Lang, text: &str) -> Result<Book, String> {
    let (mut promised, mut provenance) = (None, String::new());
    let (mut entries, mut numbers) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let at_line = |why: String| tr!(lang, "book-line", line = number.to_string(), why = why);
        let line = serde_json::from_str(line);
        match line.map_err(|error: serde_json::Error| at_line(error.in_language(lang)))? {
            Line::Book { format, .. } if format != FORMAT => {
                let (found, expected) = (format.to_string(), FORMAT.to_string());
                let why = tr!(lang, "book-line-format", found = found, expected = expected);
                return Err(at_line(why));
            }
            Line::Book { positions, provenance: source, .. } => {
                (promised, provenance) = (Some(positions), source);
            }
            Line::Position(WirePosition { position, best, .. }) => {
                let position: Position = position
                    .parse()
                    .map_err(|error: ParsePositionError| at_line(error.in_language(lang)))?;
                let best = best.map(|best| best.read(lang)).transpose().map_err(at_line)?;
                entries.push((position.board(), best));
                numbers.push(number);
            }
        }
    }
    if promised != Some(entries.len()) {
        let found = entries.len().to_string();
        return Err(match promised {
            Some(promised) => {
                tr!(lang, "book-lines-count", found = found, promised = promised.to_string())
            }
            None => tr!(lang, "book-lines-no-count", found = found),
        });
    }
    Book::from_entries(&provenance, entries).map_err(|(entry, error)| {
        let (line, why) = (numbers[entry].to_string(), error.in_language(lang));
        tr!(lang, "book-line", line = line, why = why)
    })
}
