//! The scripts of `testdata/sessions.txt`, over HTTP.

#[path = "../../../../testdata/sessions.rs"]
mod scripts;

use std::time::Duration;

use crate::common::{Browser, server};
use serde_json::{Value, json};

/// The game once its program has moved.
async fn at_rest(browser: &Browser, path: &str) -> Value {
    for _ in 0..3000 {
        let game = browser.ok("GET", path, Value::Null).await;
        if game["state"] != "thinking" {
            return game;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the program never moved");
}

#[tokio::test]
async fn every_script() {
    let browser = server();
    for case in scripts::cases() {
        let [black, white] = case.players;
        let new = json!({"size": case.size, "players": {"black": black, "white": white},
            "clock": case.clock});
        let game = browser.ok("POST", "/api/games", new).await;
        let path = format!("/api/games/{}", game["id"].as_str().unwrap());
        let mut game = at_rest(&browser, &path).await;
        for step in &case.steps {
            let number = || step.argument.parse::<usize>().unwrap();
            let (action, body) = match step.word {
                "look" => ("", Value::Null),
                "wait" => {
                    let time = othellier_play::parse_duration(step.argument).unwrap();
                    tokio::time::sleep(time).await;
                    ("", Value::Null)
                }
                "any" => ("moves", json!({"move": game["position"]["moves"][0]["move"]})),
                "resume" => ("go", json!({})),
                "goto" => ("goto", json!({"ply": number()})),
                "recall" => ("recall", json!({"variation": number()})),
                "undo" | "redo" | "pause" | "resign" | "swap" => (step.word, json!({})),
                "restart" => ("goto", json!({"ply": 0})),
                "new" => ("restart", json!({})),
                square => ("moves", json!({"move": square})),
            };
            if !action.is_empty() {
                // A refused command changes nothing, which the state shows.
                browser.post(&format!("{path}/{action}"), body).await;
            }
            game = at_rest(&browser, &path).await;
            let state = game["state"].as_str().unwrap();
            let state = format!("{}/{} {state}", game["ply"], game["length"]);
            assert_eq!(state, step.expected, "{}, line {}", case.name, step.line);
            if let Some(running) = step.running {
                let runs = game["clocks"]["running"].as_str().unwrap_or("none");
                assert_eq!(runs, running, "{}, line {}", case.name, step.line);
            }
        }
    }
}
