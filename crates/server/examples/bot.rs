//! A bot for a room of Othellier, with the standard library and a JSON reader.
//!
//! ```text
//! cargo run -p othellier-server --example bot -- http://localhost:8088/r/K7QM-2XPA NAME
//! ```
//!
//! It joins the room under this name and prints its token; with the token in the environment variable
//! `OTHELLIER_TOKEN` it is the same member again. Requests are HTTP/1.0: then a response ends with its
//! connection, and a stream is read line by line.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

/// Your idea goes here; `turn["position"]` and `turn["moves"]` have the game.
fn choose(turn: &Value) -> &str {
    turn["legal"][0].as_str().unwrap_or("pass")
}

#[allow(dead_code)]
fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(room), Some(name)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: bot http://localhost:8088/r/K7QM-2XPA NAME");
        return Ok(());
    };
    run(&room, &name, std::env::var("OTHELLIER_TOKEN").ok())
}

/// Joins a room, or comes back to it with a token, and plays until the server ends.
pub(crate) fn run(room: &str, name: &str, token: Option<String>) -> io::Result<()> {
    let (server, room) = room.trim_start_matches("http://").split_once("/r/").unwrap_or((room, ""));
    let mut client = Client { server: server.to_owned(), token };
    if client.token.is_none() {
        let member = json!({"name": name, "kind": "bot"});
        let joined = client.ask("POST", &format!("/api/rooms/{room}/members"), &member)?;
        client.token = joined["token"].as_str().map(str::to_owned);
        println!("OTHELLIER_TOKEN={}", client.token.as_deref().unwrap_or_default());
    }
    for line in client.send("GET", &format!("/api/rooms/{room}/bot"), &Value::Null)?.lines() {
        let event: Value = serde_json::from_str(&line?)?;
        if event["type"] == "turn" {
            let path = format!("/api/seats/{}/moves", event["game"].as_str().unwrap_or_default());
            let answer =
                client.ask("POST", &path, &json!({"move": choose(&event), "ply": event["ply"]}))?;
            if let Some(error) = answer["error"].as_object() {
                eprintln!("{error:?}");
            }
        }
    }
    Ok(())
}

/// A server, and the key of a member.
pub(crate) struct Client {
    pub(crate) server: String,
    pub(crate) token: Option<String>,
}

impl Client {
    /// The JSON of an answer.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> io::Result<Value> {
        Ok(serde_json::from_reader(self.send(method, path, body)?)?)
    }

    /// Sends a request, and returns the body of the answer.
    fn send(&self, method: &str, path: &str, body: &Value) -> io::Result<impl BufRead + use<>> {
        let mut stream = TcpStream::connect(&self.server)?;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        write!(stream, "{method} {path} HTTP/1.0\r\nHost: {}\r\n", self.server)?;
        if let Some(token) = &self.token {
            write!(stream, "Authorization: Bearer {token}\r\n")?;
        }
        write!(stream, "Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())?;
        write!(stream, "\r\n{body}")?;
        let mut answer = BufReader::new(stream);
        let mut line = String::from("head");
        while !line.trim().is_empty() {
            line.clear();
            answer.read_line(&mut line)?;
        }
        Ok(answer)
    }
}
