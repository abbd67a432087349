//! `othellier gtp` as an engine, and foreign engines as opponents, through the real command.
#![cfg(unix)]

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::engines::{
    MatchReport, OTHELLIER, check_refusals, check_same_over_pipe, play_match,
};
use crate::common::{Finish, feed, text};

/// The mock engine with this behaviour, as a player.
fn mock(behaviour: &str) -> String {
    crate::common::engines::mock("gtp", behaviour)
}

#[test]
fn a_session() {
    let asked =
        b"1 boardsize 8\nclear_board\r\n\n3 play b f5\n4 genmove w\n\xff\xfe\x00\nquit\nname\n";
    let output = feed(&["gtp", "--player", "alphabeta(depth=1, eval=discs)", "--seed", "1"], asked);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "=1\n\n=\n\n=3\n\n=4 f4\n\n? unknown command\n\n=\n\n");
    assert_eq!(text(&output.stderr), "Seed: 1\n");
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let output = feed(&["gtp", "--player", "random"], b"name");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "= Othellier\n\n");
}

/// As Egaroucid's `battle_gtp.py` starts its engines: the options are appended to any command, `-n` for
/// Edax, `--threads` for Neural Reversi, `-t` for all others.
#[test]
fn scripts_append_a_level_and_threads() {
    for [appended, player] in [
        ["-l 4 -t 1", "champion(level=4, threads=1)"],
        ["-l 4 -n 2", "champion(level=4, threads=2)"],
        ["-l 21 --threads 32", "champion(level=21, threads=32)"],
        ["--player champion(level=6) -l 4", "champion(level=4)"],
        ["--player champion(time=10ms) -t 2", "champion(time=10ms, threads=2)"],
    ] {
        let words: Vec<_> = ["gtp"].into_iter().chain(appended.split(' ')).collect();
        let output = feed(&words, b"othellier-player\nquit\n");
        assert_eq!(text(&output.stdout), format!("= {player}\n\n=\n\n"), "{appended}");
    }
    check_refusals(&[
        (["gtp", "--player=random", "-l4"], "level"),
        (["gtp", "--player=champion(time=1s)", "-l4"], "level cannot be combined"),
        (["gtp", "-l", "61"], "60"),
        (["gtp", "-t", "0"], "1"),
    ]);
}

/// Our engine with a foreign engine as its player.
#[test]
fn an_engine_behind_an_engine() {
    let output = feed(&["gtp", "--player", &mock("resigning")], b"genmove b\nothellier-moves\n");
    assert_eq!(text(&output.stdout), "= resign\n\n=\n\n");
    let output = feed(&["gtp", "--player", &mock("cheating")], b"genmove b\n");
    assert_eq!(text(&output.stdout), "? the player chose a1, which is not legal\n\n");
}

#[test]
fn wrong_players_are_refused() {
    let not_started = "`no-such-engine` cannot be started";
    check_refusals(&[
        (["gtp", "--player", "human"], "name a program"),
        (["gtp", "--player", "rndom"], "random"),
        (["gtp", "--player", "gtp(cmd=no-such-engine)"], not_started),
        (["match", "gtp", "random"], "gtp needs cmd"),
        (["match", "gtp(cmd=no-such-engine)", "random"], not_started),
        (["play", "human", "gtp(cmd=no-such-engine)"], not_started),
    ]);
}

/// Our engine on a pipe plays the same games as in process.
#[test]
fn a_match_against_ourselves_on_a_pipe() {
    for size in ["8", "6"] {
        let in_process = "alphabeta(depth=2, eval=mobility)";
        let on_pipe = format!("gtp(cmd=\"'{OTHELLIER}' gtp --player '{in_process}'\")");
        check_same_over_pipe(in_process, &on_pipe, &["--size", size, "--time-per-move", "10s"]);
    }
}

#[test]
fn engine_faults_are_counted_scored_and_reported() {
    for (behaviour, counted, reason) in [
        ("cheating", "illegal", "a1"),
        ("crashing", "crashes", "it ended (exit status: 3): out of memory"),
        ("nonsense", "crashes", "it answered `the centre` to `genmove"),
        ("flooding", "crashes", "it wrote a line of more than"),
        ("mute", "time_losses", "s"),
    ] {
        let time = if behaviour == "mute" { "300ms" } else { "10s" };
        let MatchReport { games, total, said } =
            play_match(&mock(behaviour), &["--time-per-move", time]);
        assert_eq!((&total["losses"], &total[counted]), (&2.into(), &2.into()), "{behaviour}");
        for game in games {
            let reported = game["reason"].as_str().unwrap();
            assert!(reported.contains(reason), "{behaviour}: {reported}");
        }
        assert_eq!(said.matches("is lost for gtp").count(), 2, "{said}");
    }
    let MatchReport { games, total, .. } = play_match(&mock("resigning"), &["--lang", "fr"]);
    assert_eq!((&total["losses"], &games[0]["ending"]), (&2.into(), &"resigned".into()));
    let said = play_match(&mock("crashing"), &["--lang", "fr"]).said;
    assert!(said.contains("est perdue pour gtp"), "{said}");
    assert!(
        said.contains("le moteur s'est arrêté (exit status: 3)\u{a0}: out of memory"),
        "{said}"
    );
}

#[test]
fn a_person_plays_against_an_engine() {
    let output = feed(&["play", "human", &mock("scripted /dev/null d6"), "--json"], b"f5\nquit\n");
    let shown = text(&output.stdout);
    assert!(shown.contains("\"move\":\"d6\""), "{shown}");
    // A failure is reported; `continue` restarts the engine.
    let player = mock("crashing");
    let output = feed(&["play", "human", &player, "--plain"], b"f5\ncontinue\nquit\n");
    let shown = text(&output.stdout);
    let failed = "gave no move: the engine ended (exit status: 3): out of memory";
    assert_eq!(shown.matches(failed).count(), 2, "{shown}");
    let output = feed(&["play", "human", &mock("resigning"), "--plain"], b"f5\nquit\n");
    let shown = text(&output.stdout);
    assert!(shown.contains(" resigns.") && shown.contains("Player (X) wins by 64"), "{shown}");
}

/// The child process is killed when our process is interrupted while waiting for it.
#[test]
fn an_interruption_kills_the_engine() {
    let log = tempfile::NamedTempFile::new().unwrap();
    // It writes its process id, then neither reads nor exits.
    let script = format!("echo $$ >{}; exec sleep 60", log.path().display());
    let player = format!("gtp(cmd=\"sh -c '{script}'\")");
    let mut child = Command::new(OTHELLIER)
        .args(["play", "human", &player, "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The engine starts when it is to move.
    child.stdin.as_mut().unwrap().write_all(b"f5\n").unwrap();
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
    let listed = Command::new("ps").args(["-o", "stat=", "-p", &id.to_string()]).finish();
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
    panic!("timed out")
}
