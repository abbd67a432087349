//! The scripts of `testdata/sessions.txt`, on the session itself.

#[path = "../../../../testdata/sessions.rs"]
mod sessions;

use std::time::Instant;

use othellier_board::{Color, Move};
use othellier_record::{AnyGame, Record, parse_duration};
use othellier_session::{
    AnySession, Command, Participant, SessionSettings, SessionState, with_session,
};

/// Plays the first legal square for every program to move.
fn let_programs_move(session: &mut AnySession, now: Instant) {
    while session.state() == SessionState::Thinking {
        with_session!(session, session => {
            let square = session.game().position().legal_moves().first().expect("no forced pass");
            let chosen = Move::Place(square);
            session.apply(Command::Choose { chosen, thought: None }, now).unwrap();
        });
    }
}

fn execute(session: &mut AnySession, word: &str, argument: &str, now: Instant) {
    with_session!(session, session => {
        let command = match word {
            "look" | "wait" => Command::CheckClock,
            "any" => match session.game().position().legal_moves().first() {
                Some(square) => Command::Play(Move::Place(square)),
                None => Command::Play(Move::Pass),
            },
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "goto" => Command::GoTo(argument.parse().unwrap()),
            "pause" => Command::Pause,
            "resume" => Command::Resume,
            "resign" => Command::Resign(None),
            "swap" => Command::Swap,
            "restart" => Command::GoTo(0),
            "new" => Command::NewGame,
            "recall" => Command::Recall(argument.parse().unwrap()),
            square => Command::Play(square.parse().unwrap()),
        };
        let before = (session.version(), session.game().clone(), session.state());
        if session.apply(command, now).is_err() {
            let after = (session.version(), session.game().clone(), session.state());
            assert_eq!(before, after, "a command that fails changes nothing");
        }
    });
}

#[test]
fn every_script() {
    for case in sessions::cases() {
        let mut now = Instant::now();
        let players = case.players.map(|spec| match spec {
            "human" => Participant::person("Alice"),
            spec => Participant::program("", spec.parse().unwrap()),
        });
        let clock = case.clock.map(|clock| clock.parse().unwrap());
        let settings = SessionSettings { clocks: [clock; 2], ..SessionSettings::new(players) };
        let game = match case.size {
            8 => AnyGame::default(),
            size => panic!("no script has size {size}"),
        };
        let record = Record { game, ..Record::default() };
        let mut session = AnySession::new(record, settings, now);
        let_programs_move(&mut session, now);
        for step in &case.steps {
            if step.word == "wait" {
                now += parse_duration(step.argument).unwrap();
            }
            execute(&mut session, step.word, step.argument, now);
            let_programs_move(&mut session, now);
            let state = match session.state() {
                SessionState::Waiting => "waiting",
                SessionState::Thinking => "thinking",
                SessionState::Paused => "paused",
                SessionState::Over => "over",
            };
            let state = format!("{}/{} {state}", session.length(), session.full_length());
            assert_eq!(state, step.expected, "{}, line {}", case.name, step.line);
            if let Some(running) = step.running {
                let runs =
                    session.running().map_or("none".to_owned(), |color: Color| color.to_string());
                assert_eq!(runs, running, "{}, line {}", case.name, step.line);
            }
        }
    }
}
