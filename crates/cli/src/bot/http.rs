//! A client for one server: HTTP/1.0, in which a response ends with its connection.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

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
        (is_code && !code.is_empty()).then_some((Client { server, token: None }, code))
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

    fn send(&self, method: &str, path: &str, body: &str) -> Result<BufReader<TcpStream>, Failure> {
        let address = self.server.to_socket_addrs()?.next();
        let address = address.ok_or_else(|| io::Error::from(io::ErrorKind::AddrNotAvailable))?;
        let mut stream = TcpStream::connect_timeout(&address, CONNECT)?;
        stream.set_read_timeout(Some(SILENCE))?;
        stream.set_nodelay(true)?;
        let mut request = format!("{method} {path} HTTP/1.0\r\nHost: {}\r\n", self.server);
        if let Some(token) = &self.token {
            request += &format!("Authorization: Bearer {token}\r\n");
        }
        let length = body.len();
        request += "Content-Type: application/json\r\n";
        request += &format!("Content-Length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes())?;
        let mut answer = BufReader::new(stream);
        let status = head(&mut answer)?;
        if (200..300).contains(&status) {
            return Ok(answer);
        }
        let refusal: Result<Refusal, _> = serde_json::from_reader(answer.take(MAX_BYTES));
        Err(match refusal {
            Ok(Refusal { error }) => Failure::Refused(error),
            Err(error) => Failure::Connection(error.into()),
        })
    }
}

/// Reads the head of an answer; its status.
fn head(answer: &mut BufReader<TcpStream>) -> io::Result<u16> {
    let mut line = String::new();
    answer.take(MAX_BYTES).read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
    while !line.trim().is_empty() {
        line.clear();
        answer.take(MAX_BYTES).read_line(&mut line)?;
    }
    Ok(status)
}
