//! The requests of games.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use othellier_board::Color;
use othellier_play::{Command, SessionSettings, TimeControl, with_session};
use othellier_record::Record;
use othellier_wire::{Both, Side};
use serde::Deserialize;
use utoipa::ToSchema;

use super::driver::drive;
use super::session::{LiveGame, command, participant};
use super::wire::GameShown;
use crate::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, Id};
use othellier_desk::allowed::PlayerSpec;
use othellier_desk::imports::nth_game;
use othellier_desk::limits;
use othellier_desk::positions::read_position;

type GameResponse = Result<Json<GameShown>, ApiError>;

/// A new game; every field is optional.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    size: Option<u8>,
    /// The specs of the players.
    players: Option<Both<String>>,
    names: Option<Both<String>>,
    /// Such as `5m+2s`.
    clock: Option<String>,
    /// The start position, in any notation.
    position: Option<String>,
    /// A game in any format.
    text: Option<String>,
    /// Which game of the text, from 0.
    index: Option<usize>,
    /// A game to be copied.
    from: Option<CopyOf>,
    pace_ms: Option<u64>,
    paused: Option<bool>,
}

/// A game to be copied, up to a move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CopyOf {
    id: String,
    ply: Option<usize>,
}

/// Creates a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame, responses(
    (status = 201, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    client: Client,
    Body(asked): Body<NewGame>,
) -> Result<Response, ApiError> {
    app.new_games().count(&client)?;
    let handle = app.registry().open(asked.session(&app)?)?;
    drive(&app, &handle);
    let location = format!("/api/games/{}", handle.id);
    let answer = (StatusCode::CREATED, [(header::LOCATION, location)], Json(handle.shown(true)));
    Ok(answer.into_response())
}

impl NewGame {
    fn session(self, app: &App) -> Result<LiveGame, ApiError> {
        let (mut record, has_moves) = self.record(app)?;
        record.warnings.clear();
        let size = record.game.side();
        let players = match &self.players {
            Some(players) => read_players(players, size)?,
            None => [PlayerSpec::human(), PlayerSpec::human()],
        };
        let names = match self.names {
            Some(names) => checked_names(names)?,
            None => Color::ALL
                .map(|color| record.game.name(color).chars().take(limits::NAME_CHARS).collect()),
        };
        let players =
            Color::ALL.map(|color| participant(&players[color as usize], &names[color as usize]));
        let clock = self.clock.as_deref().map(clock).transpose()?;
        let settings = SessionSettings {
            clocks: [clock; 2],
            is_paused: self.paused.unwrap_or(has_moves),
            ..SessionSettings::new(players)
        };
        let mut live = LiveGame::new(record, settings);
        live.pace = self.pace_ms.map_or(Ok(Duration::ZERO), pace)?;
        Ok(live)
    }

    /// The record that the game starts from, and whether it has moves.
    fn record(&self, app: &App) -> Result<(Record, bool), ApiError> {
        let size = self.size;
        match (&self.position, &self.text, &self.from) {
            (None, None, None) => Ok((
                Record { game: read_position("startpos", size, "")?, ..Record::default() },
                false,
            )),
            (Some(position), None, None) => {
                let game = read_position(position, size, "")?;
                Ok((Record { game, ..Record::default() }, false))
            }
            (None, Some(text), None) => Ok((nth_game(text, size, self.index.unwrap_or(0))?, true)),
            (None, None, Some(from)) => {
                Ok((app.session(&from.id)?.handle.lock().copied(from.ply)?, true))
            }
            _ => Err(ApiError::bad_request("expected one of position, text and from")),
        }
    }
}

fn read_players(players: &Both<String>, size: u8) -> Result<[PlayerSpec; 2], ApiError> {
    Ok([PlayerSpec::read(&players.black, size)?, PlayerSpec::read(&players.white, size)?])
}

fn checked_names(names: Both<String>) -> Result<[String; 2], ApiError> {
    let names = names.into_array();
    let is_name = |name: &String| {
        name.chars().count() <= limits::NAME_CHARS && !name.chars().any(char::is_control)
    };
    match names.iter().all(is_name) {
        true => Ok(names),
        false => Err(ApiError::bad_request(format!(
            "a name has at most {} characters, on one line",
            limits::NAME_CHARS
        ))),
    }
}

fn clock(text: &str) -> Result<TimeControl, ApiError> {
    let clock: TimeControl = text.parse().map_err(ApiError::bad_request)?;
    let is_fine = clock.main <= limits::CLOCK
        && clock.increment <= limits::CLOCK
        && clock.main >= Duration::from_secs(1);
    match is_fine {
        true => Ok(clock),
        false => Err(ApiError::bad_request("a clock has from 1s to 24h")),
    }
}

fn pace(milliseconds: u64) -> Result<Duration, ApiError> {
    let pace = Duration::from_millis(milliseconds);
    match pace <= limits::PACE {
        true => Ok(pace),
        false => {
            Err(ApiError::bad_request(format!("pace_ms is at most {}", limits::PACE.as_millis())))
        }
    }
}

/// The game in its current state.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "the id or view id of the game")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn game(State(app): State<App>, Id(id): Id) -> GameResponse {
    Ok(Json(app.session(&id)?.shown()))
}

/// Changes a game, if the id has the right to, and begins its next turn.
fn change(
    app: &App,
    id: &str,
    change: impl FnOnce(&mut LiveGame) -> Result<(), ApiError>,
) -> GameResponse {
    let access = app.session(id)?;
    if !access.may_play {
        return Err(ApiError::view_only("this id is read-only"));
    }
    app.registry().change(&access.handle, |session| {
        if session.flag() {
            return Ok(());
        }
        change(session)?;
        session.error = None;
        Ok(())
    })?;
    drive(app, &access.handle);
    Ok(Json(access.shown()))
}

/// Changes of players, names or pace.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Changes {
    players: Option<Both<String>>,
    names: Option<Both<String>>,
    pace_ms: Option<u64>,
}

/// Changes players, names or pace.
#[utoipa::path(patch, path = "/api/games/{id}", tag = "games", request_body = Changes,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn patch(
    State(app): State<App>,
    Id(id): Id,
    Body(changes): Body<Changes>,
) -> GameResponse {
    change(&app, &id, |session| {
        let size = session.session.side();
        let players = changes.players.map(|players| read_players(&players, size)).transpose()?;
        let names = changes.names.map(checked_names).transpose()?;
        session.pace = changes.pace_ms.map_or(Ok(session.pace), pace)?;
        if let Some(players) = players {
            session.set_players(players);
        }
        if let Some(names) = names {
            with_session!(&mut session.session, session => session.set_names(names));
        }
        Ok(())
    })
}

/// Deletes a game.
#[utoipa::path(delete, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 204, description = "deleted"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn delete(State(app): State<App>, Id(id): Id) -> Result<StatusCode, ApiError> {
    let access = app.session(&id)?;
    if !access.may_play {
        return Err(ApiError::view_only("this id is read-only"));
    }
    app.registry().delete(&access.handle)?;
    Ok(StatusCode::NO_CONTENT)
}

/// A move of a person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMove {
    #[serde(rename = "move")]
    played: String,
    /// The ply at which the client believes the game is.
    ply: Option<usize>,
}

/// Plays a person's move.
#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "games", request_body = NewMove,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn play(
    State(app): State<App>,
    Id(id): Id,
    Body(asked): Body<NewMove>,
) -> GameResponse {
    change(&app, &id, |session| {
        let ply = session.session.length();
        if asked.ply.is_some_and(|wanted| wanted != ply) {
            return Err(ApiError::conflict(format!("the game is at move {ply}")));
        }
        session.play(&asked.played)
    })
}

/// An empty body.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmptyBody {}

macro_rules! plain_actions {
    ($($(#[$about:meta])* $name:ident $path:literal $change:expr;)*) => {$(
        $(#[$about])*
        #[utoipa::path(post, path = $path, tag = "games",
            params(("id" = String, Path, description = "the id of the game")), responses(
            (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
        pub(crate) async fn $name(
            State(app): State<App>,
            Id(id): Id,
            Body(EmptyBody {}): Body<EmptyBody>,
        ) -> GameResponse {
            change(&app, &id, $change)
        }
    )*};
}

plain_actions! {
    /// Goes back to the last choice of a person.
    undo "/api/games/{id}/undo" |live| command!(live, Command::Undo);
    /// Goes forward to the next choice of a person.
    redo "/api/games/{id}/redo" |live| command!(live, Command::Redo);
    /// Starts a new game from the same position; the old one becomes a variation.
    restart "/api/games/{id}/restart" |live| command!(live, Command::Restart);
    /// Swaps the players.
    swap "/api/games/{id}/swap" |live| command!(live, Command::Swap);
    /// Pauses the programs.
    pause "/api/games/{id}/pause" |live| command!(live, Command::Pause);
    /// Lets the program to move play; moves that were undone become a variation.
    go "/api/games/{id}/go" |live| command!(live, Command::Resume);
}

/// The number of a variation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recall {
    /// From 1.
    variation: usize,
}

/// Returns to a variation; the current line becomes one.
#[utoipa::path(post, path = "/api/games/{id}/recall", tag = "games", request_body = Recall,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn recall(
    State(app): State<App>,
    Id(id): Id,
    Body(asked): Body<Recall>,
) -> GameResponse {
    change(&app, &id, |live| command!(live, Command::Recall(asked.variation)))
}

/// A ply of the game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Goto {
    ply: usize,
}

/// Goes to a ply of the game.
#[utoipa::path(post, path = "/api/games/{id}/goto", tag = "games", request_body = Goto,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn go_to(
    State(app): State<App>,
    Id(id): Id,
    Body(asked): Body<Goto>,
) -> GameResponse {
    change(&app, &id, |live| command!(live, Command::GoTo(asked.ply)))
}

/// Who resigns.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {
    color: Option<Side>,
}

/// A person resigns.
#[utoipa::path(post, path = "/api/games/{id}/resign", tag = "games", request_body = Resign,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn resign(
    State(app): State<App>,
    Id(id): Id,
    Body(asked): Body<Resign>,
) -> GameResponse {
    change(&app, &id, |live| {
        let color = asked.color.map(Into::into);
        command!(live, Command::Resign(color))
    })
}

/// A new start position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewStart {
    position: String,
    size: Option<u8>,
}

/// Starts again from a position in any notation.
#[utoipa::path(post, path = "/api/games/{id}/setup", tag = "games", request_body = NewStart,
    params(("id" = String, Path, description = "the id of the game")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn set_up(
    State(app): State<App>,
    Id(id): Id,
    Body(asked): Body<NewStart>,
) -> GameResponse {
    let start = read_position(&asked.position, asked.size, "")?;
    change(&app, &id, |session| session.set_up(start))
}
