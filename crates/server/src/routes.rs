//! Requests that are answered at once, or by a job.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use othellier_archive::{Archive, ArchiveError};
use othellier_service::archive;
use othellier_service::catalogue::{self, Catalogue, EdgeLimits};
use othellier_service::exercises::{ExerciseAnswer, ExerciseQuery};
use othellier_service::heatmap::{self, Heatmap, HeatmapQuery};
use othellier_service::imports::{self, FileQuery, Imports, Pasted};
use othellier_service::openings::{self, Openings};
use othellier_service::positions::{self, PositionQuery, PositionText};
use othellier_service::tree::{TreeQuery, TreeShown};
use othellier_wire as wire;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, FileBytes, Params};
use crate::jobs::run_job;
use crate::page::PackedJson;
use crate::scheduler::Account;
use crate::{App, limits};

/// The requests about one thing that are answered with it as it is then. The first line has the tag, the
/// parameter of the path and the answer; each request has its method and path and, if there are any, the
/// number in the path and the documented body.
macro_rules! actions {
    (
        $tag:literal, $id:literal $about_id:literal -> $answer:ty;
        $(
            $(#[$about:meta])*
            $method:ident $path:literal $(, number $about_number:literal)? $(, body $body:ty)?;
            fn $name:ident($($argument:tt)*) { $($act:tt)* }
        )*
    ) => {$(
        $(#[$about])*
        #[utoipa::path($method, path = $path, tag = $tag, $(request_body = $body,)?
            params(($id = String, Path, description = $about_id)
                $(, ("number" = usize, Path, description = $about_number))?), responses(
            (status = 200, body = $answer), (status = "default", body = ErrorBody)))]
        pub(crate) async fn $name($($argument)*) -> Result<Json<$answer>, ApiError> { $($act)* }
    )*};
}
pub(crate) use actions;

/// The response to a request that has created something: where it is, and what it is.
pub(crate) fn created(path: String, shown: impl Serialize) -> Response {
    (StatusCode::CREATED, [(header::LOCATION, path)], Json(shown)).into_response()
}

/// The catalogue, and what this server has besides.
#[derive(Serialize, ToSchema)]
pub(crate) struct ServerCatalogue {
    #[serde(flatten)]
    catalogue: Catalogue,
    /// Whether `/api/grid` shows a grid.
    grid: bool,
}

/// The catalogue of players, evaluators, levels and formats.
#[utoipa::path(get, path = "/api/catalogue", tag = "catalogue", responses(
    (status = 200, body = ServerCatalogue), (status = "default", body = ErrorBody)))]
pub(crate) async fn catalogue(State(app): State<App>, request: Request) -> Response {
    const LIMITS: EdgeLimits =
        EdgeLimits { body_bytes: limits::BODY_BYTES, analyses: limits::ANALYSES[0] };
    let json = app.catalogue.get_or_init(|| {
        let catalogue = catalogue::catalogue(LIMITS);
        PackedJson::new(&ServerCatalogue { catalogue, grid: app.grid.is_some() })
    });
    json.answer(request.headers())
}

/// A position in any notation, with its legal moves.
#[utoipa::path(get, path = "/api/positions", tag = "positions", params(PositionQuery), responses(
    (status = 200, body = wire::Position), (status = "default", body = ErrorBody)))]
pub(crate) async fn position(Params(query): Params<PositionQuery>) -> Result<Response, ApiError> {
    let mut response = Json(positions::position(&query)?).into_response();
    let forever = HeaderValue::from_static("private, max-age=86400");
    response.headers_mut().insert(header::CACHE_CONTROL, forever);
    Ok(response)
}

/// A position in any notation, for texts that are too long for a URL.
#[utoipa::path(post, path = "/api/positions", tag = "positions", request_body = PositionText, responses(
    (status = 200, body = wire::Position), (status = "default", body = ErrorBody)))]
pub(crate) async fn post_position(
    Body(asked): Body<PositionText>,
) -> Result<Json<wire::Position>, ApiError> {
    Ok(Json(positions::position_of_text(&asked)?))
}

/// The games of a pasted text. Nothing is stored.
#[utoipa::path(post, path = "/api/imports", tag = "games", request_body = Pasted, responses(
    (status = 200, body = Imports), (status = "default", body = ErrorBody)))]
pub(crate) async fn import(
    State(app): State<App>,
    account: Account,
    Body(pasted): Body<Pasted>,
) -> Result<Json<Imports>, ApiError> {
    run_job(&app, &account, move |_| Ok(imports::import(&pasted)?)).await.map(Json)
}

/// The games of a file in any format, also WTHOR. Nothing is stored.
#[utoipa::path(post, path = "/api/imports/file", tag = "games", params(FileQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 200, body = Imports), (status = "default", body = ErrorBody)))]
pub(crate) async fn import_file(
    State(app): State<App>,
    account: Account,
    Params(query): Params<FileQuery>,
    FileBytes(bytes): FileBytes,
) -> Result<Json<Imports>, ApiError> {
    run_job(&app, &account, move |_| Ok(imports::import_file(&bytes, &query)?)).await.map(Json)
}

/// The static evaluation of every square.
#[utoipa::path(get, path = "/api/heatmap", tag = "thinking", params(HeatmapQuery), responses(
    (status = 200, body = Heatmap), (status = "default", body = ErrorBody)))]
pub(crate) async fn heatmap(
    State(app): State<App>,
    account: Account,
    Params(query): Params<HeatmapQuery>,
) -> Result<Json<Heatmap>, ApiError> {
    run_job(&app, &account, move |_| Ok(heatmap::heatmap(&query)?)).await.map(Json)
}

/// The whole tree of a small search.
#[utoipa::path(get, path = "/api/trees", tag = "thinking", params(TreeQuery), responses(
    (status = 200, body = TreeShown), (status = "default", body = ErrorBody)))]
pub(crate) async fn tree(
    State(app): State<App>,
    account: Account,
    Params(query): Params<TreeQuery>,
) -> Result<Json<TreeShown>, ApiError> {
    let request = query.read()?;
    run_job(&app, &account, move |_| Ok(request.search()?)).await.map(Json)
}

#[utoipa::path(get, path = "/api/exercises/new", tag = "learning", params(ExerciseQuery), responses(
    (status = 200, body = wire::Exercise), (status = "default", body = ErrorBody)))]
pub(crate) async fn exercise(
    State(app): State<App>,
    account: Account,
    Params(query): Params<ExerciseQuery>,
) -> Result<Json<wire::Exercise>, ApiError> {
    let request = query.read(new_seed)?;
    run_job(&app, &account, move |stop| Ok(request.generate(stop)?)).await.map(Json)
}

/// A random seed of 53 bits, so that every JSON reader keeps the number exactly.
pub(crate) fn new_seed() -> u64 {
    rand::random::<u64>() >> 11
}

/// Grades an answer by exact scores.
#[utoipa::path(post, path = "/api/exercises/grade", tag = "learning", request_body = ExerciseAnswer, responses(
    (status = 200, body = wire::Grade), (status = "default", body = ErrorBody)))]
pub(crate) async fn grade(
    State(app): State<App>,
    account: Account,
    Body(answer): Body<ExerciseAnswer>,
) -> Result<Json<wire::Grade>, ApiError> {
    let request = answer.read()?;
    run_job(&app, &account, move |stop| Ok(request.grade(stop)?)).await.map(Json)
}

/// The named openings, each with moves that lead to it.
#[utoipa::path(get, path = "/api/openings", tag = "catalogue", responses(
    (status = 200, body = Openings), (status = "default", body = ErrorBody)))]
pub(crate) async fn openings(request: Request) -> Response {
    static JSON: LazyLock<PackedJson> = LazyLock::new(|| PackedJson::new(&openings::openings()));
    JSON.answer(request.headers())
}

/// The shipped book's moves in a position.
#[utoipa::path(get, path = "/api/book", tag = "archive", params(PositionQuery), responses(
    (status = 200, body = wire::BookProbe), (status = "default", body = ErrorBody)))]
pub(crate) async fn book(
    Params(query): Params<PositionQuery>,
) -> Result<Json<wire::BookProbe>, ApiError> {
    Ok(Json(openings::book(&query)?))
}

/// The moves of this server's archive in a position. The file is opened for each
/// request: it may be created, grow or be replaced while the server runs.
#[utoipa::path(get, path = "/api/archive", tag = "archive", params(PositionQuery), responses(
    (status = 200, body = wire::Explored), (status = "default", body = ErrorBody)))]
pub(crate) async fn explore(
    State(app): State<App>,
    Params(query): Params<PositionQuery>,
) -> Result<Json<wire::Explored>, ApiError> {
    let game = query.read()?;
    let permit = app.archive_limit.clone().acquire_owned().await;
    let found = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let Some(file) = &app.config.archive else { return Ok(archive::no_archive(&game)) };
        match Archive::open_read_only(file) {
            Err(ArchiveError::Missing { .. }) => Ok(archive::no_archive(&game)),
            opened => archive::explore(&opened?, &game),
        }
    });
    let found = found.await.map_err(ApiError::internal)?;
    found.map(Json).map_err(ApiError::internal)
}
