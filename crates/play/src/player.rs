//! The trait of players, and the player that wraps a search.

use std::marker::PhantomData;
use std::time::Duration;

use othellier_board::{Eight, Move, Position, Size};
use othellier_record::Game;
use othellier_search::{SearchLimits, SearchReport, Searcher, StopSignal};

use crate::{Clock, EngineError, MoveOverhead, TimeAllotment, show_duration};

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
    /// The move that the player chose.
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
    /// The player resigned.
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

/// A forced move is played at once, if its time is limited: it is searched to this depth, for the report
/// and for the reply to expect.
const FORCED_DEPTH: u8 = 6;
/// A forced move is searched for at most this long.
const FORCED_TIME: Duration = Duration::from_millis(10);

/// A player that moves by a search.
pub struct SearchPlayer<S: Size, T> {
    searcher: T,
    limits: SearchLimits,
    overhead: MoveOverhead,
    size: PhantomData<S>,
}

impl<S: Size, T: Searcher<S>> SearchPlayer<S, T> {
    /// A player with this searcher, within these limits for each move.
    pub fn new(searcher: T, limits: SearchLimits) -> Self {
        let overhead = MoveOverhead::default();
        SearchPlayer { searcher, limits, overhead, size: PhantomData }
    }

    /// Replaces the time reserved for communication.
    pub fn with_overhead(self, overhead: MoveOverhead) -> Self {
        SearchPlayer { overhead, ..self }
    }

    /// Lets a search resume the one before it where that was of the position to move in: for
    /// pondering.
    pub(crate) fn resuming(mut self) -> Self {
        self.limits.resume = true;
        self
    }

    /// The limits of a move.
    fn limits_of_move(&self, game: &Game<S>, clock: Clock, stop: &StopSignal) -> SearchLimits {
        let mut limits = self.limits.clone().with_stop(stop);
        let empties = game.position().board().empties().len();
        if let Some(TimeAllotment { optimum, maximum }) = clock.allot(empties, self.overhead) {
            let within = |time: Duration| limits.time.map_or(time, |most| time.min(most));
            let (optimum, maximum) = (within(optimum), within(maximum));
            limits.time = Some(optimum);
            limits.max_time = (maximum > optimum).then_some(maximum);
        }
        let is_forced = game.position().legal_moves().len() == 1;
        if let Some(time) = limits.time.filter(|_| is_forced) {
            limits.depth = Some(limits.depth.map_or(FORCED_DEPTH, |depth| depth.min(FORCED_DEPTH)));
            (limits.time, limits.max_time) = (Some(time.min(FORCED_TIME)), None);
        }
        limits
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
        let limits = self.limits_of_move(game, clock, stop);
        let report = self.searcher.search(game.position(), &limits, watch);
        let chosen = report.best_move().ok_or(PlayerError::NoMove)?;
        Ok(Choice { chosen, report: Some(report) })
    }
}
