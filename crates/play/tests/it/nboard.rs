//! Foreign engines over NBoard: well-behaved and misbehaving ones.
#![cfg(unix)]

use std::time::Duration;

use othellier_board::{Eight, Move, Six, Size};
use othellier_play::{Clock, EngineError, Player, PlayerError, StopSignal};
use othellier_record::Game;

use crate::common::{Log, choose, choose_by, game};

/// The mock engine with this behaviour, log and script, and these options.
fn engine<S: Size>(arguments: &str, options: &[(&str, &str)]) -> Box<dyn Player<S>> {
    crate::common::engine("nboard", arguments, options)
}

/// The command that sets a game with this clock and these moves.
fn set_game(clock: &str, moves: &str) -> String {
    let rows = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";
    let clock = if clock.is_empty() { "TI[0]TY[8]".into() } else { format!("TY[8]TI[{clock}]") };
    let about = format!("GM[Othello]PC[Othellier]PB[]PW[]{clock}RE[?]");
    format!("set game (;{about}BO[8 {rows} *]{moves};)")
}

#[test]
fn every_request_carries_the_game() {
    let log = Log::new();
    let script = format!("scripted {} D6/-0.51/0.02 c4", log.path());
    let mut player = engine::<Eight>(&script, &[("level", "7")]);
    assert_eq!(choose(&mut *player, &game("f5")).unwrap().to_string(), "d6");
    let f5 = set_game("", "B[f5]");
    assert_eq!(log.take(), format!("nboard 2; set depth 7; ping 1; ping 2; {f5}; go"));
    assert_eq!(choose(&mut *player, &game("f5d6c3")).unwrap().to_string(), "c4");
    let c3 = set_game("", "B[f5]W[d6]B[c3]");
    assert_eq!(log.take(), format!("ping 3; {c3}; go"));
}

#[test]
fn passes_go_both_ways() {
    let log = Log::new();
    let start = format!("-OXXXO--{} X", "-".repeat(56)).parse().unwrap();
    let mut passed = Game::from_position(start);
    passed.play("a1".parse().unwrap()).unwrap();
    // A pass may be spelt in several ways, or be empty.
    let mut player = engine::<Eight>(&format!("scripted {} PA pass", log.path()), &[]);
    for _ in 0..3 {
        assert_eq!(choose(&mut *player, &passed), Ok(Move::Pass));
    }
    passed.play(Move::Pass).unwrap();
    log.take();
    let mut player = engine::<Eight>(&format!("scripted {} g1", log.path()), &[]);
    assert_eq!(choose(&mut *player, &passed).unwrap().to_string(), "g1");
    let sent = log.take();
    assert!(sent.contains("BO[8 -O***O-- ") && sent.contains(" *]B[a1]W[PA];)"), "{sent}");
}

#[test]
fn the_clock_is_sent_with_the_game() {
    let log = Log::new();
    let script = format!("scripted {} c4 d3 c5 f3", log.path());
    let mut player = engine::<Eight>(&script, &[("time", "2s")]);
    player.prepare(&game("f5"), &StopSignal::default()).unwrap();
    assert!(log.take().ends_with(&format!("{}; ping 2", set_game("", "B[f5]"))));
    choose(&mut *player, &game("f5")).unwrap();
    // Two seconds for each of the thirty moves to come.
    assert_eq!(log.take(), format!("ping 3; {}; go", set_game("1:00", "B[f5]")));
    let mut player = engine::<Eight>(&script, &[]);
    let left = Some(Duration::from_secs(299));
    let clock = Clock { left, increment: Duration::from_secs(2), ..Clock::default() };
    choose_by(&mut *player, &game("f5"), clock).unwrap();
    assert!(log.take().ends_with(&format!("{}; go", set_game("4:59/2", "B[f5]"))));
}

#[test]
fn other_output_and_late_answers_are_ignored() {
    for behaviour in ["chatty", "late"] {
        let mut player =
            engine::<Eight>(&format!("{behaviour} /dev/null d6 c4"), &[("level", "1")]);
        assert_eq!(choose(&mut *player, &game("f5")).unwrap().to_string(), "d6", "{behaviour}");
        assert_eq!(choose(&mut *player, &game("f5d6c3")).unwrap().to_string(), "c4", "{behaviour}");
    }
    let mut player = engine::<Six>("scripted /dev/null b3", &[]);
    assert_eq!(choose(&mut *player, &Game::default()).unwrap().to_string(), "b3");
}

/// The result of the first move of an engine with this behaviour.
fn first_move(behaviour: &str) -> Result<Move, PlayerError> {
    choose(&mut *engine(behaviour, &[("time", "10s")]), &game("f5"))
}

#[test]
fn every_failure_is_reported_with_its_reason() {
    assert_eq!(first_move("cheating"), Ok("a1".parse().unwrap()), "the referee handles it");
    assert_eq!(first_move("shirking"), Ok(Move::Pass));
    for (behaviour, message) in [
        ("crashing", "it ended (exit status: 3): out of memory"),
        ("stillborn", "it ended (exit status: 4): no weights"),
        ("nonsense", "it answered `the centre` to `go`; expected a square or `pass`"),
        ("babbling", "it wrote 10000 lines, none of them an answer to `go`"),
        ("flooding", "it wrote a line of more than 16384 bytes"),
    ] {
        let error = first_move(behaviour).unwrap_err();
        assert!(matches!(error, PlayerError::Engine(_)), "{behaviour}: {error:?}");
        assert_eq!(error.to_string(), message, "{behaviour}");
    }
}

#[test]
fn a_silent_engine_times_out_and_is_started_again() {
    let log = Log::new();
    let clock = Clock { per_move: Some(Duration::from_millis(1)), ..Clock::default() };
    let mut mute = engine::<Eight>(&format!("mute {}", log.path()), &[]);
    let error = choose_by(&mut *mute, &game("f5"), clock).unwrap_err();
    assert!(matches!(error, PlayerError::OutOfTime { waited } if waited.as_secs() >= 1));
    assert!(log.take().starts_with("nboard 2; ping 1"));
    let mut crashing = engine::<Eight>(&format!("crashing {}", log.path()), &[]);
    for _ in 0..2 {
        let error = choose(&mut *crashing, &game("f5")).unwrap_err();
        assert!(matches!(error, PlayerError::Engine(EngineError::Ended { .. })));
        assert!(log.take().starts_with("nboard 2; ping 1"));
    }
}
