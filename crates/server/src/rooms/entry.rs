//! The room of a request, and the member who sends it: codes and tokens are looked at here, unless there
//! were too many wrong ones.

use std::sync::Arc;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use othellier_wire as wire;

use super::room::no_member;
use super::{Member, Room, RoomHandle, change, find};
use crate::App;
use crate::error::ApiError;
use crate::seats::{Code, Token};

/// Who sends a request about a room: the code of the room, and perhaps the token of a member.
pub(crate) struct Caller {
    pub(crate) app: App,
    pub(crate) code: Code,
    pub(crate) token: Option<String>,
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, ApiError> {
        let code = Code::from_request_parts(parts, app).await?;
        let Token(token) = Token::from_request_parts(parts, app).await?;
        Ok(Caller { app: app.clone(), code, token })
    }
}

impl Caller {
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The room. Whoever has another token, or none, is a visitor.
    pub(crate) fn room(&self) -> Result<Arc<RoomHandle>, ApiError> {
        self.viewed().map(|(room, _)| room)
    }

    /// The room, and the member whose token it is, if there is one.
    fn viewed(&self) -> Result<(Arc<RoomHandle>, Option<Member>), ApiError> {
        let guesses = &self.app.guesses;
        let room = self.look(self.token())?;
        let member = |token: &str| room.lock().member_of(token).cloned();
        let member = guesses.look_at_token(self.code.client.address(), self.token(), member)?;
        if let Some(member) = &member {
            guesses.remember(guesses.key(&self.code.code, &member.token));
        }
        Ok((room, member))
    }

    /// The room, as if there were no token.
    pub(super) fn visited(&self) -> Result<Arc<RoomHandle>, ApiError> {
        self.look(None)
    }

    fn look(&self, token: Option<&str>) -> Result<Arc<RoomHandle>, ApiError> {
        self.code.look(&self.app, token, "room", |code| find(&self.app, code))
    }

    /// The room, and the member with the token; any other token is refused.
    pub(crate) fn entered(&self) -> Result<(Arc<RoomHandle>, Member), ApiError> {
        let (room, member) = self.viewed()?;
        Ok((room, member.ok_or_else(no_member)?))
    }

    /// Changes the room as one of its members, and shows it.
    pub(super) fn act(
        &self,
        action: impl FnOnce(&mut Room, Member) -> Result<(), ApiError>,
    ) -> Result<Json<wire::Room>, ApiError> {
        let (room, _) = self.entered()?;
        change(&self.app, &room, |room| {
            let member = room.expect_member(self.token())?.clone();
            action(room, member)
        })?;
        room.shown(self.token()).map(Json)
    }

    /// Changes the room as its owner, and shows it.
    pub(super) fn own(
        &self,
        action: impl FnOnce(&mut Room) -> Result<(), ApiError>,
    ) -> Result<Json<wire::Room>, ApiError> {
        self.act(|room, _| {
            room.expect_owner(self.token())?;
            action(room)
        })
    }
}
