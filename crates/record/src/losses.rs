//! What a format cannot hold, to be told rather than dropped in silence.

use crate::format::Format;
use crate::{Record, wthor};

/// A part of a record that a format has no place for, or something it makes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The players' names.
    Names,
    /// The end of a name, or letters of it that the alphabet of the format lacks.
    LongNames,
    /// The tournament.
    Event,
    /// Where it was played.
    Place,
    /// The round.
    Round,
    /// The date, or all of it but the year.
    Date,
    /// The ratings.
    Ratings,
    /// The score, where the moves do not show it.
    Score,
    /// How the game was given up.
    Ending,
    /// The score of perfect play.
    Theoretical,
    /// The times of the moves.
    Times,
    /// The values that players gave to their moves.
    Evaluations,
    /// The nodes that programs searched.
    Nodes,
    /// Comments.
    Comments,
    /// Lines beside the game, which were not read.
    Variations,
    /// Moves that were undone and could be redone.
    Undone,
    /// A pass after which nothing was played.
    LastPass,
    /// Properties of another format.
    Tags,
    /// Closing brackets in texts.
    Brackets,
    /// That there is no result: the format must have one, so the discs on the board are written.
    NoResult,
    /// That no score of perfect play is known: the format must have one, so 0 is written.
    NoTheoretical,
}

/// Why a game cannot be written at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// The format has no other start than the usual one.
    #[error("the format holds only games from the usual start")]
    Start,
    /// The format has no boards of this size.
    #[error("the format has no boards of {side}x{side} squares")]
    Size {
        /// Squares to a side.
        side: u8,
    },
    /// All games of a file are of one size.
    #[error("a game on {side}x{side} in a file of games on {expected}x{expected}")]
    OtherSize {
        /// Squares to a side of this game.
        side: u8,
        /// Squares to a side of the others.
        expected: u8,
    },
    /// There is no number left for another name.
    #[error("the file has no room for more names")]
    TooManyNames,
}

impl Part {
    /// Every part, in the order of declaration.
    pub const ALL: [Part; 21] = [
        Part::Names,
        Part::LongNames,
        Part::Event,
        Part::Place,
        Part::Round,
        Part::Date,
        Part::Ratings,
        Part::Score,
        Part::Ending,
        Part::Theoretical,
        Part::Times,
        Part::Evaluations,
        Part::Nodes,
        Part::Comments,
        Part::Variations,
        Part::Undone,
        Part::LastPass,
        Part::Tags,
        Part::Brackets,
        Part::NoResult,
        Part::NoTheoretical,
    ];

    /// A word for it, the same in every version: `long-names`.
    pub const fn word(self) -> &'static str {
        match self {
            Part::Names => "names",
            Part::LongNames => "long-names",
            Part::Event => "event",
            Part::Place => "place",
            Part::Round => "round",
            Part::Date => "date",
            Part::Ratings => "ratings",
            Part::Score => "score",
            Part::Ending => "ending",
            Part::Theoretical => "theoretical",
            Part::Times => "times",
            Part::Evaluations => "evaluations",
            Part::Nodes => "nodes",
            Part::Comments => "comments",
            Part::Variations => "variations",
            Part::Undone => "undone",
            Part::LastPass => "last-pass",
            Part::Tags => "tags",
            Part::Brackets => "brackets",
            Part::NoResult => "no-result",
            Part::NoTheoretical => "no-theoretical",
        }
    }
}

/// What of a record is lost when it is written in a format.
pub(crate) fn losses(record: &Record, format: Format) -> Vec<Part> {
    let mut lost: Vec<Part> = Part::ALL
        .into_iter()
        .filter(|&part| has(record, part) && !holds(format, record, part))
        .collect();
    if record.tags.iter().any(|tag| tag.format != format && format != Format::Save) {
        lost.push(Part::Tags);
    }
    lost
}

/// Whether a record says anything about a part that formats may lack. Tags, and what an archive
/// makes up, are seen to elsewhere.
fn has(record: &Record, part: Part) -> bool {
    let game = &record.game;
    match part {
        Part::Names => {
            othellier_board::Color::ALL.iter().any(|&color| !game.name(color).is_empty())
        }
        Part::Event => !record.event.is_empty(),
        Part::Place => !record.place.is_empty(),
        Part::Round => !record.round.is_empty(),
        Part::Date => !record.date.is_empty(),
        Part::Ratings => record.ratings.iter().any(|rating| !rating.is_empty()),
        Part::Score => record.score.is_some(),
        Part::Ending => game.ending().is_some(),
        Part::Theoretical => record.theoretical.is_some(),
        Part::Times => game.has_times(),
        Part::Evaluations => record.notes.values().any(|note| note.eval.is_some()),
        Part::Nodes => !record.costs.is_empty(),
        Part::Comments => {
            !record.comment.is_empty() || record.notes.values().any(|note| !note.comment.is_empty())
        }
        Part::Variations => record.has_variations(),
        Part::Undone => game.length() < game.full_length(),
        Part::LastPass => game.ends_with_pass(),
        Part::Brackets => crate::ggf::texts(record).any(|text| text.contains(']')),
        Part::LongNames | Part::Tags | Part::NoResult | Part::NoTheoretical => false,
    }
}

/// Whether a format has a place for a part of this record.
fn holds(format: Format, record: &Record, part: Part) -> bool {
    match (format, part) {
        (_, Part::Variations) => false,
        (Format::Save, _) => true,
        (_, Part::Undone | Part::Nodes) => false,
        (Format::Sgf, Part::Score) => record.game.ending().is_none(),
        (Format::Sgf, _) => true,
        (Format::Ggf, Part::Brackets) => false,
        (Format::Ggf, Part::Place) => record.event.is_empty(),
        (Format::Ggf, Part::Ending) => crate::ggf::result_suffix(record).is_some(),
        (Format::Ggf, _) => true,
        (Format::Pgn, Part::Names | Part::Event | Part::Place | Part::Round | Part::Date) => true,
        (Format::Pgn, Part::Ratings | Part::LastPass | Part::Brackets) => true,
        (Format::Transcript | Format::Pgn, Part::Score) => {
            crate::transcript::file::result_text(record).is_some()
        }
        (Format::Transcript, Part::LastPass | Part::Brackets) => true,
        (Format::Obf, Part::Comments) => crate::obf::file::holds_comment(record),
        (Format::Obf, Part::Score) => crate::transcript::file::result_text(record).is_some(),
        (Format::Obf, Part::LastPass | Part::Brackets) => true,
        // What an archive makes of scores, dates and names, it says itself.
        (Format::Wthor, Part::Names | Part::Event | Part::Date | Part::Score) => true,
        (Format::Wthor, Part::Theoretical | Part::Brackets) => true,
        (Format::Wthor, Part::Place) => record.event.is_empty(),
        _ => false,
    }
}

/// Adds a record to an archive and says what of it is lost there.
pub(crate) fn add(archive: &mut wthor::Archive, record: &Record) -> Result<Vec<Part>, Unwritable> {
    let mut lost = losses(record, Format::Wthor);
    lost.extend(archive.add(record)?);
    Ok(lost)
}
