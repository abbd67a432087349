//! Archives of games.

use std::collections::BTreeMap;

use othellier_board::Color;
use othellier_record::{Record, transcript, with_game};
use serde::{Deserialize, Serialize};

use crate::{GameFault, Trust, TrustedScore, type_tag};

type_tag! {
    ArchiveStatsType = "stats";
}

/// The moves of an archive's games in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explored {
    /// `explore` on the command line, `archive` over HTTP.
    #[serde(rename = "type")]
    pub kind: ExploredType,
    /// Whether there is an archive.
    pub available: bool,
    pub size: u32,
    pub position: String,
    /// The level of the champion that evaluated the replies; none if they were not evaluated.
    pub level: Option<u32>,
    /// All games that reached the position.
    pub all: Count,
    #[serde(flatten)]
    pub count: Count,
    /// How many of them ended there.
    pub ended: u64,
    /// The replies, the most frequent first.
    pub replies: Vec<Reply>,
    /// The time of the query, without the champion.
    pub seconds: f64,
}

/// Where a position was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExploredType {
    Explore,
    Archive,
}

/// A reply and its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reply {
    #[serde(rename = "move")]
    pub played: String,
    /// Moves that are equivalent by symmetry.
    pub same: Vec<String>,
    #[serde(flatten)]
    pub count: Count,
    /// The score by the champion, if it was evaluated.
    pub score: Option<f64>,
    /// How far the score can be trusted.
    pub trust: Trust,
    /// The confidence of a selective score, out of 100.
    pub percent: Option<u8>,
}

/// Game results, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Count {
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The share of the points; a draw counts half.
    pub score_rate: Option<f64>,
    pub mean_discs: Option<f64>,
    /// The year of the latest game.
    pub last_year: Option<u16>,
}

/// The events of `archive search`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ArchiveSearchEvent {
    /// A game that was found.
    Game(Box<ArchivedGame>),
    Total {
        found: usize,
        shown: usize,
        games: u32,
        /// The time of the query.
        seconds: f64,
    },
}

/// A game of an archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArchivedGame {
    /// Its number in the archive.
    pub number: u32,
    /// The name of the player with Black.
    pub black: String,
    /// The name of the player with White.
    pub white: String,
    pub event: String,
    pub date: String,
    /// Black's discs minus White's, if they are known.
    pub black_score: Option<f64>,
    /// Board size: 4, 6, 8 or 10.
    pub size: u8,
    pub moves: String,
}

impl ArchivedGame {
    /// A game with its number.
    pub fn new(number: u32, record: &Record) -> ArchivedGame {
        let name = |color| record.game.name(color).to_owned();
        ArchivedGame {
            number,
            black: name(Color::Black),
            white: name(Color::White),
            event: record.event.clone(),
            date: record.date.clone(),
            black_score: record.black_score(),
            size: record.game.side(),
            moves: with_game!(&record.game, game => transcript::write(game)),
        }
    }
}

/// The events of `archive import`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ArchiveImportEvent {
    /// A game that cannot be read.
    Refused(GameFault),
    /// The sums over all files.
    Total(ArchiveImportTotal),
}

/// The sums of an import.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArchiveImportTotal {
    pub archive: String,
    pub files: usize,
    pub read: u64,
    /// Games that are new in the archive.
    pub added: u64,
    /// Games that it had before.
    pub known: u64,
    pub refused: u64,
    pub doubtful: u64,
    /// Values that the archive does not hold, and in how many games.
    pub lost: BTreeMap<String, u64>,
    /// Games in the archive now.
    pub games: u32,
    pub seconds: f64,
    pub games_per_second: f64,
}

/// The events of `archive export`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ArchiveExportEvent {
    /// A game that the format cannot hold, by its number in the archive.
    Refused(GameFault),
    /// The sums over all games.
    Total {
        written: u64,
        refused: u64,
        /// Values that the format could not hold, and in how many games.
        lost: BTreeMap<String, u64>,
    },
}

/// The contents of an archive in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArchiveStats {
    #[serde(rename = "type")]
    pub kind: ArchiveStatsType,
    pub archive: String,
    pub games: u64,
    pub players: u64,
    pub events: u64,
    pub moves: u64,
    /// The year of the first game.
    pub first_year: Option<u16>,
    /// The year of the latest game.
    pub last_year: Option<u16>,
    pub black_wins: u64,
    pub draws: u64,
    pub white_wins: u64,
    pub unknown: u64,
    /// The mean final difference, for Black.
    pub mean_score: Option<f64>,
    /// The players with the most games.
    pub busiest: Vec<PlayerGames>,
    /// The size of the file.
    pub bytes: u64,
}

/// A player and the number of its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerGames {
    pub player: String,
    pub games: u64,
}

impl Reply {
    /// A reply, first among moves that are equivalent by symmetry.
    pub fn new(
        moves: impl IntoIterator<Item = String>,
        count: Count,
        value: TrustedScore,
    ) -> Reply {
        let mut moves = moves.into_iter();
        let played = moves.next().unwrap_or_default();
        let TrustedScore { score, trust, percent } = value;
        Reply { played, same: moves.collect(), count, score, trust, percent }
    }
}

#[cfg(feature = "archive")]
mod of_archive {
    use othellier_archive::{ResultCounts, Stats};
    use othellier_board::Size;

    use super::*;
    use crate::hundredths;

    impl From<ResultCounts> for Count {
        fn from(results: ResultCounts) -> Count {
            Count {
                games: results.games,
                wins: results.wins,
                draws: results.draws,
                losses: results.losses,
                score_rate: results.score_rate(),
                mean_discs: results.mean_discs().map(hundredths),
                last_year: results.last_year,
            }
        }
    }

    impl Explored {
        pub fn unavailable<S: Size>(
            kind: ExploredType,
            position: &othellier_board::Position<S>,
        ) -> Explored {
            Explored {
                kind,
                available: false,
                size: 0,
                position: position.to_string(),
                level: None,
                all: Count::default(),
                count: Count::default(),
                ended: 0,
                replies: Vec::new(),
                seconds: 0.0,
            }
        }

        /// The moves of an archive of `games` games in a position; `value` evaluates a reply.
        pub fn new<S: Size>(
            kind: ExploredType,
            position: &othellier_board::Position<S>,
            size: u32,
            explored: &othellier_archive::Explored<S>,
            value: impl Fn(&str) -> TrustedScore,
        ) -> Explored {
            let replies = explored.replies.iter().map(|reply| {
                let moves: Vec<String> = reply.moves.iter().map(ToString::to_string).collect();
                let value = moves.first().map_or(TrustedScore::NONE, |played| value(played));
                Reply::new(moves, reply.results.into(), value)
            });
            Explored {
                available: true,
                size,
                all: explored.all.into(),
                count: explored.all.into(),
                ended: explored.ended.games,
                replies: replies.collect(),
                ..Explored::unavailable(kind, position)
            }
        }
    }

    impl ArchiveStats {
        /// The contents of the archive of this file.
        pub fn new(archive: String, stats: Stats) -> ArchiveStats {
            let finished = stats.black_wins + stats.draws + stats.white_wins;
            let busiest = stats.busiest.into_iter();
            ArchiveStats {
                kind: ArchiveStatsType::Tag,
                archive,
                games: stats.games,
                players: stats.players,
                events: stats.events,
                moves: stats.moves,
                first_year: stats.years.map(|(first, _)| first),
                last_year: stats.years.map(|(_, last)| last),
                black_wins: stats.black_wins,
                draws: stats.draws,
                white_wins: stats.white_wins,
                unknown: stats.games - finished,
                mean_score: stats.mean_score,
                busiest: busiest.map(|(player, games)| PlayerGames { player, games }).collect(),
                bytes: stats.bytes,
            }
        }
    }
}
