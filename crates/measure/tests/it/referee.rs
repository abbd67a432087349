//! The referee against scripted players: legal, illegal, failing, panicking and slow ones.

use std::sync::Mutex;
use std::time::Duration;

use crate::common::*;
use othellier_board::{Color, Move, Six, Square};
use othellier_measure::{Fault, FaultKind, FinishedGame, TimeLimit, referee};
use othellier_play::{Choice, Clock, Player, PlayerError, StopSignal, TimeControl};
use othellier_record::{Ending, Game, transcript};
use othellier_search::SearchReport;

fn play(game: Game, mut black: impl Player, mut white: impl Player) -> FinishedGame {
    referee(game, [&mut black, &mut white], None, &StopSignal::default()).unwrap()
}

#[test]
fn the_shortest_game() {
    let black = scripted("f5 c5 e3 g5 e7");
    let white = scripted("d6 f4 f6 e6");
    let finished = play(Game::new(), black, white);
    assert_eq!(finished.fault, None);
    assert_eq!(finished.outcome.black_score, 64);
    assert_eq!(transcript::write(&finished.game), "f5d6c5f4e3f6g5e6e7");
    let colors: Vec<_> = finished.move_stats.iter().map(|stats| stats.color).collect();
    assert_eq!(colors[..2], Color::ALL);
    let plies: Vec<_> = finished.move_stats.iter().map(|stats| stats.ply).collect();
    assert_eq!(plies, (0..9).collect::<Vec<_>>());
    assert!(finished.game.moves().iter().all(|played| played.duration.is_some()));
}

#[test]
fn an_opening_is_played_on() {
    let opening = transcript::read(Default::default(), "f5d6c5f4").unwrap();
    let finished = play(opening, scripted("e3 g5 e7"), scripted("f6 e6"));
    assert_eq!(finished.outcome.black_score, 64);
    assert_eq!(finished.move_stats[0].ply, 4);
    assert_eq!(finished.game.moves()[0].duration, None);
}

/// Black takes a1, White must pass, Black takes g1, and the game is over.
#[test]
fn forced_passes_are_played_by_the_referee() {
    let start = Game::from_position(position("-OXXXO--", Color::Black));
    let finished = play(start, scripted("a1 g1"), absent());
    assert_eq!(transcript::write_with_passes(&finished.game), "a1--g1");
    assert_eq!((finished.outcome.black_score, finished.move_stats.len()), (64, 2));
}

#[test]
fn a_game_that_begins_with_a_pass() {
    let start = Game::from_position(position("OX------", Color::Black));
    let finished = play(start, absent(), scripted("c1"));
    assert_eq!(transcript::write_with_passes(&finished.game), "--c1");
    assert_eq!(finished.outcome.winner, Some(Color::White));
}

#[test]
fn a_finished_game_asks_no_player() {
    let start = Game::from_position(position("X-------", Color::White));
    let finished = play(start, absent(), absent());
    assert_eq!(finished.outcome.winner, Some(Color::Black));
    assert!(finished.move_stats.is_empty());
}

/// Three white discs in the corner, and three black discs out of reach.
#[test]
fn a_draw() {
    let start = Game::from_position(position("OX------ -------- -----XXX", Color::White));
    let finished = play(start, absent(), scripted("c1"));
    assert_eq!((finished.outcome.winner, finished.outcome.black_score), (None, 0));
}

#[track_caller]
fn loses_by(finished: FinishedGame, color: Color, kind: FaultKind) {
    assert_eq!(finished.fault, Some(Fault { color, kind }));
    assert_eq!(finished.outcome.winner, Some(!color));
    assert_eq!(finished.outcome.black_score.abs(), 64);
}

#[test]
fn illegal_moves_errors_and_panics_lose() {
    let illegal = FaultKind::Illegal(Move::Place(Square::A1));
    loses_by(play(Game::new(), illegal_mover(), steady()), Color::Black, illegal.clone());
    loses_by(play(Game::new(), steady(), illegal_mover()), Color::White, illegal);
    let pass = FaultKind::Illegal(Move::Pass);
    loses_by(play(Game::new(), passing(), steady()), Color::Black, pass);
    let failed = FaultKind::Failed(PlayerError::NoMove);
    loses_by(play(Game::new(), steady(), failing()), Color::White, failed);
    let panicked = FaultKind::Crashed("out of ideas".to_owned());
    loses_by(play(Game::new(), panicking(), steady()), Color::Black, panicked);
}

#[test]
fn a_fault_ends_the_game_where_it_stands() {
    let finished = play(Game::new(), scripted("f5 a1"), scripted("d6"));
    assert_eq!(transcript::write(&finished.game), "f5d6");
    assert_eq!(finished.game.ending(), Some(Ending::Resigned(Color::Black)));
    assert_eq!(finished.move_stats.len(), 3, "the illegal move is counted too");
}

#[test]
fn resigning_loses_but_is_no_fault() {
    let finished = play(Game::new(), steady(), resigning());
    assert_eq!((finished.fault, finished.outcome.black_score), (None, 64));
    assert_eq!(finished.game.ending(), Some(Ending::Resigned(Color::White)));
}

#[test]
fn a_player_error_out_of_time_loses_on_time() {
    let waited = Duration::from_secs(9);
    let finished = play(Game::new(), late(waited), absent());
    loses_by(finished, Color::Black, FaultKind::OutOfTime(waited));
}

/// Fails in `prepare`.
struct Unready;

impl Player for Unready {
    fn prepare(&mut self, _: &Game, _: &StopSignal) -> Result<(), PlayerError> {
        Err(PlayerError::NoMove)
    }

    fn choose(
        &mut self,
        _: &Game,
        _: Clock,
        _: &StopSignal,
        _: &mut dyn FnMut(&SearchReport),
    ) -> Result<Choice, PlayerError> {
        panic!("asked for a move although preparation failed")
    }
}

#[test]
fn a_failed_preparation_loses_before_the_first_move() {
    let not_ready = FaultKind::Failed(PlayerError::NoMove);
    loses_by(play(Game::new(), absent(), Unready), Color::White, not_ready.clone());
    loses_by(play(Game::new(), Unready, absent()), Color::Black, not_ready);
}

#[test]
fn exceeding_the_time_loses() {
    let limit =
        TimeLimit::Move { time: Duration::from_millis(1), margin: Duration::from_millis(1) };
    let mut black = slow(Duration::from_millis(20));
    let mut white = absent();
    let stop = StopSignal::default();
    let finished = referee(Game::new(), [&mut black, &mut white], Some(limit), &stop).unwrap();
    let fault = finished.fault.unwrap();
    assert_eq!(fault.color, Color::Black);
    assert!(matches!(fault.kind, FaultKind::OutOfTime(taken) if taken.as_millis() >= 20));
    assert_eq!(finished.game.ending(), Some(Ending::OutOfTime(Color::Black)));
}

#[test]
fn the_margin_is_tolerated_and_the_clock_shows_the_limit() {
    let limit = TimeLimit::Move { time: Duration::from_nanos(1), margin: Duration::MAX };
    let watched = || {
        By(move |game: &Game<Six>, clock: Clock, _: &StopSignal| {
            assert_eq!(clock.per_move, Some(Duration::from_nanos(1)));
            Ok(first(game.position()))
        })
    };
    let players: [&mut dyn Player<Six>; 2] = [&mut watched(), &mut watched()];
    let finished = referee(Game::default(), players, Some(limit), &StopSignal::default()).unwrap();
    assert_eq!(finished.fault, None);
}

#[test]
fn a_clock_runs_for_each_side_and_its_flag_loses() {
    let left = Mutex::new(Vec::new());
    let control: TimeControl = "50ms+1s".parse().unwrap();
    let mut black = By(|game: &Game, clock: Clock, _: &StopSignal| {
        left.lock().unwrap().push(clock.left.unwrap());
        Ok(first(game.position()))
    });
    let mut white = slow(Duration::from_millis(60));
    let limit = Some(TimeLimit::Game(control));
    let stop = StopSignal::default();
    let opening = transcript::read(Default::default(), "f5").unwrap();
    let finished = referee(opening, [&mut black, &mut white], limit, &stop).unwrap();
    assert_eq!(finished.game.ending(), Some(Ending::OutOfTime(Color::White)));
    assert!(matches!(finished.fault.unwrap().kind, FaultKind::OutOfTime(_)));
    assert!(left.lock().unwrap().is_empty(), "White lost before Black's move");
    // White keeps what the opening added: the time of its first move, and one second more.
    let opening = transcript::read(Default::default(), "f5d6c3").unwrap();
    let finished = referee(opening, [&mut black, &mut white], limit, &stop).unwrap();
    assert_eq!(finished.fault, None);
    let left = left.into_inner().unwrap();
    assert!(left[0] == Duration::from_millis(2050) && left[1] > left[0], "{left:?}");
}

#[test]
fn a_stop_ends_the_game_without_a_fault() {
    let stop = StopSignal::default();
    let teller = stop.clone();
    let mut black = endless();
    let mut white = absent();
    let finished = std::thread::scope(|scope| {
        scope.spawn(move || teller.stop());
        referee(Game::new(), [&mut black, &mut white], None, &stop)
    });
    assert_eq!(finished, None);
}

#[test]
fn reported_stats_are_kept() {
    let finished = play(Game::new(), Reporting(7), steady());
    let [black, white] = [&finished.move_stats[0], &finished.move_stats[1]];
    assert_eq!((black.nodes, black.depth, black.memory.peak_bytes), (7, 4, 100));
    assert_eq!((white.nodes, white.depth, white.memory.peak_bytes), (0, 0, 0));
}
