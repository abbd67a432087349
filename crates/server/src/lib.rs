//! Othello over HTTP: games against any player of the catalogue, live analysis, the laboratory,
//! and the page that shows them.
//!
//! [`App`] is the state of the server; [`app`] makes a router of it, which is tested without a
//! socket; [`Server`] binds it to one. All searches and jobs go through one scheduler, which gives
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
mod work;

mod manual;
mod metrics;
mod page;

mod server;
mod state;

use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use forwarded::{Network, ParseNetworkError};
pub use grid::{GridError, GridSource};
pub use password::Password;
pub use server::{Ending, ServeError, Server, Stopper};
pub use site::{HostName, ParseHostNameError};
pub use state::{App, Config, DEFAULT_MEMORY};
pub use store::StoreError;

use error::ApiError;

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
        .routes(routes!(work::kinds))
        .routes(routes!(work::create))
        .routes(routes!(work::found))
        .routes(routes!(work::stop))
        .routes(routes!(work::rows))
        .routes(routes!(work::events))
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
