//! The event stream of a game with two seats. A player's stream is also the sign of being there.

use axum::response::Response;
use axum::response::sse::Event;
use othellier_wire::Seats;
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use utoipa::ToSchema;

use super::presence::Present;
use super::routes::Caller;
use super::{SeatedGame, actions};
use crate::App;
use crate::client::Permit;
use crate::error::{ApiError, ErrorBody};
use crate::games::{SessionEvent, SessionHandle};
use crate::stream::{LastEvent, Watcher, endless, event};

/// Somebody who watches a game, or plays it.
struct SeatsWatcher {
    app: App,
    game: std::sync::Arc<SeatedGame>,
    token: Option<String>,
    changes: watch::Receiver<u64>,
    session: Option<(std::sync::Arc<SessionHandle>, broadcast::Receiver<SessionEvent>)>,
    _present: Option<Present>,
    _permit: Permit,
}

/// The events of a game with two seats.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the stream in the OpenAPI document")]
pub(crate) enum SeatsEvent {
    Seats(Box<Seats>),
    Last(LastEvent),
}

/// A game with two seats as a stream of `seats`.
#[utoipa::path(get, path = "/api/seats/{id}/events", tag = "seats",
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = SeatsEvent, content_type = "text/event-stream"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn events(caller: Caller) -> Result<Response, ApiError> {
    let Caller { app, client, token, id } = caller;
    let game = actions::find(&app, &id)?;
    let place = actions::viewer(&app, &client, &game, token.as_deref())?;
    let permit = app.watchers.take(&client)?;
    let mut watcher = SeatsWatcher {
        changes: game.changes.subscribe(),
        session: None,
        _present: place.map(|place| Present::new(&game, place)),
        _permit: permit,
        app: app.clone(),
        game,
        token,
    };
    watcher.changes.mark_changed();
    Ok(endless(&app, watcher))
}

impl Watcher for SeatsWatcher {
    async fn next(&mut self) -> Option<Event> {
        loop {
            self.subscribe();
            let session = self.session.as_mut().map(|(_, updates)| updates);
            let updated = async {
                match session {
                    Some(updates) => updates.recv().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                changed = self.changes.changed() => changed.ok()?,
                updated = updated => match updated {
                    Ok(SessionEvent::Thought(_)) => continue,
                    Ok(SessionEvent::Changed) | Err(RecvError::Lagged(_)) => {}
                    // Aborted: the seating says so.
                    Ok(SessionEvent::Deleted) | Err(RecvError::Closed) => self.session = None,
                },
            }
            self.subscribe();
            return self.game.shown(&self.app, self.token.as_deref()).ok().map(|game| event(&game));
        }
    }
}

impl SeatsWatcher {
    /// Listens to the game, once there is one.
    fn subscribe(&mut self) {
        if self.session.is_none()
            && let Ok(Some(handle)) = self.game.seating().session(&self.app)
        {
            let updates = handle.events.subscribe();
            self.session = Some((handle, updates));
        }
    }
}
