//! What was played in a position, by the archive of games.
//!
//! The file is opened for each question: it may be made, grow or be replaced while the server runs.

use std::path::Path;

use axum::Json;
use axum::extract::State;
use othellier_archive::{Archive, ArchiveError, Explored, Filter, Reply, Tally};
use othellier_board::{Move, Size};
use othellier_record::{AnyGame, with_game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::Params;
use crate::positions::PositionQuery;
use crate::trouble::{ErrorBody, Trouble};
use crate::wire::round;

/// What was played in a position, and how it went.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct ArchiveShown {
    #[serde(rename = "type")]
    kind: &'static str,
    /// Whether there is an archive at all.
    available: bool,
    /// Games in the archive.
    size: u32,
    /// All games that came by the position.
    all: CountShown,
    /// How many of them went no further.
    ended: u64,
    /// The replies that somebody played, the most played first.
    replies: Vec<ReplyShown>,
}

/// A reply and what came of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReplyShown {
    #[serde(rename = "move")]
    played: String,
    /// Moves that are the same on a turned board.
    same: Vec<String>,
    #[serde(flatten)]
    count: CountShown,
}

/// Games, as the side to move saw them.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct CountShown {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The share of the points, a draw counting half.
    score_rate: Option<f64>,
    mean_discs: Option<f64>,
    last_year: Option<u16>,
}

impl From<Tally> for CountShown {
    fn from(tally: Tally) -> CountShown {
        CountShown {
            games: tally.games,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score_rate: tally.score_rate(),
            mean_discs: tally.mean_discs().map(round),
            last_year: tally.last_year,
        }
    }
}

/// What was played in a position, by the archive of this server.
#[utoipa::path(get, path = "/api/archive", tag = "archive", params(PositionQuery), responses(
    (status = 200, body = ArchiveShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn explore(
    State(app): State<App>,
    Params(query): Params<PositionQuery>,
) -> Result<Json<ArchiveShown>, Trouble> {
    let game = query.read()?;
    let place = app.archive_room().enter().await?;
    let looked = tokio::task::spawn_blocking(move || {
        let _place = place;
        app.archive().map_or_else(|| Ok(nothing()), |file| look(file, &game))
    });
    let looked = looked.await.map_err(Trouble::internal)?;
    looked.map(Json).map_err(Trouble::internal)
}

fn nothing() -> ArchiveShown {
    ArchiveShown { kind: "archive", ..ArchiveShown::default() }
}

fn look(file: &Path, game: &AnyGame) -> Result<ArchiveShown, ArchiveError> {
    let archive = match Archive::open_read_only(file) {
        Err(ArchiveError::Missing { .. }) => return Ok(nothing()),
        opened => opened?,
    };
    let size = archive.games()?;
    with_game!(game, game => {
        let explored = archive.explore(game.position(), &Filter::default())?;
        Ok(shown(size, explored))
    })
}

fn shown<S: Size>(size: u32, explored: Explored<S>) -> ArchiveShown {
    let played = explored.replies.into_iter().filter(|reply| reply.tally.games > 0);
    ArchiveShown {
        available: true,
        size,
        all: explored.all.into(),
        ended: explored.ended.games,
        replies: played.map(reply_shown).collect(),
        ..nothing()
    }
}

fn reply_shown<S: Size>(reply: Reply<S>) -> ReplyShown {
    let mut moves = reply.moves.iter().map(Move::to_string);
    let played = moves.next().unwrap_or_default();
    ReplyShown { played, same: moves.collect(), count: reply.tally.into() }
}
