//! Analyses, reviews, trees, exercises and matches over the API.

use crate::common::server;
use axum::http::StatusCode;
use serde_json::{Value, json};

#[tokio::test]
async fn an_analysis_deepens_to_its_level() {
    let browser = server();
    let path = "/api/analysis?position=f5d6c3&level=4";
    let events = browser.stream(path).await.rest().await;
    let depths: Vec<_> = events.iter().filter(|event| event["type"] == "depth").collect();
    assert!(depths.iter().map(|depth| depth["depth"].as_u64().unwrap()).is_sorted());
    let last = depths.last().unwrap();
    assert!(last["depth"].as_u64().unwrap() >= 3, "{last}");
    let lines = last["lines"].as_array().unwrap();
    let position = browser.ok("GET", "/api/positions?position=f5d6c3", Value::Null).await;
    assert_eq!(lines.len(), position["moves"].as_array().unwrap().len());
    let losses: Vec<f64> = lines.iter().map(|line| line["loss"].as_f64().unwrap()).collect();
    assert!(losses[0] == 0.0 && losses.is_sorted(), "{losses:?}");
    assert_eq!(*events.last().unwrap(), json!({"type": "done", "stopped_by": "done"}));
    assert_eq!(browser.gauge("analyses").await, 0);
}

#[tokio::test]
async fn endgames_are_solved_on_every_size() {
    let browser = server();
    let over = "X".repeat(64) + " O";
    let forced = "OX".to_owned() + &"-".repeat(14) + " O";
    for (position, trust) in [("startpos&size=4&lines=2", "exact"), (forced.as_str(), "exact")] {
        let path = format!("/api/analysis?position={}", position.replace(' ', "%20"));
        let events = browser.stream(&path).await.rest().await;
        let last = events.iter().rev().find(|event| event["type"] == "depth").unwrap();
        assert_eq!(last["lines"][0]["trust"], trust, "{last}");
        assert_eq!(last["to_the_end"], true);
    }
    let path = format!("/api/analysis?position={}", over.replace(' ', "%20"));
    let events = browser.stream(&path).await.rest().await;
    assert_eq!(events.len(), 1, "{events:?}");
    let path = "/api/analysis?position=startpos&player=mcts(playouts=50)";
    let events = browser.stream(path).await.rest().await;
    assert!(events.iter().any(|event| event["type"] == "depth"), "{events:?}");
}

#[tokio::test]
async fn disconnecting_stops_the_search() {
    let browser = server();
    let mut streams = Vec::new();
    for _ in 0..4 {
        let mut events = browser.stream("/api/analysis?position=startpos").await;
        while events.next().await.unwrap()["type"] == "queued" {}
        streams.push(events);
    }
    let (status, answer) = browser.get("/api/analysis?position=startpos").await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("too_many"))
    );
    // Another client has its own share, although all workers are busy.
    let other = browser.other('B');
    let events = other.stream("/api/analysis?position=startpos&level=2").await.rest().await;
    assert_eq!(events.last().unwrap()["type"], "done");
    drop(streams);
    browser.until("analyses", 0).await;
    browser.until("analyses_waiting", 0).await;
    // No task is left: there is no further slice.
    let before = browser.gauge("slices_total").await;
    let events = browser.stream("/api/analysis?position=startpos&level=1").await.rest().await;
    assert_eq!(events.last().unwrap()["type"], "done");
    assert!(browser.gauge("slices_total").await <= before + 3);
}

#[tokio::test]
async fn invalid_analyses_are_refused() {
    let browser = server();
    for (query, code) in [
        ("position=startpos&lines=0", "bad_request"),
        ("position=startpos&lines=many", "bad_request"),
        ("position=startpos&level=61", "bad_request"),
        ("position=startpos&time=soon", "bad_request"),
        ("position=startpos&player=human", "bad_player"),
        ("position=startpos&player=gtp(cmd=ls)", "not_allowed"),
        ("position=startpos&player=champion(book=on)", "bad_player"),
        ("position=startpos&player=champion(hash=1MiB)", "bad_player"),
        ("position=f5f5", "bad_position"),
    ] {
        let (_, answer) = browser.get(&format!("/api/analysis?{query}")).await;
        assert_eq!(answer["error"]["code"], code, "{query}");
    }
    assert_eq!(browser.gauge("analyses").await, 0);
}

#[tokio::test]
async fn analyses_honour_the_options_of_the_champion() {
    let browser = server();
    let last = |player: &'static str| {
        let browser = browser.clone();
        async move {
            let path = format!("/api/analysis?position=f5d6c3&player={player}");
            let events = browser.stream(&path).await.rest().await;
            let depth = events.iter().rev().find(|event| event["type"] == "depth").cloned();
            (depth.unwrap(), events.last().unwrap()["stopped_by"].clone())
        }
    };
    let (depth, stopped_by) = last("champion(nodes=50000)").await;
    assert!(depth["nodes"].as_u64().unwrap() <= 50_000, "{depth}");
    assert_eq!(stopped_by, "nodes");
    for (player, depth, selectivity) in [
        ("champion(depth=3,selectivity=100)", 3, 100),
        ("champion(depth=3)", 3, 73),
        ("champion(level=4,selectivity=95)", 3, 95),
    ] {
        let (last, stopped_by) = last(player).await;
        assert_eq!((&last["depth"], &last["selectivity"]), (&json!(depth), &json!(selectivity)));
        assert_eq!(stopped_by, "done", "{player}");
    }
}

#[tokio::test]
async fn a_game_is_reviewed_from_its_end() {
    let browser = server();
    let game = browser.ok("POST", "/api/games", json!({"text": "f5d6c5f4e3c6d3f6"})).await;
    let path = format!("/api/reviews?level=2&game={}", game["view"].as_str().unwrap());
    let events = browser.stream(&path).await.rest().await;
    let of = |kind: &str| events.iter().filter(|event| event["type"] == kind).collect::<Vec<_>>();
    assert_eq!(of("begin")[0]["moves"], 8);
    let plies: Vec<_> = of("move").iter().map(|event| event["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, [7, 6, 5, 4, 3, 2, 1, 0]);
    let summary = of("summary")[0];
    assert_eq!(summary["graph"].as_array().unwrap().len(), 9);
    assert!(summary["black"]["accuracy"].as_f64().unwrap() <= 100.0);
    assert_eq!(events.last().unwrap()["type"], "done");
    for query in ["", "game=AAAAAAAAAAAAAAAAAAAAAA", "text=f5f5", "text=f5&level=60"] {
        let (status, _) = browser.get(&format!("/api/reviews?{query}")).await;
        assert!(status.is_client_error(), "{query}");
    }
}

#[tokio::test]
async fn an_exercise_is_made_and_graded() {
    let browser = server();
    let exercise = browser.ok("GET", "/api/exercises/new?empties=6&seed=3", Value::Null).await;
    assert_eq!((&exercise["empties"], &exercise["seed"]), (&json!(6), &json!("3")));
    let again = browser.ok("GET", "/api/exercises/new?empties=6&seed=3", Value::Null).await;
    assert_eq!(exercise, again);
    let position = exercise["position"]["text"].as_str().unwrap();
    let mut right = 0;
    for played in exercise["position"]["moves"].as_array().unwrap() {
        let answer = json!({"position": position, "move": played["move"]});
        let grade = browser.ok("POST", "/api/exercises/grade", answer).await;
        assert_eq!(grade["right"].as_bool().unwrap(), grade["loss"] == 0.0);
        assert_eq!(grade["pv"][0], played["move"]);
        right += usize::from(grade["right"] == true);
    }
    assert_eq!(right, 1);
    for (path, body) in [
        ("/api/exercises/grade", json!({"position": "startpos", "move": "f5"})),
        ("/api/exercises/grade", json!({"position": position, "move": "a0"})),
    ] {
        assert!(browser.post(path, body).await.0.is_client_error());
    }
    assert!(browser.get("/api/exercises/new?empties=40").await.0.is_client_error());
}

#[tokio::test]
async fn a_search_tree_and_a_heat_map() {
    let browser = server();
    let tree =
        browser.ok("GET", "/api/trees?position=d3c3&player=alphabeta(depth=2)", Value::Null).await;
    assert!(tree["cut"].as_u64().unwrap() > 0 && tree["truncated"] == false);
    assert_eq!(tree["steps"][0], json!({"do": "enter", "node": 0}));
    let map =
        browser.ok("GET", "/api/heatmap?position=startpos&evaluator=matrix1", Value::Null).await;
    let squares = map["squares"].as_array().unwrap();
    assert_eq!((squares.len(), &squares[0]["square"]), (64, &json!("a1")));
    let count = |kind: &str| squares.iter().filter(|square| square["kind"] == kind).count();
    assert_eq!((count("move"), count("disc")), (4, 4));
    assert_eq!(map["probabilities"], Value::Null);
    let map = browser.ok("GET", "/api/heatmap?position=startpos&evaluator=net", Value::Null).await;
    let chances = ["win", "draw", "loss"].map(|name| map["probabilities"][name].as_f64().unwrap());
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{chances:?}");
    for path in [
        "/api/trees?position=startpos&player=champion",
        "/api/trees?position=startpos&player=minimax(depth=9)",
        "/api/heatmap?position=startpos&evaluator=genome(file=/etc/passwd)",
    ] {
        assert!(browser.get(path).await.0.is_client_error(), "{path}");
    }
}

#[tokio::test]
async fn a_match_is_streamed_stopped_and_exported() {
    let browser = server();
    let new = json!({"a": "random", "b": "level-2", "size": 4, "games": 10, "random_plies": 2, "seed": 1});
    let started = browser.ok("POST", "/api/matches", new.clone()).await;
    let path = format!("/api/matches/{}", started["id"].as_str().unwrap());
    let events = browser.stream(&format!("{path}/events")).await.rest().await;
    assert_eq!(events.iter().filter(|event| event["type"] == "game").count(), 10);
    assert_eq!(events.last().unwrap()["type"], "done");
    let over = browser.ok("GET", &path, Value::Null).await;
    assert_eq!((&over["state"], &over["standings"]["played"]), (&json!("done"), &json!(10)));
    for (file, begin) in
        [("games.csv", "index,"), ("games?format=ggf", "(;"), ("report?lang=fr", "<!doctype")]
    {
        let (status, text) = browser.file(&format!("{path}/{file}")).await;
        assert!(status.is_success() && text.starts_with(begin), "{file}: {text}");
    }
    browser.until("matches", 0).await;
    let long = json!({"a": "minimax(depth=5)", "b": "minimax(depth=5)", "games": 200});
    let started = browser.ok("POST", "/api/matches", long).await;
    let path = format!("/api/matches/{}", started["id"].as_str().unwrap());
    let (status, _) = browser.post("/api/matches", new).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    browser.ok("POST", &format!("{path}/stop"), json!({})).await;
    browser.until("matches", 0).await;
    assert_eq!(browser.ok("GET", &path, Value::Null).await["state"], "stopped");
    for wrong in [
        json!({"a": "human", "b": "random"}),
        json!({"a": "random", "b": "random", "games": 100000}),
        json!({"a": "random", "b": "random", "time_per_move": "1h"}),
        json!({"a": "random", "b": "random", "clock": "5m"}),
        json!({"a": "random", "b": "random", "openings": "/etc/passwd"}),
        json!({"a": "random", "b": "random", "sprt": [5.0, 1.0]}),
    ] {
        let (status, _) = browser.post("/api/matches", wrong.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn a_stopped_match_leaves_the_queue() {
    let browser = server();
    let long = json!({"a": "minimax(depth=5)", "b": "minimax(depth=5)", "games": 200});
    let running = browser.ok("POST", "/api/matches", long.clone()).await;
    let other = browser.other('B');
    let waiting = other.ok("POST", "/api/matches", long.clone()).await;
    let path = format!("/api/matches/{}", waiting["id"].as_str().unwrap());
    assert_eq!(browser.gauge("matches").await, 2);
    // It may have had a turn by now.
    other.ok("POST", &format!("{path}/stop"), json!({})).await;
    browser.until("matches", 1).await;
    assert_eq!(other.ok("GET", &path, Value::Null).await["state"], "stopped");
    let path = format!("/api/matches/{}", running["id"].as_str().unwrap());
    assert_ne!(browser.ok("GET", &path, Value::Null).await["state"], "stopped");
    other.ok("POST", "/api/matches", long).await;
    browser.app.begin_shutdown();
}
