//! Foreign engines over GTP: well-behaved and misbehaving ones.
#![cfg(unix)]

use std::time::{Duration, Instant};

use othellier_board::{Eight, Move, Six, Size};
use othellier_play::{Clock, EngineError, Player, PlayerError, StopSignal};
use othellier_record::Game;

use crate::common::{Log, choose, choose_by, game};

/// The mock engine with this behaviour, log and script, and these options.
fn engine<S: Size>(arguments: &str, options: &[(&str, &str)]) -> Box<dyn Player<S>> {
    crate::common::engine("gtp", arguments, options)
}

#[test]
fn an_engine_receives_the_missing_moves() {
    let log = Log::new();
    let script = format!("scripted {} D6 c4 e6 b1 f6", log.path());
    let mut player = engine::<Eight>(&script, &[("level", "7")]);
    let d6 = choose(&mut *player, &game("f5")).unwrap();
    assert_eq!(d6.to_string(), "d6");
    let sent =
        "protocol_version; name; boardsize 8; clear_board; set_level 7; play b f5; genmove w";
    assert_eq!(log.take(), sent);
    // Its own move is not sent.
    assert_eq!(choose(&mut *player, &game("f5d6c3")).unwrap().to_string(), "c4");
    assert_eq!(log.take(), "play b c3; genmove w");
    // Another game: the board is cleared.
    assert_eq!(choose(&mut *player, &game("f5f6")).unwrap().to_string(), "e6");
    assert_eq!(log.take(), "clear_board; play b f5; play w f6; genmove b");
    // A position without moves that lead to it, and a pass in it.
    let start = format!("-OXXXO--{} X", "-".repeat(56)).parse().unwrap();
    let mut passed = Game::from_position(start);
    for played in ["a1", "pass"] {
        passed.play(played.parse().unwrap()).unwrap();
    }
    assert_eq!(choose(&mut *player, &passed).unwrap().to_string(), "b1", "legal or not");
    let sent =
        format!("clear_board; othellier-position {start}; play b a1; play w pass; genmove b");
    assert_eq!(log.take(), sent);
}

#[test]
fn the_clock_is_sent() {
    let log = Log::new();
    let seconds = Duration::from_secs;
    let script = format!("scripted {} c4 d3 c5 f3", log.path());
    let mut player = engine::<Eight>(&script, &[("time", "1500ms")]);
    player.prepare(&game("f5"), &StopSignal::default()).unwrap();
    assert!(log.take().ends_with("clear_board; play b f5"));
    choose(&mut *player, &game("f5")).unwrap();
    assert_eq!(log.take(), "time_settings 0 1.5 1; genmove w");
    choose(&mut *player, &game("f5")).unwrap();
    assert_eq!(log.take(), "clear_board; play b f5; genmove w", "the settings are sent once");

    let mut player = engine::<Eight>(&script, &[]);
    let clock = Clock { left: Some(seconds(300)), increment: seconds(2), ..Clock::default() };
    choose_by(&mut *player, &game("f5"), clock).unwrap();
    assert!(log.take().ends_with("time_settings 300 2 1; time_left w 300 0; genmove w"));
    let clock = Clock { left: Some(Duration::from_millis(299_250)), ..clock };
    choose_by(&mut *player, &game("f5"), clock).unwrap();
    assert!(log.take().ends_with("play b f5; time_left w 299.25 0; genmove w"));
    let mut player = engine::<Eight>(&script, &[]);
    let short = Clock { left: Some(Duration::from_millis(500)), ..clock };
    choose_by(&mut *player, &game("f5"), short).unwrap();
    assert!(log.take().ends_with("time_settings 1 2 1; time_left w 0.5 0; genmove w"));

    // Edax takes the main time as the time per move, and has no increment.
    let script = format!("edax {} c4 d3", log.path());
    let mut player = engine::<Eight>(&script, &[("time", "2500ms")]);
    choose(&mut *player, &game("f5")).unwrap();
    assert!(log.take().ends_with("time_settings 2 2 1; genmove w"));
    let mut player = engine::<Eight>(&script, &[]);
    choose_by(&mut *player, &game("f5"), clock).unwrap();
    assert!(log.take().ends_with("time_settings 299 0 0; time_left w 299.25 0; genmove w"));
}

#[test]
fn differences_between_engines_are_tolerated() {
    let mut chatty = engine::<Eight>("chatty /dev/null d6 c4", &[]);
    assert_eq!(choose(&mut *chatty, &game("f5")).unwrap().to_string(), "d6");
    assert_eq!(choose(&mut *chatty, &game("f5d6c3")).unwrap().to_string(), "c4");
    // Without a clock, and without levels.
    let mut plain = engine::<Eight>("plain /dev/null d6", &[("time", "5s")]);
    assert_eq!(choose(&mut *plain, &game("f5")).unwrap().to_string(), "d6");
    let mut plain = engine::<Eight>("plain /dev/null d6", &[("level", "3")]);
    let error = choose(&mut *plain, &game("f5")).unwrap_err();
    assert_eq!(error.to_string(), "it refused `set_level 3`: unknown command");
    let mut unsized_ = engine::<Six>("unsized", &[]);
    let error = choose(&mut *unsized_, &Game::default()).unwrap_err();
    assert_eq!(error.to_string(), "it refused `boardsize 6`: unacceptable size");
}

/// The result of the first move of an engine with this behaviour.
fn first_move(behaviour: &str) -> Result<Move, PlayerError> {
    choose(&mut *engine(behaviour, &[("time", "10s")]), &game("f5"))
}

#[test]
fn illegal_moves_are_passed_on_to_the_referee() {
    assert_eq!(first_move("cheating"), Ok("a1".parse().unwrap()));
    assert_eq!(first_move("shirking"), Ok(Move::Pass));
    assert_eq!(first_move("resigning"), Err(PlayerError::Resigned));
}

#[test]
fn every_failure_is_reported_with_its_reason() {
    for (behaviour, message) in [
        ("crashing", "it ended (exit status: 3): out of memory"),
        ("stillborn", "it ended (exit status: 4): no weights"),
        ("nonsense", "it answered `the centre` to `genmove w`; expected a square or `pass`"),
        ("refusing", "it refused `genmove w`: not today"),
        ("forgetful", "it refused `play b f5`: illegal move"),
        ("babbling", "it wrote 1000 lines, none of them an answer to `genmove w`"),
        ("flooding", "it wrote a line of more than 16384 bytes"),
    ] {
        let error = first_move(behaviour).unwrap_err();
        assert!(matches!(error, PlayerError::Engine(_)), "{behaviour}: {error:?}");
        assert_eq!(error.to_string(), message, "{behaviour}");
    }
}

#[test]
fn a_silent_engine_times_out() {
    let mut mute = engine::<Eight>("mute", &[]);
    let clock = Clock { per_move: Some(Duration::from_millis(1)), ..Clock::default() };
    let error = choose_by(&mut *mute, &game("f5"), clock).unwrap_err();
    assert!(matches!(error, PlayerError::OutOfTime { waited } if waited.as_secs() >= 1));
}

#[test]
fn a_stop_takes_effect_at_once() {
    let mut silent = engine::<Eight>("silent", &[]);
    let stop = StopSignal::default();
    let began = Instant::now();
    let stopper = stop.clone();
    let choice = std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            stopper.stop();
        });
        silent.choose(&game("f5"), Clock::default(), &stop, &mut |_| ())
    });
    assert_eq!(choice, Err(PlayerError::Stopped));
    assert!(began.elapsed() < Duration::from_secs(10), "long before the timeout");
}

#[test]
fn a_failed_engine_is_started_again() {
    let log = Log::new();
    let mut player = engine::<Eight>(&format!("crashing {}", log.path()), &[]);
    for _ in 0..2 {
        let error = choose(&mut *player, &game("f5")).unwrap_err();
        assert!(matches!(error, PlayerError::Engine(EngineError::Ended { .. })));
        assert!(log.take().starts_with("protocol_version; name; boardsize 8"));
    }
}
