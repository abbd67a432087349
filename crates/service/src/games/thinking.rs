//! The turn of a program: what it needs to think elsewhere, and its choice.

use std::time::Duration;

use othellier_board::{Color, Move, Size};
use othellier_platform::clock::Instant;
use othellier_play::{
    AnySession, Clock, Command, GameSession, MoveOverhead, Player, SessionState, StopSignal,
    Thought, with_session,
};
use othellier_record::{AnyGame, Game, each_size, with_game};
use othellier_search::SearchReport;
use othellier_wire::ThoughtEvent;

use super::live::{LiveGame, command};
use crate::allowed::PlayerSpec;
use crate::error::ServiceError;
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

    /// The side whose turn it is.
    pub fn color(&self) -> Color {
        with_game!(&self.game, game => game.position().side_to_move())
    }

    /// The transposition table that the program has use for.
    pub fn table_bytes(&self) -> usize {
        self.player.table_bytes()
    }

    /// Builds the program, with a transposition table of at most `table_bytes` bytes.
    pub fn program(&self, table_bytes: usize) -> Result<Program, ServiceError> {
        macro_rules! by_size {
            ([$($side:literal $size:ident),*]) => {
                match &self.game {
                    $(AnyGame::$size(_) => {
                        AnyPlayer::$size(self.player.program_within(self.seed, table_bytes)?)
                    })*
                }
            };
        }
        let player = each_size!(by_size);
        Ok(Program { spec: self.player.clone(), player })
    }

    /// Whether a program was built for this player and this size of board.
    pub fn fits(&self, program: &Program) -> bool {
        macro_rules! by_size {
            ([$($side:literal $size:ident),*]) => {
                matches!(
                    (&program.player, &self.game),
                    $((AnyPlayer::$size(_), AnyGame::$size(_)))|*
                )
            };
        }
        let has_size = each_size!(by_size);
        has_size && program.spec == self.player
    }

    /// Lets the program choose; `publish` sees what it thinks meanwhile. It gets no clock, only a stop
    /// signal: a level keeps its strength, however much time there is.
    pub fn think(
        &self,
        program: &mut Program,
        stop: &StopSignal,
        publish: &mut dyn FnMut(ThoughtEvent),
    ) -> Result<Chosen, ServiceError> {
        self.think_within(program, Clock::default(), stop, publish)
    }

    /// Searches in the only thread there is, where nobody can stop it: beyond the levels that are
    /// fast anywhere, the program gets its time as a limit.
    pub fn think_alone(
        &self,
        program: &mut Program,
        publish: &mut dyn FnMut(ThoughtEvent),
    ) -> Result<Chosen, ServiceError> {
        let clock = if self.player.is_fast() {
            Clock::default()
        } else {
            Clock { per_move: Some(self.most_time), ..Clock::default() }
        };
        self.think_within(program, clock, &StopSignal::default(), publish)
    }

    fn think_within(
        &self,
        program: &mut Program,
        clock: Clock,
        stop: &StopSignal,
        publish: &mut dyn FnMut(ThoughtEvent),
    ) -> Result<Chosen, ServiceError> {
        macro_rules! by_size {
            ([$($side:literal $size:ident),*]) => {
                match (&self.game, &mut program.player) {
                    $((AnyGame::$size(game), AnyPlayer::$size(player)) => {
                        let (chosen, thought) =
                            choose(game, player.as_mut(), self.version, clock, stop, publish)?;
                        Ok(Chosen(Box::new(move |session, now| match session {
                            AnySession::$size(session) => {
                                session.apply(Command::Choose { chosen, thought }, now)?;
                                Ok(())
                            }
                            #[allow(unreachable_patterns, reason = "there may be one size only")]
                            _ => Err(ServiceError::conflict("the game has changed")),
                        })))
                    })*
                    #[allow(unreachable_patterns, reason = "there may be one size only")]
                    _ => Err(ServiceError::internal("the program plays on another board")),
                }
            };
        }
        each_size!(by_size)
    }
}

/// The program of one side of a game. Kept from move to move, it keeps its transposition table and
/// whatever else it learned.
pub struct Program {
    spec: PlayerSpec,
    player: AnyPlayer,
}

macro_rules! any_player {
    ([$($side:literal $size:ident),*]) => {
        enum AnyPlayer {
            $($size(Box<dyn Player<othellier_board::$size>>),)*
        }
    };
}
each_size!(any_player);

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
        chosen: Result<Chosen, ServiceError>,
    ) -> Result<(), ServiceError> {
        if self.session.version() != version {
            return Err(ServiceError::conflict("the game has changed"));
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

type Play = Box<dyn FnOnce(&mut AnySession, Instant) -> Result<(), ServiceError> + Send>;

/// The move that a program chooses, and the evaluation behind it.
fn choose<S: Size>(
    game: &Game<S>,
    player: &mut dyn Player<S>,
    version: u64,
    clock: Clock,
    stop: &StopSignal,
    publish: &mut dyn FnMut(ThoughtEvent),
) -> Result<(Move<S>, Option<Thought<S>>), ServiceError> {
    let color = game.position().side_to_move();
    let mut watch = |report: &SearchReport<S>| {
        if let Some(thought) = Thought::of(report) {
            let (thought, selectivity) = ((&thought).into(), report.selectivity);
            publish(ThoughtEvent::new(version, color, selectivity, thought, report.elapsed));
        }
    };
    let choice = player.choose(game, clock, stop, &mut watch);
    let choice = choice.map_err(|error| ServiceError::internal(format!("no move: {error}")))?;
    Ok((choice.chosen, choice.report.as_ref().and_then(Thought::of)))
}
