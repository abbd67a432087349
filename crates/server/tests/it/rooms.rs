//! Rooms: members, challenges, the teacher's board, tournaments of pupils and bots.

use std::time::Duration;

use crate::common::{Browser, Lines, server, server_with};
use axum::http::StatusCode;
use othellier_server::Config;
use serde_json::{Value, json};

/// A member of a room.
#[derive(Clone)]
struct Member {
    browser: Browser,
    token: String,
    number: u64,
    code: String,
}

impl Member {
    fn new(browser: &Browser, joined: &Value) -> Member {
        Member {
            browser: browser.clone(),
            token: joined["token"].as_str().unwrap().to_owned(),
            number: joined["member"].as_u64().unwrap(),
            code: joined["room"]["code"].as_str().unwrap().to_owned(),
        }
    }

    /// The owner of a new room.
    async fn owner(browser: &Browser) -> Member {
        let asked = json!({"name": "Class 5b", "owner": "Ms Noether"});
        Member::new(browser, &browser.ok("POST", "/api/rooms", asked).await)
    }

    /// Another member of the same room.
    async fn other(&self, letter: char, name: &str, kind: &str) -> Member {
        let browser = self.browser.other(letter);
        let joined = json!({"name": name, "kind": kind});
        Member::new(&browser, &browser.ok("POST", &self.path("/members"), joined).await)
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/rooms/{}{rest}", self.code)
    }

    async fn send(&self, method: &str, rest: &str, body: Value) -> (StatusCode, Value) {
        self.browser.with_token(&self.token, method, &self.path(rest), body).await
    }

    async fn ok(&self, method: &str, rest: &str, body: Value) -> Value {
        let (status, answer) = self.send(method, rest, body).await;
        assert!(status.is_success(), "{method} {rest}: {status} {answer}");
        answer
    }

    async fn refused(&self, method: &str, rest: &str, body: Value) -> String {
        let (status, answer) = self.send(method, rest, body).await;
        assert!(status.is_client_error(), "{method} {rest}: {status} {answer}");
        answer["error"]["code"].as_str().unwrap().to_owned()
    }

    async fn room(&self) -> Value {
        self.ok("GET", "", Value::Null).await
    }

    async fn play(&self, game: &str, played: &str, ply: u64) -> (StatusCode, Value) {
        let body = json!({"move": played, "ply": ply});
        let path = format!("/api/seats/{game}/moves");
        self.browser.with_token(&self.token, "POST", &path, body).await
    }

    /// The lines that a program reads.
    async fn lines(&self) -> Lines {
        self.browser.lines_with_token(&self.token, &self.path("/bot")).await
    }

    /// Waits until the last tournament is over.
    async fn tournament_done(&self) -> Value {
        for _ in 0..6000 {
            let room = self.room().await;
            let last = room["tournaments"].as_array().unwrap().last().unwrap().clone();
            if last["state"] == "done" {
                return last;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the tournament did not end: {}", self.room().await);
    }
}

/// A bot that plays the move that `choose` picks of the legal ones; none: it says nothing.
async fn bot(member: Member, choose: impl Fn(&Value) -> Option<String>) {
    let mut lines = member.lines().await;
    while let Some(event) = lines.next().await {
        if event["type"] == "turn"
            && let Some(played) = choose(&event)
        {
            let game = event["game"].as_str().unwrap();
            member.play(game, &played, event["ply"].as_u64().unwrap()).await;
        }
    }
}

fn first_legal(turn: &Value) -> Option<String> {
    turn["legal"][0].as_str().map(str::to_owned)
}

#[tokio::test]
async fn members_join_by_the_code_and_only_members_act() {
    let browser = server();
    let owner = Member::owner(&browser).await;
    let room = owner.room().await;
    assert_eq!(
        (&room["name"], &room["owner"], &room["you"]),
        (&json!("Class 5b"), &json!(true), &json!(1))
    );
    let ada = owner.other('B', "Ada", "person").await;
    let ben = owner.other('C', " Ben ", "person").await;
    assert_eq!((ada.number, ben.number), (2, 3));
    let taken = browser.post(&owner.path("/members"), json!({"name": "ada"})).await;
    assert_eq!(taken.1["error"]["code"], "conflict");
    for name in ["", "  ", "a\nb", &"x".repeat(41)] {
        let wrong = browser.post(&owner.path("/members"), json!({"name": name})).await;
        assert_eq!(wrong.1["error"]["code"], "bad_request", "{name}");
    }
    let seen = browser.ok("GET", &owner.path("").to_lowercase(), Value::Null).await;
    assert_eq!((&seen["you"], &seen["owner"]), (&Value::Null, &json!(false)));
    let text = seen.to_string();
    assert!(![&owner, &ada, &ben].iter().any(|member| text.contains(&member.token)));
    let (_, picture) = browser.file(&owner.path("/qr")).await;
    assert!(picture.contains("<svg"));

    // Forged tokens, foreign tokens, and what is the owner's.
    let elsewhere = Member::owner(&browser.other('D')).await;
    let stranger = Member { code: owner.code.clone(), ..elsewhere };
    let forged = Member { token: "A".repeat(22), ..owner.clone() };
    for (method, rest, body) in [
        ("PATCH", "", json!({"open": false})),
        ("DELETE", "/members/2", json!({})),
        ("POST", "/tournaments", json!({})),
        ("POST", "/board", json!({"position": "startpos"})),
        ("DELETE", "/board", json!({})),
        ("POST", "/questions", json!({"text": "?", "kind": "text"})),
        ("POST", "/sets", json!({"title": "", "count": 1})),
    ] {
        for member in [&stranger, &forged] {
            assert_eq!(member.refused(method, rest, body.clone()).await, "no_seat", "{rest}");
        }
        assert_eq!(ben.refused(method, rest, body).await, "not_owner", "{rest}");
    }
    assert_eq!(forged.refused("POST", "/challenges", json!({})).await, "no_seat");
    assert_eq!(ada.refused("GET", "/bot", Value::Null).await, "no_seat");

    // Who leaves has no rights any more; a closed room admits nobody.
    assert_eq!(ben.send("DELETE", "/members/3", json!({})).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ben.refused("POST", "/challenges", json!({})).await, "no_seat");
    owner.ok("PATCH", "", json!({"open": false})).await;
    let late = browser.post(&owner.path("/members"), json!({"name": "Eve"})).await;
    assert_eq!(late.1["error"]["code"], "conflict");
    let (status, _) = browser.get("/api/rooms/AAAA-AAAA").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_removed_member_does_not_join_again_at_once() {
    let browser = server();
    let owner = Member::owner(&browser).await;
    let ada = owner.other('B', "Ada", "person").await;
    let ben = owner.other('C', "Ben", "person").await;
    let joins = async |name: &str| {
        let joined = browser.post(&owner.path("/members"), json!({"name": name})).await;
        joined.1["error"]["code"].as_str().unwrap_or("joined").to_owned()
    };
    // Who leaves leaves the door open.
    assert_eq!(ben.send("DELETE", "/members/3", json!({})).await.0, StatusCode::NO_CONTENT);
    assert_eq!(joins("Ben again").await, "joined");
    assert_eq!(owner.send("DELETE", "/members/2", json!({})).await.0, StatusCode::NO_CONTENT);
    assert_eq!(owner.room().await["open"], false);
    for name in ["Ada", "Ada again", "somebody else"] {
        assert_eq!(joins(name).await, "conflict", "{name}");
    }
    assert_eq!(ada.refused("POST", "/challenges", json!({})).await, "no_seat");
    owner.ok("PATCH", "", json!({"open": true})).await;
    assert_eq!(joins("Eve").await, "joined");
}

#[tokio::test]
async fn names_cannot_turn_the_text_around_them() {
    let browser = server();
    let owner = Member::owner(&browser).await;
    let invited = browser.ok("POST", "/api/invitations", json!({})).await;
    let join = format!("/api/invitations/{}/join", invited["invitation"]["code"].as_str().unwrap());
    for control in ['\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}'] {
        let name = format!("A{control}da");
        for (path, body) in [
            ("/api/rooms", json!({"name": name, "owner": "me"})),
            ("/api/rooms", json!({"name": "Class", "owner": name})),
            (owner.path("/members").as_str(), json!({"name": name})),
            ("/api/invitations", json!({"name": name})),
            (join.as_str(), json!({"name": name})),
            ("/api/games", json!({"names": {"black": name, "white": ""}})),
        ] {
            let refused = browser.post(path, body).await.1;
            assert_eq!(refused["error"]["code"], "bad_request", "{path} {}", name.escape_unicode());
        }
        // A file may have such a name: the game has it without.
        let text = format!("(;GM[2]SZ[8]PB[{name}]PW[Ben];B[f5])");
        let game = browser.ok("POST", "/api/games", json!({"text": text})).await;
        let [black, white] = ["black", "white"].map(|color| &game["players"][color]["name"]);
        assert!(!black.to_string().contains(control) && white == "Ben", "{game}");
    }
}

#[tokio::test]
async fn challenges_become_games_that_everybody_can_watch() {
    let browser = server();
    let owner = Member::owner(&browser).await;
    let ada = owner.other('B', "Ada", "person").await;
    let ben = owner.other('C', "Ben", "person").await;
    let robot = owner.other('D', "Robot", "bot").await;
    let room =
        ada.ok("POST", "/challenges", json!({"color": "black", "size": 4, "clock": "1m"})).await;
    let challenge = &room["challenges"][0];
    assert_eq!((&challenge["from"], &challenge["color"]), (&json!(2), &json!("white")));
    assert_eq!(ada.refused("POST", "/challenges/1/accept", json!({})).await, "conflict");
    let room = ben.ok("POST", "/challenges/1/accept", json!({})).await;
    assert_eq!(room["challenges"], json!([]));
    assert_eq!(ben.refused("POST", "/challenges/1/accept", json!({})).await, "not_found");
    let game = room["games"][0]["seats"].as_str().unwrap().to_owned();
    let seats = browser.ok("GET", &format!("/api/seats/{game}"), Value::Null).await;
    assert_eq!((&seats["role"], &seats["room"]), (&json!("spectator"), &json!(owner.code)));
    let first = seats["game"]["position"]["moves"][0]["move"].as_str().unwrap();
    assert_eq!(owner.play(&game, first, 0).await.1["error"]["code"], "no_seat");
    assert_eq!(robot.play(&game, first, 0).await.1["error"]["code"], "no_seat");
    assert_eq!(ben.play(&game, first, 0).await.1["error"]["code"], "conflict");
    assert_eq!(ada.play(&game, first, 0).await.0, StatusCode::OK);
    // To one member, declined; to a program, accepted at once.
    let room = ada.ok("POST", "/challenges", json!({"to": 3})).await;
    assert_eq!(room["challenges"][0]["terms"]["clock"], "10m");
    assert_eq!(owner.refused("POST", "/challenges/2/accept", json!({})).await, "conflict");
    assert_eq!(ben.ok("DELETE", "/challenges/2", json!({})).await["challenges"], json!([]));
    assert_eq!(ada.refused("POST", "/challenges", json!({"to": 2})).await, "not_found");
    let room = ada.ok("POST", "/challenges", json!({"to": 4, "color": "white"})).await;
    assert_eq!(room["games"].as_array().unwrap().len(), 2);
    let mut lines = robot.lines().await;
    assert_eq!(lines.next().await.unwrap()["type"], "hello");
    let start = lines.next().await.unwrap();
    assert_eq!(
        (&start["type"], &start["color"], &start["opponent"]),
        (&json!("start"), &json!("black"), &json!("Ada"))
    );
    let turn = lines.next().await.unwrap();
    assert_eq!(
        (&turn["type"], &turn["ply"], &turn["size"]),
        (&json!("turn"), &json!(0), &json!(8))
    );
    assert_eq!(turn["legal"].as_array().unwrap().len(), 4);
    assert!(turn["left_ms"].as_u64().unwrap() > 500_000);
    let present = owner.room().await["members"][3]["present"].clone();
    assert_eq!(present, true);
    // Whoever leaves loses the games that are played.
    assert_eq!(owner.send("DELETE", "/members/2", json!({})).await.0, StatusCode::NO_CONTENT);
    for _ in 0..500 {
        if owner.room().await["games"]
            .as_array()
            .unwrap()
            .iter()
            .all(|game| game["outcome"].is_object())
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let games = owner.room().await["games"].clone();
    assert_eq!(
        (&games[0]["outcome"]["winner"], &games[1]["outcome"]["winner"]),
        (&json!("white"), &json!("black"))
    );
    let over = lines.next().await.unwrap();
    assert_eq!((&over["type"], &over["outcome"]["winner"]), (&json!("over"), &json!("black")));
    let (status, file) = browser.file(&owner.path("/games?format=ggf")).await;
    assert_eq!((status, file.matches("(;GM[Othello]").count()), (StatusCode::OK, 2));
}

#[tokio::test]
async fn a_teacher_shows_a_board_asks_and_hands_out_exercises() {
    let browser = server();
    let teacher = Member::owner(&browser).await;
    let ada = teacher.other('B', "Ada", "person").await;
    let ben = teacher.other('C', "Ben", "person").await;
    let mut screen = browser.other('B').stream_with_token(&ada.token, &ada.path("/events")).await;
    assert_eq!(screen.next().await.unwrap()["board"], Value::Null);
    let asked = json!({"text": "Where?"});
    assert_eq!(teacher.refused("POST", "/questions", asked.clone()).await, "bad_request");
    teacher.ok("POST", "/board", json!({"text": "f5d6c3d3c4", "ply": 2, "note": "Tiger"})).await;
    let board = loop {
        let board = screen.next().await.unwrap()["board"].clone();
        if board.is_object() {
            break board;
        }
    };
    assert_eq!(
        (&board["ply"], &board["note"], &board["position"]["turn"]),
        (&json!(2), &json!("Tiger"), &json!("black"))
    );
    assert_eq!(board["moves"].as_array().unwrap().len(), 5);
    teacher.ok("POST", "/questions", asked).await;
    // Another move of the same game; the question keeps its position.
    let room = teacher.ok("POST", "/board", json!({"ply": 3})).await;
    assert_eq!(room["board"]["position"]["turn"], "white");
    assert_eq!(teacher.refused("POST", "/board", json!({"ply": 6})).await, "conflict");

    let answer = |text: &str| json!({"answer": text});
    assert_eq!(ada.refused("POST", "/questions/1/answers", answer("a1")).await, "illegal_move");
    assert_eq!(ada.refused("POST", "/questions/2/answers", answer("c3")).await, "not_found");
    ada.ok("POST", "/questions/1/answers", answer("c5")).await;
    let room = ada.ok("POST", "/questions/1/answers", answer("c3")).await;
    assert_eq!(room["questions"][0]["answers"], json!([{"member": 2, "answer": "c3"}]));
    ben.ok("POST", "/questions/1/answers", answer("c5")).await;
    assert_eq!(
        ada.room().await["questions"][0]["answers"].as_array().unwrap().len(),
        1,
        "the member's own"
    );
    let collected = teacher.room().await["questions"][0].clone();
    assert_eq!(
        (collected["answers"].as_array().unwrap().len(), &collected["answered"]),
        (2, &json!(2))
    );
    teacher.ok("PATCH", "/questions/1", json!({"open": false, "shown": true})).await;
    assert_eq!(ada.room().await["questions"][0]["answers"].as_array().unwrap().len(), 2);
    assert_eq!(ada.refused("POST", "/questions/1/answers", answer("f4")).await, "conflict");
    let choice = json!({"text": "Who wins?", "kind": "choice", "choices": ["Black", "White"]});
    teacher.ok("POST", "/questions", choice).await;
    assert_eq!(ada.refused("POST", "/questions/2/answers", answer("Nobody")).await, "bad_request");
    ada.ok("POST", "/questions/2/answers", answer("White")).await;

    let made = json!({"title": "Endings", "count": 2, "empties": 4, "seed": 1});
    let room = teacher.ok("POST", "/sets", made).await;
    let positions = room["sets"][0]["positions"].as_array().unwrap().clone();
    assert_eq!(positions.len(), 2);
    let wrong = json!({"title": "", "positions": ["startpos"]});
    assert_eq!(teacher.refused("POST", "/sets", wrong).await, "bad_position");
    let query =
        format!("/api/positions?position={}", positions[0].as_str().unwrap().replace(' ', "%20"));
    let legal = browser.ok("GET", &query, Value::Null).await["moves"][0]["move"].clone();
    let grade = ada.ok("POST", "/sets/1/answers", json!({"exercise": 1, "move": legal})).await;
    assert_eq!(grade["type"], "grade");
    let again = json!({"exercise": 1, "move": legal});
    assert_eq!(ada.refused("POST", "/sets/1/answers", again).await, "conflict", "the first counts");
    assert_eq!(ben.room().await["sets"][0]["results"], json!([]));
    let results = teacher.room().await["sets"][0]["results"].clone();
    assert_eq!((&results[0]["member"], &results[0]["answers"][1]), (&json!(2), &Value::Null));
    assert_eq!(results[0]["answers"][0]["right"], grade["right"]);
}

/// Thirty pupils and ten bots; three pupils disappear in the middle of their first game.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swiss_of_forty_ends_whoever_disconnects() {
    let browser = server();
    let owner = Member::owner(&browser).await;
    let letters: Vec<char> = ('a'..='z').chain('B'..='Z').collect();
    let mut tasks = Vec::new();
    for (number, &letter) in letters.iter().enumerate().take(40) {
        let is_bot = number >= 30;
        let kind = if is_bot { "bot" } else { "person" };
        let member = owner.other(letter, &format!("{kind} {number}"), kind).await;
        let vanishes = number < 3;
        tasks.push(tokio::spawn(async move {
            if is_bot { bot(member, first_legal).await } else { pupil(member, vanishes).await }
        }));
    }
    let asked = json!({"format": "swiss", "rounds": 5, "size": 4, "clock": "2s"});
    let room = owner.ok("POST", "/tournaments", asked).await;
    assert_eq!(room["games"].as_array().unwrap().len(), 20);
    let done = owner.tournament_done().await;
    assert_eq!((&done["rounds"], &done["round"]), (&json!(5), &json!(5)));
    let standings = done["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 40);
    let sum = |field: &str| standings.iter().map(|row| row[field].as_f64().unwrap()).sum::<f64>();
    assert_eq!((sum("points"), sum("games")), (100.0, 200.0));
    let of = |name: &str| standings.iter().find(|row| row["name"] == name).unwrap();
    for vanished in ["person 0", "person 1", "person 2"] {
        // Two who vanished may meet: then the one to move loses.
        assert!(of(vanished)["time_losses"].as_u64().unwrap() >= 3, "{}", of(vanished));
    }
    assert_eq!(sum("illegal") + sum("crashes"), 0.0);
    assert!(standings.iter().all(|row| row["elo"].is_f64() && row["elo_error"].is_f64()));
    // Nobody met the same opponent twice.
    let table = done["cross_table"].as_array().unwrap();
    let games = |cell: &Value| (0..3).map(|at| cell[at].as_u64().unwrap()).sum::<u64>();
    assert!(table.iter().flat_map(|row| row.as_array().unwrap()).all(|cell| games(cell) <= 1));
    // Black goes to whoever has had it less often.
    let all = owner.room().await["games"].as_array().unwrap().clone();
    for game in &all {
        let before = |member: &Value| {
            let had = |one: &&Value| {
                one["black"] == *member && one["round"].as_u64() < game["round"].as_u64()
            };
            all.iter().filter(had).count()
        };
        assert!(before(&game["black"]) <= before(&game["white"]), "{game}");
    }
    let (_, file) = browser.file(&owner.path("/games?format=ggf&tournament=1")).await;
    assert_eq!(file.matches("(;GM[Othello]").count(), 100);
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
}

/// Plays every game to which it is paired; one that vanishes makes one move at most.
async fn pupil(member: Member, vanishes: bool) {
    let path = member.path("/events");
    let mut room = member.browser.stream_with_token(&member.token, &path).await;
    let mut played = std::collections::HashSet::new();
    while let Some(event) = room.next().await {
        let is_own =
            |game: &&Value| game["black"] == member.number || game["white"] == member.number;
        let games = event["games"].as_array().into_iter().flatten().filter(is_own);
        let open = games.filter(|game| game["outcome"].is_null());
        for seats in open.filter_map(|game| game["seats"].as_str()) {
            if !played.insert(seats.to_owned()) {
                continue;
            }
            let path = format!("/api/seats/{seats}/events");
            let mut game = member.browser.stream_with_token(&member.token, &path).await;
            while let Some(seen) = game.next().await {
                if seen["state"] != "playing" {
                    break;
                }
                let turn = &seen["game"]["position"];
                if turn["turn"] == seen["color"] {
                    let ply = seen["game"]["ply"].as_u64().unwrap();
                    member.play(seats, turn["moves"][0]["move"].as_str().unwrap(), ply).await;
                    if vanishes {
                        return;
                    }
                }
            }
        }
    }
}

/// Slow, silent, cheating and crashing programs lose their games, and nothing else happens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_bots_lose_their_games() {
    let browser = server();
    let owner = Member::owner(&browser).await;
    let good = owner.other('B', "good", "bot").await;
    let cheat = owner.other('C', "cheat", "bot").await;
    let silent = owner.other('D', "silent", "bot").await;
    let crashing = owner.other('E', "crashing", "bot").await;
    let slow = owner.other('F', "slow", "bot").await;
    let thief = owner.other('G', "thief", "bot").await;
    let mut tasks = vec![
        tokio::spawn(bot(good.clone(), first_legal)),
        tokio::spawn(bot(cheat, |_| Some("a9<script>alert('long text')</script>".to_owned()))),
        tokio::spawn(bot(silent, |_| None)),
        tokio::spawn(bot(thief.clone(), first_legal)),
    ];
    tasks.push(tokio::spawn(async move {
        let mut lines = crashing.lines().await;
        while lines.next().await.is_some_and(|event| event["type"] != "turn") {}
    }));
    tasks.push(tokio::spawn(async move {
        let mut lines = slow.lines().await;
        while let Some(event) = lines.next().await {
            if event["type"] == "turn" {
                tokio::time::sleep(Duration::from_millis(2500)).await;
                let game = event["game"].as_str().unwrap();
                let played = first_legal(&event).unwrap();
                slow.play(game, &played, event["ply"].as_u64().unwrap()).await;
            }
        }
    }));
    let asked = json!({"format": "round-robin", "games": 2, "size": 4, "clock": "2s", "random_plies": 2, "seed": 7});
    let room = owner.ok("POST", "/tournaments", asked).await;
    // A program that moves for another, with its own token, is refused.
    for game in room["games"].as_array().unwrap() {
        let seats = game["seats"].as_str().unwrap();
        if game["black"] != thief.number && game["white"] != thief.number {
            for ply in 2..4 {
                assert_eq!(thief.play(seats, "a1", ply).await.1["error"]["code"], "no_seat");
            }
        }
    }
    let done = owner.tournament_done().await;
    let standings = done["standings"].as_array().unwrap();
    let of = |name: &str| standings.iter().find(|row| row["name"] == name).unwrap().clone();
    assert_eq!(of("good")["time_losses"], 0);
    assert!(of("good")["wins"].as_u64().unwrap() >= 8, "{}", of("good"));
    assert!(of("cheat")["illegal"].as_u64().unwrap() >= 4, "{}", of("cheat"));
    for name in ["silent", "crashing", "slow"] {
        assert!(of(name)["time_losses"].as_u64().unwrap() >= 4, "{}", of(name));
    }
    assert_eq!(standings.iter().map(|row| row["games"].as_u64().unwrap()).sum::<u64>(), 60);
    let cell = &done["cross_table"][0][1];
    assert_eq!(*cell, json!([2, 0, 0]), "good against cheat");
    assert_eq!(standings[0]["rank"], 1);
    let illegal = owner.room().await["games"]
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["fault"] == "illegal")
        .cloned();
    let seats = illegal.unwrap()["seats"].as_str().unwrap().to_owned();
    let seats = browser.ok("GET", &format!("/api/seats/{seats}"), Value::Null).await;
    assert_eq!(seats["fault"]["move"], "a9<scrip", "no more than a move");
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
}

/// The runtime of the first server is dropped in the middle of a tournament, as if it were killed.
#[test]
fn a_tournament_survives_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let config =
        || Config { data: Some(folder.path().to_owned()), threads: Some(1), ..Config::default() };
    let runtime = || {
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
    };
    let first = runtime();
    let (owner, bots) = first.block_on(async {
        let browser = server_with(config());
        let owner = Member::owner(&browser).await;
        let mut bots = Vec::new();
        for (letter, name) in [('B', "one"), ('C', "two"), ('D', "three")] {
            bots.push(owner.other(letter, name, "bot").await);
        }
        owner.ok("POST", "/board", json!({"position": "f5d6"})).await;
        owner.ok("POST", "/questions", json!({"text": "?", "kind": "text"})).await;
        bots[0].ok("POST", "/questions/1/answers", json!({"answer": "yes"})).await;
        let asked = json!({"format": "round-robin", "games": 2, "size": 4, "clock": "1m"});
        let room = owner.ok("POST", "/tournaments", asked).await;
        // One move of the first game is acknowledged.
        let game = room["games"][0].clone();
        let seats = game["seats"].as_str().unwrap();
        let black = bots.iter().find(|bot| game["black"] == bot.number).unwrap();
        let seen = browser.ok("GET", &format!("/api/seats/{seats}"), Value::Null).await;
        let played = seen["game"]["position"]["moves"][0]["move"].as_str().unwrap();
        assert_eq!(black.play(seats, played, 0).await.0, StatusCode::OK);
        (owner, bots)
    });
    first.shutdown_background();
    let second = runtime();
    second.block_on(async {
        let browser = server_with(config());
        let owner = Member { browser: browser.clone(), ..owner };
        let room = owner.room().await;
        assert_eq!(room["questions"][0]["answers"], json!([{"member": 2, "answer": "yes"}]));
        assert_eq!(room["board"]["ply"], 2);
        assert_eq!(room["games"].as_array().unwrap().len(), 1);
        let seats = room["games"][0]["seats"].as_str().unwrap();
        let seen = browser.ok("GET", &format!("/api/seats/{seats}"), Value::Null).await;
        assert_eq!(seen["game"]["ply"], 1, "the move is there");
        let tasks: Vec<_> = bots
            .into_iter()
            .map(|member| {
                tokio::spawn(bot(Member { browser: browser.clone(), ..member }, first_legal))
            })
            .collect();
        let done = owner.tournament_done().await;
        let games: u64 = done["standings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["games"].as_u64().unwrap())
            .sum();
        assert_eq!(games, 12, "three pairings of two games");
        tasks.iter().for_each(tokio::task::JoinHandle::abort);
    });
    second.shutdown_background();
}
