//! The manual under `/docs`: the pages of [`othellier_manual`], which are part of the program.

use std::sync::LazyLock;

use axum::extract::Request;
use axum::http::Method;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Redirect, Response};
use othellier_manual::Manual;

use crate::error::ApiError;
use crate::page::{media_type, tagged};

const ROOT: &str = "/docs";

static MANUAL: LazyLock<Manual> = LazyLock::new(Manual::new);

/// Whether a path is that of the manual.
pub(crate) fn is_manual(path: &str) -> bool {
    path.strip_prefix(ROOT).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Answers a request for a file of the manual.
pub(crate) fn manual(request: &Request) -> Response {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return ApiError::not_found("there is no such request").into_response();
    }
    let path = request.uri().path();
    let Some(path) = path.strip_prefix(ROOT).and_then(|path| path.strip_prefix('/')) else {
        // Relative links need the slash.
        return Redirect::permanent("/docs/").into_response();
    };
    let media_type = if path.is_empty() || path.ends_with('/') {
        Some("text/html; charset=utf-8")
    } else {
        media_type(path)
    };
    let (Some(bytes), Some(media_type)) = (MANUAL.file(path), media_type) else {
        return ApiError::not_found(format!("there is no page `/docs/{path}`")).into_response();
    };
    let mut response = tagged(request.headers(), &bytes);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}
