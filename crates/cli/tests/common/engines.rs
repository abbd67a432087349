//! Engines at the other end of a pipe, and matches against them.
#![allow(dead_code, reason = "each test file uses some of them")]

use serde_json::Value;

use super::{feed, objects, text};

/// The real binary, to be named in the command line of an engine.
pub(crate) const OTHELLIER: &str = env!("CARGO_BIN_EXE_othellier");
const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../play/tests/mock_engine.sh");

/// The mock engine with this manner, as a player who speaks a protocol.
pub(crate) fn mock(protocol: &str, manner: &str) -> String {
    format!("{protocol}(cmd=\"sh '{MOCK}' {manner}\")")
}

/// A match of two games against dice.
pub(crate) struct MatchReport {
    /// The games in the order in which they were begun.
    pub(crate) games: Vec<Value>,
    pub(crate) total: Value,
    /// What was said beside.
    pub(crate) said: String,
}

/// Plays a match of two games against dice.
#[track_caller]
pub(crate) fn play_match(player: &str, more: &[&str]) -> MatchReport {
    let arguments = ["match", player, "random", "--games", "2", "--seed", "1", "--json"];
    let output = feed(&[&arguments[..], more].concat(), b"");
    let mut lines = objects(&output);
    let total = lines.pop().unwrap();
    let mut games = lines.split_off(1);
    games.sort_by_key(|game| game["index"].as_u64());
    MatchReport { games, total, said: text(&output.stderr).to_owned() }
}

/// An engine of ours on a pipe plays the games that it plays at home, passes and all.
#[track_caller]
pub(crate) fn check_same_abroad(at_home: &str, abroad: &str, more: &[&str]) {
    let [home, away] = [at_home, abroad].map(|player| {
        let MatchReport { games, total, .. } = play_match(player, more);
        for fault in ["illegal", "crashes", "time_losses"] {
            assert_eq!(total[fault], 0, "{fault}");
        }
        games.into_iter().map(|game| game["moves"].clone()).collect::<Vec<_>>()
    });
    assert_eq!(home.len(), 2);
    assert_eq!(home, away);
}

/// Exit code 2 and one sentence with this in it.
#[track_caller]
pub(crate) fn check_refusals(refusals: &[([&str; 3], &str)]) {
    for (arguments, said) in refusals {
        super::check_refused(&feed(arguments, b""), said);
    }
}
