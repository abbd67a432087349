//! A player that is a foreign engine, in any protocol.
//!
//! The protocol is a client of `othellier-protocol`; this is what all protocols share: the options of the
//! spec, when the engine is started, the timeouts, and failures. An engine that fails in any way is ended, and started again for the next move.

use std::marker::PhantomData;
use std::time::Duration;

use othellier_board::Size;
use othellier_protocol::{Channel, Client, ClientError, gtp, nboard};
use othellier_record::Game;
use othellier_search::SearchReport;
use othellier_spec::{Access, Key, Spec, SpecError};

use super::EngineError;
use super::command_line::CommandLine;
use super::process::{Deadline, Process};
use crate::entry::{Seat, Setup, key};
use crate::{Choice, Clock, Player, PlayerError, StopSignal};

/// Timeout of the start, in which engines read tables and weights.
const START_TIMEOUT: Duration = Duration::from_secs(15);
/// Timeout of a move without a time limit.
const MOVE_TIMEOUT: Duration = Duration::from_secs(60);
/// How long after its time limit an engine's answer is still awaited. The clock decides whether a late
/// answer counts; this only decides when to give up.
const GRACE: Duration = Duration::from_secs(1);

/// Whatever the overhead, an engine sees this much time: none would mean no limit.
const LEAST_TIME: Duration = Duration::from_millis(1);

/// The time for each move, an option of every engine.
const TIME: Key =
    key("time", "", "time for each move, such as 2s: sent to the engine, and enforced (else 1m)");

/// The move overhead, an option of every engine.
const OVERHEAD: Key =
    key("overhead", "", "time of each move that is kept from the engine's clock, such as 20ms");

const GTP_CMD: Key = key("cmd", "", "the command that starts the engine, such as \"edax -gtp\"");
const GTP_LEVEL: Key = key("level", "", "its level, sent by `set_level` if the engine supports it");
const NBOARD_CMD: Key = key("cmd", "", "the command that starts the engine, such as \"ntest x\"");
const NBOARD_LEVEL: Key = key("level", "", "its level, sent by `set depth`");

/// The options of an engine that speaks GTP.
pub(crate) const GTP_KEYS: &[Key] = &[GTP_CMD, GTP_LEVEL, TIME, OVERHEAD];
/// The options of an engine that speaks NBoard.
pub(crate) const NBOARD_KEYS: &[Key] = &[NBOARD_CMD, NBOARD_LEVEL, TIME, OVERHEAD];

/// The engine of a spec, which speaks GTP.
pub(crate) fn gtp<S: Size>(spec: &Spec, setup: &Setup) -> Result<Seat<S>, SpecError> {
    seat::<S, gtp::Client<S>>(spec, GTP_CMD, &setup.access)
}

/// The engine of a spec, which speaks NBoard.
pub(crate) fn nboard<S: Size>(spec: &Spec, setup: &Setup) -> Result<Seat<S>, SpecError> {
    seat::<S, nboard::Client>(spec, NBOARD_CMD, &setup.access)
}

/// Builds the engine of a spec. It is started when it is prepared for its first move; a program that does
/// not exist is an error now.
fn seat<S: Size, P: Client<S> + 'static>(
    spec: &Spec,
    cmd: Key,
    access: &Access,
) -> Result<Seat<S>, SpecError> {
    let permit = access.programs().map_err(|error| spec.denied(error))?;
    let level = spec.number("level", 0..)?;
    let time = crate::entry::time(spec)?;
    let overhead = crate::entry::overhead(spec)?.unwrap_or_default();
    let cmd = spec.required(cmd)?;
    let command = CommandLine::parse(cmd, permit)
        .map_err(|why| spec.faulty(EngineError::BadCommand { cmd: cmd.to_owned(), why }))?;
    command.find().map_err(|error| spec.faulty(error))?;
    let player =
        ForeignPlayer::<S, P> { command, level, time, overhead, engine: None, size: PhantomData };
    Ok(Seat::Program(Box::new(player)))
}

/// A foreign engine as a player.
struct ForeignPlayer<S, P> {
    command: CommandLine,
    level: Option<u32>,
    /// The time for each move, where there is no clock.
    time: Option<Duration>,
    /// Time kept from its clock for communication.
    overhead: Duration,
    /// `None` before the first move and after a failure.
    engine: Option<Engine<P>>,
    size: PhantomData<S>,
}

/// A running engine, and the client that talks to it.
struct Engine<P> {
    client: P,
    process: Process,
}

impl<P> Drop for Engine<P> {
    /// Sends `quit`, so that the engine can clean up.
    fn drop(&mut self) {
        let _ = self.process.send("quit");
    }
}

/// A process, and when to stop waiting for its answer.
struct Connection<'a> {
    process: &'a mut Process,
    deadline: Deadline<'a>,
}

impl Channel for Connection<'_> {
    type Error = PlayerError;

    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        Ok(self.process.send(line)?)
    }

    fn receive(&mut self) -> Result<String, PlayerError> {
        self.process.read_line(&self.deadline)
    }

    fn discard_received(&mut self) {
        self.process.discard_output();
    }
}

impl<P> Engine<P> {
    /// The client and its connection, for a conversation of at most this time.
    fn parts<'a>(
        &'a mut self,
        timeout: Duration,
        stop: &'a StopSignal,
    ) -> (&'a mut P, Connection<'a>) {
        let deadline = Deadline::new(timeout, stop);
        (&mut self.client, Connection { process: &mut self.process, deadline })
    }
}

impl<S: Size, P: Client<S> + 'static> Player<S> for ForeignPlayer<S, P> {
    fn prepare(&mut self, game: &Game<S>, stop: &StopSignal) -> Result<(), PlayerError> {
        let prepared = self.ready(stop).and_then(|engine| {
            let (client, mut connection) = engine.parts(START_TIMEOUT, stop);
            Ok(client.synchronise(game, &mut connection)?)
        });
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
        let timeout = [per_move, clock.left].into_iter().flatten().min();
        let timeout = timeout.map_or(MOVE_TIMEOUT, |time| time.saturating_add(GRACE));
        let [per_move, left] = [per_move, clock.left]
            .map(|time| time.map(|time| time.saturating_sub(self.overhead).max(LEAST_TIME)));
        let clock = Clock { per_move, left, ..clock };
        let chosen = self.ready(stop).and_then(|engine| {
            let (client, mut connection) = engine.parts(timeout, stop);
            Ok(client.choose(game, clock, &mut connection)?)
        });
        self.drop_if_failed(chosen).map(|chosen| Choice { chosen, report: None })
    }
}

impl<S: Size, P: Client<S>> ForeignPlayer<S, P> {
    fn start(&mut self) -> Result<&mut Engine<P>, EngineError> {
        let process = Process::start(&self.command)?;
        Ok(self.engine.insert(Engine { client: P::default(), process }))
    }

    /// The engine, started and initialised.
    fn ready(&mut self, stop: &StopSignal) -> Result<&mut Engine<P>, PlayerError> {
        if self.engine.is_none() {
            self.start()?;
        }
        let engine = self.engine.as_mut().expect("the engine was started");
        let (client, mut connection) = engine.parts(START_TIMEOUT, stop);
        client.initialise(self.level, &mut connection)?;
        Ok(engine)
    }

    /// Ends an engine that failed: later output could be taken for an answer.
    fn drop_if_failed<T>(&mut self, result: Result<T, PlayerError>) -> Result<T, PlayerError> {
        if result.is_err() {
            self.engine = None;
        }
        result
    }
}

impl From<ClientError<PlayerError>> for PlayerError {
    fn from(error: ClientError<PlayerError>) -> PlayerError {
        match error {
            ClientError::Channel(error) => error,
            ClientError::Resigned => PlayerError::Resigned,
            ClientError::Answer(answer) => EngineError::from(answer).into(),
        }
    }
}
