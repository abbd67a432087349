//! A session of any board size.

use std::time::Duration;

use othellier_board::{Color, Size};
use othellier_platform::clock::Instant;
use othellier_record::{AnyGame, Record, each_size, with_game};

use crate::{GameSession, Participant, SessionSettings, SessionState};

macro_rules! any_session {
    ([$($side:literal $size:ident),*]) => {
        /// A session of any board size. [`with_session!`](crate::with_session) unwraps it.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)]
        pub enum AnySession {
            $($size(GameSession<othellier_board::$size>),)*
        }

        $(impl From<GameSession<othellier_board::$size>> for AnySession {
            fn from(session: GameSession<othellier_board::$size>) -> AnySession {
                AnySession::$size(session)
            }
        })*
    };
}
each_size!(any_session);

/// `with_session!(any, session => expression)`: evaluates the expression for a session of any size.
#[macro_export]
macro_rules! with_session {
    ([$($side:literal $size:ident),*] $any:expr, $session:ident => $body:expr) => {
        match $any {
            $($crate::AnySession::$size($session) => $body,)*
        }
    };
    ($any:expr, $session:ident => $body:expr) => {
        $crate::each_size!($crate::with_session, $any, $session => $body)
    };
}

impl AnySession {
    /// Resumes a recorded game.
    pub fn new(record: Record, settings: SessionSettings, now: Instant) -> AnySession {
        let (game, record) = split(record);
        with_game!(game, game => GameSession::new(game, record, settings, now).into())
    }

    /// The size of the board.
    pub fn side(&self) -> u8 {
        with_session!(self, session => side(session))
    }

    /// The game with everything that is known of it, its players and clocks.
    pub fn record(&self) -> Record {
        with_session!(self, session => {
            Record { game: session.game().clone().into(), ..session.record_with_seats() }
        })
    }

    /// Continues with another game. A game of another size begins without variations.
    pub fn load(&mut self, record: Record, now: Instant) {
        let (game, record) = split(record);
        macro_rules! load {
            ([$($side:literal $size:ident),*]) => {
                match (&mut *self, game) {
                    $((AnySession::$size(session), AnyGame::$size(game)) => {
                        session.load(game, record, now);
                    })*
                    #[allow(unreachable_patterns, reason = "there may be one size only")]
                    (_, game) => {
                        let version = self.version() + 1;
                        let record = Record { game, ..record };
                        *self = AnySession::new(record, self.settings().clone(), now);
                        with_session!(self, session => session.version = version);
                    }
                }
            };
        }
        each_size!(load);
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

    /// The side whose turn it is.
    pub fn side_to_move(&self) -> Color {
        with_session!(self, session => session.side_to_move())
    }

    /// The person, program or command that the game waits for.
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

fn side<S: Size>(_: &GameSession<S>) -> u8 {
    S::SIDE
}

/// A record as its game and the rest.
fn split(mut record: Record) -> (AnyGame, Record) {
    let game = std::mem::take(&mut record.game);
    (game, record)
}
