//! `othellier nboard` as an engine, and NBoard engines as opponents, through the real command.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const OTHELLIER: &str = env!("CARGO_BIN_EXE_othellier");
const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../play/tests/mock_engine.sh");

/// The command with this on its stdin.
fn spawn(arguments: &[&str]) -> std::process::Child {
    let mut command = Command::new(OTHELLIER);
    command.args(arguments).env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = spawn(arguments);
    // A command that ends before it has read everything closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A match of two games: its games and its total.
fn duel(player: &str, other: &str, more: &[&str]) -> (Vec<Value>, Value) {
    let arguments = ["match", player, other, "--games", "2", "--seed", "1", "--json"];
    let output = run(&[&arguments[..], more].concat(), b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let total = lines.pop().unwrap();
    (lines.split_off(1), total)
}

/// As a board speaks to an engine, with what no board would say in between.
#[test]
fn a_conversation() {
    let asked = b"nboard 2\nset depth 1\r\n\n\xff\xfe\x00\nset game (;GM[Othello]PC[NBoard]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\n\
        ping 1\ngo\nping 2\nmove D6\nmove a1\nping 3\nquit\nping 4\n";
    let output = run(&["nboard", "--player", "alphabeta(eval=discs)", "--seed", "1"], asked);
    assert!(output.status.success());
    let said = text(&output.stdout);
    let kept: Vec<_> = said.lines().filter(|line| !line.starts_with("===")).collect();
    let kept: Vec<_> = kept.into_iter().filter(|line| !line.starts_with("nodestats")).collect();
    let thought = ["status Thinking", "status"];
    let kept: Vec<_> = kept.into_iter().filter(|line| !thought.contains(line)).collect();
    let names = ["set myname Othellier", "set myname Othellier1"];
    let rest = ["pong 1", "pong 2", "status a1 is not legal here", "pong 3"];
    assert_eq!(kept, [&names[..], &rest].concat(), "{said}");
    assert_eq!(text(&output.stderr), "Seed: 1\n");
}

/// What was asked last is answered though nothing more is said.
#[test]
fn the_end_of_the_input_is_the_end() {
    let output = run(&["nboard", "--player", "champion(level=6)"], b"hint 2\n");
    assert!(output.status.success());
    let said = text(&output.stdout);
    assert!(said.starts_with("status Analyzing\nsearch "), "{said}");
    assert!(said.ends_with("status\n"), "{said}");
    let output = run(&["nboard", "--player", "champion(level=6)"], b"go");
    assert!(text(&output.stdout).contains("\n=== "), "{}", text(&output.stdout));
}

/// A ping ends the longest thought.
#[test]
fn a_thought_is_interrupted() {
    let mut child = spawn(&["nboard", "--player", "champion(level=60)"]);
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    input.write_all(b"hint 4\n").unwrap();
    assert!(lines.by_ref().any(|line| line.starts_with("search ")));
    input.write_all(b"ping 5\n").unwrap();
    assert!(lines.by_ref().any(|line| line == "pong 5"));
    input.write_all(b"move F5\ngo\nquit\n").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn wrong_players_are_refused() {
    for (arguments, said) in [
        (["nboard", "--player", "human"], "name a program"),
        (["nboard", "--player", "rndom"], "random"),
        (["match", "nboard", "random"], "cmd is missing"),
        (["match", "nboard(cmd=no-such-engine)", "random"], "`no-such-engine` cannot be started"),
    ] {
        let output = run(&arguments, b"");
        let sentence = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
        assert!(sentence.contains(said), "{arguments:?}: {sentence}");
    }
}

/// Our own engine on a pipe plays the games that it plays at home, passes and all.
#[test]
fn a_match_against_ourselves_on_a_pipe() {
    for (size, at_home, set, level) in [
        ("8", "champion(level=6)", "champion", "6"),
        ("6", "alphabeta(depth=2, eval=mobility)", "alphabeta(eval=mobility)", "2"),
    ] {
        let abroad =
            format!("nboard(cmd=\"'{OTHELLIER}' nboard --player '{set}'\", level={level})");
        let [home, away] = [at_home, &abroad].map(|player| {
            let (mut games, total) = duel(player, "random", &["--size", size]);
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
fn bad_manners_are_counted_and_a_person_can_play() {
    let mock = |manner: &str| format!("nboard(cmd=\"sh '{MOCK}' {manner}\")");
    for (manner, counted) in [("cheating", "illegal"), ("crashing", "crashes")] {
        let (_, total) = duel(&mock(manner), "random", &["--time-per-move", "10s"]);
        assert_eq!((&total["losses"], &total[counted]), (&2.into(), &2.into()), "{manner}");
    }
    let player = mock("scripted /dev/null D6/1.5/0.1");
    let output = run(&["play", "human", &player, "--json"], b"f5\nquit\n");
    assert!(text(&output.stdout).contains("\"move\":\"d6\""), "{}", text(&output.stdout));
}
