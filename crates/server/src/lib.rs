//! Othello over HTTP: games against any player of the catalogue, live analysis, the laboratory,
//! and the page that shows them.
//!
//! [`App`] is everything the server knows; [`app`] makes a router of it, which is tested without a
//! socket; [`Server`] puts it on one. Three kinds of work are kept apart, so that none disturbs the
//! others: the moves of programs in games (few threads, first come first served), analyses (a pool
//! of workers that take turns in slices), and errands, which are done in one piece and never many
//! at once. `limits` has every bound; `docs/api.md` is the API.

mod client;
mod form;
mod ids;
mod limits;
mod trouble;

mod allowed;
mod extract;
mod gate;
mod wire;

mod archive;
mod catalogue;
mod imports;
mod levels;
mod openings;
mod positions;

mod games;
mod store;

mod analysis;
mod errand;
mod learn;
mod matches;
mod stream;
mod think;

mod metrics;
mod page;

mod server;

use std::path::PathBuf;
use std::sync::Arc;
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

pub use learn::reasons::{AnyReason, Tell};
pub use server::{ServeError, Server, Stopper};
pub use store::StoreError;

use analysis::Pool;
use client::{Quota, Rate};
use errand::Room;
use games::{Hall, Seat};
use matches::Matches;
use metrics::Metrics;
use store::Store;
use trouble::Trouble;

/// How the server is to be.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The folder of games, reviews and matches; without one they are forgotten with the server.
    pub data: Option<PathBuf>,
    /// Threads that analyse; by default as many as there are cores.
    pub threads: Option<usize>,
    /// Names of this server beside its addresses and `localhost`.
    pub names: Vec<String>,
    /// A folder with the files of the page, instead of those in the program.
    pub ui: Option<PathBuf>,
    /// The words of the reasons in reviews.
    pub tell: Option<Tell>,
    /// The archive of games that positions are looked up in. It need not be there yet.
    pub archive: Option<PathBuf>,
}

/// Everything the server knows. Copies are the same.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    config: Config,
    store: Arc<Store>,
    hall: Hall,
    pool: Pool,
    thinkers: Semaphore,
    analyses: Arc<Quota>,
    watchers: Arc<Quota>,
    errands: Arc<Quota>,
    matches_quota: Arc<Quota>,
    room: Room,
    match_room: Room,
    archive_room: Room,
    matches: Matches,
    threads: usize,
    new_games: Rate,
    metrics: Metrics,
    closing: watch::Sender<bool>,
    started: Instant,
}

/// The file of the games in the folder of the data.
const GAMES_FILE: &str = "games.db";

impl App {
    /// A server with nothing to do yet.
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
        Ok(App(Arc::new(Inner {
            config,
            hall: Hall::new(store.clone()),
            pool: Pool::new(threads),
            thinkers: Semaphore::new((2 * threads).max(4)),
            analyses: Quota::new("analyses", limits::ANALYSES),
            watchers: Quota::new("streams of games", limits::WATCHERS),
            errands: Quota::new("reviews, trees and exercises", limits::ERRANDS),
            matches_quota: Quota::new("matches", limits::MATCHES),
            room: Room::new(threads),
            match_room: Room::new(threads.div_ceil(2)),
            archive_room: Room::new(limits::LOOKS),
            matches: Matches::new(store.clone()),
            store,
            threads,
            new_games: Rate::new("new games", limits::NEW_GAMES),
            metrics: Metrics::default(),
            closing: watch::Sender::new(false),
            started: Instant::now(),
        })))
    }

    /// Ends all streams, and tells all who think to stop.
    pub fn hush(&self) {
        let _ = self.0.closing.send(true);
        self.0.hall.close();
        self.0.matches.close();
    }

    /// Waits for the workers. Their streams must have been dropped by now.
    pub fn close(&self) {
        self.hush();
        self.0.pool.close();
    }

    fn names(&self) -> &[String] {
        &self.0.config.names
    }

    fn ui(&self) -> Option<&std::path::Path> {
        self.0.config.ui.as_deref()
    }

    fn hall(&self) -> &Hall {
        &self.0.hall
    }

    fn store(&self) -> &Store {
        &self.0.store
    }

    /// The game with this id. One that was on disk goes on where it stopped.
    fn seat(&self, id: &str) -> Result<Seat, Trouble> {
        let (seat, is_new) = self.0.hall.find(id)?;
        if is_new {
            games::drive(self, &seat.table);
        }
        Ok(seat)
    }

    fn pool(&self) -> &Pool {
        &self.0.pool
    }

    /// Room for the programs that think about a move.
    fn thinkers(&self) -> &Semaphore {
        &self.0.thinkers
    }

    fn analyses(&self) -> &Arc<Quota> {
        &self.0.analyses
    }

    fn watchers(&self) -> &Arc<Quota> {
        &self.0.watchers
    }

    fn errands(&self) -> &Arc<Quota> {
        &self.0.errands
    }

    fn matches_quota(&self) -> &Arc<Quota> {
        &self.0.matches_quota
    }

    /// Room for errands.
    fn room(&self) -> &Room {
        &self.0.room
    }

    fn matches(&self) -> &Matches {
        &self.0.matches
    }

    /// Room for matches.
    fn match_room(&self) -> &Room {
        &self.0.match_room
    }

    fn archive(&self) -> Option<&std::path::Path> {
        self.0.config.archive.as_deref()
    }

    /// Room for looks into the archive.
    fn archive_room(&self) -> &Room {
        &self.0.archive_room
    }

    /// Threads that may think together.
    fn threads(&self) -> usize {
        self.0.threads
    }

    fn tell(&self) -> Option<Tell> {
        self.0.config.tell
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
#[openapi(info(
    title = "Othellier",
    description = "Othello: games, live analysis and the laboratory. See docs/api.md."
))]
struct Api;

/// Every path of the API, and the document that describes them.
fn api() -> (Router<App>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(positions::position, positions::post_position))
        .routes(routes!(imports::import))
        .routes(routes!(games::routes::create))
        .routes(routes!(games::routes::game, games::routes::patch, games::routes::forget))
        .routes(routes!(games::routes::play))
        .routes(routes!(games::routes::undo))
        .routes(routes!(games::routes::redo))
        .routes(routes!(games::routes::go_to))
        .routes(routes!(games::routes::restart))
        .routes(routes!(games::routes::swap))
        .routes(routes!(games::routes::resign))
        .routes(routes!(games::routes::set_up))
        .routes(routes!(games::routes::pause))
        .routes(routes!(games::routes::go))
        .routes(routes!(games::events))
        .routes(routes!(games::export::export))
        .routes(routes!(analysis::analysis))
        .routes(routes!(archive::explore))
        .routes(routes!(learn::review::review))
        .routes(routes!(learn::exercises::exercise))
        .routes(routes!(learn::exercises::grade))
        .routes(routes!(think::tree::tree))
        .routes(routes!(think::heatmap::heatmap))
        .routes(routes!(matches::routes::create))
        .routes(routes!(matches::routes::found))
        .routes(routes!(matches::routes::stop))
        .routes(routes!(matches::routes::events))
        .routes(routes!(matches::routes::games_csv))
        .routes(routes!(matches::routes::games))
        .routes(routes!(matches::routes::report))
        .routes(routes!(metrics::health))
        .routes(routes!(metrics::metrics))
        .split_for_parts()
}

/// The server as a function from requests to answers.
pub fn app(app: App) -> Router {
    let (router, document) = api();
    let document = document.to_json().expect("a document is plain data");
    let openapi =
        move || async move { ([(axum::http::header::CONTENT_TYPE, "application/json")], document) };
    router
        .route("/openapi.json", get(openapi))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page_or_nothing)
        .layer(from_fn_with_state(app.clone(), gate::gate))
        .with_state(app)
}

async fn wrong_method(method: Method) -> Trouble {
    Trouble::method_not_allowed(format!("{method} is not done here"))
}

async fn page_or_nothing(
    state: axum::extract::State<App>,
    request: axum::extract::Request,
) -> Response {
    if request.uri().path().starts_with("/api/") {
        return Trouble::not_found("there is no such path").into_response();
    }
    page::page(state, request).await
}
