//! Middleware for every request: finds out who the client is, checks host, origin and password, limits
//! the rate, and adds the security headers and an id to the response.
//!
//! A foreign page must not send requests to this server through the browser of its visitor (CSRF,
//! DNS rebinding). So `Host` must be an IP address, `localhost` or a name that the server was
//! given, `Origin` must be that host, and `Sec-Fetch-Site` must not name another site. A plain link
//! from another site to the page is allowed. Browsers do not send `Sec-Fetch-Site` to an address
//! without HTTPS; there a request that starts work must have the cookie, which they send for pages of
//! this server only (`SameSite=Strict`).

use std::net::{IpAddr, Ipv6Addr};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::client::{COOKIE_NAME, Client, Peer, cookie};
use crate::error::ApiError;
use crate::forwarded::{Origin, origin};
use crate::guesses::Secret;
use crate::ids::new_id;
use crate::page::EMBED;
use crate::password::{PASS_NAME, Password, given_password};
use crate::site::{HostName, Site};

/// Content security policy: the page may only run and show what this server sends.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The policy of the embedded board: the same, but any site may show it in a frame. It has no game and
/// no key, so that there is nothing to be tricked into.
const EMBED_CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors *";

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

/// The header with the id of a request, which stands in the log too.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Asks a browser for the password.
const CHALLENGE: HeaderValue =
    HeaderValue::from_static("Basic realm=\"Othellier\", charset=\"UTF-8\"");

/// Checks a request and completes its response.
pub(crate) async fn gate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let peer = request.extensions().get::<Peer>().copied().unwrap_or_default();
    let known = cookie(request.headers());
    let new_cookie = known.is_none().then(new_id);
    let from = origin(peer.0, request.headers(), &app.config.proxies);
    let direct = Origin::direct(peer.0);
    let Origin { address, is_https, host } = from.as_ref().unwrap_or(&direct).clone();
    let peer = Peer(address);
    let client = known.map_or(Client::anonymous(peer), |cookie| Client::new(peer, cookie));
    let log = Logged::new(&request, address);
    let is_api = request.uri().path().starts_with("/api/");
    let is_embed = request.uri().path().strip_prefix('/') == Some(EMBED);
    let admitted = from.and_then(|_| admit(&app, &request, &client, host.as_deref()));
    let (mut response, new_pass) = match admitted {
        Ok(Admitted { host, new_pass }) => {
            request.extensions_mut().insert(Site { is_https, host });
            request.extensions_mut().insert(client);
            (next.run(request).await, new_pass)
        }
        Err(error) => (error.into_response(), None),
    };
    app.metrics.count_answer(response.status());
    log.finish(response.status(), began);
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.insert(name, value);
    }
    if is_embed {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(EMBED_CSP));
        headers.remove(header::X_FRAME_OPTIONS);
    }
    if let Ok(id) = HeaderValue::from_str(&log.id) {
        headers.insert(REQUEST_ID, id);
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    // Without the password nobody gets a cookie.
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, CHALLENGE);
        return response;
    }
    let secure = if is_https { "; Secure" } else { "" };
    let life = "; Max-Age=31536000";
    for (name, value, life) in [(COOKIE_NAME, new_cookie, life), (PASS_NAME, new_pass, "")] {
        let Some(value) = value else { continue };
        let cookie = format!("{name}={value}; Path=/{life}; HttpOnly; SameSite=Strict{secure}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}

/// A request in the log. Paths are those of the API, without ids: who knows an id can play.
struct Logged {
    id: String,
    method: Method,
    route: String,
    address: IpAddr,
}

impl Logged {
    fn new(request: &Request, address: IpAddr) -> Logged {
        let mut id = new_id();
        id.truncate(12);
        let matched = request.extensions().get::<MatchedPath>();
        let route = matched.map_or("page", MatchedPath::as_str).to_owned();
        Logged { id, method: request.method().clone(), route, address }
    }

    fn finish(&self, status: StatusCode, began: Instant) {
        let Logged { id, method, route, address } = self;
        let (status, ms) = (status.as_u16(), began.elapsed().as_millis() as u64);
        if status >= 500 {
            tracing::warn!(id, %method, route, status, ms, %address, "answered");
        } else {
            tracing::info!(id, %method, route, status, ms, %address, "answered");
        }
    }
}

/// A request that is let in.
struct Admitted {
    /// The host by which the client reaches this server.
    host: String,
    /// The pass for the password that it gave.
    new_pass: Option<String>,
}

/// Admits a request, or refuses it. A trusted proxy may have `named` the host.
fn admit(
    app: &App,
    request: &Request,
    client: &Client,
    named: Option<&str>,
) -> Result<Admitted, ApiError> {
    let headers = request.headers();
    let path = request.uri().path();
    let host = checked_host(request, &app.config.names, named)?;
    let password = app.config.password.as_ref().filter(|_| path != "/health");
    let password = password.filter(|password| !password.has_pass(headers));
    let new_pass = password.map(|password| pass_for(app, password, client, headers)).transpose()?;
    if path.starts_with("/api/") {
        app.requests.count(client)?;
    }
    if !is_from_here(headers, request.method(), path) {
        return Err(ApiError::foreign_origin("another page may not send requests to this server"));
    }
    let is_marked = headers.contains_key("sec-fetch-site");
    if starts_work(request.method(), path) && is_browser(headers) && !is_marked {
        let has_cookie = cookie(headers).is_some();
        if !has_cookie {
            return Err(ApiError::foreign_origin(
                "a browser needs the cookie of this server: open its page first",
            ));
        }
    }
    Ok(Admitted { host, new_pass })
}

/// The pass for the password of a request. One without a password is not a guess: a browser asks first.
fn pass_for(
    app: &App,
    password: &Password,
    client: &Client,
    headers: &HeaderMap,
) -> Result<String, ApiError> {
    let pass = given_password(headers).map(|given| {
        let guess = (Secret::Password, given.as_str());
        let find = || Ok(password.is(&given).then(|| password.pass().to_owned()));
        app.guesses.look(client.address(), guess, None, find)
    });
    let pass = pass.transpose()?.flatten();
    pass.ok_or_else(|| ApiError::unauthorized("this site has a password"))
}

/// The host of a request that is for this server and not sent by a page of another.
fn checked_host(
    request: &Request,
    names: &[HostName],
    named: Option<&str>,
) -> Result<String, ApiError> {
    let headers = request.headers();
    if request.uri().authority().is_some() {
        return Err(ApiError::foreign_host("this server is no proxy: send the path alone"));
    }
    let mut hosts = headers.get_all(header::HOST).into_iter();
    let host = hosts.next().ok_or_else(|| ApiError::foreign_host("the request has no host"))?;
    if hosts.next().is_some() {
        return Err(ApiError::foreign_host("the request has two hosts"));
    }
    let host = host.to_str().unwrap_or_default();
    for host in [Some(host), named].into_iter().flatten() {
        if !name_of(host).is_some_and(|name| is_own_name(name, names)) {
            return Err(ApiError::foreign_host(format!("this server is not `{host}`")));
        }
    }
    let host = named.unwrap_or(host);
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let from = origin.split_once("://").map(|(_, host)| host);
        if from != Some(host) {
            return Err(ApiError::foreign_origin(format!(
                "`{origin}` may not send requests to this server"
            )));
        }
    }
    Ok(host.to_owned())
}

/// The host without the port: a name, an IPv4 address, or an IPv6 address in brackets. `None` for any
/// other form.
fn name_of(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            address.parse::<Ipv6Addr>().ok()?;
            (address, port)
        }
        None => match host.find(':') {
            Some(colon) => host.split_at(colon),
            None => (host, ""),
        },
    };
    let is_port = |port: &str| {
        port.parse::<u16>().is_ok() && port.bytes().all(|digit| digit.is_ascii_digit())
    };
    let is_fine = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    (is_fine && !name.is_empty()).then_some(name)
}

fn is_own_name(name: &str, names: &[HostName]) -> bool {
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|own| own.is(name))
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

/// Whether a `GET` lets the server work, or holds a stream open.
fn starts_work(method: &Method, path: &str) -> bool {
    const STARTS: [&str; 4] = ["/api/analysis", "/api/reviews", "/api/trees", "/api/exercises/"];
    let starts = STARTS.iter().any(|start| path.starts_with(start));
    *method == Method::GET && (starts || path.starts_with("/api/") && path.ends_with("/events"))
}

/// Whether a browser sent the request, by what all of them say.
fn is_browser(headers: &HeaderMap) -> bool {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    agent.is_some_and(|agent| agent.starts_with("Mozilla/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_addresses_or_own_names() {
        let names = ["board.example".parse().unwrap()];
        let is_own = |host: &str| name_of(host).is_some_and(|name| is_own_name(name, &names));
        for host in [
            "127.0.0.1:80",
            "localhost:8080",
            "[::1]:80",
            "[::1]",
            "192.168.1.3",
            "Board.Example:1",
        ] {
            assert!(is_own(host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example:80",
            "",
            "[::1",
            "127.0.0.1.nip.io",
            "[::1]evil.example",
            "[::1]:80evil",
            "[::1]:",
            "localhost:",
            "localhost:80:80",
            "localhost:99999",
            "localhost:+80",
            "::1",
            "[127.0.0.1]",
            "user@localhost",
            "localhost/",
            " localhost",
            "[board.example]",
        ] {
            assert!(!is_own(host), "{host}");
        }
    }

    #[test]
    fn work_is_started_by_streams_and_jobs() {
        for path in ["/api/analysis", "/api/reviews", "/api/games/x/events", "/api/exercises/new"] {
            assert!(starts_work(&Method::GET, path), "{path}");
        }
        for path in ["/api/games/x", "/api/positions", "/events", "/"] {
            assert!(!starts_work(&Method::GET, path), "{path}");
        }
        assert!(!starts_work(&Method::POST, "/api/games/x/events"));
    }
}
