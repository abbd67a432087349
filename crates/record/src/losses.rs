//! Values that a format cannot hold: reported, never dropped silently.

use crate::format_name::Format;
use crate::{Record, wthor};

/// A part of a record that a format cannot hold, or something the format forces the writer to
/// invent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LostPart {
    /// The names of the players.
    Names,
    /// The end of a name, or characters that the encoding of the format lacks.
    LongNames,
    /// The name of the tournament.
    Event,
    /// The place where it was played.
    Place,
    /// The round of the tournament.
    Round,
    /// The date, or all of it except the year.
    Date,
    /// The players' ratings.
    Ratings,
    /// Who played: persons or programs.
    Players,
    /// The time that the players had.
    Clocks,
    /// The score, if it does not follow from the moves.
    Score,
    /// How the game ended early.
    Ending,
    /// The score of perfect play.
    Theoretical,
    /// The times of the moves.
    Times,
    /// The players' evaluations of their moves.
    Evaluations,
    /// The nodes that programs searched.
    Nodes,
    /// Comments on the game or its moves.
    Comments,
    /// Variations, which were not read.
    Variations,
    /// Moves that were undone while playing.
    Undone,
    /// A pass at the end of the moves.
    LastPass,
    /// Tags of another format.
    Tags,
    /// Closing brackets in texts.
    Brackets,
    /// That there is no result: the format requires one, so the discs on the board are written.
    NoResult,
    /// That no score of perfect play is known: the format requires one, so 0 is written.
    NoTheoretical,
}

/// Why a format cannot hold a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsupportedGame {
    /// The format supports only the standard start.
    #[error("the format supports only games from the standard start")]
    Start,
    /// The format does not support this board size.
    #[error("the format does not support boards of {side}x{side} squares")]
    Size {
        /// The size of the board.
        side: u8,
    },
    /// All games of a file are of one size.
    #[error("a game on {side}x{side} in a file of games on {expected}x{expected}")]
    OtherSize {
        /// Squares per side of this game.
        side: u8,
        /// Squares per side of the others.
        expected: u8,
    },
    /// The list of names is full.
    #[error("the list of names is full")]
    TooManyNames,
}

impl UnsupportedGame {
    /// A stable identifier, such as `unsupported-start`.
    pub const fn code(self) -> &'static str {
        match self {
            UnsupportedGame::Start => "unsupported-start",
            UnsupportedGame::Size { .. } => "unsupported-size",
            UnsupportedGame::OtherSize { .. } => "mixed-sizes",
            UnsupportedGame::TooManyNames => "too-many-names",
        }
    }
}

impl LostPart {
    /// Every part, in the order of declaration.
    pub const ALL: [LostPart; 23] = [
        LostPart::Names,
        LostPart::LongNames,
        LostPart::Event,
        LostPart::Place,
        LostPart::Round,
        LostPart::Date,
        LostPart::Ratings,
        LostPart::Players,
        LostPart::Clocks,
        LostPart::Score,
        LostPart::Ending,
        LostPart::Theoretical,
        LostPart::Times,
        LostPart::Evaluations,
        LostPart::Nodes,
        LostPart::Comments,
        LostPart::Variations,
        LostPart::Undone,
        LostPart::LastPass,
        LostPart::Tags,
        LostPart::Brackets,
        LostPart::NoResult,
        LostPart::NoTheoretical,
    ];

    /// A stable identifier, such as `long-names`.
    pub const fn word(self) -> &'static str {
        match self {
            LostPart::Names => "names",
            LostPart::LongNames => "long-names",
            LostPart::Event => "event",
            LostPart::Place => "place",
            LostPart::Round => "round",
            LostPart::Date => "date",
            LostPart::Ratings => "ratings",
            LostPart::Players => "players",
            LostPart::Clocks => "clocks",
            LostPart::Score => "score",
            LostPart::Ending => "ending",
            LostPart::Theoretical => "theoretical",
            LostPart::Times => "times",
            LostPart::Evaluations => "evaluations",
            LostPart::Nodes => "nodes",
            LostPart::Comments => "comments",
            LostPart::Variations => "variations",
            LostPart::Undone => "undone",
            LostPart::LastPass => "last-pass",
            LostPart::Tags => "tags",
            LostPart::Brackets => "brackets",
            LostPart::NoResult => "no-result",
            LostPart::NoTheoretical => "no-theoretical",
        }
    }
}

/// The parts of a record that are lost when it is written in a format.
pub(crate) fn losses(record: &Record, format: Format) -> Vec<LostPart> {
    let mut lost: Vec<LostPart> = LostPart::ALL
        .into_iter()
        .filter(|&part| has(record, part) && !holds(format, record, part))
        .collect();
    if record.tags.iter().any(|tag| tag.format != format && format != Format::Save) {
        lost.push(LostPart::Tags);
    }
    lost
}

/// Whether a record has a part that formats may lack. Tags and what WTHOR invents are handled
/// elsewhere.
fn has(record: &Record, part: LostPart) -> bool {
    let game = &record.game;
    match part {
        LostPart::Names => {
            othellier_board::Color::ALL.iter().any(|&color| !game.name(color).is_empty())
        }
        LostPart::Event => !record.event.is_empty(),
        LostPart::Place => !record.place.is_empty(),
        LostPart::Round => !record.round.is_empty(),
        LostPart::Date => !record.date.is_empty(),
        LostPart::Ratings => record.ratings.iter().any(|rating| !rating.is_empty()),
        LostPart::Players => record.players.iter().any(Option::is_some),
        LostPart::Clocks => record.clocks.iter().any(Option::is_some),
        LostPart::Score => record.score.is_some(),
        LostPart::Ending => game.ending().is_some(),
        LostPart::Theoretical => record.theoretical.is_some(),
        LostPart::Times => game.has_times(),
        LostPart::Evaluations => record.notes.values().any(|note| note.eval.is_some()),
        LostPart::Nodes => !record.costs.is_empty(),
        LostPart::Comments => {
            !record.comment.is_empty() || record.notes.values().any(|note| !note.comment.is_empty())
        }
        LostPart::Variations => record.has_variations(),
        LostPart::Undone => game.length() < game.full_length(),
        LostPart::LastPass => game.ends_with_pass(),
        LostPart::Brackets => crate::ggf::texts(record).any(|text| text.contains(']')),
        LostPart::LongNames | LostPart::Tags | LostPart::NoResult | LostPart::NoTheoretical => {
            false
        }
    }
}

/// Whether a format can hold a part of this record.
fn holds(format: Format, record: &Record, part: LostPart) -> bool {
    match (format, part) {
        (_, LostPart::Variations) => false,
        (Format::Save, _) => true,
        (_, LostPart::Undone | LostPart::Nodes | LostPart::Players | LostPart::Clocks) => false,
        (Format::Sgf, LostPart::Score) => record.game.ending().is_none(),
        (Format::Sgf, _) => true,
        (Format::Ggf, LostPart::Brackets) => false,
        (Format::Ggf, LostPart::Place) => record.event.is_empty(),
        (Format::Ggf, LostPart::Ending) => crate::ggf::result_suffix(record).is_some(),
        (Format::Ggf, _) => true,
        (
            Format::Pgn,
            LostPart::Names | LostPart::Event | LostPart::Place | LostPart::Round | LostPart::Date,
        ) => true,
        (Format::Pgn, LostPart::Ratings | LostPart::LastPass | LostPart::Brackets) => true,
        (Format::Transcript | Format::Pgn, LostPart::Score) => {
            crate::transcript::file::result_text(record).is_some()
        }
        (Format::Transcript, LostPart::LastPass | LostPart::Brackets) => true,
        (Format::Obf, LostPart::Comments) => crate::obf::file::holds_comment(record),
        (Format::Obf, LostPart::Score) => crate::transcript::file::result_text(record).is_some(),
        (Format::Obf, LostPart::LastPass | LostPart::Brackets) => true,
        // `WthorWriter` itself reports losses of scores, dates and names.
        (Format::Wthor, LostPart::Names | LostPart::Event | LostPart::Date | LostPart::Score) => {
            true
        }
        (Format::Wthor, LostPart::Theoretical | LostPart::Brackets) => true,
        (Format::Wthor, LostPart::Place) => record.event.is_empty(),
        _ => false,
    }
}

/// Adds a record to a WTHOR file and returns what is lost.
pub(crate) fn add(
    archive: &mut wthor::WthorWriter,
    record: &Record,
) -> Result<Vec<LostPart>, UnsupportedGame> {
    let mut lost = losses(record, Format::Wthor);
    lost.extend(archive.add(record)?);
    Ok(lost)
}
