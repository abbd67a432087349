//! The page: the files that the package `othellier-page` (`ui/`) embeds.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::App;
use crate::error::ApiError;

const INDEX: &str = "index.html";
/// The path of the board that other sites may show in a frame.
pub(crate) const EMBED: &str = "embed";

/// Serves a file of the page. Links to games, invitations and rooms lead to the page itself, which
/// reads the id or the code from the URL.
pub(crate) async fn page(State(app): State<App>, request: Request) -> Response {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return ApiError::not_found("there is no such request").into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let path = match path.split_once('/') {
        Some(("g" | "s", id)) if crate::ids::is_id(id) => INDEX,
        Some(("i" | "r", code)) if crate::seats::read_code(code).is_some() => INDEX,
        _ if path.is_empty() => INDEX,
        _ if path == EMBED => "embed.html",
        _ => path,
    };
    let Some(kind) = media_type(path) else { return missing(&app, &request, path) };
    let headers = request.headers();
    let mut response = match (&app.config.ui, othellier_page::file(path)) {
        (Some(folder), _) => match read(folder, path) {
            Some(bytes) => tagged(headers, &bytes),
            None => return missing(&app, &request, path),
        },
        (None, Some(file)) => packed(headers, file.bytes, file.gzip, file.brotli),
        (None, None) => return missing(&app, &request, path),
    };
    if app.config.ui.is_none() && othellier_page::is_immutable(path) {
        let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
        response.headers_mut().insert(header::CACHE_CONTROL, forever);
    }
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if app.config.ui.is_none() && path == INDEX {
        preload_texts(headers, response.headers_mut());
    }
    response
}

/// The texts of the visitor's language, unless it is English, are loaded together with the page.
fn preload_texts(asked: &HeaderMap, answered: &mut HeaderMap) {
    let language = listed(asked, &header::ACCEPT_LANGUAGE).first().and_then(|tag| tag.get(..2));
    let Some(texts) = language.and_then(othellier_page::texts) else { return };
    let link = HeaderValue::try_from(format!("</{texts}>; rel=modulepreload"));
    answered.insert(header::LINK, link.expect("a path of the page is ASCII"));
}

/// Answers a request for what does not exist: a browser that follows a link gets the page, which says
/// so; all others get JSON.
fn missing(app: &App, request: &Request, path: &str) -> Response {
    let accepts = request.headers().get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok());
    let is_link = accepts.is_some_and(|kinds| kinds.contains("text/html"));
    let page = match &app.config.ui {
        Some(folder) => read(folder, INDEX).map(Cow::Owned),
        None => othellier_page::file(INDEX).map(|file| Cow::Borrowed(file.bytes)),
    };
    match page.filter(|_| is_link) {
        Some(page) => {
            let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
            (StatusCode::NOT_FOUND, kind, page.into_owned()).into_response()
        }
        None => ApiError::not_found(format!("there is no page `/{path}`")).into_response(),
    }
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

/// JSON that is compressed once.
pub(crate) struct PackedJson {
    bytes: Vec<u8>,
    gzip: Vec<u8>,
}

impl PackedJson {
    pub(crate) fn new(shown: &impl Serialize) -> PackedJson {
        let bytes = serde_json::to_vec(shown).expect("plain data serializes");
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = gzip.write_all(&bytes).and_then(|()| gzip.finish());
        PackedJson { gzip: gzip.expect("a vector can be written"), bytes }
    }

    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response {
        let mut response = packed(asked, &self.bytes, Some(&self.gzip), None);
        let kind = HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}

/// A response with an `ETag`, compressed if the client accepts it.
fn packed(asked: &HeaderMap, bytes: &[u8], gzip: Option<&[u8]>, brotli: Option<&[u8]>) -> Response {
    if gzip.is_none() && brotli.is_none() {
        return tagged(asked, bytes);
    }
    let accepted = listed(asked, &header::ACCEPT_ENCODING);
    let encoded = [("br", brotli), ("gzip", gzip)].into_iter().find_map(|(name, packed)| {
        packed.filter(|_| accepted.contains(&name)).map(|it| (name, it))
    });
    let mut response = tagged(asked, encoded.map_or(bytes, |(_, packed)| packed));
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Some((name, _)) = encoded {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    response
}

/// The names that a header lists, without their weights.
fn listed<'a>(asked: &'a HeaderMap, header: &header::HeaderName) -> Vec<&'a str> {
    let names = asked.get(header).and_then(|names| names.to_str().ok()).unwrap_or_default();
    names.split(',').filter_map(|name| name.split(';').next()).map(str::trim).collect()
}

/// A response with an `ETag`; the body is only sent if the browser does not have it yet.
pub(crate) fn tagged(asked: &HeaderMap, bytes: &[u8]) -> Response {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let is_known = known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(bytes.to_vec()).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, HeaderValue::from_str(&tag).expect("digits in quotes"));
    // The browser revalidates each time: a new version of the program is a new page.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
