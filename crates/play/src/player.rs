//! Anything that can choose a move.

use std::marker::PhantomData;
use std::time::Duration;

use othellier_board::{Eight, Move, Position, Size};
use othellier_record::Game;
use othellier_search::{SearchLimits, SearchReport, Searcher, StopSignal};

use crate::{Clock, EngineError, show_duration};

/// Anything that can sit at the board: a search, a foreign engine on a pipe, dice.
///
/// A person is not a `Player` but a [`Seat`](crate::Seat): only an interface can ask one.
pub trait Player<S: Size = Eight>: Send {
    /// Makes itself ready for this game, before any clock runs. Whoever takes no time need not ask:
    /// a player that is not ready makes itself so when it must choose.
    fn prepare(&mut self, _game: &Game<S>, _stop: &StopSignal) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses a move in the position of now, which has at least one legal square. Blocks until
    /// it has chosen, or until told to stop; then it answers as soon as it can. `watch` sees what
    /// it thinks so far, if it tells.
    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<Choice<S>, PlayerError>;

    /// The search behind this player and its limits for a move, if there is one to be looked into.
    fn search(&mut self) -> Option<(&mut dyn Searcher<S>, &SearchLimits)> {
        None
    }

    /// What it knows of a position without thinking, best move first, if it knows anything.
    fn known(&self, _position: &Position<S>) -> Option<SearchReport<S>> {
        None
    }
}

/// What a player decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<S: Size = Eight> {
    /// The move to play.
    pub chosen: Move<S>,
    /// How it was found, if the player tells.
    pub report: Option<SearchReport<S>>,
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
    /// It gives the game up.
    #[error("it resigns")]
    Resigned,
    /// It did not answer in time.
    #[error("no answer after {}", show_duration(*waited))]
    OutOfTime {
        /// How long it was waited for.
        waited: Duration,
    },
    /// It is a foreign engine, and something is wrong with it.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A searcher that sits at the board.
pub struct SearchPlayer<S: Size, T> {
    searcher: T,
    limits: SearchLimits,
    size: PhantomData<S>,
}

impl<S: Size, T: Searcher<S>> SearchPlayer<S, T> {
    /// Lets this searcher play, within these limits for each move.
    pub fn new(searcher: T, limits: SearchLimits) -> Self {
        SearchPlayer { searcher, limits, size: PhantomData }
    }

    /// The search itself, without the player's limits.
    pub(crate) fn searcher_mut(&mut self) -> &mut T {
        &mut self.searcher
    }
}

impl<S: Size, T: Searcher<S>> Player<S> for SearchPlayer<S, T> {
    fn prepare(&mut self, _: &Game<S>, _: &StopSignal) -> Result<(), PlayerError> {
        self.searcher.make_ready();
        Ok(())
    }

    fn search(&mut self) -> Option<(&mut dyn Searcher<S>, &SearchLimits)> {
        Some((&mut self.searcher, &self.limits))
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<Choice<S>, PlayerError> {
        let empties = game.position().board().empties().len();
        let allotted = clock.allot(empties);
        let time = [self.limits.time, allotted].into_iter().flatten().min();
        let limits = SearchLimits { stop: stop.clone(), time, ..self.limits.clone() };
        let report = self.searcher.search(game.position(), &limits, watch);
        let chosen = report.best_move().ok_or(PlayerError::NoMove)?;
        Ok(Choice { chosen, report: Some(report) })
    }
}
