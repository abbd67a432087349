//! Guessing passwords, codes and tokens: over the limit nothing is looked at. The clock stands still unless
//! a test moves it, but not on real sockets.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::join_all;
use othellier_server::{Config, Password, Server};
use serde_json::{Value, json};

use crate::common::{Browser, read, server_with};

/// Wrong guesses of one address, and of all, that have no consequence.
const FREE: usize = 20;
const FREE_IN_ALL: usize = 1_000;
/// Work that a room can pay for.
const HEAT_MAP: &str = "/api/heatmap?position=f5";

/// A server behind a proxy, which names the addresses.
fn server(password: Option<&str>) -> Browser {
    let password = password.and_then(Password::new);
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    server_with(Config { threads: Some(1), password, proxies, ..Config::default() })
}

/// An answer: its status, the seconds to wait, the pass that it sets, and its body.
#[derive(Debug)]
struct Answer {
    status: u16,
    retry_after: Option<u64>,
    pass: Option<String>,
    body: Value,
}

/// Sends a request from an address with these headers.
async fn ask(
    server: &Browser,
    address: &str,
    request: (&str, &str),
    headers: &[(&str, &str)],
    body: Value,
) -> Answer {
    let response = send(server, address, request, headers, body).await;
    let text = |value: &axum::http::HeaderValue| value.to_str().unwrap().to_owned();
    let mut cookies = response.headers().get_all(header::SET_COOKIE).iter().map(text);
    let pass = cookies.find_map(|cookie| Some(cookie.strip_prefix("pass=")?.to_owned()));
    let pass = pass.map(|pass| pass.split(';').next().unwrap().to_owned());
    let retry_after = response.headers().get(header::RETRY_AFTER).map(text);
    let retry_after = retry_after.map(|seconds| seconds.parse().unwrap());
    let (status, body) = read(response).await;
    Answer { status: status.as_u16(), retry_after, pass, body }
}

/// Sends a request and returns the answer as it is: a stream has no end.
async fn send(
    server: &Browser,
    address: &str,
    (method, path): (&str, &str),
    headers: &[(&str, &str)],
    body: Value,
) -> Response<Body> {
    let mut request = Request::builder().method(method).uri(path);
    let usual = [("host", "127.0.0.1"), ("x-forwarded-for", address)];
    for (name, value) in usual.iter().chain(headers) {
        request = request.header(*name, *value);
    }
    let request = request.header("content-type", "application/json");
    let body = if method == "GET" { Body::empty() } else { Body::from(body.to_string()) };
    server.send(request.body(body).unwrap()).await
}

/// The status of a request with a token and no body.
async fn status_of(
    server: &Browser,
    address: &str,
    request: (&str, &str),
    token: Option<&str>,
) -> u16 {
    let headers: Vec<_> = token.iter().map(|token| ("authorization", *token)).collect();
    send(server, address, request, &headers, json!({})).await.status().as_u16()
}

async fn log_in(server: &Browser, address: &str, path: &str, password: &str) -> Answer {
    let basic = format!("Basic {}", STANDARD.encode(format!("anyone:{password}")));
    ask(server, address, ("GET", path), &[("authorization", &basic)], Value::Null).await
}

fn ipv4(number: usize) -> String {
    format!("10.{}.{}.{}", number >> 16, number >> 8 & 255, number & 255)
}

/// A well-formed code that nothing has.
fn wrong_code(number: usize) -> String {
    let letters = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    let [high, low] = [number / 31, number % 31].map(|digit| char::from(letters[digit]));
    format!("AAAA-AA{high}{low}")
}

fn wrong_token(number: usize) -> String {
    format!("{number:022}")
}

#[tokio::test(start_paused = true)]
async fn after_the_limit_the_right_password_is_not_looked_at() {
    let server = server(Some("sesame"));
    let (thief, friend) = ("192.0.2.1", "192.0.2.2");
    // A browser that repeats its wrong password guesses once.
    for _ in 0..100 {
        assert_eq!(log_in(&server, thief, "/", "0").await.status, 401);
    }
    for guess in 1..FREE {
        assert_eq!(log_in(&server, thief, "/", &guess.to_string()).await.status, 401, "{guess}");
    }
    for password in ["another", "sesame"] {
        let refused = log_in(&server, thief, "/", password).await;
        assert_eq!((refused.status, refused.retry_after), (429, Some(1)), "{password}");
        assert_eq!(refused.pass, None);
        assert_eq!(refused.body["error"]["code"], "too_many");
        // Nor where no password is needed.
        assert_eq!(log_in(&server, thief, "/health", password).await.pass, None);
    }
    let pass = log_in(&server, friend, "/", "sesame").await.pass.unwrap();
    let pass = format!("pass={pass}");
    let inside = ask(&server, thief, ("GET", "/"), &[("cookie", &pass)], Value::Null).await;
    assert_eq!(inside.status, 200, "who is in stays in");

    // Each further one costs twice the time.
    for seconds in [1, 2, 4, 8] {
        tokio::time::advance(Duration::from_secs(seconds)).await;
        assert_eq!(log_in(&server, thief, "/", &format!("+{seconds}")).await.status, 401);
        let refused = log_in(&server, thief, "/", "sesame").await;
        assert_eq!((refused.status, refused.retry_after), (429, Some(2 * seconds)));
    }
    tokio::time::advance(Duration::from_secs(16)).await;
    assert_eq!(log_in(&server, thief, "/", "sesame").await.status, 200);
}

thread_local! {
    static LOGGED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The log lines of a test's thread. All threads have one subscriber: the library asks that of some thread
/// whether a line is wanted, and keeps the answer.
struct Log;

impl Log {
    fn listen() -> Log {
        static SUBSCRIBE: Once = Once::new();
        SUBSCRIBE.call_once(|| {
            let format = tracing_subscriber::fmt().json().with_max_level(tracing::Level::WARN);
            let subscriber = format.with_writer(|| Log).finish();
            tracing::subscriber::set_global_default(subscriber).unwrap();
            tracing::callsite::rebuild_interest_cache();
        });
        LOGGED.take();
        Log
    }

    /// The addresses and numbers of the lines with this message.
    fn lines(&self, message: &str, number: &str) -> Vec<(String, u64)> {
        let text = String::from_utf8(LOGGED.with_borrow(Clone::clone)).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let with_message = lines.filter(|line: &Value| line["fields"]["message"] == message);
        let shown = with_message.map(|line| {
            assert_eq!(
                (&line["level"], &line["fields"]["secret"]),
                (&json!("WARN"), &json!("password"))
            );
            let address = line["fields"]["address"].as_str().unwrap().to_owned();
            (address, line["fields"][number].as_u64().unwrap())
        });
        shown.collect()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOGGED.with_borrow_mut(|logged| logged.write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn the_log_has_few_lines_of_the_refused_guesses_of_an_address() {
    let log = Log::listen();
    let server = server(Some("sesame"));
    let (thief, other) = ("192.0.2.66", "2001:db8::1");
    for guess in 0..FREE + 1_000 {
        log_in(&server, thief, "/", &guess.to_string()).await;
    }
    for guess in 0..FREE + 1 {
        log_in(&server, other, "/", &guess.to_string()).await;
    }
    let wrong =
        |address: &str| (1..=FREE as u64).map(|number| (address.to_owned(), number)).collect();
    let network = "2001:db8::/64";
    let expected: [Vec<_>; 2] = [thief, network].map(wrong);
    assert_eq!(log.lines("wrong guess", "wrong"), expected.concat());
    let expected = [(thief, 1), (thief, 10), (thief, 100), (thief, 1_000), (network, 1)];
    let expected = expected.map(|(address, number)| (address.to_owned(), number));
    assert_eq!(log.lines("guesses are refused", "refused"), expected);
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_guesses_from_as_many_addresses_find_nothing() {
    let log = Log::listen();
    let server = server(Some("5501"));
    let pass = log_in(&server, "192.0.2.1", "/", "5501").await.pass.unwrap();
    let mut looked_at = 0;
    for first in (0..10_000).step_by(100) {
        let guesses = (first..first + 100).map(|guess| {
            let server = server.clone();
            async move { log_in(&server, &ipv4(guess), "/", &guess.to_string()).await }
        });
        for answer in join_all(guesses).await {
            assert!([401, 429].contains(&answer.status) && answer.pass.is_none(), "{answer:?}");
            looked_at += usize::from(answer.status == 401);
        }
    }
    assert_eq!(looked_at, FREE_IN_ALL);
    // Every address is in the log.
    let all: BTreeSet<_> = (0..10_000).map(|guess| (ipv4(guess), 1)).collect();
    let wrong = log.lines("wrong guess", "wrong");
    let refused = log.lines("guesses are refused", "refused");
    assert_eq!((wrong.len(), refused.len()), (FREE_IN_ALL, 10_000 - FREE_IN_ALL));
    assert_eq!(wrong.into_iter().chain(refused).collect::<BTreeSet<_>>(), all);
    let late = log_in(&server, "192.0.2.2", "/", "5501").await;
    assert_eq!(
        (late.status, late.retry_after),
        (429, Some(1)),
        "from an address that never guessed"
    );
    let pass = format!("pass={pass}");
    let inside = ask(&server, "192.0.2.1", ("GET", "/"), &[("cookie", &pass)], Value::Null).await;
    assert_eq!(inside.status, 200);
    let request = Request::builder().uri("/metrics").header("host", "127.0.0.1");
    let metrics = server.send(request.header("cookie", pass).body(Body::empty()).unwrap()).await;
    let bytes = axum::body::to_bytes(metrics.into_body(), usize::MAX).await.unwrap();
    let metrics = String::from_utf8(bytes.to_vec()).unwrap();
    for count in ["wrong_guesses_total 1000", "refused_guesses_total 9001"] {
        assert!(metrics.contains(&format!("\nothellier_{count}\n")), "{metrics}");
    }
}

/// On real sockets and several threads, until half a second after the door is closed.
#[test]
fn connections_that_guess_at_once_find_nothing() {
    const CONNECTIONS: usize = 32;
    const GUESSES: usize = 10_000;
    const LONGER: Duration = Duration::from_millis(500);
    let config = Config {
        threads: Some(1),
        password: Password::new("sesame"),
        proxies: vec!["127.0.0.1".parse().unwrap()],
        ..Config::default()
    };
    let server = Server::bind("127.0.0.1:0".parse().unwrap(), config).unwrap();
    let (socket, stopper) = (server.address().unwrap(), server.stopper());
    let running = std::thread::spawn(move || server.run().unwrap());
    let begin = Instant::now();
    let closed = OnceLock::new();
    // One connection: when the wrong guesses that were looked at were sent, and what the right one was answered.
    let attack = |connection: usize| {
        let mut stream = BufReader::new(TcpStream::connect(socket).unwrap());
        stream.get_ref().set_nodelay(true).unwrap();
        let (mut looked_at, mut right) = (Vec::new(), Vec::new());
        for number in (connection..GUESSES).step_by(CONNECTIONS) {
            let is_right = closed.get().is_some() && (number / CONNECTIONS).is_multiple_of(2);
            let password = if is_right { "sesame".to_owned() } else { number.to_string() };
            let sent = begin.elapsed();
            let status = status_on(&mut stream, &ipv4(number), &password);
            match (is_right, status) {
                (true, _) => right.push((status, begin.elapsed())),
                (false, 401) => looked_at.push(sent),
                (false, _) => assert_eq!(status, 429),
            }
            if status == 429 && begin.elapsed() > *closed.get_or_init(|| begin.elapsed()) + LONGER {
                break;
            }
        }
        (looked_at, right)
    };
    let (looked_at, right): (Vec<_>, Vec<_>) = std::thread::scope(|scope| {
        let attack = &attack;
        let threads = (0..CONNECTIONS).map(|number| scope.spawn(move || attack(number)));
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).unzip()
    });
    let took = begin.elapsed();
    stopper.stop();
    running.join().unwrap();
    let (mut looked_at, right) = (looked_at.concat(), right.concat());
    looked_at.sort();
    // The door is closed for 1 s, 2 s, 4 s, ...: a machine that is slow enough sees it open again.
    let opened = (took.as_secs() + 1).ilog2() as usize;
    let most = FREE_IN_ALL + CONNECTIONS * (1 + opened);
    assert!((FREE_IN_ALL..=most).contains(&looked_at.len()), "{} of {most}", looked_at.len());
    let opens = looked_at[FREE_IN_ALL - 1] + Duration::from_secs(1);
    assert!(!right.is_empty());
    for (status, when) in right {
        assert!(status == 429 || when >= opens, "{status} after {when:?}, before {opens:?}");
    }
}

/// The status of a request with a password on a connection that stays open.
fn status_on(stream: &mut BufReader<TcpStream>, address: &str, password: &str) -> u16 {
    let basic = STANDARD.encode(format!("anyone:{password}"));
    let request = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\nAuthorization: Basic {basic}\r\n\r\n"
    );
    stream.get_mut().write_all(request.as_bytes()).unwrap();
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap().parse().unwrap();
    let mut length = 0;
    loop {
        line.clear();
        stream.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse().unwrap();
        }
    }
    stream.read_exact(&mut vec![0; length]).unwrap();
    status
}

#[tokio::test(start_paused = true)]
async fn an_ipv6_network_of_64_bits_is_one_address() {
    let server = server(Some("sesame"));
    for guess in 0..FREE {
        let address = format!("2001:db8::{:x}:{guess:x}", 7 * guess);
        assert_eq!(log_in(&server, &address, "/", &guess.to_string()).await.status, 401);
    }
    assert_eq!(log_in(&server, "2001:db8::ffff:1:2:3", "/", "sesame").await.status, 429);
    assert_eq!(log_in(&server, "2001:db8:0:1::1", "/", "sesame").await.status, 200);
    // An IPv4 address is the same, however it is written.
    for guess in 0..FREE {
        let address = ["192.0.2.1", "::ffff:192.0.2.1"][guess % 2];
        assert_eq!(log_in(&server, address, "/", &guess.to_string()).await.status, 401);
    }
    assert_eq!(log_in(&server, "192.0.2.1", "/", "sesame").await.status, 429);
}

/// A room and an invitation, with tokens that nobody has used yet.
struct Secrets {
    room: String,
    invitation: String,
    owner: String,
    member: String,
    seats: String,
    host: String,
}

async fn secrets(server: &Browser) -> Secrets {
    let here = "192.0.2.1";
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let new = json!({"name": "Class", "owner": "Ms Noether"});
    let owner = ask(server, here, ("POST", "/api/rooms"), &[], new).await.body;
    let room = format!("/api/rooms/{}", text(&owner["room"]["code"]));
    let join = format!("{room}/members");
    let member = ask(server, here, ("POST", &join), &[], json!({"name": "Ada"})).await.body;
    let host = ask(server, here, ("POST", "/api/invitations"), &[], json!({})).await.body;
    Secrets {
        room,
        invitation: format!("/api/invitations/{}", text(&host["invitation"]["code"])),
        owner: format!("Bearer {}", text(&owner["token"])),
        member: format!("Bearer {}", text(&member["token"])),
        seats: format!("/api/seats/{}", text(&host["seats"]["id"])),
        host: format!("Bearer {}", text(&host["token"])),
    }
}

#[tokio::test(start_paused = true)]
async fn codes_and_tokens_have_the_same_limit() {
    for kind in ["room", "invitation", "join", "x-room", "member", "seat", "withdraw"] {
        let server = server(None);
        let Secrets { room, invitation, owner, member, seats, host } = secrets(&server).await;
        let (thief, friend) = ("192.0.2.66", "192.0.2.1");
        let challenges = format!("{room}/challenges");
        let resign = format!("{seats}/resign");
        let own = [("authorization", owner.as_str())];
        let entered = ask(&server, friend, ("POST", &challenges), &own, json!({})).await;
        assert_eq!(entered.status, 200);
        for number in 0..FREE {
            let (code, token) = (wrong_code(number), format!("Bearer {}", wrong_token(number)));
            let token = [("authorization", token.as_str())];
            let (request, headers) = match kind {
                "room" => (("GET", format!("/api/rooms/{code}")), vec![]),
                "invitation" => (("GET", format!("/api/invitations/{code}")), vec![]),
                "join" => (("POST", format!("/api/invitations/{code}/join")), vec![]),
                "x-room" => (("GET", HEAT_MAP.to_owned()), vec![("x-room", code.as_str())]),
                "member" => (("POST", challenges.clone()), token.to_vec()),
                "seat" => (("POST", resign.clone()), token.to_vec()),
                _ => (("DELETE", invitation.clone()), token.to_vec()),
            };
            let request = (request.0, request.1.as_str());
            let wrong = ask(&server, thief, request, &headers, json!({})).await;
            assert!([403, 404].contains(&wrong.status), "{kind} {number}: {wrong:?}");
        }
        // The right ones, too.
        let code = room.rsplit('/').next().unwrap().to_owned();
        for (request, headers) in [
            (("GET", room.as_str()), vec![]),
            (("POST", &format!("{room}/members")), vec![]),
            (("GET", &invitation), vec![]),
            (("POST", &format!("{invitation}/join")), vec![]),
            (("POST", &challenges), vec![("authorization", member.as_str())]),
            (("POST", &resign), vec![("authorization", host.as_str())]),
            (
                ("GET", HEAT_MAP),
                vec![("authorization", member.as_str()), ("x-room", code.as_str())],
            ),
        ] {
            let body =
                if request.1.ends_with("members") { json!({"name": "Eve"}) } else { json!({}) };
            let refused = ask(&server, thief, request, &headers, body).await;
            let expected = (429, Some(1));
            assert_eq!((refused.status, refused.retry_after), expected, "{kind} {request:?}");
        }
        // Others are not concerned, and whoever was in stays in, even beside the thief.
        for address in [friend, thief] {
            let entered = ask(&server, address, ("POST", &challenges), &own, json!({})).await;
            assert_eq!(entered.status, 200, "{kind} {address}");
        }
        assert_eq!(ask(&server, friend, ("GET", &invitation), &[], Value::Null).await.status, 200);
        // Being in one room opens no other.
        let other =
            server.post("/api/rooms", json!({"name": "Other", "owner": "Mr Cantor"})).await.1;
        let other = format!("/api/rooms/{}", other["room"]["code"].as_str().unwrap());
        assert_eq!(ask(&server, thief, ("GET", &other), &own, Value::Null).await.status, 429);
        server.app.close();
    }
}

/// A wrong token is a visitor's where one may look without any; what is shown would tell it from a right one.
#[tokio::test(start_paused = true)]
async fn a_token_is_guessed_by_reading_too() {
    let (thief, friend) = ("192.0.2.66", "192.0.2.1");
    for kind in 0..4 {
        let server = server(None);
        let Secrets { room, member, seats, host, .. } = secrets(&server).await;
        let paths = [&room, &seats].map(|path| [path.clone(), format!("{path}/events")]).concat();
        for number in 0..FREE {
            let token = format!("Bearer {}", wrong_token(number));
            let request = ("GET", paths[kind].as_str());
            assert_eq!(status_of(&server, thief, request, Some(&token)).await, 200, "{request:?}");
        }
        // The code of a room is a guess, too; the id of a game is not.
        let expected = [(&member, 429), (&member, 429), (&host, 200), (&host, 200)];
        let checks = paths.iter().zip(expected);
        for (path, (right, visitor)) in checks.clone() {
            let request = ("GET", path.as_str());
            assert_eq!(status_of(&server, thief, request, Some(right)).await, 429, "{request:?}");
            assert_eq!(status_of(&server, thief, request, None).await, visitor, "{request:?}");
        }
        for address in [friend, thief] {
            for (path, (right, _)) in checks.clone() {
                let request = ("GET", path.as_str());
                assert_eq!(status_of(&server, address, request, Some(right)).await, 200);
            }
        }
        server.app.close();
    }
}

#[tokio::test(start_paused = true)]
async fn a_class_behind_one_address_may_watch_each_other() {
    let server = server(None);
    let Secrets { room, owner, member, seats, .. } = secrets(&server).await;
    let school = "192.0.2.66";
    let join = ("POST", format!("{room}/members"));
    let mut pupils = Vec::new();
    for number in 0..2 * FREE {
        let name = json!({ "name": format!("Pupil {number}") });
        let joined = ask(&server, school, (join.0, &join.1), &[], name).await;
        pupils.push(format!("Bearer {}", joined.body["token"].as_str().unwrap()));
    }
    let challenge = ("POST", format!("{room}/challenges"));
    let own = [("authorization", owner.as_str())];
    let open = ask(&server, school, (challenge.0, &challenge.1), &own, json!({})).await.body;
    let accept = format!("{room}/challenges/{}/accept", open["challenges"][0]["number"]);
    let own = [("authorization", member.as_str())];
    let begun = ask(&server, school, ("POST", &accept), &own, json!({})).await.body;
    let game = format!("/api/seats/{}", begun["games"][0]["seats"].as_str().unwrap());
    // A game of the room, and then one of somebody else, with the token that the page has.
    for path in [&game, &seats] {
        for pupil in &pupils {
            assert_eq!(status_of(&server, school, ("GET", path), Some(pupil)).await, 200, "{path}");
        }
    }
    assert_eq!(server.gauge("wrong_guesses_total").await, 0);
    server.app.close();
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_right_is_no_guess() {
    let server = server(Some("sesame"));
    let here = "192.0.2.1";
    for number in 0..2 * FREE {
        let token = format!("Bearer {}", wrong_token(number));
        for headers in [&[("authorization", token.as_str())][..], &[]] {
            let answer = ask(&server, here, ("GET", "/"), headers, Value::Null).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        }
    }
    assert_eq!(log_in(&server, here, "/", "sesame").await.status, 200);
}
