//! What can be done with games.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use othellier_board::Color;
use othellier_play::TimeControl;
use othellier_record::Record;
use serde::Deserialize;
use utoipa::ToSchema;

use super::driver::drive;
use super::sitting::Sitting;
use super::wire::GameShown;
use crate::App;
use crate::allowed::Guest;
use crate::client::Client;
use crate::extract::{Body, Id};
use crate::imports::nth_game;
use crate::limits;
use crate::positions::read_position;
use crate::trouble::{ErrorBody, Trouble};
use crate::wire::{Both, Side};

type Answer = Result<Json<GameShown>, Trouble>;

/// A new game; everything may be left out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    size: Option<u8>,
    /// Specs.
    players: Option<Both<String>>,
    names: Option<Both<String>>,
    /// Such as `5m+2s`.
    clock: Option<String>,
    /// Where it begins, in any spelling.
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

/// A new game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame, responses(
    (status = 201, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    client: Client,
    Body(asked): Body<NewGame>,
) -> Result<Response, Trouble> {
    app.new_games().count(&client)?;
    let table = app.hall().open(asked.sitting(&app)?)?;
    drive(&app, &table);
    let location = format!("/api/games/{}", table.id);
    let answer = (StatusCode::CREATED, [(header::LOCATION, location)], Json(table.shown(true)));
    Ok(answer.into_response())
}

impl NewGame {
    fn sitting(self, app: &App) -> Result<Sitting, Trouble> {
        let (mut record, is_told) = self.record(app)?;
        record.remarks.clear();
        let size = record.game.side();
        let players = match &self.players {
            Some(players) => seats(players, size)?,
            None => [Guest::human(), Guest::human()],
        };
        let told = Color::ALL.map(|color| record.game.name(color).to_owned());
        let mut sitting = Sitting::new(record, players);
        sitting.names = match self.names {
            Some(names) => checked_names(names)?,
            None => told.map(|name| name.chars().take(limits::NAME_LETTERS).collect()),
        };
        sitting.set_names();
        sitting.clock = self.clock.as_deref().map(clock).transpose()?;
        sitting.pace = self.pace_ms.map_or(Ok(Duration::ZERO), pace)?;
        sitting.paused = self.paused.unwrap_or(is_told);
        Ok(sitting)
    }

    /// Where the game begins, and whether its moves were told.
    fn record(&self, app: &App) -> Result<(Record, bool), Trouble> {
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
                let mut copy = app.seat(&from.id)?.table.lock().clone();
                if let Some(ply) = from.ply {
                    copy.go_to(ply)?;
                    copy.cut();
                }
                // A program that does not come along leaves no name behind.
                for color in Color::ALL {
                    copy.record.game.set_name(color, &copy.names[color as usize]);
                }
                Ok((copy.record, true))
            }
            _ => Err(Trouble::bad_request("expected one of position, text and from")),
        }
    }
}

fn seats(players: &Both<String>, size: u8) -> Result<[Guest; 2], Trouble> {
    Ok([Guest::read(&players.black, size)?, Guest::read(&players.white, size)?])
}

fn checked_names(names: Both<String>) -> Result<[String; 2], Trouble> {
    let names = names.into_array();
    let is_name = |name: &String| {
        name.chars().count() <= limits::NAME_LETTERS && !name.chars().any(char::is_control)
    };
    match names.iter().all(is_name) {
        true => Ok(names),
        false => Err(Trouble::bad_request(format!(
            "a name has at most {} letters, on one line",
            limits::NAME_LETTERS
        ))),
    }
}

fn clock(text: &str) -> Result<TimeControl, Trouble> {
    let clock: TimeControl = text.parse().map_err(Trouble::bad_request)?;
    let is_fine = clock.main <= limits::CLOCK
        && clock.increment <= limits::CLOCK
        && clock.main >= Duration::from_secs(1);
    match is_fine {
        true => Ok(clock),
        false => Err(Trouble::bad_request("a clock has from 1s to 24h")),
    }
}

fn pace(milliseconds: u64) -> Result<Duration, Trouble> {
    let pace = Duration::from_millis(milliseconds);
    match pace <= limits::PACE {
        true => Ok(pace),
        false => {
            Err(Trouble::bad_request(format!("pace_ms is at most {}", limits::PACE.as_millis())))
        }
    }
}

/// The game as it is.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "the id for playing or for looking")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn game(State(app): State<App>, Id(id): Id) -> Answer {
    Ok(Json(app.seat(&id)?.shown()))
}

/// Changes a game by those who may, and begins its next turn.
fn change(app: &App, id: &str, change: impl FnOnce(&mut Sitting) -> Result<(), Trouble>) -> Answer {
    let seat = app.seat(id)?;
    if !seat.may_play {
        return Err(Trouble::view_only("this id is for looking"));
    }
    app.hall().change(&seat.table, |sitting| {
        if sitting.flag() {
            return Ok(());
        }
        change(sitting)?;
        sitting.trouble = None;
        Ok(())
    })?;
    drive(app, &seat.table);
    Ok(Json(seat.shown()))
}

/// Other players, names or another pace.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Changes {
    players: Option<Both<String>>,
    names: Option<Both<String>>,
    pace_ms: Option<u64>,
}

/// Other players, names or another pace, from now on.
#[utoipa::path(patch, path = "/api/games/{id}", tag = "games", request_body = Changes,
    params(("id" = String, Path, description = "the id for playing")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn patch(
    State(app): State<App>,
    Id(id): Id,
    Body(changes): Body<Changes>,
) -> Answer {
    change(&app, &id, |sitting| {
        let size = sitting.game().side();
        let players = changes.players.map(|players| seats(&players, size)).transpose()?;
        let names = changes.names.map(checked_names).transpose()?;
        sitting.pace = changes.pace_ms.map_or(Ok(sitting.pace), pace)?;
        if let Some(players) = players {
            sitting.seat(players);
        }
        sitting.names = names.unwrap_or(sitting.names.clone());
        sitting.set_names();
        Ok(())
    })
}

/// Forgets a game.
#[utoipa::path(delete, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "the id for playing")), responses(
    (status = 204, description = "it is gone"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn forget(State(app): State<App>, Id(id): Id) -> Result<StatusCode, Trouble> {
    let seat = app.seat(&id)?;
    if !seat.may_play {
        return Err(Trouble::view_only("this id is for looking"));
    }
    app.hall().forget(&seat.table)?;
    Ok(StatusCode::NO_CONTENT)
}

/// A move of a person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMove {
    #[serde(rename = "move")]
    played: String,
    /// Where the game is thought to be.
    ply: Option<usize>,
}

/// Plays a move of a person.
#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "games", request_body = NewMove,
    params(("id" = String, Path, description = "the id for playing")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn play(State(app): State<App>, Id(id): Id, Body(asked): Body<NewMove>) -> Answer {
    change(&app, &id, |sitting| {
        let ply = sitting.game().length();
        if asked.ply.is_some_and(|wanted| wanted != ply) {
            return Err(Trouble::conflict(format!("the game is at move {ply}")));
        }
        sitting.play_by_person(&asked.played)
    })
}

/// An empty body.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

macro_rules! plain_actions {
    ($($(#[$about:meta])* $name:ident $path:literal $change:expr;)*) => {$(
        $(#[$about])*
        #[utoipa::path(post, path = $path, tag = "games",
            params(("id" = String, Path, description = "the id for playing")), responses(
            (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
        pub(crate) async fn $name(
            State(app): State<App>,
            Id(id): Id,
            Body(Nothing {}): Body<Nothing>,
        ) -> Answer {
            change(&app, &id, $change)
        }
    )*};
}

plain_actions! {
    /// Back to where a person had the last choice.
    undo "/api/games/{id}/undo" Sitting::undo;
    /// Forward to where a person has the next choice.
    redo "/api/games/{id}/redo" Sitting::redo;
    /// Back to the start; the moves are dropped.
    restart "/api/games/{id}/restart" Sitting::restart;
    /// The players change seats.
    swap "/api/games/{id}/swap" |sitting| {
        sitting.swap();
        Ok(())
    };
    /// Programs stop and wait.
    pause "/api/games/{id}/pause" |sitting| {
        sitting.paused = true;
        Ok(())
    };
    /// The program whose turn it is moves, and what was undone is dropped.
    go "/api/games/{id}/go" |sitting| {
        sitting.cut();
        sitting.paused = false;
        Ok(())
    };
}

/// A place in the game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Goto {
    ply: usize,
}

/// To any move of the game.
#[utoipa::path(post, path = "/api/games/{id}/goto", tag = "games", request_body = Goto,
    params(("id" = String, Path, description = "the id for playing")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn go_to(State(app): State<App>, Id(id): Id, Body(asked): Body<Goto>) -> Answer {
    change(&app, &id, |sitting| sitting.go_to(asked.ply))
}

/// Who gives up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {
    color: Option<Side>,
}

/// A person gives up.
#[utoipa::path(post, path = "/api/games/{id}/resign", tag = "games", request_body = Resign,
    params(("id" = String, Path, description = "the id for playing")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn resign(
    State(app): State<App>,
    Id(id): Id,
    Body(asked): Body<Resign>,
) -> Answer {
    change(&app, &id, |sitting| sitting.resign(asked.color.map(Into::into)))
}

/// Another start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    position: String,
    size: Option<u8>,
}

/// Another start, in any spelling; the moves are dropped.
#[utoipa::path(post, path = "/api/games/{id}/setup", tag = "games", request_body = Setup,
    params(("id" = String, Path, description = "the id for playing")), responses(
    (status = 200, body = GameShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn set_up(State(app): State<App>, Id(id): Id, Body(asked): Body<Setup>) -> Answer {
    let start = read_position(&asked.position, asked.size, "")?;
    change(&app, &id, |sitting| sitting.set_up(start))
}
