//! The requests of games.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use othellier_service::ServiceError;
use othellier_service::games::{
    Changes, CopyOf, GameCommand, Goto, LiveGame, NewGame, NewMove, NewStart, Recall, Resign,
};
use othellier_service::imports::nth_game;
use othellier_wire::Game;

use super::SessionAccess;
use super::driver::{drive, wake};
use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, EmptyBody, Id};
use crate::routes::{actions, created};
use crate::scheduler::Account;

/// Who sends a request about a game: its id or view id, and the account that its programs are charged to.
pub(crate) struct Caller {
    pub(super) app: App,
    pub(super) account: Account,
    id: String,
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, ApiError> {
        let account = Account::from_request_parts(parts, app).await?;
        let Id(id) = Id::from_request_parts(parts, app).await?;
        Ok(Caller { app: app.clone(), account, id })
    }
}

impl Caller {
    pub(super) fn session(&self) -> Result<SessionAccess, ApiError> {
        self.app.session_for(&self.account, &self.id)
    }

    /// The session, if the id permits playing.
    fn playable(&self) -> Result<SessionAccess, ApiError> {
        let access = self.session()?;
        if access.may_play { Ok(access) } else { Err(ApiError::view_only("this id is read-only")) }
    }

    /// Changes the game, and begins its next turn.
    fn change(&self, command: GameCommand) -> Result<Json<Game>, ApiError> {
        let access = self.playable()?;
        self.app.registry.change(&access.handle, |live| Ok(live.execute(command)?))?;
        access.handle.charge_to(&self.account);
        drive(&self.app, &access.handle);
        Ok(Json(access.shown()))
    }
}

#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame, responses(
    (status = 201, body = Game), (status = "default", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    account: Account,
    Body(asked): Body<NewGame>,
) -> Result<Response, ApiError> {
    app.new_games.count(&account.client)?;
    let handle = app.registry.open(new_game(asked, &app, &account)?)?;
    handle.charge_to(&account);
    drive(&app, &handle);
    Ok(created(format!("/api/games/{}", handle.id), handle.shown(true)))
}

/// The game that a client asked for.
fn new_game(asked: NewGame, app: &App, account: &Account) -> Result<LiveGame, ApiError> {
    let copied = match &asked.from {
        Some(from) => Some(app.session_for(account, &from.id)?.handle.lock().copied(from.ply)?),
        None => None,
    };
    let copied =
        |_: &CopyOf| copied.ok_or_else(|| ServiceError::not_found("there is no such game"));
    Ok(asked.open(rand::random(), nth_game, copied)?)
}

/// The game in its current state.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "the id or view id of the game")), responses(
    (status = 200, body = Game), (status = "default", body = ErrorBody)))]
pub(crate) async fn game(caller: Caller) -> Result<Json<Game>, ApiError> {
    let access = caller.session()?;
    if access.handle.lock().session.has_person() {
        wake(&caller.app, &access.handle, &caller.account);
    }
    Ok(Json(access.shown()))
}

#[utoipa::path(delete, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 204, description = "deleted"), (status = "default", body = ErrorBody)))]
pub(crate) async fn delete(caller: Caller) -> Result<StatusCode, ApiError> {
    let handle = caller.playable()?.handle;
    caller.app.registry.delete(&handle)?;
    caller.app.tables.forget(&handle.id);
    Ok(StatusCode::NO_CONTENT)
}

actions! { "games", "id" "the id of the game" -> Game;
    /// Changes players, names or pace.
    patch "/api/games/{id}", body Changes;
    fn patch(caller: Caller, Body(changes): Body<Changes>) {
        caller.change(GameCommand::Change(changes))
    }

    post "/api/games/{id}/moves", body NewMove;
    fn play(caller: Caller, Body(asked): Body<NewMove>) {
        caller.change(GameCommand::Move(asked))
    }

    /// Goes back to the last choice of a person.
    post "/api/games/{id}/undo";
    fn undo(caller: Caller, _: Body<EmptyBody>) {
        caller.change(GameCommand::Undo)
    }

    /// Goes forward to the next choice of a person.
    post "/api/games/{id}/redo";
    fn redo(caller: Caller, _: Body<EmptyBody>) {
        caller.change(GameCommand::Redo)
    }

    /// Starts a new game from the same position; the old one becomes a variation.
    post "/api/games/{id}/restart";
    fn restart(caller: Caller, _: Body<EmptyBody>) {
        caller.change(GameCommand::Restart)
    }

    post "/api/games/{id}/swap";
    fn swap(caller: Caller, _: Body<EmptyBody>) {
        caller.change(GameCommand::Swap)
    }

    post "/api/games/{id}/pause";
    fn pause(caller: Caller, _: Body<EmptyBody>) {
        caller.change(GameCommand::Pause)
    }

    /// Lets the program to move play; moves that were undone become a variation.
    post "/api/games/{id}/go";
    fn go(caller: Caller, _: Body<EmptyBody>) {
        caller.change(GameCommand::Go)
    }

    /// Returns to a variation; the current line becomes one.
    post "/api/games/{id}/recall", body Recall;
    fn recall(caller: Caller, Body(asked): Body<Recall>) {
        caller.change(GameCommand::Recall(asked))
    }

    /// Goes to a ply of the game.
    post "/api/games/{id}/goto", body Goto;
    fn go_to(caller: Caller, Body(asked): Body<Goto>) {
        caller.change(GameCommand::Goto(asked))
    }

    post "/api/games/{id}/resign", body Resign;
    fn resign(caller: Caller, Body(asked): Body<Resign>) {
        caller.change(GameCommand::Resign(asked))
    }

    /// Starts again from a position in any notation.
    post "/api/games/{id}/setup", body NewStart;
    fn set_up(caller: Caller, Body(asked): Body<NewStart>) {
        caller.change(GameCommand::Setup(asked))
    }
}
