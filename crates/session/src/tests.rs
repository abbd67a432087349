use std::time::Duration;

use othellier_board::{Color, Four, Move, Position, Square};
use othellier_platform::clock::Instant;
use othellier_record::{Ending, Format, Game, Note, Record, Tag, Theoretical, transcript};
use othellier_search::Trust;

use super::*;

fn participant(spec: &str) -> Participant {
    match spec {
        "human" => Participant::person("Alice"),
        spec => Participant::program("", spec.parse().unwrap()),
    }
}

fn session_of(moves: &str, record: Record, black: &str, white: &str, now: Instant) -> GameSession {
    let game = transcript::read(Position::start(), moves).unwrap();
    let settings = SessionSettings::new([participant(black), participant(white)]);
    GameSession::new(game, record, settings, now)
}

fn at(text: &str) -> Command {
    Command::Play(text.parse().unwrap())
}

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn time_is_charged_to_the_side_to_move_and_given_back() {
    let start = Instant::now();
    let mut session = session_of("", Record::default(), "human", "human", start);
    session.settings.clocks = [Some("1m+1s".parse().unwrap()); 2];
    let left = |session: &GameSession, now| {
        Color::ALL.map(|color| session.time_left(color, now).unwrap().as_secs())
    };
    assert_eq!(left(&session, start + 5 * SECOND), [55, 60]);
    session.apply(at("f5"), start + 10 * SECOND).unwrap();
    assert_eq!(left(&session, start + 10 * SECOND), [51, 60]);
    assert_eq!(left(&session, start + 40 * SECOND), [51, 30]);
    // Names do not touch the turn.
    session.set_names(["Bob".to_owned(), String::new()]);
    assert_eq!(left(&session, start + 40 * SECOND), [51, 30]);
    session.apply(Command::Undo, start + 40 * SECOND).unwrap();
    assert_eq!(left(&session, start + 100 * SECOND), [60, 60]);
    // A move in the past takes no time.
    session.apply(at("f5"), start + 200 * SECOND).unwrap();
    assert_eq!(left(&session, start + 200 * SECOND), [61, 60]);
    let events = session.apply(at("d6"), start + 260 * SECOND).unwrap();
    assert_eq!(events, [Event::Ended(Some(Ending::OutOfTime(Color::White)))]);
    assert_eq!(left(&session, start + 300 * SECOND), [61, 0]);
    assert_eq!(session.game().length(), 1, "the move came too late");
}

#[test]
fn a_turn_may_begin_after_a_preparation() {
    let start = Instant::now();
    let mut session = session_of("", Record::default(), "random", "human", start);
    session.settings.clocks = [Some("1s".parse().unwrap()); 2];
    session.begin_turn(start + 10 * SECOND);
    let chosen = Move::Place(Square::F5);
    session.apply(Command::Choose { chosen, thought: None }, start + 10 * SECOND).unwrap();
    assert_eq!(session.game().moves()[0].duration, Some(Duration::ZERO));
}

#[test]
fn a_held_clock_does_not_run() {
    let start = Instant::now();
    let mut session = session_of("", Record::default(), "random", "human", start);
    session.settings.clocks = [Some("10s".parse().unwrap()); 2];
    let left = |session: &GameSession, now| session.time_left(Color::Black, now).unwrap().as_secs();
    session.hold_clock(start + 2 * SECOND);
    assert_eq!((session.running(), left(&session, start + 60 * SECOND)), (None, 8));
    let events = session.apply(Command::CheckClock, start + 60 * SECOND).unwrap();
    assert_eq!(events, [], "no flag falls");
    session.release_clock(start + 60 * SECOND);
    assert_eq!(session.running(), Some(Color::Black));
    assert_eq!(left(&session, start + 63 * SECOND), 5);
    // Held again, and the move comes while it is held.
    session.hold_clock(start + 63 * SECOND);
    let chosen = Move::Place(Square::F5);
    session.apply(Command::Choose { chosen, thought: None }, start + 90 * SECOND).unwrap();
    assert_eq!(session.game().moves()[0].duration, Some(5 * SECOND));
    assert_eq!(session.running(), Some(Color::White), "the next turn has its own clock");
}

#[test]
fn events_tell_what_happened() {
    let now = Instant::now();
    let mut session = session_of("f5d6", Record::default(), "human", "random", now);
    let mut events = |command| session.apply(command, now);
    let played = |color, square| Event::Played { color, played: Move::Place(square) };
    assert_eq!(events(at("c3")).unwrap(), [played(Color::Black, Square::C3)]);
    assert_eq!(events(at("d3")), Err(SessionError::NotYourTurn { color: Color::White }));
    assert_eq!(events(Command::Fail).unwrap(), [Event::Failed { color: Color::White }]);
    assert_eq!(events(at("d3")), Err(SessionError::Paused { color: Color::White }));
    assert_eq!(events(Command::Resume).unwrap(), [Event::Resumed { color: Color::White }]);
    assert_eq!(
        events(Command::GoTo(9)).unwrap_err().to_string(),
        "there is no move 9; expected 0 to 3"
    );
    assert_eq!(events(Command::Undo).unwrap(), [Event::WentTo { ply: 2 }]);
    let branched = Event::Branched { at: 2, cut: 1 };
    assert_eq!(events(at("c4")).unwrap(), [branched, played(Color::Black, Square::C4)]);
    assert_eq!(events(Command::NewGame).unwrap(), [Event::NewGame]);
    assert_eq!(events(Command::Resume), Err(SessionError::NothingPaused));
    assert_eq!(
        events(Command::Resign(Some(Color::White))),
        Err(SessionError::NotAPerson { color: Color::White })
    );
    assert_eq!(session.variations().len(), 2);
    assert!(session.apply(at("a1"), now).unwrap_err().to_string().contains("a1"));
}

#[test]
fn a_program_may_concede() {
    let now = Instant::now();
    let mut session = session_of("", Record::default(), "random", "human", now);
    session.apply(Command::Concede, now).unwrap();
    assert_eq!(session.game().ending(), Some(Ending::Resigned(Color::Black)));
    assert_eq!(session.apply(Command::Concede, now), Err(SessionError::Over));
}

fn annotated() -> Record {
    let note = |eval| Note { eval: Some(eval), comment: String::new() };
    let tag =
        |at, name: &str| Tag { format: Format::Ggf, at, name: name.into(), value: "x".into() };
    Record {
        date: "2024".to_owned(),
        ratings: ["1500".to_owned(), "1600".to_owned()],
        score: Some(12.0),
        theoretical: Some(Theoretical { black_score: 2, empties: 24 }),
        notes: [(1, note(1.0)), (3, note(3.0))].into(),
        tags: vec![tag(0, "RE"), tag(0, "US"), tag(3, "C")],
        ..Record::default()
    }
}

#[test]
fn what_still_holds_of_a_record_is_kept() {
    let now = Instant::now();
    let mut session = session_of("f5d6c3", annotated(), "human", "human", now);
    session.apply(Command::Undo, now).unwrap();
    assert_eq!(session.record(), &annotated(), "looking back changes nothing");
    session.apply(at("c4"), now).unwrap();
    let record = session.record();
    assert_eq!((record.score, record.theoretical, record.date.as_str()), (None, None, "2024"));
    assert_eq!(record.notes.keys().collect::<Vec<_>>(), [&1]);
    assert_eq!(record.tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>(), ["US"]);
    assert_eq!(session.variations()[0].record, annotated());
    session.apply(Command::Recall(1), now).unwrap();
    assert_eq!(session.record(), &annotated());
    session.apply(Command::Swap, now).unwrap();
    assert_eq!(session.record().ratings, ["1600", "1500"]);
    session.apply(Command::GoTo(3), now).unwrap();
    session.apply(at("d3"), now).unwrap();
    assert_eq!((session.record().score, session.record().notes.len()), (None, 2));
}

#[test]
fn thoughts_become_costs_and_evaluations() {
    let now = Instant::now();
    let mut session = session_of("", Record::default(), "random", "human", now);
    let chosen = Move::Place(Square::F5);
    let thought = Thought {
        score: Some(-1.5),
        trust: Trust::Estimate,
        depth: 3,
        nodes: 120,
        reused_nodes: 7,
        line: vec![chosen],
    };
    let thought = Some(thought);
    session.apply(Command::Choose { chosen, thought: thought.clone() }, now).unwrap();
    session.apply(at("d6"), now).unwrap();
    assert_eq!(session.thoughts(), [thought, None]);
    assert_eq!(session.record().costs[&1].nodes, 120);
    assert_eq!(session.record().notes[&1].eval, Some(-1.5));
}

#[test]
fn names_are_those_of_the_players() {
    let now = Instant::now();
    let mut session = session_of("", Record::default(), "human", "minimax(depth=2)", now);
    let names =
        |session: &GameSession| Color::ALL.map(|color| session.game().name(color).to_owned());
    assert_eq!(names(&session), ["Alice", "minimax(depth=2)"]);
    session.apply(Command::Swap, now).unwrap();
    assert_eq!(names(&session), ["minimax(depth=2)", "Alice"]);
    let mut other = Game::new();
    other.set_name(Color::Black, "Zoé");
    session.load(other, Record::default(), now);
    assert_eq!(names(&session), ["Zoé", "Alice"]);
    session.apply(Command::Pause, now).unwrap();
    session.set_players([participant("random"), participant("human")]);
    assert_eq!(names(&session), ["random", "Alice"]);
    assert_eq!(session.state(), SessionState::Thinking);
}

#[test]
fn a_saved_record_has_the_players_and_the_clocks() {
    let now = Instant::now();
    let clocks = [Some("5m+2s".parse().unwrap()), None];
    let saved =
        Record { players: [Some("random".parse().unwrap()), None], clocks, ..Record::default() };
    let mut session = session_of("", saved.clone(), "human", "minimax(depth=2)", now);
    session.set_clocks(clocks);
    session.apply(Command::Swap, now).unwrap();
    let record = session.record_with_seats();
    let specs = record.players.map(|player| player.unwrap().to_string());
    assert_eq!((specs, record.clocks), (["minimax(depth=2)", "human"].map(str::to_owned), clocks));
    assert_eq!(session.record(), &Record::default(), "who plays is a matter of the session");
    session.load(Game::new(), saved, now);
    assert_eq!(session.record(), &Record::default());
}

#[test]
fn variations_are_bounded_and_distinct() {
    let now = Instant::now();
    let mut session = session_of("", Record::default(), "human", "human", now);
    for _ in 0..3 {
        session.apply(at("f5"), now).unwrap();
        session.apply(Command::NewGame, now).unwrap();
    }
    assert_eq!(session.variations().len(), 1);
    let mut played = 0;
    let squares = session.game().position().legal_moves();
    for first in squares {
        let second = session.game().position().after(Move::Place(first)).legal_moves();
        for second in second {
            for third in session
                .game()
                .position()
                .after(Move::Place(first))
                .after(Move::Place(second))
                .legal_moves()
            {
                for square in [first, second, third] {
                    session.apply(Command::Play(Move::Place(square)), now).unwrap();
                }
                session.apply(Command::NewGame, now).unwrap();
                played += 1;
            }
        }
    }
    assert!(played > MAX_VARIATIONS);
    assert_eq!(session.variations().len(), MAX_VARIATIONS);
}

/// Random games on 4×4, where passes are common.
#[test]
fn at_the_end_of_a_game_nobody_has_to_pass() {
    let now = Instant::now();
    let mut passes = 0;
    for seed in 0..40_usize {
        let settings = SessionSettings::new([participant("human"), participant("human")]);
        let mut session =
            GameSession::<Four>::new(Game::default(), Record::default(), settings, now);
        let mut turn = seed;
        while session.state() == SessionState::Waiting {
            let moves: Vec<_> = session.game().position().legal_moves().into_iter().collect();
            turn = turn.wrapping_mul(31).wrapping_add(7);
            let chosen = moves[turn / 8 % moves.len()];
            let events = session.apply(Command::Play(Move::Place(chosen)), now).unwrap();
            passes += events
                .iter()
                .filter(|event| matches!(event, Event::Played { played: Move::Pass, .. }))
                .count();
        }
        assert_eq!(session.state(), SessionState::Over);
    }
    assert!(passes > 0);
}

/// Black plays a1, White must pass, Black plays g1, and the game is over.
#[test]
fn a_controller_sends_passes_and_keeps_the_time() {
    let start = Instant::now();
    let position = format!("-OXXXO--{} X", "-".repeat(56)).parse().unwrap();
    let clock = Some("1s".parse().unwrap());
    let game = Game::from_position(position);
    let mut session = GameSession::controlled(game, Record::default(), [clock; 2], start);
    let receive = |text: &str| {
        let took = Some(2 * SECOND);
        Command::Receive { played: text.parse().unwrap(), took }
    };
    let later = start + 100 * SECOND;
    session.apply(receive("a1"), later).unwrap();
    assert_eq!(session.game().length(), 1, "nobody passes, and no flag falls");
    assert_eq!(session.clock(Color::Black).left, Some(Duration::ZERO), "2 s of 1 s");
    let before = session.game().clone();
    assert!(matches!(session.apply(receive("h8"), later), Err(SessionError::Illegal(_))));
    assert_eq!(session.game(), &before);
    // The pass is implied, or sent.
    let pass = Event::Played { color: Color::White, played: Move::Pass };
    let last = Event::Played { color: Color::Black, played: Move::Place(Square::G1) };
    let over = Event::Ended(None);
    assert_eq!(session.apply(receive("g1"), later).unwrap(), [pass, last, over]);
    let durations: Vec<_> = session.game().moves().iter().map(|played| played.duration).collect();
    assert_eq!(durations, [Some(2 * SECOND), None, Some(2 * SECOND)]);
    assert_eq!(session.apply(receive("h8"), later), Err(SessionError::Over));
    session.apply(Command::GoTo(1), later).unwrap();
    session.apply(receive("pass"), later).unwrap();
    assert_eq!((session.game().length(), session.game().full_length()), (2, 2));
    // A move after a resignation continues the game.
    session.apply(Command::Resign(None), later).unwrap();
    assert_eq!(session.state(), SessionState::Over);
    assert_eq!(session.apply(receive("g1"), later).unwrap(), [last, over]);
    assert_eq!(session.game().ending(), None);
}
