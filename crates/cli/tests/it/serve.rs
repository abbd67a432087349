//! `othellier serve` as a user starts it: the address, a game, and a kill.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::kill_while_running;
use serde_json::Value;

struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(data: &Path) -> Serving {
        let mut child = Command::new(env!("CARGO_BIN_EXE_othellier"))
            .args(["serve", "--port", "0", "--json", "--threads", "1", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let serving: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(serving["type"], "serving");
        let address = serving["address"].as_str().unwrap().to_owned();
        assert_eq!(serving["url"], format!("http://{address}/"));
        Serving { child, address }
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Value {
        let (address, length) = (&self.address, body.len());
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, json) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(json).unwrap()
    }
}

impl Serving {
    /// Kills it while it serves.
    fn kill(mut self) {
        kill_while_running(&mut self.child);
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let first = Serving::start(folder.path());
    let game = first.request("POST", "/api/games", r#"{"text": "f5d6"}"#);
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let moved = first.request("POST", &format!("{path}/moves"), r#"{"move": "c3"}"#);
    assert_eq!(moved["ply"], 3);
    first.kill();
    let second = Serving::start(folder.path());
    let found = second.request("GET", &path, "");
    assert_eq!((&found["ply"], &found["moves"]), (&moved["ply"], &moved["moves"]));
}

#[test]
fn a_review_has_its_reasons_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::start(folder.path());
    let mut stream = TcpStream::connect(&serving.address).unwrap();
    // Black plays next to the empty corner a1 for no reason.
    let path = "/api/reviews?level=4&text=f5d6c3d3c4b3b2";
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", serving.address)
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let events = answer.lines().filter_map(|line| line.strip_prefix("data: "));
    let events: Vec<Value> = events.map(|json| serde_json::from_str(json).unwrap()).collect();
    assert_eq!(events.last().unwrap()["type"], "done");
    let reasons = events.iter().filter_map(|event| event["why"].as_array()).flatten();
    for reason in reasons {
        let [en, fr] = ["en", "fr"].map(|lang| reason["text"][lang].as_str().unwrap());
        assert!(!en.is_empty() && !fr.is_empty() && en != fr, "{reason}");
    }
}

#[test]
fn an_address_in_use_is_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_othellier"))
        .args(["serve", "--lang", "fr", "--port", &port, "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("othellier: impossible d'écouter 127.0.0.1"), "{said}");
}
