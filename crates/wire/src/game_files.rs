//! Files of games: conversions and checks.

use std::collections::BTreeMap;

use othellier_record::Location;
use serde::{Deserialize, Serialize};

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
        /// What the format could not hold, and in how many games.
        lost: BTreeMap<String, u64>,
        seconds: f64,
        /// Games written per second.
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

/// What is wrong with a game, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameFault {
    pub file: String,
    /// The line in a text, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The offset in a binary file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The number of the game, from 1, where it was read but not written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The reason, in the language of the user.
    pub reason: String,
}

impl GameFault {
    /// A fault at a place of a file.
    pub fn at(file: &str, location: Location, reason: String) -> GameFault {
        let (line, offset) = match location {
            Location::Line(line) => (Some(line), None),
            Location::Offset(offset) => (None, Some(offset)),
        };
        GameFault { file: file.to_owned(), line, offset, game: None, reason }
    }

    /// A fault of a game that was read: the number of the game.
    pub fn of(file: &str, game: u64, reason: String) -> GameFault {
        GameFault { file: file.to_owned(), line: None, offset: None, game: Some(game), reason }
    }
}
