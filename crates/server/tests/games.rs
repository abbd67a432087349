//! Games over the API: played, undone, watched, kept.

mod common;

use axum::http::StatusCode;
use common::{server, server_with};
use othellier_server::Config;
use serde_json::{Value, json};

fn id(game: &Value) -> String {
    game["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_person_plays_takes_back_and_goes_on() {
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
    assert_eq!(game["outcome"]["reason"], "resigned");
    let request = browser.request("DELETE", &path).body(axum::body::Body::empty()).unwrap();
    assert_eq!(browser.send(request).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(browser.get(&path).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_other_id_is_for_looking_alone() {
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
async fn a_program_answers_and_a_size_is_a_size() {
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
        // Now the program has Black, and opens.
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
    // Programs wait for someone to watch them, so that the first thing seen is the first position. How
    // many of the others are seen depends on who is faster: a game is told as it is, not as it was.
    let mut seen = Vec::new();
    loop {
        let event = events.next().await.unwrap();
        if event["type"] == "game" {
            let number = |key: &str| event[key].as_u64().unwrap();
            seen.push((number("version"), number("ply")));
            if event["state"] == "over" {
                assert_eq!(event["outcome"]["reason"], "played");
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
async fn a_clock_that_runs_down_ends_the_game() {
    let browser = server();
    let game = browser.ok("POST", "/api/games", json!({"clock": "1s"})).await;
    assert_eq!(game["clocks"]["running"], "black");
    let game = browser.game_in(&id(&game), "over").await;
    assert_eq!(
        (&game["outcome"]["reason"], &game["outcome"]["winner"]),
        (&json!("out_of_time"), &json!("white"))
    );
    assert_eq!(game["clocks"]["black_ms"], 0);
}

#[tokio::test]
async fn games_come_in_and_go_out_in_every_format() {
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
    // The first server is neither closed nor told: as if it were killed.
    let browser = server_with(config());
    let after = browser.ok("GET", &path, Value::Null).await;
    for field in ["id", "view", "moves", "players", "clock", "position", "version", "state"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    let view = format!("/api/games/{}", after["view"].as_str().unwrap());
    assert_eq!(browser.ok("GET", &view, Value::Null).await["players"]["black"]["name"], "Zoé");
}

#[tokio::test]
async fn a_program_that_was_thinking_goes_on_after_a_restart() {
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
