//! `othellier serve` as a user starts it: the address, a game, and a kill.

use std::path::Path;
use std::process::Command;

use crate::common::{Finish, Serving, execute, http, kill_while_running, objects};
use serde_json::Value;

/// A server on a free port.
fn start(data: &Path) -> Serving {
    Serving::start(&mut Serving::command(data, "0"))
}

/// The events of a stream, up to its end.
fn events(serving: &Serving, path: &str) -> Vec<Value> {
    let answer = http(&serving.address, "", "GET", path, "");
    let events = answer.lines().filter_map(|line| line.strip_prefix("data: "));
    events.map(|json| serde_json::from_str(json).unwrap()).collect()
}

/// The last event of this type of a stream.
fn last_event(serving: &Serving, path: &str, kind: &str) -> Value {
    let events = events(serving, path);
    let found = events.iter().rev().find(|event| event["type"] == kind).cloned();
    found.unwrap_or_else(|| panic!("no {kind} in {events:?}"))
}

#[test]
fn a_game_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = start(folder.path());
    let game = first.request("POST", "/api/games", r#"{"text": "f5d6"}"#);
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let moved = first.request("POST", &format!("{path}/moves"), r#"{"move": "c3"}"#);
    assert_eq!(moved["ply"], 3);
    kill_while_running(&mut first.running.0);
    let second = start(folder.path());
    let found = second.request("GET", &path, "");
    assert_eq!((&found["ply"], &found["moves"]), (&moved["ply"], &moved["moves"]));
}

#[test]
fn a_review_has_its_reasons_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let serving = start(folder.path());
    // Black plays next to the empty corner a1 for no reason.
    let events = events(&serving, "/api/reviews?level=4&text=f5d6c3d3c4b3b2");
    assert_eq!(events.last().unwrap()["type"], "done");
    let reasons = events.iter().filter_map(|event| event["reasons"].as_array()).flatten();
    for reason in reasons {
        let [en, fr] = ["en", "fr"].map(|lang| reason["text"][lang].as_str().unwrap());
        assert!(!en.is_empty() && !fr.is_empty() && en != fr, "{reason}");
    }
}

#[test]
fn an_address_in_use_is_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_othellier"))
        .args(["serve", "--lang", "fr", "--port", &port, "--data"])
        .arg(folder.path())
        .finish();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("othellier: impossible d'écouter 127.0.0.1"), "{said}");
}

/// The last object of a search, without what depends on time.
fn without_time(result: &Value) -> Value {
    let mut result = result.clone();
    let fields = result.as_object_mut().unwrap();
    for name in ["seconds", "nodes_per_second"] {
        assert!(fields.remove(name).is_some(), "{name}");
    }
    result
}

#[test]
fn a_search_is_the_same_object_on_the_command_line_over_http_by_the_service_and_in_a_library() {
    let spec = "pvs(eval=mobility, table=zobrist, hash=1MiB, nodes=3000, deepening=on)";
    let arguments = ["search", "--position", "f5d6c3", "--lines", "2", "--seed", "0", "--json"];
    let lines = objects(&execute(&[&arguments[..], &["--player", spec]].concat()));
    let printed = without_time(lines.last().unwrap());
    assert_eq!(printed["type"], "result");

    let built = othellier_play::build_seat(
        &spec.parse().unwrap(),
        &othellier_play::Setup { seed: 0, access: othellier_play::Access::Full },
    );
    let Ok(othellier_play::Seat::Program(mut player)) = built else { panic!("{spec}") };
    let position = othellier_record::parse_position::<othellier_board::Eight>("f5d6c3").unwrap();
    let (searcher, limits) = player.search().unwrap();
    let mut limits = limits.clone();
    limits.lines = Some(2);
    let report = searcher.search(&position, &limits, &mut |_| ());
    let result = othellier_wire::SearchResult::new(&position, &report, 2, spec, 0);
    let result = othellier_wire::SearchEvent::Result(Box::new(result));
    assert_eq!(without_time(&serde_json::to_value(result).unwrap()), printed);

    let query = othellier_service::analysis::AnalysisQuery {
        position: "f5d6c3".to_owned(),
        lines: Some("2".to_owned()),
        player: Some(spec.to_owned()),
        ..Default::default()
    };
    let mut champion = othellier_service::analysis::Analysis::champion(1 << 16);
    let mut analysis = query.read().unwrap().begin(Default::default()).unwrap();
    let budget = othellier_service::analysis::Budget::Time(std::time::Duration::from_secs(60));
    let mut last = None;
    let mut keep = |event: othellier_wire::SearchEvent| {
        if matches!(event, othellier_wire::SearchEvent::Result(_)) {
            last = Some(event);
        }
    };
    while !analysis.advance(&mut champion, budget, &mut keep).is_last {}
    assert_eq!(without_time(&serde_json::to_value(last).unwrap()), printed);

    let folder = tempfile::tempdir().unwrap();
    let serving = start(folder.path());
    let path = format!("/api/analysis?position=f5d6c3&lines=2&player={}", spec.replace(' ', ""));
    // The server searches in slices of time: on a busy machine a slice can end too soon.
    let found = (0..20).map(|_| without_time(&last_event(&serving, &path, "result")));
    let found: Vec<Value> = found.take_while(|found| *found != printed).collect();
    assert!(found.len() < 20, "{}\n{printed}", found[0]);
}

#[test]
fn a_host_is_a_name_or_an_address() {
    for (lang, said) in [("en", "a host name"), ("fr", "un nom d'hôte")] {
        for host in ["a\nb", "a b", "board.example:80", "http://board.example", ""] {
            let output = execute(&["serve", "--lang", lang, "--host", host]);
            let sentence = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{host}: {sentence}");
            assert!(sentence.contains(said), "{host}: {sentence}");
            assert_eq!(sentence.trim_end().lines().count(), 1, "{sentence}");
        }
    }
}

#[test]
fn wrong_guesses_are_in_the_log_with_their_address() {
    let folder = tempfile::tempdir().unwrap();
    let [password, log] = ["password", "log"].map(|name| folder.path().join(name));
    std::fs::write(&password, "open sesame\n").unwrap();
    let mut command = Serving::command(&folder.path().join("data"), "0");
    let command = command.arg("--password").arg(&password).arg("--trust-proxy");
    let serving = Serving::start_with(command, std::fs::File::create(&log).unwrap().into());
    // `:open`, each from another address of one network.
    for number in 0..3 {
        let headers =
            format!("Authorization: Basic Om9wZW4=\r\nX-Forwarded-For: 2001:db8::{number}\r\n");
        let answer = http(&serving.address, &headers, "GET", "/", "");
        assert!(answer.contains("401 Unauthorized"), "{answer}");
    }
    let log = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 1, "the same guess again is not another one: {log}");
    let fields = &lines[0]["fields"];
    assert_eq!(lines[0]["level"], "WARN");
    assert_eq!(
        [&fields["message"], &fields["address"], &fields["secret"]],
        ["wrong guess", "2001:db8::/64", "password"]
    );
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = start(folder.path());
    let serve = |lang: &str| {
        let arguments = ["serve", "--port", "0", "--lang", lang, "--data"];
        let output = Command::new(env!("CARGO_BIN_EXE_othellier"))
            .args(arguments)
            .arg(folder.path())
            .finish();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = serve("en");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("is used by another server"), "{said}");
    let holder = format!("process {} at {}", first.running.0.id(), first.address);
    assert!(said.contains(&holder), "{said}");
    assert!(serve("fr").1.contains("est utilisé par un autre serveur"));
    kill_while_running(&mut first.running.0);
    let _again = start(folder.path());
}

#[cfg(unix)]
#[test]
fn a_terminated_server_ends_with_0_and_an_interrupted_one_with_130() {
    for (signal, code) in [("-TERM", 0), ("-INT", 130)] {
        let folder = tempfile::tempdir().unwrap();
        let mut serving = start(folder.path());
        let game = serving.request("POST", "/api/games", r#"{"text": "f5d6"}"#);
        let sent =
            Command::new("kill").args([signal, &serving.running.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
        assert_eq!(serving.running.0.wait().unwrap().code(), Some(code), "{signal}");
        let again = start(folder.path());
        let path = format!("/api/games/{}", game["id"].as_str().unwrap());
        assert_eq!(again.request("GET", &path, "")["ply"], 2);
    }
}

#[test]
fn a_damaged_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    std::fs::write(&file, "this is no database, it is a text that is long enough").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_othellier"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .finish();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(&file.display().to_string()), "{said}");
}
