//! Files of games: conversions and checks.

use std::collections::BTreeMap;

use othellier_record::{Location, ReadError, UnsupportedGame, Warning};
use serde::{Deserialize, Serialize};

use crate::Sentence;

/// The events of a conversion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ConvertEvent {
    /// A game that was not read or not written.
    Refused(GameFault),
    /// The sums over all games.
    Total {
        read: u64,
        written: u64,
        refused: u64,
        doubtful: u64,
        /// Values that the format could not hold, and in how many games.
        lost: BTreeMap<String, u64>,
        seconds: f64,
        games_per_second: f64,
    },
}

/// The events of a check of files of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CheckEvent {
    /// A game that cannot be read.
    Refused(GameFault),
    /// A warning about a game.
    Doubtful(GameFault),
    /// The sums over a file.
    File { file: String, format: String, read: u64, refused: u64, doubtful: u64 },
    /// The sums over all files.
    Total { files: usize, read: u64, refused: u64, doubtful: u64 },
    /// A recorded score of perfect play that was solved.
    Theory {
        file: String,
        /// The number of the game, from 1.
        game: u64,
        /// Empty squares of the position.
        empties: u8,
        /// The recorded score, for Black.
        recorded: i32,
        /// The proven score, for Black.
        proven: i32,
        ok: bool,
    },
    /// The sums over all solved scores.
    TheoryTotal {
        proven: usize,
        /// Recorded scores that are wrong.
        wrong: usize,
        /// The seed of the choice.
        seed: u64,
    },
}

/// A game that was refused, or is doubtful: what is wrong, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameFault {
    /// The file, `-` for standard input; none for games that are in no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in a text, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The offset in a binary file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The number of the game, from 1, where it was read but not written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The kind of fault, such as `illegal-move`.
    pub code: String,
    pub text: Sentence,
}

impl GameFault {
    /// A game that was not read; `text` is the sentence of the problem.
    pub fn refused(error: &ReadError, text: Sentence) -> GameFault {
        GameFault::at(error.location, error.problem.code(), text)
    }

    /// A game that was read with a warning; `text` is its sentence.
    pub fn doubtful(warning: &Warning, text: Sentence) -> GameFault {
        GameFault::at(warning.location, warning.kind.code(), text)
    }

    /// A game that was read but not written: its number, from 1, and why with its sentence.
    pub fn not_written(game: u64, why: UnsupportedGame, text: Sentence) -> GameFault {
        let code = why.code().to_owned();
        GameFault { file: None, line: None, offset: None, game: Some(game), code, text }
    }

    fn at(location: Location, code: &str, text: Sentence) -> GameFault {
        let (line, offset) = match location {
            Location::Line(line) => (Some(line), None),
            Location::Offset(offset) => (None, Some(offset)),
        };
        GameFault { file: None, line, offset, game: None, code: code.to_owned(), text }
    }

    /// Names the file of the fault.
    pub fn in_file(self, file: impl Into<String>) -> GameFault {
        GameFault { file: Some(file.into()), ..self }
    }
}
