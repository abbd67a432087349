//! The stream of a game: the whole of it after every change, and what programs think.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use futures_util::stream::unfold;
use othellier_board::Color;
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use utoipa::ToSchema;

use super::driver::wake;
use super::hall::{News, Seat};
use super::sitting::Thought;
use super::wire::GameShown;
use crate::App;
use crate::client::Client;
use crate::extract::Id;
use crate::stream::{event, sse};
use crate::trouble::{ErrorBody, Trouble};
use crate::wire::{Side, speed};

/// What a program thinks so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ThoughtEvent {
    #[serde(rename = "type")]
    kind: &'static str,
    version: u64,
    color: Side,
    selectivity: u8,
    #[serde(flatten)]
    thought: Thought,
    nodes_per_second: Option<u64>,
    elapsed_ms: u64,
}

impl ThoughtEvent {
    pub(crate) fn new(
        version: u64,
        color: Color,
        selectivity: u8,
        thought: Thought,
        elapsed: Duration,
    ) -> ThoughtEvent {
        let nodes_per_second = speed(thought.nodes, elapsed.as_secs_f64());
        let (color, elapsed_ms) = (color.into(), elapsed.as_millis() as u64);
        ThoughtEvent {
            kind: "thought",
            version,
            color,
            selectivity,
            thought,
            nodes_per_second,
            elapsed_ms,
        }
    }
}

/// The last word of a server that closes, or of a game that is gone.
#[derive(Serialize)]
struct Goodbye {
    #[serde(rename = "type")]
    kind: &'static str,
}

/// A game as a stream of `game` and `thought`.
#[utoipa::path(get, path = "/api/games/{id}/events", tag = "games",
    params(("id" = String, Path, description = "the id for playing or for looking")), responses(
    (status = 200, body = GameShown, content_type = "text/event-stream"),
    (status = "4XX", body = ErrorBody)))]
pub(crate) async fn events(
    State(app): State<App>,
    client: Client,
    Id(id): Id,
) -> Result<Response, Trouble> {
    let seat: Seat = app.seat(&id)?;
    let permit = app.watchers().take(&client)?;
    let news = seat.table.news.subscribe();
    wake(&app, &seat.table);
    let first = Some(event(&seat.shown()));
    let watching = (seat, news, permit, app.closing(), first);
    Ok(sse(unfold(Some(watching), |watching| async move {
        let (seat, mut news, permit, mut closing, first) = watching?;
        if let Some(first) = first {
            return Some((first, Some((seat, news, permit, closing, None))));
        }
        let told = tokio::select! {
            told = news.recv() => told,
            _ = closing.wait_for(|closing| *closing) => Ok(News::Gone),
        };
        let (event, goes_on): (Event, bool) = match told {
            Ok(News::Thought(thought)) => (event(&*thought), true),
            Ok(News::Changed) | Err(RecvError::Lagged(_)) => (event(&seat.shown()), true),
            Ok(News::Gone) | Err(RecvError::Closed) => (event(&Goodbye { kind: "goodbye" }), false),
        };
        Some((event, goes_on.then_some((seat, news, permit, closing, None))))
    })))
}
