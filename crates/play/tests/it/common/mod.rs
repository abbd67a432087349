//! Mock engines and helpers shared by the tests of all protocols.
#![allow(missing_docs, unreachable_pub, dead_code)]

use othellier_board::{Move, Position, Size};
use othellier_play::{Choice, Clock, Player, PlayerError, Setup, StopSignal, build_player};
use othellier_record::{Game, transcript};
use othellier_spec::Spec;

const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mock_engine.sh");

/// The mock engine of this protocol, with this behaviour, log and script, and these options.
pub fn engine<S: Size>(
    protocol: &str,
    arguments: &str,
    options: &[(&str, &str)],
) -> Box<dyn Player<S>> {
    let cmd = ("cmd".to_owned(), format!("sh '{MOCK}' {arguments}"));
    let options = options.iter().map(|(key, value)| (key.to_string(), value.to_string()));
    let spec =
        Spec { name: protocol.to_owned(), options: [cmd].into_iter().chain(options).collect() };
    build_player(&spec, &Setup { seed: 1, access: othellier_play::Access::Full })
        .unwrap_or_else(|error| panic!("{error}"))
}

pub fn choose<S: Size>(player: &mut dyn Player<S>, game: &Game<S>) -> Result<Move<S>, PlayerError> {
    choose_by(player, game, Clock::default())
}

pub fn choose_by<S: Size>(
    player: &mut dyn Player<S>,
    game: &Game<S>,
    clock: Clock,
) -> Result<Move<S>, PlayerError> {
    let choice = player.choose(game, clock, &StopSignal::default(), &mut |_| ());
    choice.map(|Choice { chosen, .. }| chosen)
}

pub fn game(moves: &str) -> Game {
    transcript::read(Position::start(), moves).unwrap()
}

/// A log of received commands; `take` returns those since the last call.
pub struct Log(tempfile::NamedTempFile);

impl Log {
    pub fn new() -> Log {
        Log(tempfile::NamedTempFile::new().unwrap())
    }

    pub fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }

    pub fn take(&self) -> String {
        let received = std::fs::read_to_string(self.0.path()).unwrap();
        std::fs::write(self.0.path(), "").unwrap();
        received.trim_end().replace('\n', "; ")
    }
}
