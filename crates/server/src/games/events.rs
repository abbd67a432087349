//! The event stream of a game: the full game after every change, and the evaluations of programs.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use futures_util::stream::unfold;
use othellier_wire::{Game, ThoughtEvent};
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use utoipa::ToSchema;

use super::driver::{leave, wake};
use super::registry::{SessionAccess, SessionEvent, SessionHandle};
use crate::App;
use crate::client::Permit;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Id;
use crate::scheduler::Account;
use crate::stream::{LastEvent, event, goodbye, sse};

/// A viewer of a game: when the last one leaves, its programs stop thinking.
struct Viewer {
    app: App,
    handle: Arc<SessionHandle>,
    _permit: Permit,
}

impl Drop for Viewer {
    fn drop(&mut self) {
        leave(&self.app, &self.handle);
    }
}

/// The events of a game.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the stream in the OpenAPI document")]
pub(crate) enum GameEvent {
    Game(Box<Game>),
    Thought(Box<ThoughtEvent>),
    Last(LastEvent),
}

/// A game as a stream of `game` and `thought`.
#[utoipa::path(get, path = "/api/games/{id}/events", tag = "games",
    params(("id" = String, Path, description = "the id or view id of the game")), responses(
    (status = 200, body = GameEvent, content_type = "text/event-stream"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn events(
    State(app): State<App>,
    account: Account,
    Id(id): Id,
) -> Result<Response, ApiError> {
    let access: SessionAccess = app.session_for(&account, &id)?;
    let permit = app.watchers.take(&account.client)?;
    let updates = access.handle.events.subscribe();
    wake(&app, &access.handle, &account);
    let first = Some(event(&access.shown()));
    let closing = app.closing();
    let viewer = Viewer { app, handle: access.handle.clone(), _permit: permit };
    let watching = (access, updates, viewer, closing, first);
    Ok(sse(unfold(Some(watching), |watching| async move {
        let (access, mut updates, viewer, mut closing, first) = watching?;
        if let Some(first) = first {
            return Some((first, Some((access, updates, viewer, closing, None))));
        }
        let received = tokio::select! {
            received = updates.recv() => received,
            _ = closing.wait_for(|closing| *closing) => Ok(SessionEvent::Deleted),
        };
        let (event, is_open): (Event, bool) = match received {
            Ok(SessionEvent::Thought(thought)) => (event(&*thought), true),
            Ok(SessionEvent::Changed) | Err(RecvError::Lagged(_)) => (event(&access.shown()), true),
            Ok(SessionEvent::Deleted) | Err(RecvError::Closed) => (goodbye(), false),
        };
        Some((event, is_open.then_some((access, updates, viewer, closing, None))))
    })))
}
