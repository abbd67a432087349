//! Middleware for every request: checks host and origin, identifies the client, and adds the
//! security headers to the response.
//!
//! A foreign page must not send requests to this server through the browser of its visitor (CSRF,
//! DNS rebinding). So `Host` must be an IP address, `localhost` or a name that the server was
//! given, `Origin` must be that host, and `Sec-Fetch-Site` must not name another site. A plain link
//! from another site to the page is allowed.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::client::{COOKIE_NAME, Client, Peer, cookie};
use crate::error::ApiError;
use crate::ids::new_id;

/// Content security policy: the page may only run and show what this server sends.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every response.
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CSP)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    // The URL of a page contains the id of a game.
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Checks a request and completes its response.
pub(crate) async fn gate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied().unwrap_or_default();
    let known = cookie(request.headers());
    let new_cookie = known.is_none().then(new_id);
    let client = known.map_or(Client::anonymous(peer), |cookie| Client::new(peer, cookie));
    request.extensions_mut().insert(client);
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = match admit(&app, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    app.metrics().count_answer(response.status());
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.insert(name, value);
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Some(cookie) = new_cookie {
        let cookie =
            format!("{COOKIE_NAME}={cookie}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
    response
}

fn admit(app: &App, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).or_else(|| request.uri().authority().map(|host| host.as_str()));
    let host = host.ok_or_else(|| ApiError::foreign_host("the request has no host"))?;
    if !is_own_name(name_of(host), app.names()) {
        return Err(ApiError::foreign_host(format!("this server is not `{host}`")));
    }
    if headers.contains_key(header::ORIGIN) {
        let origin = text(header::ORIGIN).unwrap_or_default();
        let from = origin.split_once("://").map(|(_, host)| host);
        if from != Some(host) {
            return Err(ApiError::foreign_origin(format!(
                "`{origin}` may not send requests to this server"
            )));
        }
    }
    if !is_from_here(headers, request.method(), request.uri().path()) {
        return Err(ApiError::foreign_origin("another page may not send requests to this server"));
    }
    Ok(())
}

/// The host without the port.
fn name_of(host: &str) -> &str {
    let end = match host.strip_prefix('[').and_then(|rest| rest.find(']')) {
        Some(bracket) => bracket + 2,
        None => host.rfind(':').unwrap_or(host.len()),
    };
    &host[..end]
}

fn is_own_name(name: &str, names: &[String]) -> bool {
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Whether the browser reports a request as same-origin. Browsers that send no such header pass.
fn is_from_here(headers: &HeaderMap, method: &Method, path: &str) -> bool {
    let says = |name: &'static str| headers.get(name).map(HeaderValue::as_bytes);
    match says("sec-fetch-site") {
        None | Some(b"same-origin" | b"none") => true,
        Some(_) => {
            let is_link = *method == Method::GET && says("sec-fetch-mode") == Some(b"navigate");
            is_link && !path.starts_with("/api/")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_addresses_or_own_names() {
        let names = ["board.example".to_owned()];
        for host in ["127.0.0.1:80", "localhost:8080", "[::1]:80", "192.168.1.3", "Board.Example:1"]
        {
            assert!(is_own_name(name_of(host), &names), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:80", "", "[::1", "127.0.0.1.nip.io"] {
            assert!(!is_own_name(name_of(host), &names), "{host}");
        }
    }
}
