//! `othellier nboard` as an engine, and NBoard engines as opponents, through the real command.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};

use crate::common::engines::{OTHELLIER, check_refusals, check_same_over_pipe, mock, play_match};
use crate::common::{feed, spawn, text};

/// A session as a GUI runs it, with invalid lines in between.
#[test]
fn a_session() {
    let asked = b"nboard 2\nset depth 1\r\n\n\xff\xfe\x00\nset game (;GM[Othello]PC[NBoard]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\n\
        ping 1\ngo\nping 2\nmove D6\nmove a1\nping 3\nquit\nping 4\n";
    let output = feed(&["nboard", "--player", "alphabeta(eval=discs)", "--seed", "1"], asked);
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

/// `set depth` is a depth for hints, whatever the weak levels look ahead: those of level 4 are three
/// plies.
#[test]
fn hints_reach_the_depth_that_was_set() {
    for (depth, appended) in [("1", "-l 20"), ("4", "-t 1"), ("6", "-n 1"), ("7", "-l 3 -t 1")] {
        let words: Vec<_> = ["nboard"].into_iter().chain(appended.split(' ')).collect();
        let asked = format!("nboard 2\nset depth {depth}\nset game (;GM[Othello]TY[8];)\nhint 2\n");
        let output = feed(&words, asked.as_bytes());
        let said = text(&output.stdout);
        let depths = said.lines().filter_map(|line| line.strip_prefix("search "));
        let depths: Vec<_> = depths.map(|line| line.split(' ').nth(3).unwrap()).collect();
        assert_eq!(depths.last(), Some(&depth), "{said}");
        assert!(depths.is_sorted(), "{said}");
    }
}

/// NBoard's boards of other sizes: no move is made in a game that was refused.
#[test]
fn a_refused_game_is_not_played_on() {
    let asked = b"nboard 2\nset game (;GM[Othello]TY[8];)\nping 1\n\
        set game (;GM[Othello]PC[NBoard]TY[6]BO[6 --------------O*----*O-------------- *];)\nping 2\ngo\n";
    let output = feed(&["nboard", "-l", "1"], asked);
    let refused = "status champion: it plays on 8×8 boards only";
    let expected = ["set myname Othellier", "pong 1", refused, "pong 2", refused];
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), expected);
}

/// The last request is answered even if the input ends.
#[test]
fn the_end_of_the_input_ends_the_session() {
    let output = feed(&["nboard", "--player", "champion(level=6)"], b"hint 2\n");
    assert!(output.status.success());
    let said = text(&output.stdout);
    assert!(said.starts_with("status Analyzing\nsearch "), "{said}");
    assert!(said.ends_with("status\n"), "{said}");
    let output = feed(&["nboard", "--player", "champion(level=6)"], b"go");
    assert!(text(&output.stdout).contains("\n=== "), "{}", text(&output.stdout));
}

/// A ping stops a long search.
#[test]
fn a_search_is_interrupted() {
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
    check_refusals(&[
        (["nboard", "--player", "human"], "name a program"),
        (["nboard", "--player", "rndom"], "random"),
        (["match", "nboard", "random"], "nboard needs cmd"),
        (["match", "nboard(cmd=no-such-engine)", "random"], "`no-such-engine` cannot be started"),
    ]);
}

/// Our engine on a pipe plays the same games as in process, including passes.
#[test]
fn a_match_against_ourselves_on_a_pipe() {
    for (size, in_process, set, level) in [
        ("8", "champion(level=8)", "champion", "8"),
        ("6", "alphabeta(depth=2, eval=mobility)", "alphabeta(eval=mobility)", "2"),
    ] {
        let on_pipe =
            format!("nboard(cmd=\"'{OTHELLIER}' nboard --player '{set}'\", level={level})");
        check_same_over_pipe(in_process, &on_pipe, &["--size", size]);
    }
}

#[test]
fn engine_faults_are_counted_and_a_human_can_play() {
    for (behaviour, counted) in [("cheating", "illegal"), ("crashing", "crashes")] {
        let total = play_match(&mock("nboard", behaviour), &["--time-per-move", "10s"]).total;
        assert_eq!((&total["losses"], &total[counted]), (&2.into(), &2.into()), "{behaviour}");
    }
    let player = mock("nboard", "scripted /dev/null D6/1.5/0.1");
    let output = feed(&["play", "human", &player, "--json"], b"f5\nquit\n");
    assert!(text(&output.stdout).contains("\"move\":\"d6\""), "{}", text(&output.stdout));
}
