//! One game, played by the rules.
//!
//! The referee asks each side for its move in turn, plays forced passes by itself, and takes the
//! time. A side that answers with an illegal move, gives no move, breaks down or thinks too long
//! loses there and then, by every square; the [`Fault`] says why. No player can break the referee.
//!
//! Before the first move, both sides make themselves ready, outside of the time for their moves.
//!
//! Players think in the referee's own thread, so one that never answers is waited for: the clock
//! and the stop signal are handed to it, and it is on its honour to obey them. Foreign engines have
//! no honour, but their player has: it gives up on them in time.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use othellier_board::{Color, Eight, Move, Size, Status};
use othellier_play::{Clock, Player, PlayerError, StopSignal, show_duration};
use othellier_record::{Ending, Game, Outcome};
use othellier_search::{MemoryUse, TableUse};

/// The time for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveLimit {
    /// What the clock of the players shows.
    pub time: Duration,
    /// How much more than that is forgiven.
    pub margin: Duration,
}

impl MoveLimit {
    /// What is forgiven where nothing else is said: threads may have to wait for a core.
    pub const MARGIN: Duration = Duration::from_millis(50);

    /// This much time for each move, and the usual margin.
    pub fn new(time: Duration) -> MoveLimit {
        MoveLimit { time, margin: MoveLimit::MARGIN }
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame<S: Size = Eight> {
    /// The start, the opening, and every move with the time it took.
    pub game: Game<S>,
    /// Who won, by how much.
    pub outcome: Outcome,
    /// Why a side lost before the board was decided, if one did.
    pub fault: Option<Fault<S>>,
    /// One for each answer of a player, in order.
    pub thoughts: Vec<Thought>,
    /// From the first move after the opening to the end.
    pub elapsed: Duration,
}

/// What a player spent on a move; nodes, depth and memory are zero where it does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Whose move it was.
    pub color: Color,
    /// Which move of the game it was, from 0, those of the opening and passes included.
    pub ply: usize,
    /// How long the player took, by the referee's watch.
    pub duration: Duration,
    /// Positions it visited.
    pub nodes: u64,
    /// How deep it looked.
    pub depth: u8,
    /// What it kept in memory.
    pub memory: MemoryUse,
    /// How its transposition table served, if it has one and tells.
    pub table: Option<TableUse>,
}

/// Which side lost by its own fault, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<S: Size = Eight> {
    /// The side that lost.
    pub color: Color,
    /// What it did.
    pub kind: FaultKind<S>,
}

/// How a side can lose by its own fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind<S: Size = Eight> {
    /// It chose a move that is not legal.
    #[error("it played {0}, which is not legal")]
    Illegal(Move<S>),
    /// It gave no move, for this reason.
    #[error("{0}")]
    Failed(PlayerError),
    /// It broke down with these last words.
    #[error("it broke down: {0}")]
    Crashed(String),
    /// It took this long.
    #[error("it took {}", show_duration(*.0))]
    OutOfTime(Duration),
}

/// Plays the game on from where it stands; `players` has Black first. `None` when the stop signal
/// ended it before the game did.
pub fn referee<S: Size>(
    mut game: Game<S>,
    mut players: [&mut dyn Player<S>; 2],
    limit: Option<MoveLimit>,
    stop: &StopSignal,
) -> Option<FinishedGame<S>> {
    let mut fault = None;
    for (color, player) in Color::ALL.into_iter().zip(&mut players) {
        if game.is_over() {
            break;
        }
        let prepared = guarded(|| player.prepare(&game, stop));
        if stop.is_stopped() {
            return None;
        }
        if let Err(kind) = prepared {
            fault = lose(&mut game, color, kind);
        }
    }
    let started = Instant::now();
    let mut thoughts = Vec::new();
    loop {
        if let Some(outcome) = game.outcome() {
            return Some(FinishedGame {
                game,
                outcome,
                fault,
                thoughts,
                elapsed: started.elapsed(),
            });
        }
        if game.position().status() == Status::MustPass {
            game.play(Move::Pass).expect("a forced pass is legal");
            continue;
        }
        let color = game.position().side_to_move();
        let answer = ask(players[color as usize], &game, limit, stop);
        // A player that was told to stop answers in a hurry, or not at all: that is no fault.
        if stop.is_stopped() {
            return None;
        }
        let judged = answer.and_then(|(chosen, thought)| {
            thoughts.push(thought);
            judge(&mut game, chosen, thought.duration, limit)
        });
        if let Err(kind) = judged {
            fault = lose(&mut game, color, kind);
        }
    }
}

/// Ends the game for a side that lost it by itself. To give up is no fault.
fn lose<S: Size>(game: &mut Game<S>, color: Color, kind: FaultKind<S>) -> Option<Fault<S>> {
    game.end(match kind {
        FaultKind::OutOfTime(_) => Ending::OutOfTime(color),
        _ => Ending::Resigned(color),
    });
    (kind != FaultKind::Failed(PlayerError::Resigned)).then_some(Fault { color, kind })
}

/// Lets a player choose, and takes the time.
fn ask<S: Size>(
    player: &mut dyn Player<S>,
    game: &Game<S>,
    limit: Option<MoveLimit>,
    stop: &StopSignal,
) -> Result<(Move<S>, Thought), FaultKind<S>> {
    let clock = Clock { per_move: limit.map(|limit| limit.time), ..Clock::default() };
    let began = Instant::now();
    let choice = guarded(|| player.choose(game, clock, stop, &mut |_| ()))?;
    let duration = began.elapsed();
    let report = choice.report.as_ref();
    let thought = Thought {
        color: game.position().side_to_move(),
        ply: game.length(),
        duration,
        nodes: report.map_or(0, |report| report.nodes),
        depth: report.map_or(0, |report| report.depth),
        memory: report.map_or(MemoryUse::default(), |report| report.memory),
        table: report.and_then(|report| report.table),
    };
    Ok((choice.chosen, thought))
}

/// Survives whatever a player does.
fn guarded<S: Size, T>(act: impl FnOnce() -> Result<T, PlayerError>) -> Result<T, FaultKind<S>> {
    // A player that broke down is not asked again, so nobody sees what it left half done.
    match catch_unwind(AssertUnwindSafe(act)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(PlayerError::OutOfTime { waited })) => Err(FaultKind::OutOfTime(waited)),
        Ok(Err(error)) => Err(FaultKind::Failed(error)),
        Err(panic) => Err(FaultKind::Crashed(last_words(&*panic))),
    }
}

/// Plays a move that came in time and is legal.
fn judge<S: Size>(
    game: &mut Game<S>,
    chosen: Move<S>,
    duration: Duration,
    limit: Option<MoveLimit>,
) -> Result<(), FaultKind<S>> {
    if limit.is_some_and(|limit| duration > limit.time.saturating_add(limit.margin)) {
        return Err(FaultKind::OutOfTime(duration));
    }
    game.play_timed(chosen, Some(duration)).map_err(|illegal| FaultKind::Illegal(illegal.attempted))
}

fn last_words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    words.unwrap_or("it broke down").to_owned()
}
