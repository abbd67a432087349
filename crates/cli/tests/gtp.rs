//! `othellier gtp` as an engine, and foreign engines as opponents, through the real command.
#![cfg(unix)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const OTHELLIER: &str = env!("CARGO_BIN_EXE_othellier");
const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../play/tests/mock_engine.sh");

/// Runs the command with this on its stdin.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(OTHELLIER)
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that ends before it has read everything closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The mock engine with this manner, as a player.
fn mock(manner: &str) -> String {
    format!("gtp(cmd=\"sh '{MOCK}' {manner}\")")
}

/// A match of two games against dice: its games, its total and what was said beside.
fn duel(player: &str, more: &[&str]) -> (Vec<Value>, Value, String) {
    let arguments = ["match", player, "random", "--games", "2", "--seed", "1", "--json"];
    let output = run(&[&arguments[..], more].concat(), b"");
    let said = text(&output.stderr).to_owned();
    assert!(output.status.success(), "{said}");
    let mut lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let total = lines.pop().unwrap();
    (lines.split_off(1), total, said)
}

#[test]
fn a_conversation() {
    let asked =
        b"1 boardsize 8\nclear_board\r\n\n3 play b f5\n4 genmove w\n\xff\xfe\x00\nquit\nname\n";
    let output = run(&["gtp", "--player", "alphabeta(depth=1, eval=discs)", "--seed", "1"], asked);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "=1\n\n=\n\n=3\n\n=4 f4\n\n? unknown command\n\n=\n\n");
    assert_eq!(text(&output.stderr), "Seed: 1\n");
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let output = run(&["gtp", "--player", "random"], b"name");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "= Othellier\n\n");
}

/// An engine that passes on what another one says.
#[test]
fn an_engine_behind_an_engine() {
    let output = run(&["gtp", "--player", &mock("resigning")], b"genmove b\nothellier-moves\n");
    assert_eq!(text(&output.stdout), "= resign\n\n=\n\n");
    let output = run(&["gtp", "--player", &mock("cheating")], b"genmove b\n");
    assert_eq!(text(&output.stdout), "? the player chose a1, which is not legal\n\n");
}

#[test]
fn wrong_players_are_refused() {
    for (arguments, said) in [
        (["gtp", "--player", "human"], "name a program"),
        (["gtp", "--player", "rndom"], "random"),
        (["gtp", "--player", "gtp(cmd=no-such-engine)"], "`no-such-engine` cannot be started"),
        (["match", "gtp", "random"], "cmd is missing"),
        (["match", "gtp(cmd=no-such-engine)", "random"], "`no-such-engine` cannot be started"),
        (["play", "human", "gtp(cmd=no-such-engine)"], "`no-such-engine` cannot be started"),
    ] {
        let output = run(&arguments, b"");
        let sentence = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
        assert!(sentence.contains(said), "{arguments:?}: {sentence}");
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
    }
}

/// Our own engine on a pipe plays the games that it plays at home.
#[test]
fn a_match_against_ourselves_on_a_pipe() {
    for size in ["8", "6"] {
        let at_home = "alphabeta(depth=2, eval=mobility)";
        let abroad = format!("gtp(cmd=\"'{OTHELLIER}' gtp --player '{at_home}'\")");
        let [home, away] = [at_home, &abroad].map(|player| {
            let (mut games, total, _) = duel(player, &["--size", size, "--time-per-move", "10s"]);
            for fault in ["illegal", "crashes", "time_losses"] {
                assert_eq!(total[fault], 0, "{fault}");
            }
            games.sort_by_key(|game| game["index"].as_u64());
            games.into_iter().map(|game| game["moves"].clone()).collect::<Vec<_>>()
        });
        assert_eq!(home.len(), 2);
        assert_eq!(home, away);
    }
}

#[test]
fn bad_manners_are_counted_scored_and_told() {
    for (manner, counted, reason) in [
        ("cheating", "illegal", "a1"),
        ("crashing", "crashes", "it ended (exit status: 3): out of memory"),
        ("nonsense", "crashes", "it answered `the centre` to `genmove"),
        ("flooding", "crashes", "it wrote a line of more than"),
        ("mute", "time_losses", "s"),
    ] {
        let time = if manner == "mute" { "10ms" } else { "10s" };
        let (games, total, said) = duel(&mock(manner), &["--time-per-move", time]);
        assert_eq!((&total["losses"], &total[counted]), (&2.into(), &2.into()), "{manner}");
        for game in games {
            let told = game["reason"].as_str().unwrap();
            assert!(told.contains(reason), "{manner}: {told}");
        }
        assert_eq!(said.matches("is lost for gtp").count(), 2, "{said}");
    }
    let (games, total, _) = duel(&mock("resigning"), &["--lang", "fr"]);
    assert_eq!((&total["losses"], &games[0]["ending"]), (&2.into(), &"resigned".into()));
    let (_, _, said) = duel(&mock("crashing"), &["--lang", "fr"]);
    assert!(said.contains("est perdue pour gtp"), "{said}");
    assert!(said.contains("le moteur s'est arrêté (exit status: 3) : out of memory"), "{said}");
}

#[test]
fn a_person_plays_against_an_engine() {
    let output = run(&["play", "human", &mock("scripted /dev/null d6"), "--json"], b"f5\nquit\n");
    let shown = text(&output.stdout);
    assert!(shown.contains("\"move\":\"d6\""), "{shown}");
    // A failure is told, and the engine is asked again, which is started anew.
    let player = mock("crashing");
    let output = run(&["play", "human", &player, "--plain"], b"f5\ncontinue\nquit\n");
    let shown = text(&output.stdout);
    let failed = "gave no move: the engine ended (exit status: 3): out of memory";
    assert_eq!(shown.matches(failed).count(), 2, "{shown}");
    let output = run(&["play", "human", &mock("resigning"), "--plain"], b"f5\nquit\n");
    let shown = text(&output.stdout);
    assert!(shown.contains(" resigns.") && shown.contains("Player (X) wins by 64"), "{shown}");
}

/// What is left of an engine whose master is interrupted while it thinks: nothing.
#[test]
fn an_interruption_ends_the_engine_too() {
    let log = tempfile::NamedTempFile::new().unwrap();
    // It writes its number and then neither reads nor ends.
    let script = format!("echo $$ >{}; exec sleep 60", log.path().display());
    let player = format!("gtp(cmd=\"sh -c '{script}'\")");
    let mut child = Command::new(OTHELLIER)
        .args(["play", "human", &player, "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let id = until(|| {
        let written = std::fs::read_to_string(log.path()).unwrap();
        written.trim().parse::<u32>().ok()
    });
    assert!(is_running(id));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    until(|| (!is_running(id)).then_some(()));
}

fn is_running(id: u32) -> bool {
    let listed = Command::new("ps").args(["-o", "stat=", "-p", &id.to_string()]).output().unwrap();
    // Dead processes may stay listed as zombies.
    !text(&listed.stdout).trim().is_empty() && !text(&listed.stdout).contains('Z')
}

#[track_caller]
fn until<T>(ask: impl Fn() -> Option<T>) -> T {
    for _ in 0..1000 {
        if let Some(answer) = ask() {
            return answer;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("it never came")
}
