//! A crowd: many clients of one server, and whether each of them is served.
//!
//! ```text
//! othellier serve --port 8088 &
//! cargo run --release -p othellier-server --example crowd -- play     127.0.0.1:8088 200 600 [PID]
//! cargo run --release -p othellier-server --example crowd -- flood    127.0.0.1:8088 256 60  [PID]
//! cargo run --release -p othellier-server --example crowd -- analyse  127.0.0.1:8088 200 30  [PID]
//! cargo run --release -p othellier-server --example crowd -- hold     127.0.0.1:8088 2000 30 [PID]
//! ```
//!
//! `play`: each client plays games against the champion at level 4 to the end. `flood`: one client keeps
//! this number of requests of all kinds open at once, while another plays at level 10. `analyse`: each client
//! analyses a position. `hold`: this number of games is open, each with its viewer. All run for a number of
//! seconds. Reported are the times until an answer, what was refused, and, with the process id of the
//! server, its memory: before, at most, at the end, and a minute later.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The answers that all clients have seen.
#[derive(Default)]
struct Seen {
    /// From a move of a client until the program has answered, in milliseconds.
    answers: Mutex<Vec<f64>>,
    /// Answers with these codes of an error.
    refused: Mutex<std::collections::BTreeMap<String, u64>>,
    games: AtomicU64,
    depth: Mutex<Vec<f64>>,
    /// The largest memory of the server, in MiB.
    peak: AtomicU64,
    is_over: AtomicBool,
}

/// A server and how long to use it.
#[derive(Clone)]
struct Server {
    address: String,
    pid: Option<String>,
    end: Instant,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |at: usize, usual: &str| arguments.get(at).map_or(usual, String::as_str).to_owned();
    let number = |at: usize, usual: u64| text(at, "").parse().unwrap_or(usual);
    let (what, clients, seconds) = (text(0, "play"), number(2, 200), number(3, 30));
    let server = Server {
        address: text(1, "127.0.0.1:8088"),
        pid: arguments.get(4).cloned(),
        end: Instant::now() + Duration::from_secs(seconds),
    };
    let (before, seen) = (server.memory(), Seen::default());
    seen.peak.store(before.unwrap_or_default(), Ordering::Relaxed);
    thread::scope(|scope| {
        let (server, seen) = (&server, &seen);
        scope.spawn(move || {
            while !seen.is_over.load(Ordering::Relaxed) {
                let now = server.memory().unwrap_or_default();
                seen.peak.fetch_max(now, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(100));
            }
        });
        let act: fn(&Server, u64, &Seen) = match what.as_str() {
            "play" => |server, client, seen| play(server, client, 4, seen),
            "flood" => flood,
            "analyse" => analyse,
            "hold" => hold,
            _ => panic!("play, flood, analyse or hold"),
        };
        let crowd: Vec<_> =
            (0..clients).map(|client| scope.spawn(move || act(server, client, seen))).collect();
        if what != "play" {
            play(server, 1_000_000, 10, seen);
        }
        crowd.into_iter().for_each(|client| client.join().expect("a client"));
        seen.is_over.store(true, Ordering::Relaxed);
    });
    println!("{what}: {clients} clients for {seconds} s, {} games", seen.games.into_inner());
    column("answer of the program, ms", seen.answers.into_inner().expect("a list"));
    column("depth of the analyses", seen.depth.into_inner().expect("a list"));
    for (code, count) in seen.refused.into_inner().expect("a list") {
        println!("refused: {code} {count}");
    }
    if let (Some(before), Some(after)) = (before, server.memory()) {
        let peak = seen.peak.into_inner();
        println!("memory, MiB: {before} before, {peak} at most, {after} at the end");
        thread::sleep(Duration::from_secs(60));
        println!("memory, MiB: {} a minute later", server.memory().unwrap_or_default());
    }
}

fn column(name: &str, mut numbers: Vec<f64>) {
    numbers.sort_by(f64::total_cmp);
    let at = |share: f64| numbers[((numbers.len() - 1) as f64 * share) as usize];
    if !numbers.is_empty() {
        let count = numbers.len();
        let [median, most_of_them, most] = [0.5, 0.99, 1.0].map(at);
        println!(
            "{name}: {count} values, median {median:.1}, p99 {most_of_them:.1}, most {most:.1}"
        );
    }
}

/// Plays games to the end, the first legal move each time, until the time is up.
fn play(server: &Server, client: u64, level: u32, seen: &Seen) {
    while !server.is_over() {
        let players = json!({"black": "human", "white": format!("champion(level={level})")});
        let Some(mut game) =
            server.ask(client, "POST", "/api/games", json!({"players": players}), seen)
        else {
            thread::sleep(Duration::from_millis(500));
            continue;
        };
        let path = format!("/api/games/{}", game["id"].as_str().unwrap_or_default());
        // The stream of the game, as the page has it.
        let mut events = server.stream(client, &format!("{path}/events"));
        while game["state"] == "waiting" && !server.is_over() {
            let played = json!({"move": game["position"]["moves"][0]["move"]});
            let began = Instant::now();
            let Some(after) = server.ask(client, "POST", &format!("{path}/moves"), played, seen)
            else {
                thread::sleep(Duration::from_millis(200));
                continue;
            };
            game = after;
            while game["state"] == "thinking" {
                match events.next("game") {
                    Some(event) if event["version"].as_u64() > game["version"].as_u64() => {
                        game = event
                    }
                    // The state before the move.
                    Some(_) => {}
                    None => return,
                }
            }
            let took = began.elapsed().as_secs_f64() * 1e3;
            seen.answers.lock().expect("a list").push(took);
        }
        seen.games.fetch_add(1, Ordering::Relaxed);
        let _ = server.ask(client, "DELETE", &path, json!({}), seen);
    }
}

/// One of the requests that a single client keeps open.
fn flood(server: &Server, number: u64, seen: &Seen) {
    const CLIENT: u64 = 7;
    let heavy = json!({"players": {"black": "champion(time=10s)", "white": "champion(time=10s)"}});
    let against = json!({"players": {"black": "champion(level=60)", "white": "human"}});
    let long = json!({"a": "champion(time=10s)", "b": "champion(time=10s)", "games": 200});
    let pasted = json!({"text": "f5d6c3d3c4f4f6".repeat(1 << 13)});
    while !server.is_over() {
        match number % 8 {
            0 => server.stream(CLIENT, "/api/analysis?position=startpos&level=60").drain(server),
            1 => server.stream(CLIENT, "/api/reviews?text=f5d6c3d3c4f4f6&level=20").drain(server),
            2 => {
                if let Some(game) = server.ask(CLIENT, "POST", "/api/games", heavy.clone(), seen) {
                    let id = game["id"].as_str().unwrap_or_default();
                    server.stream(CLIENT, &format!("/api/games/{id}/events")).drain(server);
                }
            }
            3 => {
                let _ = server.ask(CLIENT, "POST", "/api/games", against.clone(), seen);
            }
            4 => {
                let _ = server.ask(CLIENT, "POST", "/api/matches", long.clone(), seen);
            }
            5 => {
                let path = "/api/exercises/new?empties=14&stars=5";
                let _ = server.ask(CLIENT, "GET", path, Value::Null, seen);
            }
            6 => {
                let _ = server.ask(CLIENT, "POST", "/api/imports", pasted.clone(), seen);
            }
            _ => {
                let path = "/api/trees?position=f5d6c3&player=minimax(depth=4)";
                let _ = server.ask(CLIENT, "GET", path, Value::Null, seen);
            }
        }
    }
}

fn analyse(server: &Server, client: u64, seen: &Seen) {
    let openings = ["f5d6", "f5f6", "f5f4", "f5d6c3", "f5d6c5", "f5f6e6", "f5f4e3", "f5d6c4"];
    let opening = openings[client as usize % openings.len()];
    let path = format!("/api/analysis?position={opening}&time=60s");
    let mut events = server.stream(client, &path);
    let mut depth = 0.0;
    while !server.is_over()
        && let Some(event) = events.next("depth")
    {
        depth = event["depth"].as_f64().unwrap_or_default();
    }
    seen.depth.lock().expect("a list").push(depth);
}

/// Opens a game, lets the program move once, and watches it until the time is up.
fn hold(server: &Server, client: u64, seen: &Seen) {
    let players = json!({"black": "champion(level=4)", "white": "human"});
    let game = loop {
        match server.ask(client, "POST", "/api/games", json!({"players": players}), seen) {
            Some(game) => break game,
            None if server.is_over() => return,
            None => thread::sleep(Duration::from_millis(500)),
        }
    };
    let id = game["id"].as_str().unwrap_or_default();
    server.stream(client, &format!("/api/games/{id}/events")).drain(server);
    seen.games.fetch_add(1, Ordering::Relaxed);
}

impl Server {
    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// The answer to a request; `None` if it was refused.
    fn ask(
        &self,
        client: u64,
        method: &str,
        path: &str,
        body: Value,
        seen: &Seen,
    ) -> Option<Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = self.request(client, method, path, &body)?;
        let _ = stream.set_read_timeout(Some(Duration::from_secs(60)));
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let status = answer.split(' ').nth(1).unwrap_or("none").to_owned();
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let value: Value = serde_json::from_str(body).unwrap_or_default();
        if status.starts_with('2') {
            return Some(value);
        }
        let code = value["error"]["code"].as_str().unwrap_or_default();
        *seen.refused.lock().expect("a list").entry(format!("{status} {code}")).or_default() += 1;
        // It may come again in a while.
        thread::sleep(Duration::from_millis(500));
        None
    }

    fn request(&self, client: u64, method: &str, path: &str, body: &str) -> Option<TcpStream> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let (address, length) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nCookie: client={client:022}\r\n\
             Connection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n\
             {body}"
        )
        .ok()?;
        Some(stream)
    }

    fn stream(&self, client: u64, path: &str) -> Events {
        Events { reader: self.request(client, "GET", path, "").map(BufReader::new) }
    }

    /// The memory of the server in MiB.
    fn memory(&self) -> Option<u64> {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.pid.as_ref()?)).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
    }
}

struct Events {
    reader: Option<BufReader<TcpStream>>,
}

impl Events {
    /// The next event of a type; `None` at the end.
    fn next(&mut self, kind: &str) -> Option<Value> {
        loop {
            let mut line = String::new();
            let reader = self.reader.as_mut()?;
            let _ = reader.get_ref().set_read_timeout(Some(Duration::from_secs(60)));
            if reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let Some(event) = line.strip_prefix("data: ") else { continue };
            let event: Value = serde_json::from_str(event).ok()?;
            if event["type"] == kind {
                return Some(event);
            }
        }
    }

    /// Reads until the end of the stream or of the time.
    fn drain(mut self, server: &Server) {
        let Some(reader) = self.reader.as_mut() else { return };
        let _ = reader.get_ref().set_read_timeout(Some(Duration::from_secs(1)));
        let mut rest = [0; 4096];
        while !server.is_over() {
            match reader.read(&mut rest) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => break,
            }
        }
        thread::sleep(Duration::from_millis(500));
    }
}
