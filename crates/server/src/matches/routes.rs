//! The requests of matches.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use othellier_locale::Lang;
use othellier_measure::MatchSettings;
use othellier_service::export::{file, format_of};
use othellier_service::matches::AllowedMatch;
use othellier_wire as wire;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::report::{csv, html};
use super::{Match, PlayedMatch};
use crate::App;
use crate::client::{Client, Permit};
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, Id, Params};
use crate::games::export::attachment;
use crate::routes::{actions, created, new_seed};
use crate::scheduler::{Account, Lane, TaskOptions};
use crate::stream::{LastEvent, Watcher, event, stream};

#[utoipa::path(post, path = "/api/matches", tag = "lab", request_body = MatchSettings, responses(
    (status = 201, body = wire::Match), (status = "default", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    account: Account,
    Body(settings): Body<MatchSettings>,
) -> Result<Response, ApiError> {
    let allowed = AllowedMatch::new(settings, new_seed)?;
    let permit = app.matches_quota.take(&account.client)?;
    let started = app.matches.add(allowed)?;
    let options = TaskOptions::new(account, Lane::Background, started.stop.clone());
    let work = PlayedMatch::new(started.clone(), app.tables.clone(), permit);
    app.scheduler.push(options, Box::new(work));
    Ok(created(format!("/api/matches/{}", started.id), started.shown()))
}

actions! { "lab", "id" "the id of the match" -> wire::Match;
    /// A match and its standings.
    get "/api/matches/{id}";
    fn found(State(app): State<App>, Id(id): Id) {
        Ok(Json(app.matches.find(&id)?.shown()))
    }

    /// Stops a match; the games played count.
    post "/api/matches/{id}/stop";
    fn stop(State(app): State<App>, Id(id): Id) {
        let found = app.matches.find(&id)?;
        found.stop.stop();
        Ok(Json(found.shown()))
    }
}

/// The events of a match.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the stream in the OpenAPI document")]
pub(crate) enum WatchedMatch {
    Match(Box<wire::Match>),
    Game(Box<wire::WatchedGame>),
    Last(LastEvent),
}

/// A match as a stream of `match`, `game` and `done`.
#[utoipa::path(get, path = "/api/matches/{id}/events", tag = "lab",
    params(("id" = String, Path, description = "the id of the match")), responses(
    (status = 200, body = WatchedMatch, content_type = "text/event-stream"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn events(
    State(app): State<App>,
    client: Client,
    Id(id): Id,
) -> Result<Response, ApiError> {
    let found = app.matches.find(&id)?;
    let permit = app.watchers.take(&client)?;
    let (changes, next) = (found.changes.subscribe(), NextEvent::First);
    Ok(stream(&app, MatchWatcher { found, changes, next, _permit: permit }))
}

/// A viewer of a match.
struct MatchWatcher {
    found: Arc<Match>,
    changes: tokio::sync::watch::Receiver<u64>,
    next: NextEvent,
    _permit: Permit,
}

/// The next event to send.
#[derive(Clone, Copy)]
enum NextEvent {
    First,
    Game(usize),
    Done,
    Nothing,
}

impl Watcher for MatchWatcher {
    async fn next(&mut self) -> Option<Event> {
        loop {
            match self.next {
                NextEvent::First => {
                    self.next = NextEvent::Game(0);
                    return Some(event(&self.found.shown()));
                }
                NextEvent::Game(index) => {
                    self.changes.borrow_and_update();
                    let (game, is_over) = {
                        let progress = self.found.progress();
                        (progress.games.get(index).cloned(), progress.state.is_over())
                    };
                    match game {
                        Some(game) => {
                            self.next = NextEvent::Game(index + 1);
                            return Some(event(&*game));
                        }
                        None if is_over => {
                            self.next = NextEvent::Done;
                            return Some(event(&self.found.shown()));
                        }
                        None => self.changes.changed().await.ok()?,
                    }
                }
                NextEvent::Done => {
                    self.next = NextEvent::Nothing;
                    return Some(event(&LastEvent::Done));
                }
                NextEvent::Nothing => return None,
            }
        }
    }
}

/// One row per game, as CSV.
#[utoipa::path(get, path = "/api/matches/{id}/games.csv", tag = "lab",
    params(("id" = String, Path, description = "the id of the match")), responses(
    (status = 200, description = "the file"), (status = "default", body = ErrorBody)))]
pub(crate) async fn games_csv(State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app.matches.find(&id)?;
    Ok(attachment(csv(&found)?, "csv"))
}

/// The query of an export.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// A format of the catalogue.
    format: String,
}

/// The games as a file.
#[utoipa::path(get, path = "/api/matches/{id}/games", tag = "lab",
    params(("id" = String, Path, description = "the id of the match"), GamesQuery), responses(
    (status = 200, description = "the file"), (status = "default", body = ErrorBody)))]
pub(crate) async fn games(
    State(app): State<App>,
    Id(id): Id,
    Params(query): Params<GamesQuery>,
) -> Result<Response, ApiError> {
    let found = app.matches.find(&id)?;
    let format = format_of(&query.format)?;
    let bytes = file(format, found.progress().records.iter())?;
    Ok(attachment(bytes, format.extensions()[0]))
}

/// The query of a report.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReportQuery {
    /// `en` or `fr`.
    lang: Option<ReportLang>,
}

/// A language of the report.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReportLang {
    En,
    Fr,
}

impl From<ReportLang> for Lang {
    fn from(lang: ReportLang) -> Lang {
        match lang {
            ReportLang::En => Lang::En,
            ReportLang::Fr => Lang::Fr,
        }
    }
}

/// The report of a match, as an HTML page.
#[utoipa::path(get, path = "/api/matches/{id}/report", tag = "lab",
    params(("id" = String, Path, description = "the id of the match"), ReportQuery), responses(
    (status = 200, description = "the file"), (status = "default", body = ErrorBody)))]
pub(crate) async fn report(
    State(app): State<App>,
    Id(id): Id,
    Params(query): Params<ReportQuery>,
) -> Result<Response, ApiError> {
    let found = app.matches.find(&id)?;
    let page = html(&found, query.lang.unwrap_or(ReportLang::En).into());
    Ok(attachment(page.into_bytes(), "html"))
}
