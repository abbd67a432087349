//! Matches against misbehaving foreign engines: every game is counted, and the match continues.
#![cfg(unix)]

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use othellier_measure::{Colors, FaultKind, Match, Openings, Side, TimeLimit, Totals};
use othellier_play::StopSignal;
use othellier_spec::{Access, Spec};

const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../play/tests/mock_engine.sh");

/// A match of two games between a mock engine with this behaviour and the random player.
fn matchup(protocol: &str, manner: &str, time: Duration) -> (Totals, Vec<FaultKind>) {
    let cmd = format!("sh '{MOCK}' {manner}");
    let engine = Spec { name: protocol.to_owned(), options: vec![("cmd".to_owned(), cmd)] };
    let limit = TimeLimit::Move { time, margin: Duration::from_secs(5) };
    let matchup = Match {
        players: [engine, "random".parse().unwrap()],
        games: 2,
        openings: Openings::random(2, 1, 1).unwrap(),
        colors: Colors::Swapped,
        limit: Some(limit),
        sprt: None,
        seed: 1,
        access: Access::Full,
        threads: NonZeroUsize::new(2).unwrap(),
    };
    let mut faults = Vec::new();
    let totals = matchup.run(&StopSignal::default(), &mut |game, _| {
        faults.extend(game.finished.fault.as_ref().map(|fault| fault.kind.clone()));
        ControlFlow::Continue(())
    });
    (totals.unwrap(), faults)
}

/// The engine loses both games, by these faults: illegal moves, crashes, time.
#[track_caller]
fn loses_both(manner: &str, expected: [u64; 3], reason: &str) {
    let time = if manner == "mute" { Duration::from_millis(10) } else { Duration::from_secs(10) };
    for protocol in ["gtp", "nboard"] {
        let (totals, faults) = matchup(protocol, manner, time);
        let who = format!("{protocol} {manner}");
        assert_eq!((totals.score.losses, totals.games()), (2, 2), "{who}");
        assert_eq!(totals.mean_disc_difference(), Some(-64.0), "{who}");
        let effort = totals.effort(Side::A);
        assert_eq!([effort.illegal, effort.crashes, effort.time_losses], expected, "{who}");
        let other = totals.effort(Side::B);
        assert_eq!((other.illegal, other.crashes, other.time_losses), (0, 0, 0), "{who}");
        assert!(faults.iter().all(|fault| format!("{fault:?}").contains(reason)), "{faults:?}");
    }
}

#[test]
fn an_illegal_move_loses() {
    loses_both("cheating", [2, 0, 0], "a1");
    loses_both("shirking", [2, 0, 0], "Pass");
}

#[test]
fn a_crash_or_an_unreadable_answer_loses() {
    loses_both("crashing", [0, 2, 0], "out of memory");
    loses_both("stillborn", [0, 2, 0], "no weights");
    loses_both("nonsense", [0, 2, 0], "the centre");
    loses_both("babbling", [0, 2, 0], "UnexpectedOutput");
    loses_both("flooding", [0, 2, 0], "LongLine");
}

#[test]
fn a_silent_engine_loses_on_time() {
    loses_both("mute", [0, 0, 2], "OutOfTime");
}

#[test]
fn an_engine_that_resigns_just_loses() {
    let (totals, faults) = matchup("gtp", "resigning", Duration::from_secs(10));
    assert_eq!((totals.score.losses, faults), (2, Vec::new()));
    assert_eq!(totals.occupation(), None, "no game ended on the board");
}
