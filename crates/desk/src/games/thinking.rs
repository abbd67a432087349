//! The turn of a program: what it needs to think elsewhere, and its choice.

use std::time::Duration;

use othellier_board::{Move, Size};
use othellier_clock::Instant;
use othellier_play::{
    AnySession, Clock, Command, GameSession, MoveOverhead, SessionState, StopSignal, Thought,
    with_session,
};
use othellier_record::{AnyGame, Game};
use othellier_search::SearchReport;
use othellier_wire::ThoughtEvent;

use super::live::{LiveGame, command};
use crate::allowed::PlayerSpec;
use crate::error::DeskError;
use crate::limits;

/// A program's turn, without the game that it belongs to: it can think in another thread.
#[derive(Clone, Debug)]
pub struct Turn {
    game: AnyGame,
    player: PlayerSpec,
    seed: u64,
    version: u64,
    most_time: Duration,
}

impl Turn {
    /// The version of the game.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// After this time the program should be stopped; it then moves at once.
    pub fn most_time(&self) -> Duration {
        self.most_time
    }

    /// Lets the program choose; `publish` sees what it thinks meanwhile.
    pub fn think(
        &self,
        stop: &StopSignal,
        publish: &mut dyn FnMut(ThoughtEvent),
    ) -> Result<Chosen, DeskError> {
        choose_in(&self.game, &self.player, self.seed, self.version, stop, publish)
    }
}

impl LiveGame {
    /// The turn of the program to move; `None` if the game does not wait for one.
    pub fn turn(&self) -> Option<Turn> {
        if self.state() != SessionState::Thinking {
            return None;
        }
        let session = &self.session;
        let allotted = with_session!(session, session => allotted(session));
        Some(Turn {
            game: self.game(),
            player: PlayerSpec::of(session.player(session.side_to_move())),
            seed: session.settings().seed.wrapping_add(session.length() as u64),
            version: session.version(),
            most_time: allotted.map_or(limits::MOVE_TIME, |time| time.min(limits::MOVE_TIME)),
        })
    }

    /// Plays what a program chose in the turn of this version; if it failed, the game waits and shows
    /// why.
    pub fn play_choice(
        &mut self,
        version: u64,
        chosen: Result<Chosen, DeskError>,
    ) -> Result<(), DeskError> {
        if self.session.version() != version {
            return Err(DeskError::conflict("the game has changed"));
        }
        let now = Instant::now();
        self.error = chosen.and_then(|Chosen(play)| play(&mut self.session, now)).err();
        if self.error.is_some() {
            command!(self, Command::Fail)?;
        }
        Ok(())
    }
}

/// How long a program may think about its move; none: no limit.
fn allotted<S: Size>(session: &GameSession<S>) -> Option<Duration> {
    let empties = session.game().position().board().empties().len();
    let allotted = session.clock(session.side_to_move()).allot(empties, MoveOverhead::Usual);
    allotted.map(|time| time.optimum)
}

/// The choice of a program: plays it in a session of its size.
pub struct Chosen(Play);

type Play = Box<dyn FnOnce(&mut AnySession, Instant) -> Result<(), DeskError> + Send>;

/// Lets a program choose in a game of any size.
fn choose_in(
    game: &AnyGame,
    player: &PlayerSpec,
    seed: u64,
    version: u64,
    stop: &StopSignal,
    publish: &mut dyn FnMut(ThoughtEvent),
) -> Result<Chosen, DeskError> {
    macro_rules! by_size {
        ($($size:ident)*) => {
            match game {
                $(AnyGame::$size(game) => {
                    let (chosen, thought) = choose(game, player, seed, version, stop, publish)?;
                    Ok(Chosen(Box::new(move |session, now| match session {
                        AnySession::$size(session) => {
                            session.apply(Command::Choose { chosen, thought }, now)?;
                            Ok(())
                        }
                        _ => Err(DeskError::conflict("the game has changed")),
                    })))
                })*
            }
        };
    }
    by_size!(Four Six Eight Ten)
}

/// The move that a program chooses, and the evaluation behind it.
fn choose<S: Size>(
    game: &Game<S>,
    player: &PlayerSpec,
    seed: u64,
    version: u64,
    stop: &StopSignal,
    publish: &mut dyn FnMut(ThoughtEvent),
) -> Result<(Move<S>, Option<Thought<S>>), DeskError> {
    let mut program = player.program::<S>(seed)?;
    let color = game.position().side_to_move();
    let mut watch = |report: &SearchReport<S>| {
        if let Some(thought) = Thought::of(report) {
            let (thought, selectivity) = ((&thought).into(), report.selectivity);
            publish(ThoughtEvent::new(version, color, selectivity, thought, report.elapsed));
        }
    };
    // The program gets no clock, only a stop signal: a level keeps its strength, however much time
    // there is.
    let choice = program.choose(game, Clock::default(), stop, &mut watch);
    let choice = choice.map_err(|error| DeskError::internal(format!("no move: {error}")))?;
    Ok((choice.chosen, choice.report.as_ref().and_then(Thought::of)))
}
