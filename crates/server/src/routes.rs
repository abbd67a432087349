//! Requests that are answered at once.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use othellier_desk::catalogue::{self, Catalogue, EdgeLimits};
use othellier_desk::imports::{self, Imports, Pasted};
use othellier_desk::positions::{self, PositionQuery, PositionText};
use othellier_wire as wire;

use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, Params};
use crate::limits;
use crate::page::tagged;

/// The catalogue of players, evaluators, levels and formats.
#[utoipa::path(get, path = "/api/catalogue", tag = "catalogue", responses((status = 200, body = Catalogue)))]
pub(crate) async fn catalogue(request: Request) -> Response {
    const LIMITS: EdgeLimits =
        EdgeLimits { body_bytes: limits::BODY_BYTES, analyses: limits::ANALYSES[0] };
    static JSON: LazyLock<Vec<u8>> = LazyLock::new(|| {
        serde_json::to_vec(&catalogue::catalogue(LIMITS)).expect("plain data serializes")
    });
    let mut response = tagged(request.headers(), &JSON);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A position in any notation, with its legal moves.
#[utoipa::path(get, path = "/api/positions", tag = "positions", params(PositionQuery), responses(
    (status = 200, body = wire::Position), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn position(Params(query): Params<PositionQuery>) -> Result<Response, ApiError> {
    let mut response = Json(positions::position(&query)?).into_response();
    let forever = HeaderValue::from_static("private, max-age=86400");
    response.headers_mut().insert(header::CACHE_CONTROL, forever);
    Ok(response)
}

/// The same for texts that are too long for a URL.
#[utoipa::path(post, path = "/api/positions", tag = "positions", request_body = PositionText, responses(
    (status = 200, body = wire::Position), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn post_position(
    Body(asked): Body<PositionText>,
) -> Result<Json<wire::Position>, ApiError> {
    Ok(Json(positions::position_of_text(&asked)?))
}

/// The games of a pasted text. Nothing is stored.
#[utoipa::path(post, path = "/api/imports", tag = "games", request_body = Pasted, responses(
    (status = 200, body = Imports), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn import(Body(pasted): Body<Pasted>) -> Result<Json<Imports>, ApiError> {
    Ok(Json(imports::import(&pasted)?))
}
