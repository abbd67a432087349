//! Kills a server again and again while people use it, and checks that nothing it acknowledged is lost.
//!
//! ```text
//! cargo build -p othellier-cli
//! cargo run -p othellier-server --example kills -- target/debug/othellier [KILLS] [SEED]
//! ```
//!
//! Each life of the server: everything that earlier lives acknowledged is looked up; then games of two
//! people, a room with members, questions, exercises and tournaments, reviews and a match run at once;
//! at a random moment the process gets SIGKILL. Acknowledged is what was answered with a status of 2xx,
//! or was an event of a stream. The exit code is 1 if anything of it is missing; then the data folder is
//! kept.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

/// A life is at least and at most as long.
const LIFE_MS: std::ops::Range<u64> = 300..2_500;
/// Pairs of people who play at once.
const PAIRS: usize = 3;
/// Members of a room who play tournaments at once.
const PUPILS: usize = 4;
/// A room with this number of games gets a successor.
const ROOM_GAMES: usize = 100;
/// How long a room may take to enter results that were not entered before a kill.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(program) = arguments.first() else {
        eprintln!("expected the path of othellier");
        return ExitCode::FAILURE;
    };
    let number = |at: usize, usual: u64| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    let (Ok(kills), Ok(seed)) = (number(1, 20), number(2, 1)) else {
        eprintln!("expected two numbers: how many kills, and the seed");
        return ExitCode::FAILURE;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let known = Mutex::new(Known::default());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for life in 0..kills {
        let (mut process, server) = start(program, folder.path());
        check(&server, &known);
        let moment = Duration::from_millis(rng.random_range(LIFE_MS));
        thread::scope(|scope| {
            let (server, known) = (&server, &known);
            let mut spawn = |act: fn(&User) -> Option<()>, number: usize| {
                let rng = Mutex::new(Xoshiro256PlusPlus::seed_from_u64(rng.random()));
                let user = User { server, known, number, rng };
                // It ends with the server.
                scope.spawn(move || while act(&user).is_some() {});
            };
            (0..PAIRS).for_each(|pair| spawn(two_people, pair));
            (PAIRS..PAIRS + 2).for_each(|number| spawn(pupils, number));
            spawn(teacher, 10);
            spawn(reviewer, 11);
            spawn(matches, 12);
            thread::sleep(moment);
            process.kill().expect("a process of ours");
        });
        process.wait().expect("a process of ours");
        eprintln!("kill {} of {kills} after {} ms", life + 1, moment.as_millis());
    }
    let (mut process, server) = start(program, folder.path());
    check(&server, &known);
    process.kill().and_then(|()| process.wait()).expect("a process of ours");
    let known = known.into_inner().expect("nobody panicked");
    println!("{kills} kills, seed {seed}: {}", known.summary());
    for lost in &known.lost {
        println!("lost: {lost}");
    }
    if known.lost.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("the data are in {}", folder.keep().display());
    ExitCode::FAILURE
}

/// Starts a server on the folder, and waits until it listens.
fn start(program: &str, folder: &std::path::Path) -> (Child, Server) {
    let mut command = Command::new(program);
    command.args(["serve", "--port", "0", "--json", "--data"]).arg(folder);
    let mut process = command.stdout(Stdio::piped()).spawn().expect("othellier starts");
    let mut line = String::new();
    let stdout = process.stdout.take().expect("a pipe");
    BufReader::new(stdout).read_line(&mut line).expect("a line of the server");
    let serving: Value = serde_json::from_str(&line).expect("the line is JSON");
    let address = serving["address"].as_str().expect("an address").to_owned();
    (process, Server { address, inspectors: AtomicUsize::new(1_000) })
}

/// Everything that the server has acknowledged.
#[derive(Default)]
struct Known {
    games: Vec<TwoPeople>,
    rooms: Vec<Room>,
    /// By text of the game: all events.
    reviews: BTreeMap<String, Vec<Value>>,
    /// By id: the moves of the games.
    matches: BTreeMap<String, Vec<String>>,
    /// Requests that a kill interrupted.
    interrupted: usize,
    /// Refusals that were not expected.
    refused: BTreeMap<String, usize>,
    lost: Vec<String>,
}

#[derive(Clone)]
struct TwoPeople {
    id: String,
    code: String,
    host: String,
    /// The token of the other seat, and its colour.
    guest: Option<(String, Value)>,
    moves: Vec<String>,
    outcome: Value,
    pair: usize,
    /// The seat was taken, but the answer with its token never came: nobody can play it.
    is_abandoned: bool,
}

#[derive(Clone, Default)]
struct Room {
    code: String,
    /// Name and token by number, the owner first.
    members: BTreeMap<usize, (String, String)>,
    /// The moves and the outcome by the id of the seats.
    games: BTreeMap<String, (Vec<String>, Value)>,
    tournaments: usize,
    /// The answer by question and member.
    answers: BTreeMap<(usize, usize), String>,
    /// The move by set, exercise and member.
    grades: BTreeMap<(usize, usize, usize), String>,
    /// The last note on the board.
    note: String,
    /// One that was sent and not acknowledged.
    next_note: String,
}

impl Known {
    fn summary(&self) -> String {
        let rooms = &self.rooms;
        let sum = |count: fn(&Room) -> usize| rooms.iter().map(count).sum::<usize>();
        let moves =
            |games: &mut dyn Iterator<Item = &Vec<String>>| games.map(Vec::len).sum::<usize>();
        let outcomes =
            sum(|room| room.games.values().filter(|(_, outcome)| !outcome.is_null()).count());
        format!(
            "{} moves in {} games of two people; {} rooms with {} members, {} tournaments, {} moves \
             in {} games, {outcomes} results, {} answers, {} graded exercises; {} reviews; {} games \
             of {} matches; {} requests interrupted, refused {:?}; {} lost",
            moves(&mut self.games.iter().map(|game| &game.moves)),
            self.games.len(),
            rooms.len(),
            sum(|room| room.members.len()),
            sum(|room| room.tournaments),
            rooms
                .iter()
                .map(|room| moves(&mut room.games.values().map(|(moves, _)| moves)))
                .sum::<usize>(),
            sum(|room| room.games.len()),
            sum(|room| room.answers.len()),
            sum(|room| room.grades.len()),
            self.reviews.len(),
            self.matches.values().map(Vec::len).sum::<usize>(),
            self.matches.len(),
            self.interrupted,
            self.refused,
            self.lost.len(),
        )
    }
}

/// Looks up everything that is known; what is missing is noted.
fn check(server: &Server, known: &Mutex<Known>) {
    let mut known = known.lock().expect("nobody panicked");
    let known = &mut *known;
    let lost = &mut known.lost;
    let found = |path: &str, token: &str| {
        server.ask(server.inspector(), Some(token), "GET", path, &Value::Null)
    };
    for game in &mut known.games {
        let (path, id) = (format!("/api/seats/{}", game.id), &game.id);
        let Answer::Fine(seats) = found(&path, &game.host) else {
            lost.push(format!("the game {id}"));
            continue;
        };
        compare(&format!("game {id}"), &mut game.moves, &mut game.outcome, &seats, lost);
        if seats["role"] != "player" {
            lost.push(format!("the seat of the host in {id}"));
        }
        if let Some((guest, color)) = &game.guest {
            let seats = found(&path, guest).fine().unwrap_or_default();
            if seats["role"] != "player" || seats["color"] != *color {
                lost.push(format!("the seat of the guest in {id}"));
            }
        }
    }
    for room in &mut known.rooms {
        room.check(server, lost);
    }
    for (text, events) in &known.reviews {
        let path = format!("/api/reviews?text={text}&level={LEVEL}&kept=true");
        let stored = server.stream(server.inspector(), &path).map(Events::rest).unwrap_or_default();
        if stored != *events {
            lost.push(format!("the review of {text}"));
        }
    }
    for (id, games) in &known.matches {
        let stored = server
            .text(server.inspector(), &format!("/api/matches/{id}/games.csv"))
            .unwrap_or_default();
        let missing = games.iter().filter(|moves| !stored.contains(moves.as_str())).count();
        if missing > 0 {
            lost.push(format!("{missing} games of the match {id}"));
        }
    }
}

/// Compares a game with what was acknowledged of it. It may have one move more, which was on its way.
fn compare(
    what: &str,
    moves: &mut Vec<String>,
    outcome: &mut Value,
    seats: &Value,
    lost: &mut Vec<String>,
) {
    let stored = moves_of(seats);
    if !stored.starts_with(moves) {
        lost.push(format!(
            "moves of {what}: {} acknowledged, {} stored",
            moves.len(),
            stored.len()
        ));
    }
    let end = &seats["game"]["outcome"];
    if !outcome.is_null() && end != &*outcome {
        lost.push(format!("the result of {what}"));
    }
    (*moves, *outcome) = (stored, end.clone());
}

fn moves_of(seats: &Value) -> Vec<String> {
    let moves = seats["game"]["moves"].as_array().into_iter().flatten();
    moves.map(|played| played["move"].as_str().unwrap_or_default().to_owned()).collect()
}

impl Room {
    fn path(&self, rest: &str) -> String {
        format!("/api/rooms/{}{rest}", self.code)
    }

    fn owner(&self) -> &str {
        &self.members[&1].1
    }

    fn check(&mut self, server: &Server, lost: &mut Vec<String>) {
        let code = self.code.clone();
        let (owner, path) = (self.owner().to_owned(), self.path(""));
        let look =
            || server.ask(server.inspector(), Some(&owner), "GET", &path, &Value::Null).fine();
        let Some(mut shown) = look() else { return lost.push(format!("the room {code}")) };
        for (id, (moves, outcome)) in self.games.clone() {
            let path = format!("/api/seats/{id}");
            let Answer::Fine(seats) =
                server.ask(server.inspector(), None, "GET", &path, &Value::Null)
            else {
                lost.push(format!("the game {id} of the room {code}"));
                continue;
            };
            let (mut moves, mut outcome) = (moves, outcome);
            let had_ended = !outcome.is_null();
            compare(&format!("game {id} in {code}"), &mut moves, &mut outcome, &seats, lost);
            let began = Instant::now();
            while had_ended && entered(&shown, &id) != outcome {
                if began.elapsed() > PATIENCE {
                    lost.push(format!("the result of {id} in the room {code}"));
                    break;
                }
                thread::sleep(Duration::from_millis(50));
                shown = look().unwrap_or_default();
            }
            self.games.insert(id, (moves, outcome));
        }
        for (number, (name, token)) in &self.members {
            let seen = server
                .ask(server.inspector(), Some(token), "GET", &self.path(""), &Value::Null)
                .fine();
            let you = seen.map(|room| room["you"].as_u64());
            let listed = &shown["members"][number - 1]["name"];
            if you != Some(Some(*number as u64)) || listed != name {
                lost.push(format!("the member {number} of the room {code}"));
            }
        }
        if length(&shown["tournaments"]) < self.tournaments {
            lost.push(format!("a tournament of the room {code}"));
        }
        for (&(question, member), answer) in &self.answers {
            let answers = shown["questions"][question - 1]["answers"].as_array();
            let is_it = |one: &Value| one["member"] == member && one["answer"] == *answer;
            if !answers.into_iter().flatten().any(is_it) {
                lost.push(format!("an answer to question {question} of the room {code}"));
            }
        }
        for (&(set, exercise, member), played) in &self.grades {
            let results = shown["sets"][set - 1]["results"].as_array();
            let own = results.into_iter().flatten().find(|result| result["member"] == member);
            if own.is_none_or(|own| own["answers"][exercise - 1]["move"] != *played) {
                lost.push(format!("an exercise of set {set} of the room {code}"));
            }
        }
        let note = shown["board"]["note"].as_str().unwrap_or_default();
        if note != self.note && note != self.next_note {
            lost.push(format!("the board of the room {code}"));
        }
        self.note = note.to_owned();
    }
}

/// The outcome of a game in the list of its room.
fn entered(room: &Value, id: &str) -> Value {
    let games = room["games"].as_array().into_iter().flatten();
    games
        .filter(|game| game["seats"] == id)
        .map(|game| game["outcome"].clone())
        .next()
        .unwrap_or_default()
}

fn length(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

/// Somebody who uses the server. An action answers `None` when the server is gone.
struct User<'a> {
    server: &'a Server,
    known: &'a Mutex<Known>,
    number: usize,
    rng: Mutex<Xoshiro256PlusPlus>,
}

impl User<'_> {
    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().expect("nobody panicked")
    }

    fn below(&self, bound: usize) -> usize {
        self.rng.lock().expect("nobody panicked").random_range(0..bound.max(1))
    }

    /// Asks, and if the answer is fine, notes what was acknowledged. `Some(None)`: it was refused.
    fn ask(
        &self,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: Value,
    ) -> Option<Option<Value>> {
        match self.server.ask(self.number, token, method, path, &body) {
            Answer::Fine(value) => Some(Some(value)),
            Answer::Refused(code) => {
                *self.known().refused.entry(code).or_default() += 1;
                thread::sleep(Duration::from_millis(20));
                Some(None)
            }
            Answer::Gone => {
                self.known().interrupted += 1;
                None
            }
        }
    }

    /// One move in a game, by whoever is to move; how the game stands then. `Some(None)`: there was
    /// nothing to play.
    fn play(&self, id: &str, tokens: [&str; 2]) -> Option<Option<Value>> {
        let path = format!("/api/seats/{id}");
        let Some(seats) = self.ask(None, "GET", &path, Value::Null)? else { return Some(None) };
        if seats["state"] != "playing" {
            return Some(Some(seats));
        }
        let game = &seats["game"];
        let legal = &game["position"]["moves"];
        let played = &legal[self.below(length(legal))]["move"];
        let token = tokens[usize::from(game["position"]["turn"] == "white")];
        let body = json!({"move": played, "ply": game["length"]});
        self.ask(Some(token), "POST", &format!("{path}/moves"), body)
    }
}

/// Two people: an invitation, a guest, moves to the end, the next invitation.
fn two_people(user: &User<'_>) -> Option<()> {
    let is_own = |game: &&TwoPeople| {
        game.pair == user.number && game.outcome.is_null() && !game.is_abandoned
    };
    let playing = user.known().games.iter().find(is_own).cloned();
    let Some(game) = playing else {
        let asked = json!({"name": "Ada", "size": 6});
        if let Some(seat) = user.ask(None, "POST", "/api/invitations", asked)? {
            user.known().games.push(TwoPeople {
                id: text(&seat["seats"]["id"]),
                code: text(&seat["invitation"]["code"]),
                host: text(&seat["token"]),
                guest: None,
                moves: Vec::new(),
                outcome: Value::Null,
                pair: user.number,
                is_abandoned: false,
            });
        }
        return Some(());
    };
    let Some((guest, color)) = &game.guest else {
        let path = format!("/api/invitations/{}/join", game.code);
        let joined = user.ask(None, "POST", &path, json!({"name": "Ben"}))?;
        let mut known = user.known();
        let known = known.games.iter_mut().find(|known| known.id == game.id).expect("it is known");
        match joined {
            Some(seat) => {
                known.guest = Some((text(&seat["token"]), seat["seats"]["color"].clone()));
            }
            None => known.is_abandoned = true,
        }
        return Some(());
    };
    let tokens =
        if color == "black" { [guest.as_str(), &game.host] } else { [&game.host, guest.as_str()] };
    if let Some(seats) = user.play(&game.id, tokens)? {
        let mut known = user.known();
        let known = known.games.iter_mut().find(|known| known.id == game.id).expect("it is known");
        (known.moves, known.outcome) = (moves_of(&seats), seats["game"]["outcome"].clone());
    }
    Some(())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The last room, if there is one.
fn last_room(user: &User<'_>) -> Option<Room> {
    user.known().rooms.last().cloned()
}

/// Notes something of a room.
fn note(user: &User<'_>, room: &Room, change: impl FnOnce(&mut Room)) {
    let mut known = user.known();
    change(known.rooms.iter_mut().find(|known| known.code == room.code).expect("it is known"));
}

/// The teacher: a room, members, tournaments, the board, questions, exercises.
fn teacher(user: &User<'_>) -> Option<()> {
    let Some(room) = last_room(user).filter(|room| room.games.len() < ROOM_GAMES) else {
        let asked = json!({"name": "Class", "owner": "Ms Noether"});
        if let Some(owner) = user.ask(None, "POST", "/api/rooms", asked)? {
            let members = BTreeMap::from([(1, ("Ms Noether".to_owned(), text(&owner["token"])))]);
            let code = text(&owner["room"]["code"]);
            user.known().rooms.push(Room { code, members, ..Room::default() });
        }
        return Some(());
    };
    if room.members.len() <= PUPILS || user.below(50) == 0 {
        let name = format!("Pupil {}", user.below(1 << 30));
        let path = room.path("/members");
        if let Some(joined) = user.ask(None, "POST", &path, json!({"name": name}))? {
            let number = joined["member"].as_u64().unwrap_or_default() as usize;
            let member = (name, text(&joined["token"]));
            note(user, &room, |room| drop(room.members.insert(number, member)));
        }
        return Some(());
    }
    let owner = Some(room.owner());
    let Some(shown) = user.ask(owner, "GET", &room.path(""), Value::Null)? else { return Some(()) };
    let tournaments = shown["tournaments"].as_array();
    let plays = |one: &Value| one["state"] == "running";
    if !tournaments.into_iter().flatten().any(plays) {
        let formats = ["swiss", "round-robin"];
        // Of a member whose answer was interrupted nobody has the token.
        let known: Vec<usize> = room.members.keys().copied().skip(1).collect();
        let players: Vec<usize> = known.iter().rev().take(PUPILS).copied().collect();
        let asked = json!({"format": formats[user.below(2)], "size": 4, "members": players});
        if let Some(drawn) = user.ask(owner, "POST", &room.path("/tournaments"), asked)? {
            note(user, &room, |room| room.tournaments = length(&drawn["tournaments"]));
        }
    }
    match user.below(3) {
        0 => {
            let remark = format!("remark {}", user.below(1 << 30));
            note(user, &room, |room| room.next_note.clone_from(&remark));
            let shown = json!({"text": "f5d6c3d3c4", "ply": user.below(6), "note": remark});
            if user.ask(owner, "POST", &room.path("/board"), shown)?.is_some() {
                note(user, &room, |room| room.note = remark);
            }
        }
        1 => {
            if length(&shown["questions"]) < 90 && user.below(4) == 0 {
                let asked = json!({"text": "Why?", "kind": "text"});
                user.ask(owner, "POST", &room.path("/questions"), asked)?;
            }
            let question = 1 + user.below(length(&shown["questions"]));
            let (member, (_, token)) = room.members.iter().nth(user.below(room.members.len()))?;
            let answer = format!("answer {}", user.below(1 << 30));
            let path = room.path(&format!("/questions/{question}/answers"));
            // An answer that is interrupted may replace the last one or not: each is given once.
            let key = (question, *member);
            if question <= length(&shown["questions"]) && !room.answers.contains_key(&key) {
                let body = json!({"answer": answer});
                if user.ask(Some(token), "POST", &path, body)?.is_some() {
                    note(user, &room, |room| drop(room.answers.insert(key, answer)));
                }
            }
        }
        _ => {
            if length(&shown["sets"]) <= room.grades.len() / 8 && length(&shown["sets"]) < 90 {
                let asked = json!({"title": "Endgames", "count": 2, "empties": 6});
                user.ask(owner, "POST", &room.path("/sets"), asked)?;
                return Some(());
            }
            let set = length(&shown["sets"]);
            let exercise = 1 + user.below(2);
            let (member, (_, token)) = room.members.iter().nth(user.below(room.members.len()))?;
            let key = (set, exercise, *member);
            if set == 0 || room.grades.contains_key(&key) {
                return Some(());
            }
            let position = text(&shown["sets"][set - 1]["positions"][exercise - 1]);
            let path = format!("/api/positions?position={}", position.replace(' ', "%20"));
            let Some(position) = user.ask(None, "GET", &path, Value::Null)? else {
                return Some(());
            };
            let played = text(&position["moves"][0]["move"]);
            let body = json!({"exercise": exercise, "move": played});
            let path = room.path(&format!("/sets/{set}/answers"));
            if user.ask(Some(token), "POST", &path, body)?.is_some() {
                note(user, &room, |room| drop(room.grades.insert(key, played)));
            }
        }
    }
    Some(())
}

/// The pupils: a move in one of the running games of the room.
fn pupils(user: &User<'_>) -> Option<()> {
    let Some(room) = last_room(user) else {
        thread::sleep(Duration::from_millis(10));
        return Some(());
    };
    let Some(shown) = user.ask(None, "GET", &room.path(""), Value::Null)? else { return Some(()) };
    let games = shown["games"].as_array().into_iter().flatten();
    let running: Vec<&Value> = games.filter(|game| game["outcome"].is_null()).collect();
    let Some(game) = running.get(user.below(running.len())) else {
        thread::sleep(Duration::from_millis(10));
        return Some(());
    };
    let token = |color: &str| {
        let number = game[color].as_u64().unwrap_or_default() as usize;
        room.members.get(&number).map(|(_, token)| token.as_str())
    };
    let (Some(black), Some(white)) = (token("black"), token("white")) else { return Some(()) };
    let id = text(&game["seats"]);
    if let Some(seats) = user.play(&id, [black, white])? {
        let (moves, outcome) = (moves_of(&seats), seats["game"]["outcome"].clone());
        note(user, &room, |room| {
            let known = room.games.entry(id).or_default();
            // Of two answers to two pupils the longer game is the later one.
            if moves.len() >= known.0.len() {
                *known = (moves, outcome);
            }
        });
    }
    Some(())
}

/// The level of the reviews.
const LEVEL: u32 = 1;

/// Reviews the beginning of a game of two people.
fn reviewer(user: &User<'_>) -> Option<()> {
    let moves = "f5d6c3d3c4f4f6f3e6e7c6f7g6e3d7c5";
    let openings = ["f5d6", "f5f6", "f5f4", "f5d6c3", "f5d6c5", "f5f6e6", "f5f4e3", "f5d6c4"];
    let opening = match user.below(2) {
        0 => openings[user.below(openings.len())].to_owned(),
        _ => moves[..2 * (1 + user.below(moves.len() / 2))].to_owned(),
    };
    if user.known().reviews.contains_key(&opening) {
        thread::sleep(Duration::from_millis(20));
        return user.server.ask(user.number, None, "GET", "/health", &Value::Null).fine().map(drop);
    }
    let path = format!("/api/reviews?text={opening}&level={LEVEL}");
    let events = user.server.stream(user.number, &path)?.rest();
    let is_done = |event: &Value| event["type"] == "done" && event["stopped_by"] == "done";
    if !events.last().is_some_and(is_done) {
        user.known().interrupted += 1;
        return None;
    }
    let stored = events.into_iter().filter(|event| event["type"] != "queued").collect();
    user.known().reviews.insert(opening, stored);
    Some(())
}

/// A match of many short games, watched.
fn matches(user: &User<'_>) -> Option<()> {
    let asked = json!({"a": "random", "b": "random", "games": 200});
    let Some(begun) = user.ask(None, "POST", "/api/matches", asked)? else { return Some(()) };
    let id = text(&begun["id"]);
    user.known().matches.insert(id.clone(), Vec::new());
    let mut events = user.server.stream(user.number, &format!("/api/matches/{id}/events"))?;
    while let Some(event) = events.next() {
        if event["type"] == "game" {
            let moves = text(&event["moves"]);
            user.known().matches.entry(id.clone()).or_default().push(moves);
        }
    }
    Some(())
}

struct Server {
    address: String,
    inspectors: AtomicUsize,
}

/// The answer to a request.
enum Answer {
    /// 2xx.
    Fine(Value),
    /// Any other status, and the code of the error.
    Refused(String),
    Gone,
}

impl Answer {
    fn fine(self) -> Option<Value> {
        match self {
            Answer::Fine(value) => Some(value),
            Answer::Refused(_) | Answer::Gone => None,
        }
    }
}

impl Server {
    /// A new user: whoever looks everything up is not held up by the limits of one.
    fn inspector(&self) -> usize {
        self.inspectors.fetch_add(1, Ordering::Relaxed)
    }

    fn ask(
        &self,
        user: usize,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let Some((status, answer)) = self.answer(user, token, method, path, &body) else {
            return Answer::Gone;
        };
        let Ok(value) = serde_json::from_str::<Value>(&answer) else { return Answer::Gone };
        if status.starts_with('2') {
            Answer::Fine(value)
        } else {
            Answer::Refused(format!("{status} {}", text(&value["error"]["code"])))
        }
    }

    /// A file; none if it is refused.
    fn text(&self, user: usize, path: &str) -> Option<String> {
        let (status, text) = self.answer(user, None, "GET", path, "")?;
        status.starts_with('2').then_some(text)
    }

    /// The status and the body of an answer.
    fn answer(
        &self,
        user: usize,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: &str,
    ) -> Option<(String, String)> {
        let mut stream = self.send(user, token, method, path, body)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some((head.split(' ').nth(1)?.to_owned(), body.to_owned()))
    }

    fn stream(&self, user: usize, path: &str) -> Option<Events> {
        Some(Events(BufReader::new(self.send(user, None, "GET", path, "")?)))
    }

    fn send(
        &self,
        user: usize,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: &str,
    ) -> Option<TcpStream> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
        let (address, length) = (&self.address, body.len());
        let token =
            token.map_or(String::new(), |token| format!("Authorization: Bearer {token}\r\n"));
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {address}\r\nCookie: client={user:022}\r\n{token}\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .ok()?;
        Some(stream)
    }
}

struct Events(BufReader<TcpStream>);

impl Events {
    /// The next event; `None` at the end.
    fn next(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("data: ") {
                return serde_json::from_str(event).ok();
            }
        }
    }

    /// All events to the end.
    fn rest(mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.next()).collect()
    }
}
