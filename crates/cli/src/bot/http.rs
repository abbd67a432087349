//! A client for one server: HTTP/1.0, in which a response ends with its connection.
//!
//! A site with a password answers it with a pass, a cookie that holds until the server ends. The
//! client asks for one when it is told to.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use othellier_wire::Error;
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
    /// Host and port.
    server: String,
    pub(super) token: Option<String>,
    /// That of the site.
    pub(super) password: Option<String>,
    /// What stands for the password.
    pass: RefCell<Option<String>>,
}

/// Why a request failed.
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
        let (server, code) = link.trim().strip_prefix("http://")?.split_once("/r/")?;
        let server = match server.rsplit_once(':') {
            Some((_, port)) if port.parse::<u16>().is_ok() => server.to_owned(),
            _ => format!("{server}:80"),
        };
        let code = code.trim_end_matches('/').to_owned();
        let is_code = code.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        let client = Client { server, token: None, password: None, pass: RefCell::default() };
        (is_code && !code.is_empty()).then_some((client, code))
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
    fn send(&self, method: &str, path: &str, body: &str) -> Result<BufReader<TcpStream>, Failure> {
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
    ) -> Result<(Head, BufReader<TcpStream>), Failure> {
        let address = self.server.to_socket_addrs()?.next();
        let address = address.ok_or_else(|| io::Error::from(io::ErrorKind::AddrNotAvailable))?;
        let mut stream = TcpStream::connect_timeout(&address, CONNECT)?;
        stream.set_read_timeout(Some(SILENCE))?;
        stream.set_nodelay(true)?;
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

/// The head of an answer.
struct Head {
    status: u16,
    /// A new pass.
    pass: Option<String>,
}

impl Head {
    fn read(answer: &mut BufReader<TcpStream>) -> io::Result<Head> {
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
