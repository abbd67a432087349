//! The trait of players, and the player that wraps a search.

use std::marker::PhantomData;
use std::time::Duration;

use othellier_board::{Eight, Move, Position, Size};
use othellier_record::Game;
use othellier_search::{SearchLimits, SearchReport, Searcher, StopSignal};

use crate::{Clock, EngineError, show_duration};

/// Anything that can choose moves: a search, a foreign engine on a pipe, the random player.
///
/// A person is not a `Player` but a [`Seat`](crate::Seat): only an interface can ask one.
pub trait Player<S: Size = Eight>: Send {
    /// Prepares for this game, before any clock runs. Optional: an unprepared player prepares itself when
    /// it must choose.
    fn prepare(&mut self, _game: &Game<S>, _stop: &StopSignal) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses a move in the current position, which has at least one legal square. Blocks until it is
    /// chosen; returns as soon as possible when stopped. `watch` receives intermediate reports, if any.
    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<Choice<S>, PlayerError>;

    /// The move that it chooses without a clock, and without being stopped or watched.
    fn choose_move(&mut self, game: &Game<S>) -> Result<Move<S>, PlayerError> {
        let stop = StopSignal::default();
        self.choose(game, Clock::default(), &stop, &mut |_| ()).map(|choice| choice.chosen)
    }

    /// The search behind this player and its limits for a move, if it has one.
    fn search(&mut self) -> Option<(&mut dyn Searcher<S>, &SearchLimits)> {
        None
    }

    /// The opening book's moves in a position, best first, if the book has the position.
    fn book_report(&self, _position: &Position<S>) -> Option<SearchReport<S>> {
        None
    }
}

/// The decision of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<S: Size = Eight> {
    /// The move to play.
    pub chosen: Move<S>,
    /// The report of the search, if the player makes one.
    pub report: Option<SearchReport<S>>,
}

/// Why a player gave no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// There is no legal move.
    #[error("there is no move to choose")]
    NoMove,
    /// It was stopped before it had chosen.
    #[error("stopped before a move was chosen")]
    Stopped,
    /// It resigned.
    #[error("it resigns")]
    Resigned,
    /// It did not answer in time.
    #[error("no answer after {}", show_duration(*waited))]
    OutOfTime {
        /// How long the wait was.
        waited: Duration,
    },
    /// It is a foreign engine that failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A player that moves by a search.
pub struct SearchPlayer<S: Size, T> {
    searcher: T,
    limits: SearchLimits,
    size: PhantomData<S>,
}

impl<S: Size, T: Searcher<S>> SearchPlayer<S, T> {
    /// A player with this searcher, within these limits for each move.
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
        let mut limits = self.limits.clone().with_stop(stop);
        limits.time = time;
        let report = self.searcher.search(game.position(), &limits, watch);
        let chosen = report.best_move().ok_or(PlayerError::NoMove)?;
        Ok(Choice { chosen, report: Some(report) })
    }
}
