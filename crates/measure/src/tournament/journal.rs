//! The journal of a tournament, from which it resumes after an interruption.
//!
//! A journal is a [`record::journal`](othellier_record::journal): its first line holds every setting that
//! determines the games, and each game is a line of JSON, written as soon as it is over. A journal with
//! other settings is refused and left unchanged.

use std::collections::HashSet;
use std::path::Path;

use othellier_record::journal::{self, Journal, JournalError, JournalFormat, JournalProblem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{GameId, Participant};
use crate::TimeLimit;
use crate::first_difference;

/// The version of the journal format; raised when the meaning of its lines changes.
const VERSION: u32 = 1;

/// The type in the first line of every journal, and its first bytes.
const KIND: &str = "tournament";
const BEGINNING: &str = r#"{"type":"tournament","#;

/// The settings that determine the games: the first line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentHeader {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    pub seed: u64,
    players: Vec<HeaderPlayer>,
    pub format: String,
    pub games: usize,
    pub openings: Option<String>,
    /// The random plies of the openings.
    pub random_plies: Option<usize>,
    /// The [checksum] of the file of openings.
    pub openings_checksum: Option<u64>,
    /// The time limit of a move.
    pub seconds_per_move: Option<f64>,
    /// The constant of Brightwell's quotient.
    pub brightwell: f64,
    /// Squares to a side.
    pub size: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct HeaderPlayer {
    name: String,
    spec: String,
}

impl TournamentHeader {
    /// The settings of a tournament, and the file or the random plies of its openings.
    pub fn new<S: othellier_board::Size>(
        tournament: &super::Tournament<S>,
        openings: Option<(String, u64)>,
        random_plies: Option<usize>,
    ) -> TournamentHeader {
        let player = |participant: &Participant| HeaderPlayer {
            name: participant.name.clone(),
            spec: participant.spec.to_string(),
        };
        let (openings, openings_checksum) = openings.unzip();
        TournamentHeader {
            kind: KIND.to_owned(),
            version: VERSION,
            seed: tournament.seed,
            players: tournament.participants.iter().map(player).collect(),
            format: tournament.format.to_string(),
            games: tournament.games,
            openings,
            random_plies,
            openings_checksum,
            seconds_per_move: tournament.limit.and_then(|limit| match limit {
                TimeLimit::Move { time, .. } => Some(time.as_secs_f64()),
                TimeLimit::Game(_) => None,
            }),
            brightwell: tournament.brightwell,
            size: S::SIDE,
        }
    }

    /// The seed of an existing journal.
    pub fn seed_of(path: &Path) -> Option<u64> {
        Some(serde_json::from_str::<TournamentHeader>(&journal::header(path)?).ok()?.seed)
    }
}

/// The FNV-1a checksum of a file of openings.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A journal open for appending.
#[derive(Debug)]
pub struct TournamentJournal {
    journal: Journal,
}

impl TournamentJournal {
    /// Opens or creates the journal of a tournament, and returns the games it holds, in order. A game
    /// that `id_of` does not know, or that is there twice, makes it unusable.
    pub fn open<G: DeserializeOwned>(
        path: &Path,
        header: &TournamentHeader,
        id_of: impl Fn(&G) -> Option<GameId>,
    ) -> Result<(TournamentJournal, Vec<G>), JournalError> {
        let first_line = json(header);
        let kind = "journal of a tournament";
        let format = JournalFormat { kind, prefix: BEGINNING, header: &first_line };
        let (mut games, mut seen) = (Vec::new(), HashSet::new());
        let journal = Journal::open(path, &format, &mut |line, text| {
            if line == 1 {
                return check_header(text, header);
            }
            let game = serde_json::from_str::<G>(text).ok();
            let is_new = |game: &G| id_of(game).is_some_and(|id| seen.insert(id));
            games.push(game.filter(is_new).ok_or(JournalProblem::BadLine { line })?);
            Ok(())
        })?;
        Ok((TournamentJournal { journal }, games))
    }

    pub fn add(&mut self, game: &impl Serialize) -> Result<(), JournalError> {
        self.journal.append(&json(game))
    }

    /// Waits until all games are on disk.
    pub fn finish(&self) -> Result<(), JournalError> {
        self.journal.sync()
    }
}

fn check_header(text: &str, header: &TournamentHeader) -> Result<(), JournalProblem> {
    // The version first, as the other fields depend on it.
    #[derive(Deserialize)]
    struct Head {
        version: u32,
    }
    let Head { version } = serde_json::from_str(text).map_err(|_| JournalProblem::OtherKind)?;
    if version != VERSION {
        return Err(JournalProblem::OtherVersion);
    }
    let found: TournamentHeader =
        serde_json::from_str(text).map_err(|_| JournalProblem::OtherKind)?;
    match first_difference(header, &found) {
        None => Ok(()),
        setting => Err(JournalProblem::OtherSettings { setting }),
    }
}

fn json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("texts and numbers have a JSON form")
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::{BRIGHTWELL, Format, Tournament};
    use super::*;
    use crate::Openings;

    fn header(seed: u64) -> TournamentHeader {
        let participant = |name: &str| Participant {
            name: name.to_owned(),
            spec: "random".parse().expect("a spec"),
        };
        let tournament: Tournament = Tournament {
            participants: vec![participant("a"), participant("b")],
            format: Format::Swiss { rounds: 1 },
            games: 2,
            openings: Openings::random(2, 1, 1).unwrap(),
            limit: None,
            brightwell: BRIGHTWELL,
            seed,
            access: othellier_spec::Access::Sealed,
            threads: NonZeroUsize::MIN,
        };
        TournamentHeader::new(&tournament, None, Some(2))
    }

    /// A game of these tests is its number in the pairing.
    fn id_of(game: &usize) -> Option<GameId> {
        (*game < 2).then_some(GameId { round: 0, pairing: 0, game: *game })
    }

    #[test]
    fn games_are_found_again_once_each() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let open = |seed| TournamentJournal::open(&path, &header(seed), id_of);
        let (mut journal, found) = open(7).unwrap();
        assert!(found.is_empty());
        journal.add(&1).unwrap();
        journal.finish().unwrap();
        drop(journal);
        assert_eq!(TournamentHeader::seed_of(&path), Some(7));
        let problem = open(8).unwrap_err().problem;
        let setting = Some("seed".to_owned());
        assert_eq!(problem, JournalProblem::OtherSettings { setting });

        let (mut journal, found) = open(7).unwrap();
        assert_eq!(found, [1]);
        journal.add(&1).unwrap();
        drop(journal);
        assert_eq!(open(7).unwrap_err().problem, JournalProblem::BadLine { line: 3 });
    }
}
