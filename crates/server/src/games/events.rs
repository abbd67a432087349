//! The event stream of a game: the full game after every change, and the evaluations of programs.

use axum::response::Response;
use axum::response::sse::Event;
use othellier_wire::{Game, ThoughtEvent};
use serde::Serialize;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use utoipa::ToSchema;

use super::driver::{leave, wake};
use super::registry::{SessionAccess, SessionEvent};
use super::routes::Caller;
use crate::App;
use crate::client::Permit;
use crate::error::{ApiError, ErrorBody};
use crate::stream::{LastEvent, Watcher, endless, event};

/// A viewer of a game: when the last one leaves, its programs stop thinking.
struct Viewer {
    app: App,
    access: SessionAccess,
    updates: Receiver<SessionEvent>,
    first: Option<Event>,
    _permit: Permit,
}

impl Drop for Viewer {
    fn drop(&mut self) {
        leave(&self.app, &self.access.handle);
    }
}

impl Watcher for Viewer {
    async fn next(&mut self) -> Option<Event> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        match self.updates.recv().await {
            Ok(SessionEvent::Thought(thought)) => Some(event(&*thought)),
            Ok(SessionEvent::Changed) | Err(RecvError::Lagged(_)) => {
                Some(event(&self.access.shown()))
            }
            Ok(SessionEvent::Deleted) | Err(RecvError::Closed) => None,
        }
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
pub(crate) async fn events(caller: Caller) -> Result<Response, ApiError> {
    let access = caller.session()?;
    let Caller { app, account, .. } = caller;
    let permit = app.watchers.take(&account.client)?;
    let updates = access.handle.events.subscribe();
    wake(&app, &access.handle, &account);
    let first = Some(event(&access.shown()));
    Ok(endless(&app, Viewer { app: app.clone(), access, updates, first, _permit: permit }))
}
