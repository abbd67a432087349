//! Fair shares: nobody waits for the long work of others, and whoever leaves frees what he holds.

use axum::http::StatusCode;
use othellier_server::Config;
use serde_json::{Value, json};

use crate::common::{Browser, server, server_with};

async fn new_game(browser: &Browser, black: &str, more: Value) -> String {
    let mut asked = json!({"players": {"black": black, "white": "human"}});
    asked.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    let game = browser.ok("POST", "/api/games", asked).await;
    game["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn one_client_cannot_stop_the_moves_of_another() {
    // One core, and all kinds of endless work of one client.
    let browser = server();
    let mut games = Vec::new();
    for _ in 0..12 {
        games.push(new_game(&browser, "champion(level=60)", Value::Null).await);
    }
    let mut streams = Vec::new();
    for path in ["/api/analysis?position=startpos", "/api/reviews?text=f5d6c3d3c4f4f6&level=20"] {
        streams.push(browser.stream(path).await);
    }
    let endless = json!({"a": "champion(level=40)", "b": "champion(level=40)", "games": 200});
    let played = browser.ok("POST", "/api/matches", endless).await;
    let other = browser.other('B');
    let id = new_game(&other, "champion(level=2)", Value::Null).await;
    let game = other.game_in(&id, "waiting").await;
    assert_eq!(game["ply"], 1);
    for id in &games {
        let game = browser.ok("GET", &format!("/api/games/{id}"), Value::Null).await;
        assert_eq!((&game["state"], &game["ply"]), (&json!("thinking"), &json!(0)), "still at it");
    }
    assert!(browser.gauge("held").await <= 2, "of a client, as many are begun as there are cores");
    let stop = format!("/api/matches/{}/stop", played["id"].as_str().unwrap());
    assert_eq!(browser.ok("POST", &stop, json!({})).await["state"], "stopped");
    browser.until("matches", 0).await;
    drop(streams);
    browser.until("errands", 0).await;
    browser.until("analyses", 0).await;
    browser.app.close();
}

#[tokio::test]
async fn no_clock_runs_in_the_queue() {
    let browser = server();
    let long = new_game(&browser, "champion(level=60)", Value::Null).await;
    browser.until("running", 1).await;
    let queued = new_game(&browser, "champion(level=1)", json!({"clock": "1s"})).await;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    let game = browser.ok("GET", &format!("/api/games/{queued}"), Value::Null).await;
    assert_eq!((&game["state"], &game["outcome"]), (&json!("thinking"), &Value::Null));
    assert_eq!(game["clocks"]["running"], Value::Null, "{}", game["clocks"]);
    assert!(game["clocks"]["black_ms"].as_u64().unwrap() > 900, "{}", game["clocks"]);
    browser.ok("DELETE", &format!("/api/games/{long}"), json!({})).await;
    let game = browser.game_in(&queued, "waiting").await;
    assert!(game["moves"][0]["took_ms"].as_u64().unwrap() < 1000, "{}", game["moves"][0]);
    browser.app.close();
}

#[tokio::test]
async fn whoever_leaves_frees_the_core() {
    let browser = server();
    let id = new_game(&browser, "champion(level=60)", Value::Null).await;
    let mut events = browser.stream(&format!("/api/games/{id}/events")).await;
    assert_eq!(events.next().await.unwrap()["state"], "thinking");
    browser.until("running", 1).await;
    drop(events);
    browser.until("running", 0).await;
    // Whoever comes back finds the program thinking.
    let _events = browser.stream(&format!("/api/games/{id}/events")).await;
    browser.until("running", 1).await;
    browser.app.close();
}

#[tokio::test]
async fn programs_are_kept_for_their_games_within_the_budget() {
    let config = Config { threads: Some(1), memory: Some(6 << 20), ..Config::default() };
    let browser = server_with(config);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let id = new_game(&browser, "champion(level=8)", Value::Null).await;
        browser.game_in(&id, "waiting").await;
        ids.push(id);
    }
    // Each has a table of 4 MiB.
    assert_eq!(browser.gauge("programs_kept").await, 1);
    assert!(browser.gauge("memory_kept_bytes").await <= 6 << 20);
    assert_eq!(browser.gauge("memory_used_bytes").await, 0);
    let last = format!("/api/games/{}", ids[2]);
    let game = browser.ok("GET", &last, Value::Null).await;
    let reply = game["position"]["moves"][0]["move"].clone();
    browser.ok("POST", &format!("{last}/moves"), json!({"move": reply})).await;
    browser.game_in(&ids[2], "waiting").await;
    assert_eq!(browser.gauge("programs_kept").await, 1);
    browser.ok("DELETE", &last, json!({})).await;
    assert_eq!(browser.gauge("programs_kept").await, 0);
}

#[tokio::test]
async fn limits_hold_on_this_machine() {
    let browser = server();
    let endless = json!({"a": "champion(level=40)", "b": "champion(level=40)", "games": 200});
    assert_eq!(browser.post("/api/matches", endless.clone()).await.0, StatusCode::CREATED);
    let (status, answer) = browser.post("/api/matches", endless.clone()).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{answer}");
    for letter in 'B'..='H' {
        let (status, _) = browser.other(letter).post("/api/matches", endless.clone()).await;
        assert_eq!(status, StatusCode::CREATED);
    }
    let (status, answer) = browser.other('I').post("/api/matches", endless).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "of one address: {answer}");
    browser.app.close();
}
