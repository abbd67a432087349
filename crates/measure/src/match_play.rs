//! A match: many games between two players, on many threads.
//!
//! ```text
//! for each game i, taken by the next free thread:
//!     opening i/2, A with Black if i is even, with White if it is odd
//!     new players, with an RNG seeded by (seed, side, i)
//!     the referee plays the game
//! for each game, in the order of their numbers:
//!     count it, pass it to `watch`, and stop once the test is decided
//! ```
//!
//! Game i does not depend on the games before it, and counts after them. So the same seed gives the
//! same match on any number of threads, also where a sequential test ends it.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_board::{Color, Eight, Size};
use othellier_platform::parallel::{StopSignal, parallel_for_ordered};
use othellier_play::{Player, Seat, Setup, build_seat};
use othellier_spec::{Access, Spec, SpecError};

use crate::seeds::derived;
use crate::stats::{Sprt, Verdict, half_points};
use crate::{FinishedGame, Openings, TimeLimit, Totals, referee};

/// A match of two players.
#[derive(Clone, Debug)]
pub struct Match<S: Size = Eight> {
    pub players: [Spec; 2],
    /// The maximum number of games; if it is odd, the last opening is played once.
    pub games: usize,
    /// The openings that the games start from.
    pub openings: Openings<S>,
    pub colors: Colors,
    /// The time limit, if any.
    pub limit: Option<TimeLimit>,
    /// A sequential test that ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// The seed of every RNG.
    pub seed: u64,
    /// The files and programs that the players may use.
    pub access: Access,
    /// The number of games played in parallel.
    pub threads: NonZeroUsize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Every opening is played twice: A has Black, then White.
    Swapped,
    /// A has Black in every game, and every game has its own opening.
    Fixed,
}

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    A,
    /// The second.
    B,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::A, Side::B];
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchGame<S: Size = Eight> {
    /// The number of the game, from 0.
    pub index: usize,
    /// The number of its pair, from 0, if games are played in pairs.
    pub pair: Option<usize>,
    pub a_color: Color,
    /// The number of its moves that are the opening.
    pub opening_length: usize,
    /// The moves and the result.
    pub finished: FinishedGame<S>,
}

impl<S: Size> MatchGame<S> {
    /// A's discs minus B's, empty squares to the winner.
    pub fn difference(&self) -> i32 {
        let black_score = self.finished.outcome.black_score;
        if self.a_color == Color::Black { black_score } else { -black_score }
    }

    /// A's half points: 2 for a win, 1 for a draw.
    pub fn half_points(&self) -> usize {
        half_points(self.difference())
    }

    /// The player with this colour.
    pub fn side(&self, color: Color) -> Side {
        if color == self.a_color { Side::A } else { Side::B }
    }
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// A spec does not name a player, or the player cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A spec names a human player.
    #[error("`{name}` is a person; expected a program")]
    Person {
        /// The name in the spec.
        name: String,
    },
}

impl<S: Size> Match<S> {
    /// Checks that both players can be built, before any game is played.
    pub fn check(&self) -> Result<(), MatchError> {
        Side::ALL.into_iter().try_for_each(|side| self.program(side, self.seed).map(drop))
    }

    /// The number of openings to be played, and how many of them are distinct. Deterministic
    /// players replay whole games where openings repeat.
    pub fn variety(&self) -> (usize, usize) {
        let (_, last) = self.opening_of(self.games.saturating_sub(1));
        let wanted = last + 1;
        (wanted, self.openings.distinct(wanted))
    }

    /// Plays the match. Each game is counted and then passed to `watch`, in the order of their numbers,
    /// until all are played, the test is decided, `watch` breaks or a stop is requested. Unfinished
    /// games do not count, nor those after them.
    pub fn run(
        &self,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&MatchGame<S>, &Totals) -> ControlFlow<()>,
    ) -> Result<Totals, MatchError> {
        self.run_with(&|side, seed| self.program(side, seed), stop, watch)
    }

    /// [`run`](Match::run) with players that are not in the catalogue: `new_player` builds one for
    /// each game, given its seed.
    pub fn run_with<E: Send>(
        &self,
        new_player: &(dyn Fn(Side, u64) -> Result<Box<dyn Player<S>>, E> + Sync),
        stop: &StopSignal,
        watch: &mut dyn FnMut(&MatchGame<S>, &Totals) -> ControlFlow<()>,
    ) -> Result<Totals, E> {
        let mut totals = Totals::default();
        let play = |(): &mut (), index, cancel: &StopSignal| {
            self.game_with(index, new_player, cancel).transpose()
        };
        let end = parallel_for_ordered(
            self.threads,
            0..self.games,
            stop,
            || (),
            play,
            |game| match game {
                Ok(game) => {
                    totals.add(&game);
                    let aborted = watch(&game, &totals).is_break();
                    if aborted || self.is_decided(&totals) {
                        ControlFlow::Break(None)
                    } else {
                        ControlFlow::Continue(())
                    }
                }
                Err(error) => ControlFlow::Break(Some(error)),
            },
        );
        match end {
            ControlFlow::Break(Some(error)) => Err(error),
            ControlFlow::Break(None) | ControlFlow::Continue(()) => Ok(totals),
        }
    }

    /// Plays one game, the same as in a run; `None` if a stop is requested before it is over.
    pub fn game(
        &self,
        index: usize,
        stop: &StopSignal,
    ) -> Result<Option<MatchGame<S>>, MatchError> {
        self.game_with(index, &|side, seed| self.program(side, seed), stop)
    }

    /// [`game`](Match::game) with players that are not in the catalogue.
    pub fn game_with<E>(
        &self,
        index: usize,
        new_player: &dyn Fn(Side, u64) -> Result<Box<dyn Player<S>>, E>,
        cancel: &StopSignal,
    ) -> Result<Option<MatchGame<S>>, E> {
        let (a_color, opening) = self.opening_of(index);
        let start = self.openings.cycled(opening).clone();
        let opening_length = start.length();
        let seated = |side| new_player(side, derived(self.seed, side as u64, index as u64));
        let (mut a, mut b) = (seated(Side::A)?, seated(Side::B)?);
        let players: [&mut dyn Player<S>; 2] = match a_color {
            Color::Black => [&mut *a, &mut *b],
            Color::White => [&mut *b, &mut *a],
        };
        let finished = referee(start, players, self.limit, cancel);
        let pair = (self.colors == Colors::Swapped).then_some(opening);
        Ok(finished.map(|finished| MatchGame { index, pair, a_color, opening_length, finished }))
    }

    /// A's colour in a game, and the number of its opening.
    pub fn opening_of(&self, index: usize) -> (Color, usize) {
        match self.colors {
            Colors::Swapped if index % 2 == 1 => (Color::White, index / 2),
            Colors::Swapped => (Color::Black, index / 2),
            Colors::Fixed => (Color::Black, index),
        }
    }

    fn is_decided(&self, totals: &Totals) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(totals.pairs()) != Verdict::Undecided)
    }

    /// Builds a player of the catalogue.
    fn program(&self, side: Side, seed: u64) -> Result<Box<dyn Player<S>>, MatchError> {
        let spec = &self.players[side as usize];
        match build_seat(spec, &Setup { seed, access: self.access.clone() })? {
            Seat::Program(player) => Ok(player),
            Seat::Human => Err(MatchError::Person { name: spec.name.clone() }),
        }
    }
}
