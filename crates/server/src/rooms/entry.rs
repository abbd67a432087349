//! The room of a request, and the member who sends it: codes and tokens are looked at here, unless there
//! were too many wrong ones.

use std::sync::Arc;

use super::room::no_member;
use super::{Member, RoomHandle, find};
use crate::App;
use crate::error::ApiError;
use crate::seats::Code;

/// The room with the code of a request. Whoever has no token, or another one, is a visitor.
pub(crate) fn found(
    app: &App,
    code: &Code,
    token: Option<&str>,
) -> Result<Arc<RoomHandle>, ApiError> {
    visited(app, code, token).map(|(room, _)| room)
}

/// The room with the code of a request, and the member with its token; any other token is refused.
pub(crate) fn entered(
    app: &App,
    code: &Code,
    token: Option<&str>,
) -> Result<(Arc<RoomHandle>, Member), ApiError> {
    let (room, member) = visited(app, code, token)?;
    Ok((room, member.ok_or_else(no_member)?))
}

fn visited(
    app: &App,
    code: &Code,
    token: Option<&str>,
) -> Result<(Arc<RoomHandle>, Option<Member>), ApiError> {
    let guesses = &app.guesses;
    let room = code.look(app, token, "room", |code| find(app, code))?;
    let member = |token: &str| room.lock().member_of(token).cloned();
    let member = guesses.look_at_token(code.client.address(), token, member)?;
    if let Some(member) = &member {
        guesses.remember(guesses.key(&code.code, &member.token));
    }
    Ok((room, member))
}
