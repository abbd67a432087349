//! Othello over HTTP: games against any player of the catalogue, live analysis, the laboratory,
//! and the page that shows them.
//!
//! [`App`] is the state of the server; [`app`] makes a router of it, which is tested without a
//! socket; [`Server`] binds it to one. Everything that thinks goes through one scheduler, which gives
//! every client a fair share of the cores, and takes its memory from one budget. `limits` has every
//! bound; `docs/api.md` documents the API.

mod address;
mod client;
mod data_lock;
mod error;
mod forwarded;
mod guesses;
mod ids;
mod limits;
mod password;
mod site;

mod extract;
mod gate;

mod payer;
mod scheduler;
mod tables;

mod routes;

mod bots;
mod games;
mod rooms;
mod seats;
mod store;

mod analysis;
mod grid;
mod jobs;
mod matches;
mod reviews;
mod stream;

mod manual;
mod metrics;
mod page;

mod server;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::{Semaphore, watch};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use forwarded::{Network, ParseNetworkError};
pub use grid::{GridError, GridSource};
pub use password::Password;
pub use server::{Ending, ServeError, Server, Stopper};
pub use site::{HostName, ParseHostNameError};
pub use store::StoreError;

use client::{Quota, Rate};
use error::ApiError;
use games::{Registry, SessionAccess};
use grid::WatchedGrid;
use guesses::Guesses;
use matches::Matches;
use metrics::Metrics;
use page::Packed;
use payer::Payer;
use rooms::RoomRegistry;
use scheduler::Scheduler;
use seats::SeatRegistry;
use store::Store;
use tables::Tables;

/// The configuration of a server.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The folder of games, reviews and matches; without one they are only in memory.
    pub data: Option<PathBuf>,
    /// Cores for everything that thinks; by default all.
    pub threads: Option<usize>,
    /// Bytes for the tables of everything that thinks; by default [`DEFAULT_MEMORY`].
    pub memory: Option<usize>,
    /// Host names of this server besides its addresses and `localhost`.
    pub names: Vec<HostName>,
    /// Proxies whose headers are believed.
    pub proxies: Vec<Network>,
    /// The password of the whole site.
    pub password: Option<Password>,
    /// A folder with the files of the page, instead of those in the program.
    pub ui: Option<PathBuf>,
    /// The archive of games for the opening explorer. The file need not exist yet.
    pub archive: Option<PathBuf>,
    /// The grid whose jobs and workers are shown.
    pub grid: Option<GridSource>,
}

/// Bytes for the tables of everything that thinks, unless the configuration has another number.
pub const DEFAULT_MEMORY: usize = 256 << 20;

/// The state of the server. Clones share it.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    config: Config,
    store: Arc<Store>,
    registry: Registry,
    seats: SeatRegistry,
    rooms: RoomRegistry,
    new_rooms: Rate,
    guesses: Guesses,
    scheduler: Scheduler,
    tables: Tables,
    analyses: Arc<Quota>,
    watchers: Arc<Quota>,
    jobs: Arc<Quota>,
    matches_quota: Arc<Quota>,
    archive_limit: Arc<Semaphore>,
    matches: Matches,
    grid: Option<Arc<WatchedGrid>>,
    catalogue: OnceLock<Packed>,
    new_games: Rate,
    requests: Rate,
    metrics: Metrics,
    closing: watch::Sender<bool>,
    started: Instant,
}

/// The database in the data folder.
const GAMES_FILE: &str = "games.db";

impl App {
    /// Opens the store and starts the workers.
    pub fn new(config: Config) -> Result<App, ServeError> {
        let store = match &config.data {
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|error| ServeError::Data { folder: folder.clone(), error })?;
                let file = folder.join(GAMES_FILE);
                Store::open(&file).map_err(|error| ServeError::Store { file, error })?
            }
            None => Store::in_memory()
                .map_err(|error| ServeError::Store { file: ":memory:".into(), error })?,
        };
        let store = Arc::new(store);
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = config.threads.unwrap_or(cores).max(1);
        let tables = Tables::new(config.memory.unwrap_or(DEFAULT_MEMORY));
        let grid = config.grid.clone().map(|source| Arc::new(WatchedGrid::new(source)));
        Ok(App(Arc::new(Inner {
            config,
            registry: Registry::new(store.clone()),
            seats: SeatRegistry::new(store.clone()),
            rooms: RoomRegistry::new(store.clone()),
            new_rooms: Rate::new("new rooms", limits::NEW_ROOMS),
            guesses: Guesses::default(),
            scheduler: Scheduler::new(threads),
            tables,
            analyses: Quota::new("analyses", limits::ANALYSES),
            watchers: Quota::new("game streams", limits::WATCHERS),
            jobs: Quota::new("reviews, exercises and other jobs", limits::JOBS),
            matches_quota: Quota::new("matches", limits::MATCHES),
            archive_limit: Arc::new(Semaphore::new(limits::ARCHIVE_QUERIES)),
            matches: Matches::new(store.clone()),
            grid,
            catalogue: OnceLock::new(),
            store,
            new_games: Rate::new("new games", limits::NEW_GAMES),
            requests: Rate::per_second("requests", limits::REQUESTS),
            metrics: Metrics::default(),
            closing: watch::Sender::new(false),
            started: Instant::now(),
        })))
    }

    /// Ends all streams and asks all searches to stop.
    pub fn begin_shutdown(&self) {
        let _ = self.0.closing.send(true);
        self.0.registry.close();
        self.0.matches.close();
    }

    /// Stops everything that thinks, and waits for its threads.
    pub fn close(&self) {
        self.begin_shutdown();
        self.0.scheduler.close();
    }

    /// Gives the memory back that nobody has used for a while.
    pub(crate) fn tidy_up(&self) {
        self.0.guesses.tidy_up();
        if let Some(before) = Instant::now().checked_sub(tables::IDLE_TIME) {
            self.0.tables.drop_unused(before);
        }
    }

    /// Deletes what is stored and nobody can use any more.
    pub(crate) fn delete_expired(&self) {
        // The store reports a failure itself, and it is tried again.
        let _ = self.0.seats.delete_unanswered(store::now());
    }

    fn names(&self) -> &[HostName] {
        &self.0.config.names
    }

    fn proxies(&self) -> &[Network] {
        &self.0.config.proxies
    }

    fn password(&self) -> Option<&Password> {
        self.0.config.password.as_ref()
    }

    fn requests(&self) -> &Rate {
        &self.0.requests
    }

    fn ui(&self) -> Option<&std::path::Path> {
        self.0.config.ui.as_deref()
    }

    fn registry(&self) -> &Registry {
        &self.0.registry
    }

    fn seats(&self) -> &SeatRegistry {
        &self.0.seats
    }

    fn rooms(&self) -> &RoomRegistry {
        &self.0.rooms
    }

    fn new_rooms(&self) -> &Rate {
        &self.0.new_rooms
    }

    /// Where passwords, codes and tokens are looked at.
    fn guesses(&self) -> &Guesses {
        &self.0.guesses
    }

    fn store(&self) -> &Store {
        &self.0.store
    }

    /// The session with this id. One that was loaded from disk resumes.
    fn session(&self, id: &str) -> Result<SessionAccess, ApiError> {
        let (access, is_new) = self.0.registry.find(id)?;
        if is_new {
            games::drive(self, &access.handle);
        }
        Ok(access)
    }

    /// The session with this id; if nobody pays for its programs yet, this payer does.
    fn session_for(&self, payer: &Payer, id: &str) -> Result<SessionAccess, ApiError> {
        let (access, is_new) = self.0.registry.find(id)?;
        if is_new {
            access.handle.pay_by(payer.account());
            games::drive(self, &access.handle);
        }
        Ok(access)
    }

    /// Where everything that thinks gets a core.
    fn scheduler(&self) -> &Scheduler {
        &self.0.scheduler
    }

    /// Where everything that thinks gets its memory.
    fn tables(&self) -> &Tables {
        &self.0.tables
    }

    fn analyses(&self) -> &Arc<Quota> {
        &self.0.analyses
    }

    fn watchers(&self) -> &Arc<Quota> {
        &self.0.watchers
    }

    fn jobs(&self) -> &Arc<Quota> {
        &self.0.jobs
    }

    fn matches_quota(&self) -> &Arc<Quota> {
        &self.0.matches_quota
    }

    fn matches(&self) -> &Matches {
        &self.0.matches
    }

    /// The grid that is shown.
    fn grid(&self) -> Result<Arc<WatchedGrid>, ApiError> {
        let grid = self.0.grid.clone();
        grid.ok_or_else(|| ApiError::not_found("this server shows no grid: it runs without --grid"))
    }

    fn has_grid(&self) -> bool {
        self.0.grid.is_some()
    }

    /// The catalogue, once somebody has asked for it.
    fn catalogue(&self) -> &OnceLock<Packed> {
        &self.0.catalogue
    }

    fn archive(&self) -> Option<&std::path::Path> {
        self.0.config.archive.as_deref()
    }

    /// The concurrency limit of archive queries.
    fn archive_limit(&self) -> &Arc<Semaphore> {
        &self.0.archive_limit
    }

    fn new_games(&self) -> &Rate {
        &self.0.new_games
    }

    fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    fn started(&self) -> Instant {
        self.0.started
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Othellier",
        description = "Othello: games, live analysis and the laboratory. See docs/api.md."
    ),
    components(schemas(matches::routes::ReportLang))
)]
struct Api;

/// All routes of the API, and the OpenAPI document that describes them.
fn api() -> (Router<App>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(routes::catalogue))
        .routes(routes!(routes::position, routes::post_position))
        .routes(routes!(routes::import))
        .routes(routes!(games::routes::create))
        .routes(routes!(games::routes::game, games::routes::patch, games::routes::delete))
        .routes(routes!(games::routes::play))
        .routes(routes!(games::routes::undo))
        .routes(routes!(games::routes::redo))
        .routes(routes!(games::routes::go_to))
        .routes(routes!(games::routes::restart))
        .routes(routes!(games::routes::recall))
        .routes(routes!(games::routes::swap))
        .routes(routes!(games::routes::resign))
        .routes(routes!(games::routes::set_up))
        .routes(routes!(games::routes::pause))
        .routes(routes!(games::routes::go))
        .routes(routes!(games::events))
        .routes(routes!(games::export::export))
        .routes(routes!(seats::routes::invite))
        .routes(routes!(seats::routes::invitation, seats::routes::withdraw))
        .routes(routes!(seats::routes::join))
        .routes(routes!(seats::routes::qr))
        .routes(routes!(seats::routes::seats))
        .routes(routes!(seats::events))
        .routes(routes!(seats::routes::play))
        .routes(routes!(seats::routes::ask))
        .routes(routes!(seats::routes::answer))
        .routes(routes!(seats::routes::resign))
        .routes(routes!(seats::routes::abort))
        .routes(routes!(seats::routes::claim))
        .routes(routes!(rooms::routes::open))
        .routes(routes!(rooms::routes::room, rooms::routes::patch))
        .routes(routes!(rooms::events))
        .routes(routes!(rooms::routes::qr))
        .routes(routes!(rooms::routes::join))
        .routes(routes!(rooms::routes::leave))
        .routes(routes!(rooms::routes::challenge))
        .routes(routes!(rooms::routes::decline))
        .routes(routes!(rooms::routes::accept))
        .routes(routes!(rooms::routes::begin_tournament))
        .routes(routes!(rooms::routes::stop_tournament))
        .routes(routes!(rooms::routes::games))
        .routes(routes!(rooms::routes::show_board, rooms::routes::clear_board))
        .routes(routes!(rooms::routes::ask))
        .routes(routes!(rooms::routes::change_question))
        .routes(routes!(rooms::routes::answer))
        .routes(routes!(rooms::routes::hand_out))
        .routes(routes!(rooms::routes::answer_exercise))
        .routes(routes!(bots::bot))
        .routes(routes!(routes::import_file))
        .routes(routes!(analysis::analysis))
        .routes(routes!(routes::explore))
        .routes(routes!(routes::book))
        .routes(routes!(routes::openings))
        .routes(routes!(reviews::review))
        .routes(routes!(routes::exercise))
        .routes(routes!(routes::grade))
        .routes(routes!(routes::tree))
        .routes(routes!(routes::heatmap))
        .routes(routes!(matches::routes::create))
        .routes(routes!(matches::routes::found))
        .routes(routes!(matches::routes::stop))
        .routes(routes!(matches::routes::events))
        .routes(routes!(matches::routes::games_csv))
        .routes(routes!(matches::routes::games))
        .routes(routes!(matches::routes::report))
        .routes(routes!(grid::status))
        .routes(routes!(grid::events))
        .routes(routes!(metrics::health))
        .routes(routes!(metrics::metrics))
        .split_for_parts()
}

/// The server as a function from requests to responses.
pub fn app(app: App) -> Router {
    let (router, document) = api();
    let document = document.to_json().expect("plain data serializes");
    let openapi =
        move || async move { ([(axum::http::header::CONTENT_TYPE, "application/json")], document) };
    router
        .route("/openapi.json", get(openapi))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page_or_not_found)
        .layer(from_fn_with_state(app.clone(), gate::gate))
        .with_state(app)
}

async fn wrong_method(method: Method) -> ApiError {
    ApiError::method_not_allowed(format!("{method} is not supported here"))
}

async fn page_or_not_found(
    state: axum::extract::State<App>,
    request: axum::extract::Request,
) -> Response {
    match request.uri().path() {
        path if path.starts_with("/api/") => {
            ApiError::not_found("there is no such path").into_response()
        }
        path if manual::is_manual(path) => manual::manual(&request),
        _ => page::page(state, request).await,
    }
}
