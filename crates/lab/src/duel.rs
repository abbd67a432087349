//! Many games between two players, on many threads.
//!
//! ```text
//! for each game i, taken by whichever thread is free:
//!     opening i/2, A with Black if i is even, with White if it is odd
//!     new players, with dice seeded by (seed, who, i)
//!     the referee plays it
//!     count it, show it to the watcher, and stop when that is enough
//! ```
//!
//! Since nothing of game i depends on the games before it, the same seed plays the same games
//! whatever the number of threads; only the order in which they end differs.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use othellier_board::{Color, Eight, Size};
use othellier_play::{Player, Seat, Setup, StopSignal, build};
use othellier_spec::{Spec, SpecError};

use crate::seeds::derived;
use crate::stats::{Sprt, Verdict};
use crate::{FinishedGame, MoveLimit, Openings, Totals, referee};

/// How long it takes at most until a stop is heard.
const HEARING: Duration = Duration::from_millis(20);

/// A match of two players.
#[derive(Clone, Debug)]
pub struct Duel<S: Size = Eight> {
    /// A and B.
    pub players: [Spec; 2],
    /// How many games to play at most; of an odd number, the last opening is played once.
    pub games: usize,
    /// Where they begin.
    pub openings: Openings<S>,
    /// Who has which colour.
    pub colors: Colors,
    /// The time for each move, if there is a limit.
    pub limit: Option<MoveLimit>,
    /// A test that ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// All dice come from this.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: NonZeroUsize,
}

/// Who has which colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Every opening is played twice: A has Black, then White.
    Swapped,
    /// A has Black in every game, and each has the next opening.
    Fixed,
}

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both, A first.
    pub const ALL: [Side; 2] = [Side::A, Side::B];
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelGame<S: Size = Eight> {
    /// Which game it is, from 0.
    pub index: usize,
    /// Which pair it belongs to, from 0, where games come in pairs.
    pub pair: Option<usize>,
    /// The colour of A.
    pub a_color: Color,
    /// How many of its moves are the opening.
    pub opening_length: usize,
    /// How it went.
    pub finished: FinishedGame<S>,
}

impl<S: Size> DuelGame<S> {
    /// A's discs less B's, empty squares to the winner.
    pub fn difference(&self) -> i32 {
        let black_score = self.finished.outcome.black_score;
        if self.a_color == Color::Black { black_score } else { -black_score }
    }

    /// A's half points: 2 for a win, 1 for a draw.
    pub fn half_points(&self) -> usize {
        (self.difference().signum() + 1) as usize
    }

    /// Who had this colour.
    pub fn side(&self, color: Color) -> Side {
        if color == self.a_color { Side::A } else { Side::B }
    }
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelError {
    /// A spec names no player that can be had.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A spec names a person, whom nobody could ask.
    #[error("`{name}` is a person; expected a program")]
    Person {
        /// The name in the spec.
        name: String,
    },
}

impl<S: Size> Duel<S> {
    /// Whether both players can be had, before anything is played.
    pub fn check(&self) -> Result<(), DuelError> {
        Side::ALL.into_iter().try_for_each(|side| self.program(side, self.seed).map(drop))
    }

    /// How many openings will be played, and how many of them are different: fewer where they
    /// repeat, so that players without dice would replay whole games.
    pub fn variety(&self) -> (usize, usize) {
        let (_, last) = self.opening_of(self.games.saturating_sub(1));
        let wanted = last + 1;
        (wanted, self.openings.distinct(wanted))
    }

    /// Plays. Each game is counted and then shown to `watch` as it ends, in whatever order, until
    /// all are played, the test is decided, `watch` breaks off or the signal says stop. Games that
    /// are not over by then do not count.
    pub fn run(
        &self,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&DuelGame<S>, &Totals) -> ControlFlow<()>,
    ) -> Result<Totals, DuelError> {
        self.run_with(&|side, seed| self.program(side, seed), stop, watch)
    }

    /// [`run`](Duel::run) with players that are not in the catalogue: `seat` makes a new one for
    /// each game, given its seed.
    pub fn run_with<E: Send>(
        &self,
        seat: &(dyn Fn(Side, u64) -> Result<Box<dyn Player<S>>, E> + Sync),
        stop: &StopSignal,
        watch: &mut dyn FnMut(&DuelGame<S>, &Totals) -> ControlFlow<()>,
    ) -> Result<Totals, E> {
        let next = AtomicUsize::new(0);
        let enough = StopSignal::default();
        let mut totals = Totals::default();
        let mut decided = false;
        let mut failure = None;
        std::thread::scope(|scope| {
            // A slow watcher slows the games down rather than letting them pile up.
            let (sender, receiver) = sync_channel(self.threads.get());
            for _ in 0..self.threads.get().min(self.games) {
                let (sender, next, enough) = (sender.clone(), &next, &enough);
                scope.spawn(move || self.work(next, seat, enough, &sender));
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(HEARING) {
                    Ok(Ok(game)) if !decided => {
                        totals.add(&game);
                        let broken_off = watch(&game, &totals).is_break();
                        decided = broken_off || self.is_decided(&totals);
                    }
                    Ok(Ok(_)) | Err(RecvTimeoutError::Timeout) => {}
                    Ok(Err(error)) => failure = Some(error),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if decided || failure.is_some() || stop.is_stopped() {
                    enough.stop();
                }
            }
        });
        failure.map_or(Ok(totals), Err)
    }

    /// Plays one game by itself, the same as in a run; `None` when the signal says stop before it is
    /// over.
    pub fn game(&self, index: usize, stop: &StopSignal) -> Result<Option<DuelGame<S>>, DuelError> {
        self.play(index, &|side, seed| self.program(side, seed), stop)
    }

    /// Takes games and plays them until there are no more.
    fn work<E>(
        &self,
        next: &AtomicUsize,
        seat: &(dyn Fn(Side, u64) -> Result<Box<dyn Player<S>>, E> + Sync),
        enough: &StopSignal,
        results: &SyncSender<Result<DuelGame<S>, E>>,
    ) {
        while !enough.is_stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games {
                return;
            }
            if let Some(result) = self.play(index, seat, enough).transpose()
                && results.send(result).is_err()
            {
                return;
            }
        }
    }

    /// Plays one game, or as much of it as is allowed.
    fn play<E>(
        &self,
        index: usize,
        seat: &dyn Fn(Side, u64) -> Result<Box<dyn Player<S>>, E>,
        enough: &StopSignal,
    ) -> Result<Option<DuelGame<S>>, E> {
        let (a_color, opening) = self.opening_of(index);
        let start = self.openings.cycled(opening).clone();
        let opening_length = start.length();
        let seated = |side| seat(side, derived(self.seed, side as u64, index as u64));
        let (mut a, mut b) = (seated(Side::A)?, seated(Side::B)?);
        let players: [&mut dyn Player<S>; 2] = match a_color {
            Color::Black => [&mut *a, &mut *b],
            Color::White => [&mut *b, &mut *a],
        };
        let finished = referee(start, players, self.limit, enough);
        let pair = (self.colors == Colors::Swapped).then_some(opening);
        Ok(finished.map(|finished| DuelGame { index, pair, a_color, opening_length, finished }))
    }

    /// A's colour in a game, and the opening of it.
    fn opening_of(&self, index: usize) -> (Color, usize) {
        match self.colors {
            Colors::Swapped if index % 2 == 1 => (Color::White, index / 2),
            Colors::Swapped => (Color::Black, index / 2),
            Colors::Fixed => (Color::Black, index),
        }
    }

    fn is_decided(&self, totals: &Totals) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(totals.pairs) != Verdict::Undecided)
    }

    /// A player of the catalogue.
    fn program(&self, side: Side, seed: u64) -> Result<Box<dyn Player<S>>, DuelError> {
        let spec = &self.players[side as usize];
        match build(spec, &Setup { seed })? {
            Seat::Program(player) => Ok(player),
            Seat::Human => Err(DuelError::Person { name: spec.name.clone() }),
        }
    }
}
