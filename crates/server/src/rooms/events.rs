//! The event stream of a room. A member's stream is also the sign of being there.

use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use axum::response::sse::Event;
use othellier_wire::Room;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::{Caller, Present, RoomHandle};
use crate::client::Permit;
use crate::error::{ApiError, ErrorBody};
use crate::stream::{LastEvent, Watcher, endless, event};

/// Changes that follow each other this quickly are sent as one.
const PAUSE: Duration = Duration::from_millis(100);

struct RoomWatcher {
    room: Arc<RoomHandle>,
    token: Option<String>,
    changes: watch::Receiver<u64>,
    is_first: bool,
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
pub(crate) async fn events(caller: Caller) -> Result<Response, ApiError> {
    let room = caller.room()?;
    let Caller { app, code, token } = caller;
    let permit = app.watchers.take(&code.client)?;
    let member = {
        let room = room.lock();
        token.as_deref().and_then(|token| room.member_of(token)).map(|member| member.number)
    };
    let mut watcher = RoomWatcher {
        changes: room.changes.subscribe(),
        is_first: true,
        _present: member.map(|member| Present::new(&room, member)),
        _permit: permit,
        room,
        token,
    };
    watcher.changes.mark_changed();
    Ok(endless(&app, watcher))
}

impl Watcher for RoomWatcher {
    async fn next(&mut self) -> Option<Event> {
        self.changes.changed().await.ok()?;
        if !std::mem::take(&mut self.is_first) {
            tokio::time::sleep(PAUSE).await;
            self.changes.mark_unchanged();
        }
        self.room.shown(self.token.as_deref()).ok().map(|room| event(&room))
    }
}
