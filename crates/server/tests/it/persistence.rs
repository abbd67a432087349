//! The archive, and what survives a restart: reviews and matches.

use crate::common::{server, server_with};
use axum::http::StatusCode;
use othellier_archive::Archive;
use othellier_board::Position;
use othellier_record::{Record, transcript};
use othellier_server::Config;
use serde_json::{Value, json};

fn record(moves: &str, date: &str) -> Record {
    let game = transcript::read(Position::start(), moves).unwrap();
    Record { date: date.to_owned(), ..Record::from(game) }
}

#[tokio::test]
async fn the_archive_reports_replies_and_results() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("archive.sqlite");
    let config = Config { threads: Some(1), archive: Some(file.clone()), ..Config::default() };
    let browser = server_with(config);
    // There is no archive yet.
    let path = "/api/archive?position=f5";
    let none = browser.ok("GET", path, Value::Null).await;
    assert_eq!((&none["available"], &none["replies"]), (&json!(false), &json!([])));
    // It may be created while the server runs.
    let games = [
        record("f5d6c3d3c4", "1999"),
        record("f5d6c5f4e3", "2004"),
        // Equivalent to f5f6e6 by symmetry.
        record("d3c3c4", "2001"),
        record("f5", ""),
    ];
    Archive::open(&file).unwrap().add(&games).unwrap();
    let explored = browser.ok("GET", path, Value::Null).await;
    let of = |field: &str| explored[field].clone();
    assert_eq!((of("available"), of("size"), of("ended")), (json!(true), json!(4), json!(1)));
    assert_eq!(explored["all"]["games"], 4);
    let replies = explored["replies"].as_array().unwrap();
    let shown: Vec<_> = replies
        .iter()
        .map(|reply| json!([reply["move"], reply["games"], reply["last_year"]]))
        .collect();
    assert_eq!(shown, [json!(["d6", 2, 2004]), json!(["f6", 1, 2001])]);
    assert_eq!(replies[0]["score_rate"], Value::Null, "no game was played to its end");
    let far = browser.ok("GET", "/api/archive?position=f5d6c3d3c4f4", Value::Null).await;
    assert_eq!((&far["available"], &far["all"]["games"]), (&json!(true), &json!(0)));
    let six = browser.ok("GET", "/api/archive?position=startpos&size=6", Value::Null).await;
    assert_eq!(six["all"]["games"], 0);
    let (status, _) = browser.get("/api/archive?position=f5f5").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    // A file that is not an archive is refused.
    std::fs::write(&file, "no archive").unwrap();
    assert_eq!(browser.get(path).await.0, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(server().ok("GET", path, Value::Null).await["available"], false);
}

#[tokio::test]
async fn a_review_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let config =
        || Config { data: Some(folder.path().to_owned()), threads: Some(1), ..Config::default() };
    let browser = server_with(config());
    let game = browser.ok("POST", "/api/games", json!({"text": "f5d6c5f4e3c6d3f6"})).await;
    let id = game["id"].as_str().unwrap();
    let stored = format!("/api/reviews?kept=true&game={id}");
    let nothing = browser.stream(&stored).await.rest().await;
    assert_eq!(nothing, [json!({"type": "done", "stopped_by": "unknown"})]);
    let events = browser.stream(&format!("/api/reviews?level=2&game={id}")).await.rest().await;
    assert_eq!(events.len(), 1 + 8 + 1 + 1);
    // The first server is not closed, as if it were killed.
    let browser = server_with(config());
    assert_eq!(browser.stream(&stored).await.rest().await, events);
    assert_eq!(
        browser.stream("/api/reviews?level=2&text=f5d6c5f4e3c6d3f6").await.rest().await,
        events
    );
    let other = browser.stream(&format!("{stored}&level=3")).await.rest().await;
    assert_eq!(other, nothing, "another level is another review");
    browser.ok("POST", &format!("/api/games/{id}/moves"), json!({"move": "e6"})).await;
    assert_eq!(browser.stream(&stored).await.rest().await, nothing, "another game");
}

#[tokio::test]
async fn a_match_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let config =
        || Config { data: Some(folder.path().to_owned()), threads: Some(1), ..Config::default() };
    let browser = server_with(config());
    let new =
        json!({"a": "random", "b": "level-2", "size": 4, "games": 6, "random_plies": 2, "seed": 1});
    let done = browser.ok("POST", "/api/matches", new).await;
    let done = format!("/api/matches/{}", done["id"].as_str().unwrap());
    let events = browser.stream(&format!("{done}/events")).await.rest().await;
    browser.until("matches", 0).await;
    let before = browser.ok("GET", &done, Value::Null).await;
    let (_, file) = browser.file(&format!("{done}/games?format=ggf")).await;
    let long = json!({"a": "minimax(depth=3)", "b": "minimax(depth=3)", "games": 200});
    let long = browser.ok("POST", "/api/matches", long).await;
    let long = format!("/api/matches/{}", long["id"].as_str().unwrap());
    let mut watched = browser.stream(&format!("{long}/events")).await;
    while watched.next().await.unwrap()["type"] != "game" {}
    // The first server is not closed, as if it were killed.
    let again = server_with(config());
    assert_eq!(again.ok("GET", &done, Value::Null).await, before);
    assert_eq!(again.stream(&format!("{done}/events")).await.rest().await.len(), events.len());
    assert_eq!(again.file(&format!("{done}/games?format=ggf")).await.1, file);
    let broken_off = again.ok("GET", &long, Value::Null).await;
    assert_eq!(broken_off["state"], "stopped");
    let played = broken_off["standings"]["played"].as_u64().unwrap();
    assert!(played >= 1);
    let events = again.stream(&format!("{long}/events")).await.rest().await;
    let games = events.iter().filter(|event| event["type"] == "game").count();
    assert_eq!((games as u64, &events.last().unwrap()["type"]), (played, &json!("done")));
    browser.app.close();
    let (status, _) = again.get("/api/matches/AAAAAAAAAAAAAAAAAAAAAA").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}
