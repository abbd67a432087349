//! A foreign engine at the board, whatever it speaks.
//!
//! Here is what all protocols share: the options of the spec, when the engine is started, how long
//! it is waited for, and what becomes of one that fails. An engine that fails in any way is ended,
//! and the next move finds a new one.

use std::marker::PhantomData;
use std::time::Duration;

use othellier_board::{Move, Size};
use othellier_record::Game;
use othellier_search::SearchReport;
use othellier_spec::{Key, Spec, SpecError};

use super::EngineError;
use super::command_line::CommandLine;
use super::program::{Program, Wait};
use crate::catalogue::{Seat, key};
use crate::textbook;
use crate::{Choice, Clock, Player, PlayerError, StopSignal};

/// How long an engine has to be ready: tables and weights are read.
const START: Duration = Duration::from_secs(15);
/// How long a move may take where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(60);
/// How much longer than it may think an engine is listened to. The clock decides whether a late
/// answer counts; this only says when none is expected any more.
const GRACE: Duration = Duration::from_secs(1);

/// The time for each move, an option of every engine.
pub(super) const TIME: Key = key(
    "time",
    "",
    "time for each move, such as 2s: it is told, and not waited for much longer (else 1m)",
    "temps par coup, comme 2s : il lui est dit, et n'est guère dépassé (sinon 1m)",
);

/// A conversation with an engine that runs.
pub(super) trait Conversation<S: Size>: Send + 'static {
    /// Begins to talk, without a word yet.
    fn with(program: Program) -> Self;

    /// Agrees on all that is said once: the protocol and the level. Nothing but the first call of
    /// a conversation has anything to do.
    fn greet(&mut self, level: Option<u32>, wait: &Wait<'_>) -> Result<(), PlayerError>;

    /// Tells it what it does not know of the game.
    fn follow(&mut self, game: &Game<S>, wait: &Wait<'_>) -> Result<(), PlayerError>;

    /// Asks for a move in the position of now.
    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        wait: &Wait<'_>,
    ) -> Result<Move<S>, PlayerError>;
}

/// The engine of a spec. It is started here, so that one that cannot be is refused.
pub(super) fn seat<S: Size, C: Conversation<S>>(
    spec: &Spec,
    cmd: Key,
) -> Result<Seat<S>, SpecError> {
    let level = spec.number("level", 0..)?;
    let time = textbook::time(spec)?;
    let cmd = spec.needed(cmd)?;
    let command = CommandLine::read(cmd)
        .map_err(|why| spec.faulty(format!("cmd `{cmd}` cannot be read: {why}")))?;
    let mut player = ForeignPlayer::<S, C> { command, level, time, talk: None, size: PhantomData };
    player.start().map_err(|error| spec.faulty(error))?;
    Ok(Seat::Program(Box::new(player)))
}

/// A foreign engine at the board.
struct ForeignPlayer<S, C> {
    command: CommandLine,
    level: Option<u32>,
    /// For each move.
    time: Option<Duration>,
    /// Nothing after a failure.
    talk: Option<C>,
    size: PhantomData<S>,
}

impl<S: Size, C: Conversation<S>> Player<S> for ForeignPlayer<S, C> {
    fn prepare(&mut self, game: &Game<S>, stop: &StopSignal) -> Result<(), PlayerError> {
        let prepared =
            self.made_ready(stop).and_then(|talk| talk.follow(game, &Wait::new(START, stop)));
        self.unless_failed(prepared)
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        _watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<Choice<S>, PlayerError> {
        let per_move = [self.time, clock.per_move].into_iter().flatten().min();
        let clock = Clock { per_move, ..clock };
        let patience = [clock.per_move, clock.left].into_iter().flatten().min();
        let patience = patience.map_or(PATIENCE, |time| time.saturating_add(GRACE));
        let chosen = self
            .made_ready(stop)
            .and_then(|talk| talk.choose(game, clock, &Wait::new(patience, stop)));
        self.unless_failed(chosen).map(|chosen| Choice { chosen, report: None })
    }
}

impl<S: Size, C: Conversation<S>> ForeignPlayer<S, C> {
    fn start(&mut self) -> Result<&mut C, EngineError> {
        Ok(self.talk.insert(C::with(Program::start(&self.command)?)))
    }

    /// The engine, which knows what it is told once.
    fn made_ready(&mut self, stop: &StopSignal) -> Result<&mut C, PlayerError> {
        if self.talk.is_none() {
            self.start()?;
        }
        let talk = self.talk.as_mut().expect("an engine that was started");
        talk.greet(self.level, &Wait::new(START, stop))?;
        Ok(talk)
    }

    /// Ends an engine that failed: whatever it may still say answers no question of ours.
    fn unless_failed<T>(&mut self, result: Result<T, PlayerError>) -> Result<T, PlayerError> {
        if result.is_err() {
            self.talk = None;
        }
        result
    }
}

/// In seconds, to the millisecond.
pub(super) fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

/// As much as fits in a sentence.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}
