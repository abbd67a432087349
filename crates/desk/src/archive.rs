//! Opening explorer: what the games of the archive played in a position.

use othellier_archive::{Archive, ArchiveError, Explored, Filter, Reply, ResultCounts};
use othellier_board::{Move, Size};
use othellier_record::{AnyGame, with_game};
use othellier_wire::hundredths;
use serde::Serialize;

/// What was played in a position, with the results.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArchiveShown {
    #[serde(rename = "type")]
    kind: &'static str,
    /// Whether there is an archive.
    available: bool,
    /// Games in the archive.
    size: u32,
    /// All games that reached the position.
    all: CountShown,
    /// How many of them ended there.
    ended: u64,
    /// The replies that were played, the most frequent first.
    replies: Vec<ReplyShown>,
}

/// A reply and its results.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReplyShown {
    #[serde(rename = "move")]
    played: String,
    /// Moves that are equivalent by symmetry.
    same: Vec<String>,
    #[serde(flatten)]
    count: CountShown,
}

/// Game results, from the point of view of the side to move.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CountShown {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The share of the points; a draw counts half.
    score_rate: Option<f64>,
    mean_discs: Option<f64>,
    last_year: Option<u16>,
}

impl From<ResultCounts> for CountShown {
    fn from(results: ResultCounts) -> CountShown {
        CountShown {
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

/// The answer where there is no archive.
pub fn no_archive() -> ArchiveShown {
    ArchiveShown { kind: "archive", ..ArchiveShown::default() }
}

/// What the games of an archive played in the position of a game.
pub fn explore(archive: &Archive, game: &AnyGame) -> Result<ArchiveShown, ArchiveError> {
    let size = archive.games()?;
    with_game!(game, game => {
        let explored = archive.explore(game.position(), &Filter::default())?;
        Ok(shown(size, explored))
    })
}

fn shown<S: Size>(size: u32, explored: Explored<S>) -> ArchiveShown {
    let played = explored.replies.into_iter().filter(|reply| reply.results.games > 0);
    ArchiveShown {
        available: true,
        size,
        all: explored.all.into(),
        ended: explored.ended.games,
        replies: played.map(reply_shown).collect(),
        ..no_archive()
    }
}

fn reply_shown<S: Size>(reply: Reply<S>) -> ReplyShown {
    let mut moves = reply.moves.iter().map(Move::to_string);
    let played = moves.next().unwrap_or_default();
    ReplyShown { played, same: moves.collect(), count: reply.results.into() }
}
