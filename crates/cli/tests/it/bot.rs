//! `othellier bot`: engines in a room of a site with a password, through a server that is killed and
//! started again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::kill_while_running;
use serde_json::{Value, json};

fn othellier(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_othellier"));
    command.args(arguments);
    command
}

/// A server and how to reach it.
struct Site {
    address: String,
    /// The cookie that stands for the password.
    pass: String,
}

/// A server on this port, or on a free one, with the password in the data folder.
fn serve(data: &Path, port: &str) -> (Child, Site) {
    let mut child = othellier(&["serve", "--port", port, "--json", "--threads", "1", "--data"])
        .arg(data)
        .arg("--password")
        .arg(data.join("password"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let serving: Value = serde_json::from_str(&line).unwrap();
    let address = serving["address"].as_str().unwrap().to_owned();
    // `:open sesame`
    let given = "Authorization: Basic Om9wZW4gc2VzYW1l\r\n";
    let answer = answer(&address, given, "GET", "/api/catalogue", "");
    let pass = answer.split("pass=").nth(1).unwrap().split(';').next().unwrap().to_owned();
    (child, Site { address, pass })
}

fn answer(address: &str, headers: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\n{headers}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn ask(site: &Site, token: &str, method: &str, path: &str, body: &Value) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let headers = format!("Authorization: Bearer {token}\r\nCookie: pass={}\r\n", site.pass);
    let answer = answer(&site.address, &headers, method, path, &body);
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// Ends a program with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn bot(room: &str, name: &str, password: &Path, more: &[&str]) -> Running {
    let mut command = othellier(&["bot", "--room", room, "--name", name, "--password"]);
    command.arg(password);
    Running(command.args(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

fn until(what: &str, is_true: impl Fn() -> bool) {
    for _ in 0..3000 {
        if is_true() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("never: {what}");
}

#[test]
fn engines_play_a_tournament_through_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let password = folder.path().join("password");
    std::fs::write(&password, "open sesame\n").unwrap();
    let (mut server, site) = serve(folder.path(), "0");
    let opened = json!({"name": "Engines", "owner": "me"});
    let owner = ask(&site, "", "POST", "/api/rooms", &opened);
    let token = owner["token"].as_str().unwrap();
    let path = format!("/api/rooms/{}", owner["room"]["code"].as_str().unwrap());
    let link = owner["link"].as_str().unwrap();
    let gtp = ["--", env!("CARGO_BIN_EXE_othellier"), "gtp", "--player", "random"];
    let nboard = ["--nboard", "--", env!("CARGO_BIN_EXE_othellier"), "nboard"];
    let bots = [
        bot(link, "player", &password, &["--player", "level-1"]),
        bot(link, "gtp", &password, &gtp),
        bot(link, "nboard", &password, &[&nboard[..], &["--player", "level-1"]].concat()),
    ];
    let room = |site: &Site| ask(site, token, "GET", &path, &Value::Null);
    let here = || {
        let members = room(&site)["members"].as_array().unwrap().clone();
        members.iter().filter(|member| member["present"] == true).count()
    };
    until("three bots", || here() == 3);
    let asked = json!({"format": "round-robin", "games": 2, "clock": "5m"});
    ask(&site, token, "POST", &format!("{path}/tournaments"), &asked);
    let played = || {
        let games = room(&site)["games"].as_array().unwrap().clone();
        games.iter().filter(|game| game["outcome"].is_object()).count()
    };
    until("a game", || played() >= 1);
    kill_while_running(&mut server);
    // The new server knows no pass of the old one: the bots log in again.
    let (server, again) = serve(folder.path(), site.address.rsplit(':').next().unwrap());
    let _server = Running(server);
    assert_eq!(again.address, site.address);
    assert_ne!(again.pass, site.pass);
    until("the end", || room(&again)["tournaments"][0]["state"] == "done");
    for row in room(&again)["tournaments"][0]["standings"].as_array().unwrap() {
        assert_eq!(row["games"], 4, "{row}");
        assert_eq!([&row["illegal"], &row["crashes"], &row["time_losses"]], [0, 0, 0], "{row}");
    }
    drop(bots);
    // Without the password, or with a wrong one, nobody joins.
    let wrong = folder.path().join("wrong");
    std::fs::write(&wrong, "close sesame\n").unwrap();
    for more in [&[][..], &["--password", wrong.to_str().unwrap()]] {
        let output = othellier(&["bot", "--room", link, "--player", "random"]).args(more).output();
        let output = output.unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("password"), "{message}");
    }
    assert_eq!(room(&again)["members"].as_array().unwrap().len(), 4);
}

#[test]
fn wrong_links_and_engines_are_refused() {
    for (arguments, code) in [
        (&["--room", "https://localhost/r/K7QM-2XPA"][..], 2),
        (&["--room", "http://localhost/g/K7QM-2XPA"], 2),
        (&["--room", "http://127.0.0.1:1/r/K7QM-2XPA", "--player", "human"], 2),
        (&["--room", "http://127.0.0.1:1/r/K7QM-2XPA", "--nboard"], 2),
        (&["--room", "http://127.0.0.1:1/r/K7QM-2XPA", "--player", "random"], 1),
    ] {
        let output = othellier(&["bot"]).args(arguments).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
        assert!(message.lines().last().unwrap_or_default().starts_with("othellier: "), "{message}");
    }
}
