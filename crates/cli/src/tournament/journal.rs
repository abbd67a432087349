//! The journal of a tournament, from which it resumes after an interruption.
//!
//! A journal is a [`record::journal`](othellier_record::journal): its first line holds every setting that determines the games,
//! and each game is a line of JSON, written as soon as it is over. A journal with other settings is
//! refused and left unchanged.

use std::collections::HashSet;
use std::path::Path;

use othellier_board::Size;
use othellier_lab::first_difference;
use othellier_lab::tournament::{GameId, Participant, PlayedGame};
use othellier_record::journal::{self, JournalError, JournalFormat, JournalProblem};
use othellier_wire::TournamentGame;
use serde::{Deserialize, Serialize};

use super::line::played;

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
    Some(serde_json::from_str::<Header>(&journal::header(path)?).ok()?.seed)
}

/// The checksum of a file of openings.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A journal open for appending.
pub(super) struct Journal {
    journal: journal::Journal,
}

impl Journal {
    /// Opens or creates the journal of this tournament, and returns the games it holds, in order.
    pub(super) fn open<S: Size>(
        path: &Path,
        header: &Header,
        participants: &[Participant],
    ) -> Result<(Journal, Vec<TournamentGame>), JournalError> {
        let first_line = json(header);
        let kind = "journal of a tournament";
        let format = JournalFormat { kind, prefix: BEGINNING, header: &first_line };
        let (mut games, mut seen) = (Vec::new(), HashSet::new());
        let journal = journal::Journal::open(path, &format, &mut |line, text| {
            if line == 1 {
                return check_header(text, header);
            }
            let game = serde_json::from_str::<TournamentGame>(text).ok();
            let is_new = |game: &TournamentGame| {
                played::<S>(game, participants).is_some_and(|(id, _)| seen.insert(id))
            };
            games.push(game.filter(is_new).ok_or(JournalProblem::BadLine { line })?);
            Ok(())
        })?;
        Ok((Journal { journal }, games))
    }

    pub(super) fn add(&mut self, game: &TournamentGame) -> Result<(), JournalError> {
        self.journal.append(&json(game))
    }

    pub(super) fn finish(&self) -> Result<(), JournalError> {
        self.journal.sync()
    }
}

fn check_header(text: &str, header: &Header) -> Result<(), JournalProblem> {
    let found: Header = serde_json::from_str(text).map_err(|_| JournalProblem::OtherKind)?;
    match first_difference(header, &found) {
        None => Ok(()),
        setting => Err(JournalProblem::OtherSettings { setting }),
    }
}

fn json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("texts and numbers have a JSON form")
}

/// The games of a journal in the form that the tournament takes.
pub(super) fn played_games<S: Size>(
    games: &[TournamentGame],
    participants: &[Participant],
) -> impl Iterator<Item = (GameId, PlayedGame)> {
    games.iter().filter_map(|game| played::<S>(game, participants))
}
