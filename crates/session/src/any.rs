//! A session of any board size.

use std::time::Duration;

use othellier_board::{Color, Eight, Four, Six, Ten};
use othellier_clock::Instant;
use othellier_record::{AnyGame, Record};

use crate::{GameSession, Participant, SessionSettings, SessionState};

/// A session of any board size. [`with_session!`](crate::with_session) unwraps it.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum AnySession {
    Four(GameSession<Four>),
    Six(GameSession<Six>),
    Eight(GameSession<Eight>),
    Ten(GameSession<Ten>),
}

/// `with_session!(any, session => expression)`: evaluates the expression for a session of any size.
#[macro_export]
macro_rules! with_session {
    ($any:expr, $session:ident => $body:expr) => {
        match $any {
            $crate::AnySession::Four($session) => $body,
            $crate::AnySession::Six($session) => $body,
            $crate::AnySession::Eight($session) => $body,
            $crate::AnySession::Ten($session) => $body,
        }
    };
}

impl AnySession {
    /// Resumes a recorded game.
    pub fn new(record: Record, settings: SessionSettings, now: Instant) -> AnySession {
        let (game, record) = split(record);
        match game {
            AnyGame::Four(game) => AnySession::Four(GameSession::new(game, record, settings, now)),
            AnyGame::Six(game) => AnySession::Six(GameSession::new(game, record, settings, now)),
            AnyGame::Eight(game) => {
                AnySession::Eight(GameSession::new(game, record, settings, now))
            }
            AnyGame::Ten(game) => AnySession::Ten(GameSession::new(game, record, settings, now)),
        }
    }

    /// Squares per side.
    pub fn side(&self) -> u8 {
        match self {
            AnySession::Four(_) => 4,
            AnySession::Six(_) => 6,
            AnySession::Eight(_) => 8,
            AnySession::Ten(_) => 10,
        }
    }

    /// The game with everything that is known of it.
    pub fn record(&self) -> Record {
        with_session!(self, session => {
            Record { game: session.game().clone().into(), ..session.record().clone() }
        })
    }

    /// Continues with another game. A game of another size begins without variations.
    pub fn load(&mut self, record: Record, now: Instant) {
        let (game, record) = split(record);
        match (&mut *self, game) {
            (AnySession::Four(session), AnyGame::Four(game)) => session.load(game, record, now),
            (AnySession::Six(session), AnyGame::Six(game)) => session.load(game, record, now),
            (AnySession::Eight(session), AnyGame::Eight(game)) => session.load(game, record, now),
            (AnySession::Ten(session), AnyGame::Ten(game)) => session.load(game, record, now),
            (_, game) => {
                let version = self.version() + 1;
                let record = Record { game, ..record };
                *self = AnySession::new(record, self.settings().clone(), now);
                with_session!(self, session => session.version = version);
            }
        }
    }

    /// The players and how they play.
    pub fn settings(&self) -> &SessionSettings {
        with_session!(self, session => session.settings())
    }

    /// The player of one side.
    pub fn player(&self, color: Color) -> &Participant {
        with_session!(self, session => session.player(color))
    }

    /// Whether a person plays.
    pub fn has_person(&self) -> bool {
        with_session!(self, session => session.has_person())
    }

    /// The number of the last change, from 1.
    pub fn version(&self) -> u64 {
        with_session!(self, session => session.version())
    }

    /// Marks a change that the owner made beside the session.
    pub fn touch(&mut self) {
        with_session!(self, session => session.touch());
    }

    /// The number of moves up to the current position.
    pub fn length(&self) -> usize {
        with_session!(self, session => session.game().length())
    }

    /// The number of all moves, including undone ones.
    pub fn full_length(&self) -> usize {
        with_session!(self, session => session.game().full_length())
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        with_session!(self, session => session.side_to_move())
    }

    /// What the game waits for.
    pub fn state(&self) -> SessionState {
        with_session!(self, session => session.state())
    }

    /// The side whose clock runs, if one does.
    pub fn running(&self) -> Option<Color> {
        with_session!(self, session => session.running())
    }

    /// The time left for one side; `None` without a clock.
    pub fn time_left(&self, color: Color, now: Instant) -> Option<Duration> {
        with_session!(self, session => session.time_left(color, now))
    }
}

/// A record as its game and the rest.
fn split(mut record: Record) -> (AnyGame, Record) {
    let game = std::mem::take(&mut record.game);
    (game, record)
}
