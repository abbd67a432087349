//! Foreign engines on pipes, and matches against them.
use serde_json::Value;

use super::{feed, objects, text};

/// The path of the binary, for the command line of an engine.
pub(crate) const OTHELLIER: &str = env!("CARGO_BIN_EXE_othellier");
const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../play/tests/mock_engine.sh");

/// The mock engine with this behaviour, as a player that speaks a protocol.
pub(crate) fn mock(protocol: &str, behaviour: &str) -> String {
    format!("{protocol}(cmd=\"sh '{MOCK}' {behaviour}\")")
}

/// A match of two games against the random player.
pub(crate) struct MatchReport {
    /// The games in the order in which they were started.
    pub(crate) games: Vec<Value>,
    pub(crate) total: Value,
    /// The program's stderr.
    pub(crate) said: String,
}

/// Plays a match of two games against the random player.
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

/// Our engine on a pipe plays the same games as in process, including passes.
#[track_caller]
pub(crate) fn check_same_over_pipe(in_process: &str, on_pipe: &str, more: &[&str]) {
    let [in_process, on_pipe] = [in_process, on_pipe].map(|player| {
        let MatchReport { games, total, .. } = play_match(player, more);
        for fault in ["illegal", "crashes", "time_losses"] {
            assert_eq!(total[fault], 0, "{fault}");
        }
        games.into_iter().map(|game| game["moves"].clone()).collect::<Vec<_>>()
    });
    assert_eq!(in_process.len(), 2);
    assert_eq!(in_process, on_pipe);
}

/// Each command exits with code 2 and one sentence that contains this.
#[track_caller]
pub(crate) fn check_refusals(refusals: &[([&str; 3], &str)]) {
    for (arguments, said) in refusals {
        super::check_refused(&feed(arguments, b""), said);
    }
}
