//! The requests of games.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use othellier_service::ServiceError;
use othellier_service::games::{
    Changes, CopyOf, GameCommand, Goto, LiveGame, NewGame, NewMove, NewStart, Recall, Resign,
};
use othellier_service::imports::nth_game;
use othellier_wire::Game;
use serde::Deserialize;
use utoipa::ToSchema;

use super::driver::{drive, wake};
use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, Id};
use crate::scheduler::Account;

type GameResponse = Result<Json<Game>, ApiError>;

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
    let location = format!("/api/games/{}", handle.id);
    let answer = (StatusCode::CREATED, [(header::LOCATION, location)], Json(handle.shown(true)));
    Ok(answer.into_response())
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
pub(crate) async fn game(State(app): State<App>, account: Account, Id(id): Id) -> GameResponse {
    let access = app.session_for(&account, &id)?;
    if access.handle.lock().session.has_person() {
        wake(&app, &access.handle, &account);
    }
    Ok(Json(access.shown()))
}

/// Changes a game, if the id has the right to, and begins its next turn.
fn change(app: &App, account: &Account, id: &str, command: GameCommand) -> GameResponse {
    let access = app.session_for(account, id)?;
    if !access.may_play {
        return Err(ApiError::view_only("this id is read-only"));
    }
    app.registry.change(&access.handle, |live| Ok(live.execute(command)?))?;
    access.handle.charge_to(account);
    drive(app, &access.handle);
    Ok(Json(access.shown()))
}

/// Changes players, names or pace.
#[utoipa::path(patch, path = "/api/games/{id}", tag = "games", request_body = Changes,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = Game), (status = "default", body = ErrorBody)))]
pub(crate) async fn patch(
    State(app): State<App>,
    account: Account,
    Id(id): Id,
    Body(changes): Body<Changes>,
) -> GameResponse {
    change(&app, &account, &id, GameCommand::Change(changes))
}

#[utoipa::path(delete, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 204, description = "deleted"), (status = "default", body = ErrorBody)))]
pub(crate) async fn delete(
    State(app): State<App>,
    account: Account,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    let access = app.session_for(&account, &id)?;
    if !access.may_play {
        return Err(ApiError::view_only("this id is read-only"));
    }
    app.registry.delete(&access.handle)?;
    app.tables.forget(&access.handle.id);
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "games", request_body = NewMove,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = Game), (status = "default", body = ErrorBody)))]
pub(crate) async fn play(
    State(app): State<App>,
    account: Account,
    Id(id): Id,
    Body(asked): Body<NewMove>,
) -> GameResponse {
    change(&app, &account, &id, GameCommand::Move(asked))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmptyBody {}

macro_rules! plain_actions {
    ($($(#[$about:meta])* $name:ident $path:literal $change:expr;)*) => {$(
        $(#[$about])*
        #[utoipa::path(post, path = $path, tag = "games",
            params(("id" = String, Path, description = "the id of the game")), responses(
            (status = 200, body = Game), (status = "default", body = ErrorBody)))]
        pub(crate) async fn $name(
            State(app): State<App>,
            account: Account,
            Id(id): Id,
            Body(EmptyBody {}): Body<EmptyBody>,
        ) -> GameResponse {
            change(&app, &account, &id, $change)
        }
    )*};
}

plain_actions! {
    /// Goes back to the last choice of a person.
    undo "/api/games/{id}/undo" GameCommand::Undo;
    /// Goes forward to the next choice of a person.
    redo "/api/games/{id}/redo" GameCommand::Redo;
    /// Starts a new game from the same position; the old one becomes a variation.
    restart "/api/games/{id}/restart" GameCommand::Restart;
    swap "/api/games/{id}/swap" GameCommand::Swap;
    pause "/api/games/{id}/pause" GameCommand::Pause;
    /// Lets the program to move play; moves that were undone become a variation.
    go "/api/games/{id}/go" GameCommand::Go;
}

/// Returns to a variation; the current line becomes one.
#[utoipa::path(post, path = "/api/games/{id}/recall", tag = "games", request_body = Recall,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = Game), (status = "default", body = ErrorBody)))]
pub(crate) async fn recall(
    State(app): State<App>,
    account: Account,
    Id(id): Id,
    Body(asked): Body<Recall>,
) -> GameResponse {
    change(&app, &account, &id, GameCommand::Recall(asked))
}

/// Goes to a ply of the game.
#[utoipa::path(post, path = "/api/games/{id}/goto", tag = "games", request_body = Goto,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = Game), (status = "default", body = ErrorBody)))]
pub(crate) async fn go_to(
    State(app): State<App>,
    account: Account,
    Id(id): Id,
    Body(asked): Body<Goto>,
) -> GameResponse {
    change(&app, &account, &id, GameCommand::Goto(asked))
}

#[utoipa::path(post, path = "/api/games/{id}/resign", tag = "games", request_body = Resign,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = Game), (status = "default", body = ErrorBody)))]
pub(crate) async fn resign(
    State(app): State<App>,
    account: Account,
    Id(id): Id,
    Body(asked): Body<Resign>,
) -> GameResponse {
    change(&app, &account, &id, GameCommand::Resign(asked))
}

/// Starts again from a position in any notation.
#[utoipa::path(post, path = "/api/games/{id}/setup", tag = "games", request_body = NewStart,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = Game), (status = "default", body = ErrorBody)))]
pub(crate) async fn set_up(
    State(app): State<App>,
    account: Account,
    Id(id): Id,
    Body(asked): Body<NewStart>,
) -> GameResponse {
    change(&app, &account, &id, GameCommand::Setup(asked))
}
