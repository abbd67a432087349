//! A game as a file.

use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use othellier_service::ServiceError;
use othellier_service::review::ReviewRequest;
use othellier_wire::{ReviewEvent, ReviewedMove};
use serde::Deserialize;
use utoipa::IntoParams;

use super::routes::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Params;
use crate::matches::routes::ReportLang;
use crate::reviews::stored_review;

/// The query of an export.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// A format of the catalogue, or `svg`.
    format: String,
    /// Adds the stored review of the game as comments, in this language.
    comments: Option<ReportLang>,
}

/// A game as a file.
#[utoipa::path(get, path = "/api/games/{id}/export", tag = "games",
    params(("id" = String, Path, description = "the id or view id of the game"), ExportQuery), responses(
    (status = 200, description = "the file"), (status = "default", body = ErrorBody)))]
pub(crate) async fn export(
    caller: Caller,
    Params(query): Params<ExportQuery>,
) -> Result<Response, ApiError> {
    let (mut record, game) = {
        let session = caller.session()?;
        let live = session.handle.lock();
        (live.session.record(), live.game())
    };
    if let Some(lang) = query.comments {
        let key = ReviewRequest::new(game, None)?.key();
        let review = stored_review(&caller.app.store, &key, None)
            .ok_or_else(|| ServiceError::not_found("this game has not been reviewed"))?;
        othellier_service::export::comment(&mut record, lang.into(), &moves_of(review));
    }
    let (bytes, extension) = othellier_service::export::export(&record, &query.format)?;
    Ok(attachment(bytes, extension))
}

/// The moves among the events of a stored review.
fn moves_of(events: Vec<ReviewEvent>) -> Vec<ReviewedMove> {
    let event = |event| match event {
        ReviewEvent::Move(reviewed) => Some(*reviewed),
        _ => None,
    };
    events.into_iter().filter_map(event).collect()
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
