//! The journal of a tournament, from which it resumes after an interruption.
//!
//! A journal is a [`AppendFile`]: its first line holds every setting that determines the games,
//! and each game is a line of JSON, written as soon as it is over. A journal with other settings is
//! refused and left unchanged.

use std::collections::HashSet;
use std::path::Path;

use othellier_board::Size;
use othellier_lab::first_difference;
use othellier_lab::tournament::{GameId, Participant, PlayedGame};
use othellier_locale::{Lang, tr};
use serde::{Deserialize, Serialize};

use super::line::GameLine;
use crate::append_file::{self, AppendFile, Format};
use crate::error::CliError;

/// The version of the journal format; raised when the meaning of its lines changes.
pub(super) const VERSION: u32 = 1;

/// The first bytes of every journal.
const BEGINNING: &str = r#"{"type":"tournament","#;

/// The settings that determine the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) version: u32,
    pub(super) seed: u64,
    pub(super) players: Vec<Player>,
    pub(super) format: String,
    pub(super) games: usize,
    pub(super) openings: Option<String>,
    pub(super) random_plies: Option<usize>,
    /// The FNV-1a checksum of the file of openings, if there is one.
    pub(super) openings_checksum: Option<u64>,
    pub(super) seconds_per_move: Option<f64>,
    pub(super) brightwell: f64,
    pub(super) size: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) spec: String,
}

/// The type in the first line of every journal.
pub(super) const KIND: &str = "tournament";

/// The seed of an existing journal.
pub(super) fn seed(path: &Path) -> Option<u64> {
    Some(serde_json::from_str::<Header>(&append_file::first_line(path)?).ok()?.seed)
}

/// The checksum of a file of openings.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A journal open for appending.
pub(super) struct Journal {
    file: AppendFile,
}

impl Journal {
    /// Opens or creates the journal of this tournament, and returns the games it holds, in order.
    pub(super) fn open<S: Size>(
        lang: Lang,
        path: &Path,
        header: &Header,
        participants: &[Participant],
    ) -> Result<(Journal, Vec<GameLine>), CliError> {
        let first_line = written(header)?;
        let format = Format {
            prefix: BEGINNING,
            first_line: &first_line,
            wrong_kind: "tournament-no-journal",
        };
        let (file, games) = AppendFile::open(lang, path, &format, |lines| {
            parse::<S>(lang, lines, header, participants)
        })?;
        Ok((Journal { file }, games))
    }

    pub(super) fn add(&mut self, lang: Lang, game: &GameLine) -> Result<(), CliError> {
        self.file.append(lang, &written(game)?)
    }

    pub(super) fn finish(&self, lang: Lang) -> Result<(), CliError> {
        self.file.sync(lang)
    }
}

fn written(object: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(object).map_err(|error| CliError::failed(error.to_string()))
}

fn parse<S: Size>(
    lang: Lang,
    lines: &str,
    header: &Header,
    participants: &[Participant],
) -> Result<Vec<GameLine>, String> {
    let mut lines = (1..).zip(lines.lines());
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let found: Header =
        serde_json::from_str(first).map_err(|_| lang.text("tournament-no-journal"))?;
    if let Some(name) = first_difference(header, &found) {
        return Err(tr!(lang, "settings-differ", name = name));
    }
    let mut seen = HashSet::new();
    let game = |(line, text): (usize, &str)| {
        let game = serde_json::from_str::<GameLine>(text).ok();
        game.filter(|game| game.played::<S>(participants).is_some_and(|(id, _)| seen.insert(id)))
            .ok_or_else(|| tr!(lang, "tournament-broken-line", line = line.to_string()))
    };
    lines.map(game).collect()
}

/// The games of a journal in the form that the tournament takes.
pub(super) fn played_games<S: Size>(
    games: &[GameLine],
    participants: &[Participant],
) -> impl Iterator<Item = (GameId, PlayedGame)> {
    games.iter().filter_map(|game| game.played::<S>(participants))
}
