//! The event stream of a room. A member's stream is also the sign of being there.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use futures_util::stream::unfold;
use othellier_wire::Room;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::{Present, RoomHandle, found};
use crate::App;
use crate::client::{Client, Permit};
use crate::error::{ApiError, ErrorBody};
use crate::seats::{Code, Token};
use crate::stream::{LastEvent, event, goodbye, sse};

/// Changes that follow each other this quickly are sent as one.
const PAUSE: Duration = Duration::from_millis(100);

struct Watcher {
    room: Arc<RoomHandle>,
    token: Option<String>,
    changes: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    _present: Option<Present>,
    _permit: Permit,
}

/// The events of a room.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the stream in the OpenAPI document")]
pub(crate) enum RoomEvent {
    Room(Box<Room>),
    Last(LastEvent),
}

/// A room as a stream of `room`.
#[utoipa::path(get, path = "/api/rooms/{code}/events", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = RoomEvent, content_type = "text/event-stream"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn events(
    State(app): State<App>,
    client: Client,
    code: Code,
    Token(token): Token,
) -> Result<Response, ApiError> {
    let room = found(&app, &code, token.as_deref())?;
    let permit = app.watchers.take(&client)?;
    let member = {
        let room = room.lock();
        token.as_deref().and_then(|token| room.member_of(token)).map(|member| member.number)
    };
    let mut watcher = Watcher {
        changes: room.changes.subscribe(),
        closing: app.closing(),
        _present: member.map(|member| Present::new(&room, member)),
        _permit: permit,
        room,
        token,
    };
    watcher.changes.mark_changed();
    Ok(sse(unfold(Some((watcher, true)), |watcher| async move {
        let (mut watcher, is_first) = watcher?;
        match watcher.next(is_first).await {
            Some(room) => Some((event(&room), Some((watcher, false)))),
            None => Some((goodbye(), None)),
        }
    })))
}

impl Watcher {
    /// The room after its next changes; none when the stream ends.
    async fn next(&mut self, is_first: bool) -> Option<Room> {
        tokio::select! {
            changed = self.changes.changed() => changed.ok()?,
            _ = self.closing.wait_for(|closing| *closing) => return None,
        }
        if !is_first {
            tokio::time::sleep(PAUSE).await;
            self.changes.mark_unchanged();
        }
        self.room.shown(self.token.as_deref()).ok()
    }
}
