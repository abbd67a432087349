//! Long work of any kind over the API.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::common::server;

#[tokio::test]
async fn work_is_described_done_watched_and_summed_up() {
    let browser = server();
    let kinds = browser.ok("GET", "/api/kinds", Value::Null).await;
    let census = kinds["kinds"].as_array().unwrap().iter();
    let census = census.clone().find(|kind| kind["name"] == "mobility-census").unwrap();
    assert!(census["about"]["en"] != census["about"]["fr"], "{census}");
    let settings = census["settings"].as_array().unwrap();
    let defaults: Vec<(&Value, &Value)> =
        settings.iter().map(|setting| (&setting["name"], &setting["default"])).collect();
    let expected = [
        (json!("games"), Value::Null),
        (json!("unit"), json!("1000")),
        (json!("seed"), json!("1")),
    ];
    assert_eq!(defaults, expected.iter().map(|(name, value)| (name, value)).collect::<Vec<_>>());

    let asked = json!({"kind": "mobility-census", "settings": {"games": 30, "unit": 7, "seed": 5}});
    let work = browser.ok("POST", "/api/work", asked).await;
    let path = format!("/api/work/{}", work["id"].as_str().unwrap());
    let events = browser.stream(&format!("{path}/events")).await.rest().await;
    let [.., last, end] = &events[..] else { panic!("{events:?}") };
    assert_eq!(
        (&last["state"], &last["units"], &last["done"]),
        (&json!("done"), &json!(5), &json!(5))
    );
    assert_eq!((&last["summary"]["games"], &end["type"]), (&json!(30), &json!("done")), "{last}");
    assert_eq!(browser.ok("GET", &path, Value::Null).await, *last);
    let (status, rows) = browser.file(&format!("{path}/rows")).await;
    assert_eq!((status, rows.lines().count()), (StatusCode::OK, 30));
    let indices =
        rows.lines().map(|row| serde_json::from_str::<Value>(row).unwrap()["index"].clone());
    assert!(indices.eq((0..30).map(|index| json!(index))), "in their order");
}

#[tokio::test]
async fn work_is_bounded_and_stops() {
    let browser = server();
    let refused = async |asked: Value, code: &str, said: &str| {
        let (status, answer) = browser.post("/api/work", asked).await;
        assert_eq!(
            (status, &answer["error"]["code"]),
            (StatusCode::BAD_REQUEST, &json!(code)),
            "{answer}"
        );
        assert!(answer["error"]["message"].as_str().unwrap().contains(said), "{answer}");
    };
    let census = |settings: Value| json!({"kind": "mobility-census", "settings": settings});
    refused(
        census(json!({"games": 1_000_000_000, "unit": 1_000_000_000})),
        "not_allowed",
        "64 MiB",
    )
    .await;
    refused(census(json!({"games": 2_000, "unit": 1})), "not_allowed", "1000 units").await;
    refused(census(json!({"games": 3, "kind": "match"})), "bad_request", "unknown field `kind`")
        .await;
    refused(census(json!({})), "bad_request", "games").await;
    // A file or a program of the server is reached by no kind that is not in the list.
    for kind in ["match", "solve", "nonsense"] {
        let asked =
            json!({"kind": kind, "settings": {"players": ["gtp(cmd=x)", "random"], "games": 2}});
        refused(asked, "not_allowed", "expected mobility-census").await;
    }

    let long = browser.ok("POST", "/api/work", census(json!({"games": 120_000}))).await;
    let (status, answer) = browser.post("/api/work", census(json!({"games": 2}))).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{answer}");
    let path = format!("/api/work/{}", long["id"].as_str().unwrap());
    browser.ok("POST", &format!("{path}/stop"), Value::Null).await;
    let events = browser.stream(&format!("{path}/events")).await.rest().await;
    assert_eq!(events[events.len() - 2]["state"], "stopped", "{events:?}");
    assert_eq!(browser.file(&format!("{path}/rows")).await.0, StatusCode::CONFLICT);
    assert_eq!(browser.get("/api/work/0000000000000000").await.0, StatusCode::NOT_FOUND);
}
