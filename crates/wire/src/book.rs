//! Opening books.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Sentence, TotalType, type_tag};

type_tag! {
    BookProbeType = "probe";
    BookStatsType = "stats";
}

/// A line of a book as JSON: a head, then the positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BookLine {
    Book {
        /// The version of this format.
        format: u32,
        /// The number of positions that follow.
        positions: usize,
        /// Where the book comes from.
        provenance: String,
    },
    /// A position of the book.
    Position(BookPosition),
}

/// A position of a book. The value and the replies are informative only: on import they are
/// computed again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookPosition {
    pub position: String,
    /// In discs for the side to move.
    #[serde(default)]
    pub value: f64,
    /// The replies that are in the book.
    #[serde(default)]
    pub replies: Vec<BookReply>,
    /// The best reply that is not in the book.
    #[serde(default)]
    pub best: Option<BookDeviation>,
}

/// A reply that is in a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookReply {
    #[serde(rename = "move")]
    pub played: String,
    /// In discs for the side to move.
    pub value: f64,
}

/// The best reply that is not in a book, and the search that found it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookDeviation {
    /// The move, if there is one.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// In discs for the side to move.
    pub value: f64,
    /// The depth of the search.
    pub depth: u8,
    /// The confidence of its pruning, in percent.
    pub confidence: u8,
    pub level: u8,
}

/// What a book knows of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookProbe {
    #[serde(rename = "type")]
    pub kind: BookProbeType,
    pub position: String,
    /// Whether it is in the book.
    pub known: bool,
    /// In discs for the side to move.
    pub value: Option<f64>,
    /// The replies that are in the book.
    pub replies: Vec<ProbedReply>,
    /// The best reply that is not in the book.
    pub best_outside: Option<BookDeviation>,
    /// Whether that reply has not been searched yet.
    pub open: bool,
    /// Positions of the book from which a reply leads here.
    pub ways: Vec<String>,
}

/// A reply of a position that was looked up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProbedReply {
    #[serde(rename = "move")]
    pub played: String,
    /// In discs for the side to move.
    pub value: f64,
    /// The loss against the best reply.
    pub loss: f64,
    /// The reply and the expected continuation.
    pub pv: Vec<String>,
    /// The search that the value comes from; none if it is a final score.
    pub source: Option<BookDeviation>,
}

/// What is in a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookStats {
    #[serde(rename = "type")]
    pub kind: BookStatsType,
    pub positions: usize,
    /// The size of the file.
    pub bytes: usize,
    /// Positions without a known reply.
    pub leaves: usize,
    pub passes: usize,
    /// Positions whose deviation is exact.
    pub exact: usize,
    /// Positions whose deviation has not been searched yet.
    pub open: usize,
    /// The value of the start position for Black, if it is in the book.
    pub start: Option<f64>,
    /// Best play from the start position.
    pub expected_line: Vec<String>,
    /// Positions by the number of discs played.
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, usize>))]
    pub by_ply: BTreeMap<u32, usize>,
    /// Deviations by the level of their search.
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, usize>))]
    pub by_level: BTreeMap<u8, usize>,
    /// Where the book comes from.
    pub provenance: Vec<String>,
}

/// The events of `book learn`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum BookLearnEvent {
    /// A move of the game, if there is only one.
    Move {
        /// Its number, from 1.
        number: usize,
        #[serde(rename = "move")]
        played: String,
        /// Its value for the side that moved, if it is known.
        value: Option<f64>,
        /// The value of the best move.
        best: f64,
        /// The loss against the best move.
        loss: Option<f64>,
    },
    /// The sums over all games.
    Total {
        games: usize,
        /// Positions in the book now.
        positions: usize,
        added: usize,
        interrupted: bool,
    },
}

/// The end of `book import`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookImportTotal {
    #[serde(rename = "type")]
    pub kind: TotalType,
    pub read: usize,
    /// Positions in the book now.
    pub positions: usize,
    pub added: usize,
    /// Positions whose deviation had to be searched.
    pub judged: usize,
    pub interrupted: bool,
}

/// The end of `book build`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookBuildTotal {
    #[serde(rename = "type")]
    pub kind: TotalType,
    pub file: String,
    /// Positions in the book now.
    pub positions: usize,
    pub found: usize,
    /// The value of the root for its side to move, if it is in the book.
    pub value: Option<f64>,
    /// The level of the searches.
    pub level: u8,
    pub seconds: f64,
    /// Why it ended: `full`, `exhausted`, `games`, `time` or `interrupted`.
    pub ended: String,
    /// The command that repeats it.
    pub provenance: String,
    pub interrupted: bool,
}

/// The end of `book merge`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookMergeTotal {
    #[serde(rename = "type")]
    pub kind: TotalType,
    /// Positions in the merged book.
    pub positions: usize,
    /// Positions of the first book.
    pub one: usize,
    /// Positions of the second book.
    pub other: usize,
    pub common: usize,
    /// Positions whose deviation had to be searched.
    pub judged: usize,
    pub interrupted: bool,
}

/// The events of `book check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum BookCheckEvent {
    /// A position that is wrong.
    Fault {
        position: String,
        /// What is wrong: `illegal-move`, `deviation-in-book`, `wrong-value` or `no-value`.
        code: String,
        text: Sentence,
    },
    Total {
        /// The file; none for the book that comes with the program.
        file: Option<String>,
        positions: usize,
        faults: usize,
        /// Positions whose deviation has not been searched yet.
        open: usize,
        /// Positions that no other one leads to.
        roots: usize,
        ok: bool,
    },
}

#[cfg(feature = "book")]
mod of_book {
    use othellier_board::{Color, Position};
    use othellier_book::{Book, BookEntry, Deviation, ExpectedMove};

    use super::*;

    /// The version of the lines of a book.
    const FORMAT: u32 = 1;

    impl From<Deviation> for BookDeviation {
        fn from(deviation: Deviation) -> BookDeviation {
            BookDeviation {
                played: deviation.played.map(|played| played.to_string()),
                value: deviation.value.discs(),
                depth: deviation.depth,
                confidence: deviation.confidence,
                level: deviation.level,
            }
        }
    }

    impl From<&othellier_book::Reply> for BookReply {
        fn from(reply: &othellier_book::Reply) -> BookReply {
            BookReply { played: reply.played.to_string(), value: reply.value.discs() }
        }
    }

    impl BookLine {
        /// The version of this format.
        pub const FORMAT: u32 = FORMAT;

        /// Every line of a book.
        pub fn all(book: &Book) -> impl Iterator<Item = BookLine> {
            let provenance = book.provenance().to_owned();
            let head = BookLine::Book { format: FORMAT, positions: book.len(), provenance };
            let positions = book.boards().filter_map(|board| {
                let known = book.probe(board)?;
                Some(BookLine::Position(BookPosition {
                    position: Position::new(board, Color::Black).to_string(),
                    value: known.value.discs(),
                    replies: known.replies.iter().map(BookReply::from).collect(),
                    best: known.deviation.map(BookDeviation::from),
                }))
            });
            std::iter::once(head).chain(positions)
        }
    }

    impl BookProbe {
        pub fn new(book: &Book, position: &Position) -> BookProbe {
            let known = book.probe(position.board());
            let entry = known.as_ref();
            let replies = entry.map(|known| replies(book, position, known));
            let ways = book.parents(position.board()).into_iter();
            BookProbe {
                kind: BookProbeType::Tag,
                position: position.to_string(),
                known: entry.is_some(),
                value: entry.map(|known| known.value.discs()),
                replies: replies.unwrap_or_default(),
                best_outside: entry.and_then(|known| known.deviation).map(BookDeviation::from),
                open: entry.is_some_and(|known| known.is_open),
                ways: ways.map(|from| Position::new(from, Color::Black).to_string()).collect(),
            }
        }
    }

    fn replies(book: &Book, position: &Position, known: &BookEntry) -> Vec<ProbedReply> {
        let reply = |reply: &othellier_book::Reply| {
            let after = position.after(reply.played).board();
            let rest = book.expected_line(after);
            let rest = rest.iter().map(|ExpectedMove { played, .. }| *played);
            let pv = std::iter::once(reply.played).chain(rest);
            ProbedReply {
                played: reply.played.to_string(),
                value: reply.value.discs(),
                loss: (known.value - reply.value).discs(),
                pv: pv.map(|played| played.to_string()).collect(),
                source: book.source(after).map(BookDeviation::from),
            }
        };
        known.replies.iter().map(reply).collect()
    }
}
