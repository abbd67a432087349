//! Anything that can choose a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use othellier_board::{Eight, Move, Size};
use othellier_record::Game;

use crate::Clock;

/// Anything that can sit at the board: a search, a foreign engine on a pipe, dice.
///
/// A person is not a `Player` but a [`Seat`](crate::Seat): only an interface can ask one.
pub trait Player<S: Size = Eight>: Send {
    /// Chooses a move in the position of now, which has at least one legal square. Blocks until
    /// it has chosen, or until told to stop; then it answers as soon as it can.
    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
    ) -> Result<Choice<S>, PlayerError>;
}

/// What a player decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<S: Size = Eight> {
    /// The move to play.
    pub chosen: Move<S>,
}

/// Why a player gave no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// It was asked for a move where there is none.
    #[error("there is no move to choose")]
    NoMove,
    /// It was told to stop before it had one.
    #[error("stopped before a move was chosen")]
    Stopped,
}

/// A flag shared by the one who waits and the one who thinks.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Tells every holder of this signal to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether someone said stop.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
