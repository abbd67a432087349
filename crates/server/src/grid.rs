//! The grid: where the jobs on many machines stand.
//!
//! This crate knows no NATS: the program hands in a function that asks the server of the grid. However many
//! clients look, that function is called by one thread at a time, and once in [`limits::GRID_INTERVAL`].

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use othellier_wire::{Error, GridServerEvent, GridStatus};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::Instant;
use utoipa::{IntoParams, ToSchema};

use crate::client::Permit;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Params;
use crate::scheduler::Account;
use crate::stream::{LastEvent, Watcher, endless, event};
use crate::{App, limits};

type Ask = dyn Fn(Option<&str>) -> Result<GridStatus, GridError> + Send + Sync;

/// Asks the server of a grid where its jobs stand, or one of them with its dead letters. It may block.
#[derive(Clone)]
pub struct GridSource(Arc<Ask>);

impl GridSource {
    /// With the function that asks.
    pub fn new(
        ask: impl Fn(Option<&str>) -> Result<GridStatus, GridError> + Send + Sync + 'static,
    ) -> GridSource {
        GridSource(Arc::new(ask))
    }
}

impl fmt::Debug for GridSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GridSource")
    }
}

/// Why the state of a grid is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// There is no such job, or the name fits several.
    #[error("{0}")]
    NoJob(String),
    /// The server of the grid does not answer, or refuses.
    #[error("{0}")]
    Unavailable(String),
}

impl From<GridError> for ApiError {
    fn from(error: GridError) -> ApiError {
        match error {
            GridError::NoJob(_) => ApiError::not_found(error),
            GridError::Unavailable(_) => ApiError::grid_unavailable(error),
        }
    }
}

/// The last answer, with its time.
type Last = Option<(Instant, Result<GridStatus, GridError>)>;

/// The grid that this server shows.
pub(crate) struct WatchedGrid {
    source: GridSource,
    last: Arc<Mutex<Last>>,
}

impl WatchedGrid {
    pub(crate) fn new(source: GridSource) -> WatchedGrid {
        WatchedGrid { source, last: Arc::default() }
    }

    /// Where all jobs stand, a moment ago at most.
    async fn status(&self) -> Result<GridStatus, ApiError> {
        let last = self.last.clone().lock_owned().await;
        if let Some((asked, status)) = &*last
            && asked.elapsed() < limits::GRID_INTERVAL
        {
            return Ok(status.clone()?);
        }
        self.ask(last, |source, last| {
            let status = source(None);
            *last = Some((Instant::now(), status.clone()));
            status
        })
        .await
    }

    /// One job, with its dead letters.
    async fn job(&self, job: String) -> Result<GridStatus, ApiError> {
        let turn = self.last.clone().lock_owned().await;
        self.ask(turn, move |source, _| source(Some(&job))).await
    }

    /// Asks in a thread that may block; the thread keeps its turn when the client disconnects.
    async fn ask(
        &self,
        mut turn: OwnedMutexGuard<Last>,
        question: impl FnOnce(&Ask, &mut Last) -> Result<GridStatus, GridError> + Send + 'static,
    ) -> Result<GridStatus, ApiError> {
        let source = self.source.clone();
        let asked = tokio::task::spawn_blocking(move || question(&*source.0, &mut turn));
        Ok(asked.await.map_err(ApiError::internal)??)
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct GridQuery {
    /// The id of a job, the begin of its id, or its name: only this one, with its dead letters.
    job: Option<String>,
}

/// Where the jobs and workers of the grid stand.
#[utoipa::path(get, path = "/api/grid", tag = "grid", params(GridQuery), responses(
    (status = 200, body = GridServerEvent), (status = "default", body = ErrorBody)))]
pub(crate) async fn status(
    State(app): State<App>,
    account: Account,
    Params(query): Params<GridQuery>,
) -> Result<Json<GridServerEvent>, ApiError> {
    let grid = app.grid()?;
    let _permit = app.jobs.take(&account.client)?;
    let status = match query.job {
        Some(job) => grid.job(job).await,
        None => grid.status().await,
    };
    Ok(Json(GridServerEvent::Status(status?)))
}

/// The answer of the stream instead of a status.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum NoStatus {
    /// The server of the grid gives no answer.
    Away { error: Error },
}

/// The events of the grid.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the stream in the OpenAPI document")]
pub(crate) enum GridEvent {
    Status(Box<GridServerEvent>),
    None(NoStatus),
    Last(LastEvent),
}

/// The grid as a stream of `status`, and `away` while its server gives no answer.
#[utoipa::path(get, path = "/api/grid/events", tag = "grid", responses(
    (status = 200, body = GridEvent, content_type = "text/event-stream"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn events(State(app): State<App>, account: Account) -> Result<Response, ApiError> {
    let grid = app.grid()?;
    let permit = app.watchers.take(&account.client)?;
    Ok(endless(&app, GridWatcher { grid, pause: Duration::ZERO, _permit: permit }))
}

/// A viewer of the grid.
struct GridWatcher {
    grid: Arc<WatchedGrid>,
    pause: Duration,
    _permit: Permit,
}

impl Watcher for GridWatcher {
    async fn next(&mut self) -> Option<Event> {
        tokio::time::sleep(self.pause).await;
        self.pause = limits::GRID_INTERVAL;
        Some(match self.grid.status().await {
            Ok(status) => event(&GridServerEvent::Status(status)),
            Err(error) => event(&NoStatus::Away { error: error.shown() }),
        })
    }
}
