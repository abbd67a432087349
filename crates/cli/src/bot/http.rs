//! A client for one server: requests with an object as body, and a stream of lines. The certificates of
//! the system are trusted.
//!
//! A site with a password answers it with a pass, a cookie that holds until the server ends. The
//! client asks for one when the server requires it.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use othellier_wire::Error;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::http::Response;
use ureq::http::header::{AUTHORIZATION, CONNECTION, COOKIE, SET_COOKIE};
use ureq::http::uri::Authority;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body, RequestBuilder};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long the server may be silent; it sends a line every 15 s.
const SILENCE: Duration = Duration::from_secs(60);
/// The largest answer; a room with all its games is below it.
const MAX_BYTES: u64 = 16 << 20;
/// The name of the cookie with the pass.
const PASS: &str = "pass";

/// A server, and the key of a member.
pub(super) struct Client {
    /// The scheme, the host, and the port if the link has one.
    server: String,
    agent: Agent,
    pub(super) token: Option<String>,
    pub(super) password: Option<String>,
    /// Stands for the password in later requests.
    pass: RefCell<Option<String>>,
}

pub(super) enum Failure {
    /// The connection failed, or broke.
    Connection(io::Error),
    /// The server refuses the request.
    Refused(Error),
}

impl From<ureq::Error> for Failure {
    fn from(error: ureq::Error) -> Failure {
        Failure::Connection(broken(error))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Connection(error)
    }
}

/// The body of an answer that refuses.
#[derive(Deserialize)]
struct Refusal {
    error: Error,
}

impl Client {
    /// The server of a link to a room, and the code of the room.
    pub(super) fn of_link(link: &str) -> Option<(Client, String)> {
        let (scheme, link) = link.trim().split_once("://")?;
        let (server, code) = link.split_once("/r/")?;
        let code = code.trim_end_matches('/').to_owned();
        let is_code = code.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        if !is_code || code.is_empty() || server.parse::<Authority>().is_err() {
            return None;
        }
        let agent = match scheme {
            "http" => agent(TlsConfig::default()),
            "https" => agent(certificates_of_the_system()),
            _ => return None,
        };
        let server = format!("{scheme}://{server}");
        let pass = RefCell::default();
        Some((Client { server, agent, token: None, password: None, pass }, code))
    }

    /// Sends a body, and reads the object of the answer.
    pub(super) fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, Failure> {
        object(self.send(path, Some(body))?)
    }

    /// The lines of a stream.
    pub(super) fn lines(
        &self,
        path: &str,
    ) -> Result<impl Iterator<Item = io::Result<String>> + use<>, Failure> {
        let lines = BufReader::new(self.send(path, None)?.into_body().into_reader()).lines();
        Ok(lines.map(|line| line.map_err(|error| broken(error.into()))))
    }

    /// Sends a request; if the site asks for its password, once more with a new pass.
    fn send(&self, path: &str, body: Option<&Value>) -> Result<Response<Body>, Failure> {
        let request = || {
            let token = self.token.as_ref().map(|token| format!("Bearer {token}"));
            self.request(path, body, token.as_deref())
        };
        match (request(), &self.password) {
            (Err(Failure::Refused(error)), Some(password)) if error.code == "unauthorized" => {
                self.log_in(password)?;
                request()
            }
            (answered, _) => answered,
        }
    }

    /// Exchanges the password for a pass.
    fn log_in(&self, password: &str) -> Result<(), Failure> {
        let given = format!("Basic {}", STANDARD.encode(format!("bot:{password}")));
        let answer = self.request("/api/catalogue", None, Some(&given))?;
        let mut cookies = answer.headers().get_all(SET_COOKIE).iter();
        let pass = cookies.find_map(|cookie| pass_of(cookie.to_str().ok()?));
        *self.pass.borrow_mut() = pass;
        Ok(())
    }

    /// Posts a body, or gets what is there without one.
    fn request(
        &self,
        path: &str,
        body: Option<&Value>,
        authorization: Option<&str>,
    ) -> Result<Response<Body>, Failure> {
        let address = format!("{}{path}", self.server);
        let answer = match body {
            None => self.with_headers(self.agent.get(address), authorization).call()?,
            Some(body) => self
                .with_headers(self.agent.post(address), authorization)
                .content_type("application/json")
                .send(&body.to_string())?,
        };
        if answer.status().is_success() {
            return Ok(answer);
        }
        let Refusal { error } = object(answer)?;
        Err(Failure::Refused(error))
    }

    fn with_headers<B>(
        &self,
        request: RequestBuilder<B>,
        authorization: Option<&str>,
    ) -> RequestBuilder<B> {
        // The server may have been started again since the last request: its connection is of no use.
        let mut request = request.header(CONNECTION, "close");
        if let Some(authorization) = authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        if let Some(pass) = &*self.pass.borrow() {
            request = request.header(COOKIE, format!("{PASS}={pass}"));
        }
        request
    }
}

fn agent(tls: TlsConfig) -> Agent {
    let config = Agent::config_builder()
        .tls_config(tls)
        .user_agent(concat!("othellier/", env!("CARGO_PKG_VERSION")))
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .timeout_connect(Some(CONNECT))
        .timeout_per_read(Some(SILENCE));
    config.build().new_agent()
}

fn certificates_of_the_system() -> TlsConfig {
    let found = rustls_native_certs::load_native_certs().certs;
    let trusted = found.iter().map(|certificate| Certificate::from_der(certificate).to_owned());
    TlsConfig::builder()
        .root_certs(RootCerts::from(trusted))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build()
}

/// An error as one of the operating system, which has its sentence in each language.
fn broken(error: ureq::Error) -> io::Error {
    match error {
        ureq::Error::Timeout(_) => io::ErrorKind::TimedOut.into(),
        error => error.into_io(),
    }
}

/// The object of an answer.
fn object<T: DeserializeOwned>(answer: Response<Body>) -> Result<T, Failure> {
    let bytes = answer.into_body().into_with_config().limit(MAX_BYTES).read_to_vec()?;
    Ok(serde_json::from_slice(&bytes).map_err(io::Error::from)?)
}

/// The pass that a cookie sets.
fn pass_of(cookie: &str) -> Option<String> {
    let (name, rest) = cookie.split_once('=')?;
    (name == PASS).then(|| rest.split(';').next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_rooms() {
        for (link, server) in [
            ("http://localhost:8088/r/K7QM-2XPA", "http://localhost:8088"),
            ("https://othello.example/r/K7QM-2XPA/", "https://othello.example"),
            ("https://[::1]:8443/r/k7qm2xpa", "https://[::1]:8443"),
        ] {
            let (client, code) = Client::of_link(link).expect(link);
            assert_eq!(client.server, server);
            assert!(code.to_uppercase().starts_with("K7QM"), "{code}");
        }
        for link in [
            "ftp://localhost/r/K7QM-2XPA",
            "https://bad host/r/K7QM-2XPA",
            "https:///r/K7QM-2XPA",
            "http://localhost/r/",
            "http://localhost/r/a b",
            "localhost/r/K7QM-2XPA",
        ] {
            assert!(Client::of_link(link).is_none(), "{link}");
        }
    }

    #[test]
    fn the_pass_is_one_cookie_of_several() {
        assert_eq!(pass_of("pass=abc; Path=/; HttpOnly").as_deref(), Some("abc"));
        assert_eq!(pass_of("pass=abc").as_deref(), Some("abc"));
        for cookie in ["client=abc; Path=/", "client=pass=abc", "", "pass"] {
            assert_eq!(pass_of(cookie), None, "{cookie}");
        }
    }
}
