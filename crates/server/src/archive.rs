//! Opening explorer: what the games of the archive played in a position.
//!
//! The file is opened for each request: it may be created, grow or be replaced while the server
//! runs.

use std::path::Path;

use axum::Json;
use axum::extract::State;
use othellier_archive::{Archive, ArchiveError, Explored, Filter, Reply, ResultCounts};
use othellier_board::{Move, Size};
use othellier_record::{AnyGame, with_game};
use othellier_wire::hundredths;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Params;
use othellier_desk::positions::PositionQuery;

/// What was played in a position, with the results.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct ArchiveShown {
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
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReplyShown {
    #[serde(rename = "move")]
    played: String,
    /// Moves that are equivalent by symmetry.
    same: Vec<String>,
    #[serde(flatten)]
    count: CountShown,
}

/// Game results, from the point of view of the side to move.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct CountShown {
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

/// What the games of this server's archive played in a position.
#[utoipa::path(get, path = "/api/archive", tag = "archive", params(PositionQuery), responses(
    (status = 200, body = ArchiveShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn explore(
    State(app): State<App>,
    Params(query): Params<PositionQuery>,
) -> Result<Json<ArchiveShown>, ApiError> {
    let game = query.read()?;
    let permit = app.archive_limit().acquire().await?;
    let found = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        app.archive().map_or_else(|| Ok(no_archive()), |file| query_archive(file, &game))
    });
    let found = found.await.map_err(ApiError::internal)?;
    found.map(Json).map_err(ApiError::internal)
}

fn no_archive() -> ArchiveShown {
    ArchiveShown { kind: "archive", ..ArchiveShown::default() }
}

fn query_archive(file: &Path, game: &AnyGame) -> Result<ArchiveShown, ArchiveError> {
    let archive = match Archive::open_read_only(file) {
        Err(ArchiveError::Missing { .. }) => return Ok(no_archive()),
        opened => opened?,
    };
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
