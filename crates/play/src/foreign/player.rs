//! A player that is a foreign engine, in any protocol.
//!
//! This is what all protocols share: the options of the spec, when the engine is started, the timeouts,
//! and failures. An engine that fails in any way is ended, and started again for the next move.

use std::marker::PhantomData;
use std::time::Duration;

use othellier_board::{Move, Size};
use othellier_record::Game;
use othellier_search::SearchReport;
use othellier_spec::{Key, Spec, SpecError};

use super::EngineError;
use super::command_line::CommandLine;
use super::process::{Deadline, Process};
use crate::catalogue::{Seat, key};
use crate::textbook;
use crate::{Choice, Clock, Player, PlayerError, StopSignal};

/// Timeout of the start, in which engines read tables and weights.
const START_TIMEOUT: Duration = Duration::from_secs(15);
/// Timeout of a move without a time limit.
const MOVE_TIMEOUT: Duration = Duration::from_secs(60);
/// How long after its time limit an engine's answer is still awaited. The clock decides whether a late
/// answer counts; this only decides when to give up.
const GRACE: Duration = Duration::from_secs(1);

/// The time for each move, an option of every engine.
pub(super) const TIME: Key =
    key("time", "", "time for each move, such as 2s: sent to the engine, and enforced (else 1m)");

/// A protocol, spoken with a running engine.
pub(super) trait Protocol<S: Size>: Send + 'static {
    /// Takes over a process; nothing is sent yet.
    fn with(process: Process) -> Self;

    /// Sends what is sent once: the protocol version and the level. Further calls do nothing.
    fn initialise(
        &mut self,
        level: Option<u32>,
        deadline: &Deadline<'_>,
    ) -> Result<(), PlayerError>;

    /// Brings the engine's game up to date.
    fn synchronise(&mut self, game: &Game<S>, deadline: &Deadline<'_>) -> Result<(), PlayerError>;

    /// Asks for a move in the current position.
    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        deadline: &Deadline<'_>,
    ) -> Result<Move<S>, PlayerError>;
}

/// Builds the engine of a spec. It is started at once, so that one that cannot start is an error.
pub(super) fn seat<S: Size, P: Protocol<S>>(spec: &Spec, cmd: Key) -> Result<Seat<S>, SpecError> {
    let level = spec.number("level", 0..)?;
    let time = textbook::time(spec)?;
    let cmd = spec.required(cmd)?;
    let command = CommandLine::parse(cmd)
        .map_err(|why| spec.faulty(EngineError::BadCommand { cmd: cmd.to_owned(), why }))?;
    let mut player =
        ForeignPlayer::<S, P> { command, level, time, protocol: None, size: PhantomData };
    player.start().map_err(|error| spec.faulty(error))?;
    Ok(Seat::Program(Box::new(player)))
}

/// A foreign engine as a player.
struct ForeignPlayer<S, P> {
    command: CommandLine,
    level: Option<u32>,
    /// For each move.
    time: Option<Duration>,
    /// `None` after a failure.
    protocol: Option<P>,
    size: PhantomData<S>,
}

impl<S: Size, P: Protocol<S>> Player<S> for ForeignPlayer<S, P> {
    fn prepare(&mut self, game: &Game<S>, stop: &StopSignal) -> Result<(), PlayerError> {
        let prepared = self
            .ready(stop)
            .and_then(|protocol| protocol.synchronise(game, &Deadline::new(START_TIMEOUT, stop)));
        self.drop_if_failed(prepared)
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
        let timeout = [clock.per_move, clock.left].into_iter().flatten().min();
        let timeout = timeout.map_or(MOVE_TIMEOUT, |time| time.saturating_add(GRACE));
        let chosen = self
            .ready(stop)
            .and_then(|protocol| protocol.choose(game, clock, &Deadline::new(timeout, stop)));
        self.drop_if_failed(chosen).map(|chosen| Choice { chosen, report: None })
    }
}

impl<S: Size, P: Protocol<S>> ForeignPlayer<S, P> {
    fn start(&mut self) -> Result<&mut P, EngineError> {
        Ok(self.protocol.insert(P::with(Process::start(&self.command)?)))
    }

    /// The engine, started and initialised.
    fn ready(&mut self, stop: &StopSignal) -> Result<&mut P, PlayerError> {
        if self.protocol.is_none() {
            self.start()?;
        }
        let protocol = self.protocol.as_mut().expect("the engine was started");
        protocol.initialise(self.level, &Deadline::new(START_TIMEOUT, stop))?;
        Ok(protocol)
    }

    /// Ends an engine that failed: later output could be taken for an answer.
    fn drop_if_failed<T>(&mut self, result: Result<T, PlayerError>) -> Result<T, PlayerError> {
        if result.is_err() {
            self.protocol = None;
        }
        result
    }
}

/// In seconds, to the millisecond.
pub(super) fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

/// Truncated to fit in an error message.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}
