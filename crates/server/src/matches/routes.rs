//! What can be done with matches.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State as Of;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use othellier_lab::stats::Sprt;
use othellier_play::parse_duration;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::play::{check, play};
use super::report::{csv, html};
use super::wire::{MatchShown, match_shown};
use super::{Match, Plan, State};
use crate::App;
use crate::allowed::Guest;
use crate::catalogue::SIZES;
use crate::client::Client;
use crate::errand::hire;
use crate::extract::{Body, Id, Params};
use crate::games::export::{attachment, file, format_of};
use crate::limits;
use crate::stream::{event, sse};
use crate::trouble::{ErrorBody, Trouble};

/// A match to be played.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    a: String,
    b: String,
    size: Option<u8>,
    games: Option<usize>,
    /// Each game begins with so many.
    random_plies: Option<usize>,
    /// For each move.
    time: Option<String>,
    seed: Option<u64>,
    /// The Elo differences of two hypotheses: the match ends when one is accepted.
    sprt: Option<[f64; 2]>,
}

impl NewMatch {
    fn plan(self) -> Result<Plan, Trouble> {
        let size = self.size.unwrap_or(8);
        if !SIZES.contains(&size) {
            return Err(Trouble::bad_request(format!("there is no board of size {size}")));
        }
        let games = self.games.unwrap_or(20);
        let most = limits::MATCH_GAMES;
        if !(1..=most).contains(&games) {
            return Err(Trouble::bad_request(format!("a match has from 1 to {most} games")));
        }
        let random_plies = self.random_plies.unwrap_or(8);
        if random_plies > 40 {
            return Err(Trouble::bad_request("random_plies are 40 at most"));
        }
        let time = self.time.as_deref().map(parse_duration).transpose();
        let time = time.map_err(Trouble::bad_request)?;
        let (least, longest) = (Duration::from_millis(1), limits::SPEC_TIME);
        if time.is_some_and(|time| !(least..=longest).contains(&time)) {
            return Err(Trouble::not_allowed("the time for a move is from 1ms to 10s"));
        }
        if self.sprt.is_some_and(|[h0, h1]| Sprt::new(h0, h1).is_none()) {
            return Err(Trouble::bad_request("the second hypothesis of sprt must be the greater"));
        }
        let players = [Guest::read(&self.a, size)?, Guest::read(&self.b, size)?];
        if players.iter().any(Guest::is_human) {
            return Err(Trouble::bad_player("a match is between programs"));
        }
        let seed = self.seed.unwrap_or_else(|| rand::random::<u64>() >> 11);
        let plan = Plan { players, size, games, random_plies, time, seed, sprt: self.sprt };
        check(&plan)?;
        Ok(plan)
    }
}

/// Starts a match.
#[utoipa::path(post, path = "/api/matches", tag = "lab", request_body = NewMatch, responses(
    (status = 201, body = MatchShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn create(
    Of(app): Of<App>,
    client: Client,
    Body(asked): Body<NewMatch>,
) -> Result<Response, Trouble> {
    let plan = asked.plan()?;
    let permit = app.matches_quota().take(&client)?;
    let started = app.matches().add(plan)?;
    let (room, playing) = (app.match_room().clone(), started.clone());
    tokio::spawn(async move {
        let place = tokio::select! {
            place = room.enter() => place,
            // Whoever is stopped while it waits has nothing to wait for.
            () = playing.over() => return,
        };
        let Ok(place) = place else { return };
        hire(place, move || {
            play(&playing);
            drop(permit);
        });
    });
    let location = format!("/api/matches/{}", started.id);
    let answer = (StatusCode::CREATED, [(header::LOCATION, location)], Json(match_shown(&started)));
    Ok(answer.into_response())
}

/// A match as it stands.
#[utoipa::path(get, path = "/api/matches/{id}", tag = "lab",
    params(("id" = String, Path, description = "the id of the match")), responses(
    (status = 200, body = MatchShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn found(Of(app): Of<App>, Id(id): Id) -> Result<Json<MatchShown>, Trouble> {
    Ok(Json(match_shown(&*app.matches().find(&id)?)))
}

/// Ends a match; what was played counts.
#[utoipa::path(post, path = "/api/matches/{id}/stop", tag = "lab",
    params(("id" = String, Path, description = "the id of the match")), responses(
    (status = 200, body = MatchShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn stop(Of(app): Of<App>, Id(id): Id) -> Result<Json<MatchShown>, Trouble> {
    let found = app.matches().find(&id)?;
    found.stop.stop();
    found.change(|course| {
        if course.state == State::Queued {
            course.state = State::Stopped;
        }
    });
    Ok(Json(match_shown(&found)))
}

/// The last event.
#[derive(Serialize)]
struct Done {
    #[serde(rename = "type")]
    kind: &'static str,
}

/// A match as a stream of `match`, `game` and `done`.
#[utoipa::path(get, path = "/api/matches/{id}/events", tag = "lab",
    params(("id" = String, Path, description = "the id of the match")), responses(
    (status = 200, body = MatchShown, content_type = "text/event-stream"),
    (status = "4XX", body = ErrorBody)))]
pub(crate) async fn events(
    Of(app): Of<App>,
    client: Client,
    Id(id): Id,
) -> Result<Response, Trouble> {
    let found = app.matches().find(&id)?;
    let permit = app.watchers().take(&client)?;
    let watching = Watching { news: found.news.subscribe(), found, next: Next::First };
    let state = Some((watching, permit, app.closing()));
    Ok(sse(unfold(state, |state| async move {
        let (mut watching, permit, mut closing) = state?;
        let told = tokio::select! {
            told = watching.tell() => told,
            _ = closing.wait_for(|closing| *closing) => None,
        };
        told.map(|told| (told, Some((watching, permit, closing))))
    })))
}

/// Someone who watches a match.
struct Watching {
    found: Arc<Match>,
    news: tokio::sync::watch::Receiver<u64>,
    next: Next,
}

/// What is told next.
#[derive(Clone, Copy)]
enum Next {
    First,
    Game(usize),
    Done,
    Nothing,
}

impl Watching {
    async fn tell(&mut self) -> Option<axum::response::sse::Event> {
        loop {
            match self.next {
                Next::First => {
                    self.next = Next::Game(0);
                    return Some(event(&match_shown(&self.found)));
                }
                Next::Game(index) => {
                    self.news.borrow_and_update();
                    let (game, is_over) = {
                        let course = self.found.course();
                        (course.games.get(index).cloned(), course.state.is_over())
                    };
                    match game {
                        Some(game) => {
                            self.next = Next::Game(index + 1);
                            return Some(event(&*game));
                        }
                        None if is_over => {
                            self.next = Next::Done;
                            return Some(event(&match_shown(&self.found)));
                        }
                        None => self.news.changed().await.ok()?,
                    }
                }
                Next::Done => {
                    self.next = Next::Nothing;
                    return Some(event(&Done { kind: "done" }));
                }
                Next::Nothing => return None,
            }
        }
    }
}

/// A line for each game.
#[utoipa::path(get, path = "/api/matches/{id}/games.csv", tag = "lab",
    params(("id" = String, Path, description = "the id of the match")), responses(
    (status = 200, description = "the file"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn games_csv(Of(app): Of<App>, Id(id): Id) -> Result<Response, Trouble> {
    let found = app.matches().find(&id)?;
    Ok(attachment(csv(&found)?, "csv"))
}

/// Which format.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// One of the catalogue.
    format: String,
}

/// The games as a file.
#[utoipa::path(get, path = "/api/matches/{id}/games", tag = "lab",
    params(("id" = String, Path, description = "the id of the match"), GamesQuery), responses(
    (status = 200, description = "the file"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn games(
    Of(app): Of<App>,
    Id(id): Id,
    Params(query): Params<GamesQuery>,
) -> Result<Response, Trouble> {
    let found = app.matches().find(&id)?;
    let format = format_of(&query.format)?;
    let bytes = file(format, found.course().records.iter())?;
    Ok(attachment(bytes, format.extensions()[0]))
}

/// Which language.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReportQuery {
    /// `en` or `fr`.
    lang: Option<Lang>,
}

/// A language of the report.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Lang {
    En,
    Fr,
}

/// The report of a match, as a page.
#[utoipa::path(get, path = "/api/matches/{id}/report", tag = "lab",
    params(("id" = String, Path, description = "the id of the match"), ReportQuery), responses(
    (status = 200, description = "the file"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn report(
    Of(app): Of<App>,
    Id(id): Id,
    Params(query): Params<ReportQuery>,
) -> Result<Response, Trouble> {
    let found = app.matches().find(&id)?;
    let page = html(&found, query.lang.unwrap_or(Lang::En));
    Ok(attachment(page.into_bytes(), "html"))
}
