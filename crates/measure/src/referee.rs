//! The referee of one game.
//!
//! The referee asks each side for its move in turn, plays forced passes itself, and measures the
//! time. A side that returns an illegal move or no move, panics, or exceeds its time loses at once,
//! by every square; the [`Fault`] says why. No player can crash the referee.
//!
//! Before the first move, both sides prepare; this does not count as thinking time.
//!
//! Players run in the referee's own thread, so the referee waits for a player that never answers: a
//! player is responsible for obeying the clock and the stop signal. The player that wraps a foreign
//! engine enforces both by timeouts.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use othellier_board::{Color, Eight, Move, Size, Status};
use othellier_platform::clock::Instant;
use othellier_play::{Clock, Player, PlayerError, StopSignal, TimeControl, show_duration};
use othellier_record::{Ending, Game, Outcome};
use othellier_search::{MemoryUse, TableUse};

use crate::SettingsError;

/// The time limit of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    Move {
        /// The time that players see on their clock.
        time: Duration,
        margin: Duration,
    },
    /// For the whole game, without a tolerance. The moves of the opening take no time.
    Game(TimeControl),
}

impl TimeLimit {
    /// The default tolerance of a time for each move: a thread may have to wait for a core.
    pub const MARGIN: Duration = Duration::from_millis(50);

    /// This much time for each move, with the default margin.
    pub fn per_move(time: Duration) -> TimeLimit {
        TimeLimit::Move { time, margin: TimeLimit::MARGIN }
    }

    /// The limit that settings ask for, if any.
    pub fn of(
        per_move: Option<Duration>,
        clock: Option<TimeControl>,
    ) -> Result<Option<TimeLimit>, SettingsError> {
        match (per_move, clock) {
            (Some(_), Some(_)) => Err(SettingsError::Exclusive("clock")),
            (Some(time), None) => Ok(Some(TimeLimit::per_move(time))),
            (None, clock) => Ok(clock.map(TimeLimit::Game)),
        }
    }

    /// The clock of the side to move.
    fn clock<S: Size>(self, game: &Game<S>) -> Clock {
        match self {
            TimeLimit::Move { time, .. } => Clock { per_move: Some(time), ..Clock::default() },
            TimeLimit::Game(control) => control.clock(game, game.position().side_to_move()),
        }
    }

    /// Whether a move of this duration comes too late.
    fn is_exceeded<S: Size>(self, game: &Game<S>, duration: Duration) -> bool {
        match self {
            TimeLimit::Move { time, margin } => duration > time.saturating_add(margin),
            TimeLimit::Game(_) => self.clock(game).left.is_some_and(|left| duration > left),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame<S: Size = Eight> {
    /// The start, the opening, and every move with the time it took.
    pub game: Game<S>,
    pub outcome: Outcome,
    /// Why a side lost before the end on the board, if it did.
    pub fault: Option<Fault<S>>,
    /// The cost of each move that a player chose, in order.
    pub move_stats: Vec<MoveStats>,
    /// From the first move after the opening to the end.
    pub elapsed: Duration,
}

/// A player's expense on a move. Nodes, depth and memory are zero if the player does not report
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveStats {
    pub color: Color,
    /// The number of the move in the game, from 0; opening moves and passes count.
    pub ply: usize,
    /// How long the player took, measured by the referee.
    pub duration: Duration,
    pub nodes: u64,
    /// The depth of the search.
    pub depth: u8,
    pub memory: MemoryUse,
    /// The use of its transposition table, if it has one and reports it.
    pub table: Option<TableUse>,
}

/// A side lost by its own fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<S: Size = Eight> {
    pub color: Color,
    pub kind: FaultKind<S>,
}

/// How a side lost by its own fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind<S: Size = Eight> {
    /// It chose a move that is not legal.
    #[error("it played {0}, which is not legal")]
    Illegal(Move<S>),
    /// It returned an error instead of a move.
    #[error("{0}")]
    Failed(PlayerError),
    /// It panicked with this message.
    #[error("it crashed: {0}")]
    Crashed(String),
    #[error("it took {}", show_duration(*.0))]
    OutOfTime(Duration),
}

/// Plays the game to its end; `players` has Black first. `None` if a stop is requested before the
/// end.
pub fn referee<S: Size>(
    mut game: Game<S>,
    mut players: [&mut dyn Player<S>; 2],
    limit: Option<TimeLimit>,
    stop: &StopSignal,
) -> Option<FinishedGame<S>> {
    // An engine starts before its clock does, and one that cannot start loses.
    let mut fault = None;
    for (color, player) in Color::ALL.into_iter().zip(&mut players) {
        if game.is_over() {
            break;
        }
        let prepared = catch_panic(|| player.prepare(&game, stop));
        if stop.is_stopped() {
            return None;
        }
        if let Err(kind) = prepared {
            fault = lose(&mut game, color, kind);
        }
    }
    let started = Instant::now();
    let mut move_stats = Vec::new();
    loop {
        if let Some(outcome) = game.outcome() {
            return Some(FinishedGame {
                game,
                outcome,
                fault,
                move_stats,
                elapsed: started.elapsed(),
            });
        }
        if game.position().status() == Status::MustPass {
            game.play(Move::Pass).expect("a forced pass is legal");
            continue;
        }
        let color = game.position().side_to_move();
        let answer = ask(players[color as usize], &game, limit, stop);
        // After a stop request a player may return a poor move or an error: that is no fault.
        if stop.is_stopped() {
            return None;
        }
        let played = answer.and_then(|(chosen, stats)| {
            move_stats.push(stats);
            play_in_time(&mut game, chosen, stats.duration, limit)
        });
        if let Err(kind) = played {
            fault = lose(&mut game, color, kind);
        }
    }
}

/// Ends the game as lost by this side. Resigning is no fault.
fn lose<S: Size>(game: &mut Game<S>, color: Color, kind: FaultKind<S>) -> Option<Fault<S>> {
    game.end(match kind {
        FaultKind::OutOfTime(_) => Ending::OutOfTime(color),
        _ => Ending::Resigned(color),
    });
    (kind != FaultKind::Failed(PlayerError::Resigned)).then_some(Fault { color, kind })
}

/// Asks a player for its move and measures the time.
fn ask<S: Size>(
    player: &mut dyn Player<S>,
    game: &Game<S>,
    limit: Option<TimeLimit>,
    stop: &StopSignal,
) -> Result<(Move<S>, MoveStats), FaultKind<S>> {
    let clock = limit.map(|limit| limit.clock(game)).unwrap_or_default();
    let began = Instant::now();
    let choice = catch_panic(|| player.choose(game, clock, stop, &mut |_| ()))?;
    let duration = began.elapsed();
    let report = choice.report.as_ref();
    let stats = MoveStats {
        color: game.position().side_to_move(),
        ply: game.length(),
        duration,
        nodes: report.map_or(0, |report| report.nodes),
        depth: report.map_or(0, |report| report.depth),
        memory: report.map_or(MemoryUse::default(), |report| report.memory),
        table: report.and_then(|report| report.table),
    };
    Ok((choice.chosen, stats))
}

/// Turns panics and errors of a player into faults.
fn catch_panic<S: Size, T>(
    act: impl FnOnce() -> Result<T, PlayerError>,
) -> Result<T, FaultKind<S>> {
    // Unwind safety: a player that panicked is never called again.
    match catch_unwind(AssertUnwindSafe(act)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(PlayerError::OutOfTime { waited })) => Err(FaultKind::OutOfTime(waited)),
        Ok(Err(error)) => Err(FaultKind::Failed(error)),
        Err(panic) => Err(FaultKind::Crashed(panic_message(&*panic))),
    }
}

/// Plays a move if it came in time and is legal.
fn play_in_time<S: Size>(
    game: &mut Game<S>,
    chosen: Move<S>,
    duration: Duration,
    limit: Option<TimeLimit>,
) -> Result<(), FaultKind<S>> {
    if limit.is_some_and(|limit| limit.is_exceeded(game, duration)) {
        return Err(FaultKind::OutOfTime(duration));
    }
    game.play_timed(chosen, Some(duration)).map_err(|illegal| FaultKind::Illegal(illegal.attempted))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    words.unwrap_or("panic without a message").to_owned()
}
