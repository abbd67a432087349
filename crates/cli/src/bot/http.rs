//! A client for one server: HTTP/1.0, in which a response ends with its connection, encrypted if the link
//! says `https`. The certificates of the system are trusted.
//!
//! A site with a password answers it with a pass, a cookie that holds until the server ends. The
//! client asks for one when it is told to.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use othellier_wire::Error;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long the server may be silent; it sends a line every 15 s.
const SILENCE: Duration = Duration::from_secs(60);
/// The largest answer; a room with all its games is below it.
const MAX_BYTES: u64 = 16 << 20;

/// A server, and the key of a member.
pub(super) struct Client {
    /// The host, and the port if the link has one.
    server: String,
    encryption: Option<Encryption>,
    pub(super) token: Option<String>,
    pub(super) password: Option<String>,
    /// What stands for the password.
    pass: RefCell<Option<String>>,
}

/// How the server is known, and who vouches for it.
struct Encryption {
    name: ServerName<'static>,
    config: Arc<ClientConfig>,
}

impl Encryption {
    /// With a server of this host; none if the host has no valid name.
    fn of(host: &str) -> Option<Encryption> {
        let host = host.trim_matches(['[', ']']).to_owned();
        let name = ServerName::try_from(host).ok()?;
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config =
            ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
                .with_safe_default_protocol_versions()
                .expect("the provider supports the usual versions")
                .with_root_certificates(roots)
                .with_no_client_auth();
        Some(Encryption { name, config: Arc::new(config) })
    }
}

/// A connection, encrypted or not.
trait Connection: Read + Write {}
impl<T: Read + Write> Connection for T {}

/// An answer, whose head may have been read.
type Answer = BufReader<Box<dyn Connection>>;

pub(super) enum Failure {
    /// The connection failed, or broke.
    Connection(io::Error),
    /// The server refuses the request.
    Refused(Error),
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
        if !is_code || code.is_empty() {
            return None;
        }
        let encryption = match scheme {
            "http" => None,
            "https" => Some(Encryption::of(split_port(server).0)?),
            _ => return None,
        };
        let server = server.to_owned();
        let pass = RefCell::default();
        Some((Client { server, encryption, token: None, password: None, pass }, code))
    }

    fn connect(&self) -> io::Result<Box<dyn Connection>> {
        let usual = if self.encryption.is_some() { 443 } else { 80 };
        let (host, port) = split_port(&self.server);
        let host = host.trim_matches(['[', ']']);
        let address = (host, port.unwrap_or(usual)).to_socket_addrs()?.next();
        let address = address.ok_or_else(|| io::Error::from(io::ErrorKind::AddrNotAvailable))?;
        let stream = TcpStream::connect_timeout(&address, CONNECT)?;
        stream.set_read_timeout(Some(SILENCE))?;
        stream.set_nodelay(true)?;
        let Some(Encryption { name, config }) = &self.encryption else {
            return Ok(Box::new(stream));
        };
        let session = ClientConnection::new(config.clone(), name.clone());
        Ok(Box::new(StreamOwned::new(session.map_err(io::Error::other)?, stream)))
    }

    /// Sends a body, and reads the object of the answer.
    pub(super) fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, Failure> {
        let answer = self.send("POST", path, &body.to_string())?;
        let read = serde_json::from_reader(answer.take(MAX_BYTES));
        read.map_err(|error| Failure::Connection(error.into()))
    }

    /// The lines of a stream.
    pub(super) fn lines(
        &self,
        path: &str,
    ) -> Result<impl Iterator<Item = io::Result<String>> + use<>, Failure> {
        Ok(self.send("GET", path, "")?.lines())
    }

    /// Sends a request; if the site asks for its password, once more with a new pass.
    fn send(&self, method: &str, path: &str, body: &str) -> Result<Answer, Failure> {
        let request = || {
            let token = self.token.as_ref().map(|token| format!("Bearer {token}"));
            self.request(method, path, body, token.as_deref()).map(|(_, answer)| answer)
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
        let (head, _) = self.request("GET", "/api/catalogue", "", Some(&given))?;
        *self.pass.borrow_mut() = head.pass;
        Ok(())
    }

    /// Sends a request, and reads the head of its answer.
    fn request(
        &self,
        method: &str,
        path: &str,
        body: &str,
        authorization: Option<&str>,
    ) -> Result<(Head, Answer), Failure> {
        let mut stream = self.connect()?;
        let mut request = format!("{method} {path} HTTP/1.0\r\nHost: {}\r\n", self.server);
        if let Some(authorization) = authorization {
            request += &format!("Authorization: {authorization}\r\n");
        }
        if let Some(pass) = &*self.pass.borrow() {
            request += &format!("Cookie: {PASS}={pass}\r\n");
        }
        let length = body.len();
        request += "Content-Type: application/json\r\n";
        request += &format!("Content-Length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes())?;
        stream.flush()?;
        let mut answer = BufReader::new(stream);
        let head = Head::read(&mut answer)?;
        if (200..300).contains(&head.status) {
            return Ok((head, answer));
        }
        let refusal: Result<Refusal, _> = serde_json::from_reader(answer.take(MAX_BYTES));
        Err(match refusal {
            Ok(Refusal { error }) => Failure::Refused(error),
            Err(error) => Failure::Connection(error.into()),
        })
    }
}

/// The host, and the port if there is one.
fn split_port(server: &str) -> (&str, Option<u16>) {
    match server.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => (host, port.parse().ok()),
        _ => (server, None),
    }
}

/// The head of an answer.
struct Head {
    status: u16,
    pass: Option<String>,
}

impl Head {
    fn read(answer: &mut Answer) -> io::Result<Head> {
        let mut line = String::new();
        answer.take(MAX_BYTES).read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
        let mut pass = None;
        while !line.trim().is_empty() {
            line.clear();
            answer.take(MAX_BYTES).read_line(&mut line)?;
            pass = pass_of(&line).or(pass);
        }
        Ok(Head { status, pass })
    }
}

/// The name of the cookie with the pass.
const PASS: &str = "pass";

/// The pass that a line of the head sets.
fn pass_of(line: &str) -> Option<String> {
    let (name, value) = line.split_once(':')?;
    let (cookie, rest) = value.trim().split_once('=')?;
    let is_pass = name.eq_ignore_ascii_case("set-cookie") && cookie == PASS;
    is_pass.then(|| rest.split(';').next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_rooms() {
        for (link, server, is_encrypted) in [
            ("http://localhost:8088/r/K7QM-2XPA", "localhost:8088", false),
            ("https://othello.example/r/K7QM-2XPA/", "othello.example", true),
            ("https://[::1]:8443/r/k7qm2xpa", "[::1]:8443", true),
        ] {
            let (client, code) = Client::of_link(link).expect(link);
            assert_eq!(
                (client.server.as_str(), client.encryption.is_some()),
                (server, is_encrypted)
            );
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
        assert_eq!(pass_of("Set-Cookie: pass=abc; Path=/; HttpOnly\r\n").as_deref(), Some("abc"));
        assert_eq!(pass_of("set-cookie: pass=abc\r\n").as_deref(), Some("abc"));
        for line in
            ["set-cookie: client=abc; Path=/", "x-pass: pass=abc", "\r\n", "set-cookie: pass"]
        {
            assert_eq!(pass_of(line), None, "{line}");
        }
    }
}
