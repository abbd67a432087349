//! A game as a file.

use axum::extract::State;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Id, Params};

/// The query of an export.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// A format of the catalogue, or `svg`.
    format: String,
}

/// A game as a file.
#[utoipa::path(get, path = "/api/games/{id}/export", tag = "games",
    params(("id" = String, Path, description = "the id or view id of the game"), ExportQuery), responses(
    (status = 200, description = "the file"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn export(
    State(app): State<App>,
    client: Client,
    Id(id): Id,
    Params(query): Params<ExportQuery>,
) -> Result<Response, ApiError> {
    let record = app.session_for(&client, &id)?.handle.lock().session.record();
    let (bytes, extension) = othellier_desk::export::export(&record, &query.format)?;
    Ok(attachment(bytes, extension))
}

/// A response that the browser saves as a file.
pub(crate) fn attachment(bytes: Vec<u8>, extension: &str) -> Response {
    let kind = match extension {
        "svg" => "image/svg+xml",
        "csv" => "text/csv; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    let name = format!("attachment; filename=\"othellier.{extension}\"");
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}
