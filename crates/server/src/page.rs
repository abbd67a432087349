//! The page: the files that the package `othellier-page` (`ui/`) embeds.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::error::ApiError;

/// Serves a file of the page. Links to games, invitations and rooms lead to the page itself, which
/// reads the id or the code from the URL.
pub(crate) async fn page(State(app): State<App>, request: Request) -> Response {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return ApiError::not_found("there is no such request").into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let path = match path.split_once('/') {
        Some(("g" | "s", id)) if crate::ids::is_id(id) => "index.html",
        Some(("i" | "r", code)) if crate::seats::read_code(code).is_some() => "index.html",
        _ if path.is_empty() => "index.html",
        _ => path,
    };
    let found = match app.ui() {
        Some(folder) => read(folder, path).map(Cow::Owned),
        None => othellier_page::file(path).map(Cow::Borrowed),
    };
    let (Some(bytes), Some(kind)) = (found, media_type(path)) else {
        return ApiError::not_found(format!("there is no page `/{path}`")).into_response();
    };
    let mut response = tagged(request.headers(), &bytes);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Reads a file of a development folder, and nothing outside of it.
fn read(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(path);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_inside.then(|| std::fs::read(folder.join(path)).ok())?
}

/// The content type of a file.
pub(crate) fn media_type(path: &str) -> Option<&'static str> {
    let kind = match Path::new(path).extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "toml" => "text/plain; charset=utf-8",
        _ => return None,
    };
    Some(kind)
}

/// A response with an `ETag`; the body is only sent if the browser does not have it yet.
pub(crate) fn tagged(asked: &HeaderMap, bytes: &[u8]) -> Response {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let is_known = known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(bytes.to_vec()).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, HeaderValue::from_str(&tag).expect("digits in quotes"));
    // The browser revalidates each time: a new version of the program is a new page.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
