//! The common part of the client sides of all protocols: how they reach an engine, and how it may fail.

use std::time::Duration;

use othellier_board::{Move, Size};
use othellier_record::{Clock, Game};

/// The connection to an engine.
pub trait Channel {
    /// Why a line cannot be sent or received.
    type Error;

    /// Sends a line, which has no line end yet.
    fn send(&mut self, line: &str) -> Result<(), Self::Error>;

    /// The next line from the engine, without the line end. Blocks until there is one.
    fn receive(&mut self) -> Result<String, Self::Error>;

    /// Discards the lines that have arrived and were not received.
    fn discard_received(&mut self);
}

/// A controller of an engine: it sets up games and asks for moves.
pub trait Client<S: Size>: Default + Send {
    /// Sends what is sent once: the protocol version and the level. Further calls do nothing.
    fn initialise<C: Channel>(
        &mut self,
        level: Option<u32>,
        engine: &mut C,
    ) -> Result<(), ClientError<C::Error>>;

    /// Brings the engine's game up to date.
    fn synchronise<C: Channel>(
        &mut self,
        game: &Game<S>,
        engine: &mut C,
    ) -> Result<(), ClientError<C::Error>>;

    /// Asks for a move in the current position. It may be illegal.
    fn choose<C: Channel>(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        engine: &mut C,
    ) -> Result<Move<S>, ClientError<C::Error>>;
}

/// Why an engine gave no usable answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError<E> {
    /// A line could not be sent or received.
    #[error("{0}")]
    Channel(E),
    /// The engine resigned instead of moving.
    #[error("it resigns")]
    Resigned,
    /// It answered something that cannot be used.
    #[error(transparent)]
    Answer(#[from] BadAnswer),
}

/// An answer of an engine that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    /// It wrote many lines, none of them an answer.
    #[error("it wrote {lines} lines, none of them an answer to `{asked}`")]
    UnexpectedOutput {
        /// The command that was sent.
        asked: String,
        /// How many lines it wrote.
        lines: usize,
    },
    /// Its answer is not a move.
    #[error("it answered `{answered}` to `{asked}`; expected a square or `pass`")]
    NoMove {
        /// The command that was sent.
        asked: String,
        /// The answer of the engine.
        answered: String,
    },
    /// It refused a required command.
    #[error("it refused `{asked}`: {why}")]
    Refused {
        /// The command that was sent.
        asked: String,
        /// The answer of the engine.
        why: String,
    },
}

/// Receives lines until one is an answer, at most this many.
pub(crate) fn receive_answer<C: Channel, T>(
    engine: &mut C,
    asked: &str,
    most: usize,
    answer: impl Fn(&str) -> Option<T>,
) -> Result<T, ClientError<C::Error>> {
    for _ in 0..most {
        let line = engine.receive().map_err(ClientError::Channel)?;
        if let Some(answer) = answer(&line) {
            return Ok(answer);
        }
    }
    Err(BadAnswer::UnexpectedOutput { asked: asked.to_owned(), lines: most }.into())
}

/// In seconds, to the millisecond.
pub(crate) fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

/// Truncated to fit in an error message.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}
