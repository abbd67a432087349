//! Games over the API: played, undone, watched, stored.

use std::time::Duration;

use crate::common::{Browser, server, server_with};
use axum::http::StatusCode;
use othellier_server::Config;
use serde_json::{Value, json};

fn id(game: &Value) -> String {
    game["id"].as_str().unwrap().to_owned()
}

async fn delete(browser: &Browser, path: &str) {
    let request = browser.request("DELETE", path).body(axum::body::Body::empty()).unwrap();
    assert_eq!(browser.send(request).await.status(), StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_person_plays_and_undoes_moves() {
    let browser = server();
    let game = browser.ok("POST", "/api/games", json!({})).await;
    let path = format!("/api/games/{}", id(&game));
    assert_eq!((&game["state"], &game["may_play"]), (&json!("waiting"), &json!(true)));
    assert_eq!(game["position"]["moves"].as_array().unwrap().len(), 4);
    for (ply, played) in ["f5", "d6", "c3"].iter().enumerate() {
        let body = json!({"move": played, "ply": ply});
        let game = browser.ok("POST", &format!("{path}/moves"), body).await;
        assert_eq!(game["ply"], ply + 1);
    }
    let late = browser.post(&format!("{path}/moves"), json!({"move": "d3", "ply": 1})).await;
    assert_eq!((late.0, &late.1["error"]["code"]), (StatusCode::CONFLICT, &json!("conflict")));
    let wrong = browser.post(&format!("{path}/moves"), json!({"move": "a1"})).await;
    assert_eq!(wrong.1["error"]["code"], "illegal_move");
    let wrong = browser.post(&format!("{path}/moves"), json!({"move": "<script>"})).await;
    assert_eq!(wrong.1["error"]["code"], "illegal_move");
    let game = browser.ok("POST", &format!("{path}/undo"), json!({})).await;
    assert_eq!((&game["ply"], &game["length"]), (&json!(2), &json!(3)));
    let game = browser.ok("POST", &format!("{path}/goto"), json!({"ply": 0})).await;
    assert_eq!((&game["ply"], &game["length"]), (&json!(0), &json!(3)));
    let game = browser.ok("POST", &format!("{path}/redo"), json!({})).await;
    assert_eq!(game["ply"], 1);
    let game = browser.ok("POST", &format!("{path}/moves"), json!({"move": "f6"})).await;
    assert_eq!((&game["ply"], &game["length"]), (&json!(2), &json!(2)));
    assert_eq!(game["opening"]["name"]["fr"].as_str().map(str::is_empty), Some(false));
    let game = browser.ok("POST", &format!("{path}/restart"), json!({})).await;
    assert_eq!(game["length"], 0);
    let game = browser.ok("POST", &format!("{path}/resign"), json!({"color": "white"})).await;
    assert_eq!(game["outcome"]["winner"], "black");
    assert_eq!(game["outcome"]["code"], "resigned");
    delete(&browser, &path).await;
    assert_eq!(browser.get(&path).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_view_id_is_read_only() {
    let browser = server();
    let game = browser.ok("POST", "/api/games", json!({"text": "f5d6c3"})).await;
    let view = game["view"].as_str().unwrap().to_owned();
    let other = browser.other('B');
    let seen = other.ok("GET", &format!("/api/games/{view}"), Value::Null).await;
    assert_eq!(
        (&seen["id"], &seen["may_play"], &seen["ply"]),
        (&Value::Null, &json!(false), &json!(3))
    );
    for action in ["undo", "restart", "swap", "pause", "go"] {
        let refused = other.post(&format!("/api/games/{view}/{action}"), json!({})).await;
        assert_eq!(refused.1["error"]["code"], "view_only", "{action}");
    }
    let copy = json!({"from": {"id": view, "ply": 2}});
    let copy = other.ok("POST", "/api/games", copy).await;
    assert_eq!((&copy["may_play"], &copy["length"]), (&json!(true), &json!(2)));
    assert_ne!(copy["id"], game["id"]);
}

#[tokio::test]
async fn a_program_replies_on_every_size() {
    let browser = server();
    for (size, white, first) in
        [(8, "champion(level=1)", "f5"), (6, "level-2", "e4"), (10, "random", "g6")]
    {
        let new = json!({"size": size, "players": {"black": "human", "white": white}});
        let game = browser.ok("POST", "/api/games", new).await;
        let path = format!("/api/games/{}", id(&game));
        let thinking = browser.ok("POST", &format!("{path}/moves"), json!({"move": first})).await;
        assert!(thinking["ply"].as_u64().unwrap() >= 1, "{size}");
        let game = browser.game_in(&id(&game), "waiting").await;
        assert_eq!((&game["ply"], &game["size"]), (&json!(2), &json!(size)));
        assert_eq!(game["moves"][1]["color"], "white");
        let back = browser.ok("POST", &format!("{path}/undo"), json!({})).await;
        assert_eq!((&back["ply"], &back["state"]), (&json!(0), &json!("waiting")));
        // Now the program has Black and opens.
        browser.ok("POST", &format!("{path}/restart"), json!({})).await;
        browser.ok("POST", &format!("{path}/swap"), json!({})).await;
        let game = browser.game_in(&id(&game), "waiting").await;
        assert_eq!(game["ply"], 1);
    }
}

#[tokio::test]
async fn programs_play_each_other_while_someone_watches() {
    let browser = server();
    let new = json!({"size": 4, "players": {"black": "random", "white": "level-2"}});
    let game = browser.ok("POST", "/api/games", new).await;
    let mut events = browser.stream(&format!("/api/games/{}/events", id(&game))).await;
    // Programs wait for a viewer, so the first event is the start position. How many of the later
    // positions are seen depends on timing: a game event has the current state, not every past one.
    let mut seen = Vec::new();
    loop {
        let event = events.next().await.unwrap();
        if event["type"] == "game" {
            let number = |key: &str| event[key].as_u64().unwrap();
            seen.push((number("version"), number("ply")));
            if event["state"] == "over" {
                assert_eq!(event["outcome"]["code"], "played");
                break;
            }
        }
    }
    assert_eq!(seen[0].1, 0);
    assert!(seen.len() > 1 && seen.is_sorted(), "{seen:?}");
    assert_eq!(browser.gauge("watchers").await, 1);
    drop(events);
    browser.until("watchers", 0).await;
}

#[tokio::test]
async fn running_out_of_time_ends_the_game() {
    let browser = server();
    let game = browser.ok("POST", "/api/games", json!({"clock": "1s"})).await;
    assert_eq!(game["clocks"]["running"], "black");
    let game = browser.game_in(&id(&game), "over").await;
    assert_eq!(
        (&game["outcome"]["code"], &game["outcome"]["winner"]),
        (&json!("out_of_time"), &json!("white"))
    );
    assert_eq!(game["clocks"]["black_ms"], 0);
}

#[tokio::test]
async fn games_are_imported_and_exported_in_every_format() {
    let browser = server();
    let moves = "f5d6c5f4e3c6d3f6e6d7";
    let game =
        browser.ok("POST", "/api/games", json!({"text": "1. F5 d6 2. C5 f4 e3c6d3f6e6d7"})).await;
    assert_eq!((&game["length"], &game["state"]), (&json!(10), &json!("waiting")));
    let catalogue = browser.ok("GET", "/api/catalogue", Value::Null).await;
    let formats = catalogue["formats"].as_array().unwrap();
    assert!(formats.len() >= 5);
    for format in formats {
        let name = format["name"].as_str().unwrap();
        let path = format!("/api/games/{}/export?format={name}", id(&game));
        let (status, text) = browser.file(&path).await;
        assert_eq!(status, StatusCode::OK, "{name}");
        let read = browser.ok("POST", "/api/imports", json!({"text": text})).await;
        assert_eq!(read["games"].as_array().unwrap().len(), 1, "{name}: {read}");
        if name != "obf" {
            assert_eq!(read["games"][0]["moves"], moves, "{name}");
        }
    }
    let commented = format!("/api/games/{}/export?format=sgf&comments=fr", id(&game));
    assert_eq!(browser.get(&commented).await.0, StatusCode::NOT_FOUND, "no review yet");
    let blunder = browser.ok("POST", "/api/games", json!({"text": "f5d6c3d3c4b3b2"})).await;
    let review = format!("/api/reviews?level=4&game={}", id(&blunder));
    browser.stream(&review).await.rest().await;
    for (format, lang, word) in [("sgf", "en", "lost; better"), ("ggf", "fr", "mieux")] {
        let id = id(&blunder);
        let path = format!("/api/games/{id}/export?format={format}&comments={lang}");
        let (_, text) = browser.file(&path).await;
        assert!(text.contains(word), "{text}");
    }
    let (status, svg) = browser.file(&format!("/api/games/{}/export?format=svg", id(&game))).await;
    assert!(status.is_success() && svg.starts_with("<svg"));
    let (status, answer) =
        browser.get(&format!("/api/games/{}/export?format=doc", id(&game))).await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (StatusCode::BAD_REQUEST, &json!("bad_request"))
    );
    for (text, code) in
        [("f5f5", "bad_game"), ("", "bad_game"), ("zzz", "bad_game"), ("(;GM[2", "bad_game")]
    {
        let (_, answer) = browser.post("/api/games", json!({"text": text})).await;
        assert_eq!(answer["error"]["code"], code, "{text:?}: {answer}");
    }
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27) + " X";
    let game = browser.ok("POST", "/api/games", json!({"text": board})).await;
    assert_eq!((&game["length"], &game["start"]), (&json!(0), &json!(board)));
}

#[tokio::test]
async fn a_restart_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let config =
        || Config { data: Some(folder.path().to_owned()), threads: Some(1), ..Config::default() };
    let browser = server_with(config());
    let new = json!({"players": {"black": "human", "white": "level-2"}, "clock": "5m",
        "names": {"black": "Zoé", "white": ""}});
    let game = browser.ok("POST", "/api/games", new).await;
    let path = format!("/api/games/{}", id(&game));
    browser.ok("POST", &format!("{path}/moves"), json!({"move": "f5"})).await;
    let before = browser.game_in(&id(&game), "waiting").await;
    // The first server is not closed, as if it were killed.
    let browser = server_with(config());
    let after = browser.ok("GET", &path, Value::Null).await;
    for field in ["id", "view", "moves", "players", "clock", "position", "version", "state"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    let view = format!("/api/games/{}", after["view"].as_str().unwrap());
    assert_eq!(browser.ok("GET", &view, Value::Null).await["players"]["black"]["name"], "Zoé");
}

#[tokio::test]
async fn a_thinking_program_resumes_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let config =
        || Config { data: Some(folder.path().to_owned()), threads: Some(1), ..Config::default() };
    let browser = server_with(config());
    let new = json!({"players": {"black": "level-2", "white": "human"}, "pace_ms": 10000});
    let game = browser.ok("POST", "/api/games", new).await;
    assert_eq!(game["state"], "thinking");
    let browser = server_with(config());
    let path = format!("/api/games/{}", id(&game));
    browser.ok("GET", &path, Value::Null).await;
    browser.ok("PATCH", &path, json!({"pace_ms": 0})).await;
    let game = browser.game_in(&id(&game), "waiting").await;
    assert_eq!(game["ply"], 1);
}

#[tokio::test]
async fn an_imported_game_resumes_on_a_move_or_a_change_of_players() {
    let browser = server();
    let players = json!({"black": "human", "white": "random"});
    let new = json!({"text": "f5d6", "players": players});
    let game = browser.ok("POST", "/api/games", new).await;
    let path = format!("/api/games/{}", id(&game));
    browser.ok("POST", &format!("{path}/moves"), json!({"move": "c3"})).await;
    assert_eq!(browser.game_in(&id(&game), "waiting").await["ply"], 4);

    let game = browser.ok("POST", "/api/games", json!({"text": "f5d6c3"})).await;
    let path = format!("/api/games/{}", id(&game));
    let game = browser.ok("PATCH", &path, json!({"players": players})).await;
    assert_eq!(game["state"], "thinking");
    assert_eq!(browser.game_in(&id(&game), "waiting").await["ply"], 4);

    // Until then an imported game is paused.
    let new = json!({"text": "f5d6c3", "players": players});
    let game = browser.ok("POST", "/api/games", new).await;
    let path = format!("/api/games/{}", id(&game));
    let game = browser.ok("PATCH", &path, json!({"pace_ms": 0})).await;
    assert_eq!((&game["state"], &game["ply"]), (&json!("paused"), &json!(3)));
}

#[tokio::test]
async fn a_deleted_game_does_not_reappear() {
    let browser = server();
    let new = json!({"players": {"black": "champion(level=60)", "white": "human"}});
    let game = browser.ok("POST", "/api/games", new).await;
    let path = format!("/api/games/{}", id(&game));
    let mut events = browser.stream(&format!("{path}/events")).await;
    while events.next().await.unwrap()["type"] != "thought" {}
    delete(&browser, &path).await;
    assert_eq!(events.rest().await.last().unwrap()["type"], "goodbye");
    // The program was asked to stop and returns a move, but the game no longer exists.
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(browser.get(&path).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_change_that_cannot_be_stored_is_rolled_back() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { data: Some(folder.path().to_owned()), ..Config::default() };
    let browser = server_with(Config { threads: Some(1), ..config });
    let disk = rusqlite::Connection::open(folder.path().join("games.db")).unwrap();
    let fill_from = |version: u8| {
        let trigger = format!(
            "CREATE TRIGGER full BEFORE UPDATE ON games
             WHEN new.settings ->> 'version' >= {version}
             BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
        );
        disk.execute_batch(&trigger).unwrap();
    };
    let clear = || disk.execute_batch("DROP TRIGGER full").unwrap();
    let new = json!({"players": {"black": "human", "white": "random"}});
    let game = browser.ok("POST", "/api/games", new).await;
    let path = format!("/api/games/{}", id(&game));
    let moves = format!("{path}/moves");
    let play = || browser.post(&moves, json!({"move": "f5"}));

    fill_from(2);
    assert_eq!(play().await.0, StatusCode::INTERNAL_SERVER_ERROR);
    let same = browser.ok("GET", &path, Value::Null).await;
    assert_eq!(same, game);
    clear();

    // A program's move that could not be stored is retried on request.
    fill_from(3);
    assert_eq!(play().await.0, StatusCode::OK);
    let stuck = browser.game_in(&id(&game), "paused").await;
    assert_eq!((&stuck["ply"], &stuck["trouble"]["code"]), (&json!(1), &json!("internal")));
    clear();
    browser.ok("POST", &format!("{path}/go"), json!({})).await;
    let game = browser.game_in(&id(&game), "waiting").await;
    assert_eq!((&game["ply"], &game["trouble"]), (&json!(2), &Value::Null));
}

#[tokio::test]
async fn waiting_programs_resume_despite_stale_turns() {
    let browser = server();
    let players = json!({"black": "random", "white": "random"});
    let new = json!({"size": 4, "players": players, "pace_ms": 300});
    let game = browser.ok("POST", "/api/games", new).await;
    let path = format!("/api/games/{}", id(&game));
    // While the first turn waits, a second begins and finds no viewer; then the first resumes.
    tokio::time::sleep(Duration::from_millis(50)).await;
    browser.ok("PATCH", &path, json!({"pace_ms": 0})).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut events = browser.stream(&format!("{path}/events")).await;
    let play = async { while events.next().await.unwrap()["state"] != "over" {} };
    assert!(tokio::time::timeout(Duration::from_secs(10), play).await.is_ok());
}

#[tokio::test]
async fn a_truncated_game_keeps_its_names_but_not_its_result() {
    let browser = server();
    let text = "(;GM[Othello]PB[Zoé]PW[Bob]TY[8]TH[+2@24]RE[+12.000]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[f5]W[d6]B[c3]W[d3];)";
    let game = browser.ok("POST", "/api/games", json!({"text": text})).await;
    let copy = json!({"from": {"id": game["view"], "ply": 2}});
    let copy = browser.ok("POST", "/api/games", copy).await;
    let whole = browser.ok("POST", "/api/games", json!({"from": {"id": game["view"]}})).await;
    let restarted = browser.ok("POST", "/api/games", json!({"text": text})).await;
    browser.ok("POST", &format!("/api/games/{}/restart", id(&restarted)), json!({})).await;
    for (game, length, is_whole) in [(copy, 2, false), (whole, 4, true), (restarted, 0, false)] {
        let path = format!("/api/games/{}", id(&game));
        let (_, file) = browser.file(&format!("{path}/export?format=ggf")).await;
        assert!(file.contains("PB[Zoé]PW[Bob]"), "{file}");
        assert_eq!(file.contains("RE[+12]") && file.contains("TH["), is_whole, "{file}");
        assert_eq!(file.contains("RE[?]") && !file.contains("TH["), !is_whole, "{file}");
        let game = browser.ok("GET", &path, Value::Null).await;
        assert_eq!(game["length"], length);
    }
    // The name of a program is its spec, and is not copied to another player.
    let new = json!({"text": "f5", "players": {"black": "human", "white": "level-2"},
        "names": {"black": "Zoé", "white": ""}});
    let game = browser.ok("POST", "/api/games", new).await;
    let players = json!({"black": "human", "white": "random"});
    let copy = json!({"from": {"id": game["id"], "ply": 1}, "players": players});
    let copy = browser.ok("POST", "/api/games", copy).await;
    let name = |color: &str| copy["players"][color]["name"].clone();
    assert_eq!((name("black"), name("white")), (json!("Zoé"), json!("random")));
}

#[tokio::test]
async fn the_index_counts_readable_games() {
    let browser = server();
    let game = |moves: &str| {
        let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
        format!("(;GM[Othello]PB[]PW[]TY[8]RE[?]BO[{board}]{moves};)\n")
    };
    let text = game("B[a1]") + &game("B[f5]W[d6]") + &game("B[f5]W[f6]B[e6]");
    let found = browser.ok("POST", "/api/imports", json!({"text": text})).await;
    let (games, refused) = (&found["games"], &found["refused"]);
    assert_eq!((games.as_array().unwrap().len(), refused.as_array().unwrap().len()), (2, 1));
    for index in 0..2 {
        let game = browser.ok("POST", "/api/games", json!({"text": text, "index": index})).await;
        assert_eq!(game["length"], games[index]["length"]);
    }
    let (_, answer) = browser.post("/api/games", json!({"text": text, "index": 2})).await;
    assert_eq!(answer["error"]["code"], "bad_game");
    assert_eq!(answer["error"]["message"], "line 1: move 1, `a1`, is not legal");
    assert_eq!(
        refused[0],
        json!({"line": 1, "code": "illegal-move", "text": {
            "en": "move 1, `a1`, is not legal", "fr": "le coup 1, `a1`, n'est pas légal"}})
    );
    let (_, answer) = browser.post("/api/games", json!({"text": "f5d6", "index": 1})).await;
    assert_eq!(answer["error"]["message"], "the text has no game 2");
}
