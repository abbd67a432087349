//! The state of a grid over the API, from a function that stands for its server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::http::StatusCode;
use othellier_server::{Config, GridError, GridSource};
use othellier_wire::{GridDeadLetter, GridJob, GridStatus};
use serde_json::{Value, json};

use crate::common::{Browser, server, server_with};

/// A grid with one job, how often it was asked, and whether it answers.
#[derive(Clone, Default)]
struct Stub {
    asked: Arc<AtomicUsize>,
    is_away: Arc<AtomicBool>,
}

impl Stub {
    fn server(&self) -> Browser {
        let stub = self.clone();
        let grid = Some(GridSource::new(move |job| stub.answer(job)));
        server_with(Config { threads: Some(1), grid, ..Config::default() })
    }

    fn answer(&self, job: Option<&str>) -> Result<GridStatus, GridError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if self.is_away.load(Ordering::Relaxed) {
            return Err(GridError::Unavailable("the NATS server does not answer".to_owned()));
        }
        let error = "out of memory".to_owned();
        let letter = GridDeadLetter { number: 3, deliveries: 5, worker: "a-1".to_owned(), error };
        let dead_letters = match job {
            Some("match") => vec![letter],
            Some(_) => return Err(GridError::NoJob("the grid has no such job".to_owned())),
            None => Vec::new(),
        };
        let job = GridJob {
            job: "3f2a".to_owned(),
            name: "match".to_owned(),
            state: "running".to_owned(),
            units: 10,
            done: 4,
            failed: 1,
            taken: 2,
            waiting: 3,
            units_per_second: 0.5,
            seconds_left: Some(10.0),
            priority: 0,
            excluded: Vec::new(),
            dead_letters,
        };
        Ok(GridStatus { jobs: vec![job], workers: Vec::new() })
    }
}

#[tokio::test]
async fn a_server_without_a_grid_says_so() {
    let browser = server();
    for path in ["/api/grid", "/api/grid?job=match", "/api/grid/events"] {
        let (status, answer) = browser.get(path).await;
        let code = &answer["error"]["code"];
        assert_eq!((status, code), (StatusCode::NOT_FOUND, &json!("not_found")), "{path}");
    }
    assert_eq!(browser.ok("GET", "/api/catalogue", Value::Null).await["grid"], false);
}

#[tokio::test(start_paused = true)]
async fn the_grid_is_asked_once_for_many_who_look() {
    let stub = Stub::default();
    let browser = stub.server();
    assert_eq!(browser.ok("GET", "/api/catalogue", Value::Null).await["grid"], true);
    for letter in 'A'..='Z' {
        let status = browser.other(letter).ok("GET", "/api/grid", Value::Null).await;
        assert_eq!((&status["type"], &status["jobs"][0]["done"]), (&json!("status"), &json!(4)));
        assert_eq!(status["jobs"][0].get("dead_letters"), None);
    }
    assert_eq!(stub.asked.load(Ordering::Relaxed), 1);
    let job = browser.ok("GET", "/api/grid?job=match", Value::Null).await;
    assert_eq!(job["jobs"][0]["dead_letters"][0]["error"], "out of memory");
    let (status, answer) = browser.get("/api/grid?job=other").await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{answer}");
    let (status, _) = browser.get("/api/grid?jobs=match").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test(start_paused = true)]
async fn a_grid_that_is_away_is_asked_again() {
    let stub = Stub::default();
    let browser = stub.server();
    let mut events = browser.stream("/api/grid/events").await;
    assert_eq!(events.next().await.unwrap()["jobs"][0]["name"], "match");
    stub.is_away.store(true, Ordering::Relaxed);
    let away = events.next().await.unwrap();
    let error = json!({"code": "grid_unavailable", "message": "the NATS server does not answer"});
    assert_eq!(away, json!({"type": "away", "error": error}));
    let (status, answer) = browser.get("/api/grid").await;
    assert_eq!((status, &answer["error"]), (StatusCode::SERVICE_UNAVAILABLE, &error));
    stub.is_away.store(false, Ordering::Relaxed);
    assert_eq!(events.next().await.unwrap()["type"], "status");
    assert_eq!(stub.asked.load(Ordering::Relaxed), 3);
    browser.app.begin_shutdown();
    assert_eq!(events.next().await.unwrap()["type"], "goodbye");
    assert_eq!(events.next().await, None);
}
