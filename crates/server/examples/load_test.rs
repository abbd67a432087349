//! Load test: many clients analyse at once. Does every client progress, and do all searches stop
//! when they disconnect?
//!
//! ```text
//! othellier serve --port 8088 &
//! cargo run --release -p othellier-server --example load_test -- 127.0.0.1:8088 200 30 [PID]
//! ```
//!
//! Each client analyses a position for the given number of seconds and then disconnects. The report
//! has the depths and nodes that the clients reached, the response time of a program meanwhile, the
//! time until all searches had stopped and, with the process id of the server, its memory.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The results of one client.
#[derive(Default)]
struct Seen {
    events: usize,
    depth: u64,
    nodes: u64,
    first: Option<Duration>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let address = arguments.first().map_or("127.0.0.1:8088", String::as_str).to_owned();
    let number = |at: usize, usual: u64| {
        arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (clients, seconds) = (number(1, 200), number(2, 30));
    let memory = || arguments.get(3).and_then(|pid| resident(pid));
    let began = Instant::now();
    let end = began + Duration::from_secs(seconds);
    let before = memory();
    let crowd: Vec<_> = (0..clients)
        .map(|client| {
            let address = address.clone();
            std::thread::spawn(move || analyse(&address, client, end))
        })
        .collect();
    let mut answers = Vec::new();
    let mut peak = before;
    while Instant::now() + Duration::from_secs(3) < end {
        std::thread::sleep(Duration::from_secs(1));
        answers.push(answer_time(&address));
        peak = peak.max(memory());
    }
    let seen: Vec<Seen> =
        crowd.into_iter().map(|client| client.join().expect("a client")).collect();
    let left = Instant::now();
    while gauge(&address, "analyses") > 0 || gauge(&address, "analyses_waiting") > 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let stopped = left.elapsed();
    println!("{clients} clients for {seconds} s");
    let column = |name: &str, numbers: Vec<f64>| {
        let mut numbers = numbers;
        numbers.sort_by(f64::total_cmp);
        let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else { return };
        let median = numbers[numbers.len() / 2];
        println!("{name:28} least {least:>10.1}  median {median:>10.1}  most {most:>10.1}");
    };
    let of = |number: fn(&Seen) -> f64| seen.iter().map(number).collect::<Vec<_>>();
    column("depth reached", of(|seen| seen.depth as f64));
    column("positions visited, thousands", of(|seen| seen.nodes as f64 / 1e3));
    column("events", of(|seen| seen.events as f64));
    column("first score after, ms", of(|seen| ms(seen.first.unwrap_or(Duration::MAX))));
    column("a level-10 answer, ms", answers.iter().map(|time| ms(*time)).collect());
    println!("all searches stopped after {:.0} ms", ms(stopped));
    if let (Some(before), Some(peak), Some(after)) = (before, peak, memory()) {
        println!("memory, MiB: {before} before, {peak} at most, {after} after");
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Opens an analysis and reads it until the end.
fn analyse(address: &str, client: u64, end: Instant) -> Seen {
    let began = Instant::now();
    let openings = ["f5d6", "f5f6", "f5f4", "f5d6c3", "f5d6c5", "f5f6e6", "f5f4e3", "f5d6c4"];
    let opening = openings[client as usize % openings.len()];
    let mut seen = Seen::default();
    let path = format!("/api/analysis?position={opening}&time=60s");
    let mut stream = BufReader::new(request(address, "GET", &path, client, ""));
    let mut line = String::new();
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return seen;
        }
        let _ = stream.get_ref().set_read_timeout(Some(left));
        line.clear();
        match stream.read_line(&mut line) {
            Ok(0) => return seen,
            Ok(_) => {}
            // The time is up.
            Err(_) => return seen,
        }
        let Some(json) = line.strip_prefix("data: ") else { continue };
        let Ok(event) = serde_json::from_str::<serde_json::Value>(json) else { continue };
        if event["type"] == "depth" {
            seen.events += 1;
            seen.depth = event["depth"].as_u64().unwrap_or_default();
            seen.nodes = event["nodes"].as_u64().unwrap_or_default();
            seen.first.get_or_insert(began.elapsed());
        }
    }
}

/// How long the champion at level 10 takes for its first move, from the request to the move.
fn answer_time(address: &str) -> Duration {
    let body = r#"{"players": {"black": "champion(level=10)", "white": "human"}}"#;
    let began = Instant::now();
    let game = json(request(address, "POST", "/api/games", 10_000, body));
    let id = game["id"].as_str().unwrap_or_default();
    loop {
        let game = json(request(address, "GET", &format!("/api/games/{id}"), 10_000, ""));
        if game["ply"].as_u64().is_some_and(|ply| ply > 0) {
            return began.elapsed();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn request(address: &str, method: &str, path: &str, client: u64, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("the server answers");
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nCookie: client={client:022}\r\n\
         Connection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .expect("the server listens");
    stream
}

fn text(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()
}

fn json(stream: TcpStream) -> serde_json::Value {
    serde_json::from_str(&text(stream)).unwrap_or_default()
}

fn gauge(address: &str, name: &str) -> u64 {
    let metrics = text(request(address, "GET", "/metrics", 10_001, ""));
    let line = metrics.lines().find(|line| line.starts_with(&format!("othellier_{name} ")));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or_default()
}

/// The memory of a process in MiB.
fn resident(pid: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}
