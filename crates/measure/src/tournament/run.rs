//! A tournament and how it is played.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_board::{Color, Eight, Size};
use othellier_platform::parallel::{StopSignal, parallel_for};
use othellier_play::{Player, Seat, Setup, build_seat};
use othellier_record::Game;
use othellier_spec::{Access, Spec, SpecError};

use super::results::seats;
use super::{Drawing, Format, GameId, GameResult, Results, Round, Standing, standings};
use crate::seeds::derived;
use crate::stats::Ratings;
use crate::{FinishedGame, Openings, OutOfBounds, TimeLimit, referee};

/// The seed stream of the first round; each later round has the next one.
const STREAM: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub struct Tournament<S: Size = Eight> {
    /// Who plays. In a knock-out, and for the first round of a Swiss, this is the seeding, best
    /// first.
    pub participants: Vec<Participant>,
    pub format: Format,
    /// Games of each pairing: an even number, at least 2.
    pub games: usize,
    /// The openings that the games start from.
    pub openings: Openings<S>,
    /// The time limit, if any.
    pub limit: Option<TimeLimit>,
    /// The constant of Brightwell's quotient.
    pub brightwell: f64,
    /// The seed of every RNG.
    pub seed: u64,
    /// The files and programs that the players may use.
    pub access: Access,
    /// The number of games played in parallel.
    pub threads: NonZeroUsize,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// Its name in tables, unique in the tournament.
    pub name: String,
    pub spec: Spec,
}

/// A game that has just ended.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentGame<S: Size = Eight> {
    /// Its round, pairing and number.
    pub id: GameId,
    /// The numbers of the players, Black first.
    pub seats: [usize; 2],
    /// The number of its moves that are the opening.
    pub opening_length: usize,
    /// The moves and the result.
    pub finished: FinishedGame<S>,
}

/// A game that was played elsewhere, as read from a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The numbers of the players, Black first.
    pub seats: [usize; 2],
    pub result: GameResult,
}

/// Why a tournament cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// There are fewer than two players.
    #[error("a tournament of {players}; expected two players or more")]
    TooFew { players: usize },
    #[error("a tournament of {players} players; expected at most {most}")]
    TooMany { players: usize, most: usize },
    /// A setting has a number that it cannot have.
    #[error("{setting}: expected {problem}")]
    Bounds { setting: &'static str, problem: OutOfBounds },
    /// A setting of another format.
    #[error("{setting} can only be used with the format {format}")]
    Useless { setting: &'static str, format: &'static str },
    /// All players run the gauntlet.
    #[error("{runners} of {players} players cannot run a gauntlet: no opponent is left")]
    Runners { runners: usize, players: usize },
    /// The scores of the rounds that were played are not those of whole rounds.
    #[error("the rounds that were played are not those of this tournament")]
    Played,
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

impl<S: Size> Tournament<S> {
    /// Checks that all players can be built, before any game is played.
    pub fn check(&self) -> Result<(), TournamentError> {
        (0..self.participants.len())
            .try_for_each(|player| self.program(player, self.seed).map(drop))
    }

    /// The standings after these games, the best first.
    pub fn standings(&self, results: &Results) -> Vec<Standing> {
        let squares = u32::from(S::SQUARES);
        standings(self.format, self.participants.len(), squares, results, self.brightwell)
    }

    /// The ratings after these games, with this prior.
    pub fn ratings(&self, results: &Results, prior: f64) -> Ratings {
        Ratings::new(self.participants.len(), &results.head_to_head(), prior)
    }

    /// Pairs the rounds that follow the complete ones, if there are any, and returns the number of the
    /// first; else the tournament is over.
    pub fn draw(&self, results: &mut Results) -> usize {
        let drawing = Drawing { games: self.games, brightwell: self.brightwell, seed: self.seed };
        let rounds = self.format.next_rounds(self.participants.len(), results, drawing);
        let first = results.rounds.len();
        results.is_over = rounds.is_empty();
        results.rounds.extend(rounds);
        first
    }

    /// Plays the tournament. Each game is recorded in the results and
    /// then passed to `watch` as it ends, in any order, until all are played, `watch` breaks or a
    /// stop is requested; in the last two cases [`Results::is_over`] stays `false`.
    pub fn run(
        &self,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&TournamentGame<S>, &Results) -> ControlFlow<()>,
    ) -> Result<Results, TournamentError> {
        self.run_with(&|player, seed| self.program(player, seed), stop, watch)
    }

    /// [`run`](Tournament::run) with players that are not in the catalogue: `new_player` builds one
    /// for each game, given its number and its seed.
    pub fn run_with(
        &self,
        new_player: &(dyn Fn(usize, u64) -> Result<Box<dyn Player<S>>, TournamentError> + Sync),
        stop: &StopSignal,
        watch: &mut dyn FnMut(&TournamentGame<S>, &Results) -> ControlFlow<()>,
    ) -> Result<Results, TournamentError> {
        let mut results = Results::default();
        while results.is_complete() && !stop.is_stopped() {
            let first_round = self.draw(&mut results);
            if results.is_over {
                break;
            }
            // A copy of what a game needs: the results change while the games are played.
            let round = |(number, round): (usize, &Round)| {
                let pairs = round.pairings.iter().map(|pairing| pairing.players).collect();
                (results.first_opening(number), pairs)
            };
            let rounds: Vec<(usize, Vec<[usize; 2]>)> =
                results.rounds.iter().enumerate().skip(first_round).map(round).collect();
            let games = results.open_games(first_round).map(move |id| {
                let (first_opening, pairs) = &rounds[id.round - first_round];
                let seats = seats(pairs[id.pairing], id.game);
                Fixture { id, seats, opening: first_opening + id.game / 2 }
            });
            let work = |(): &mut (), fixture: Fixture, cancel: &StopSignal| {
                let game = self.play(fixture, new_player, cancel).transpose()?;
                Some(game.map(|game| (fixture.id, game)))
            };
            let end = parallel_for(
                self.threads,
                games,
                stop,
                || (),
                work,
                |game| match game {
                    Ok((id, game)) => {
                        results.record(id, GameResult::of(&game.finished));
                        watch(&game, &results).map_break(|()| None)
                    }
                    Err(error) => ControlFlow::Break(Some(error)),
                },
            );
            match end {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(None) => break,
                ControlFlow::Break(Some(error)) => return Err(error),
            }
        }
        Ok(results)
    }

    /// Plays one of the games that are paired in these results, the same as in a run; `None` if a
    /// stop is requested before it is over.
    pub fn game(
        &self,
        results: &Results,
        id: GameId,
        stop: &StopSignal,
    ) -> Result<Option<TournamentGame<S>>, TournamentError> {
        let fixture = Fixture::of(results, id);
        self.play(fixture, &|player, seed| self.program(player, seed), stop)
    }

    /// Who sits at a game that is paired in these results, Black first, and its opening.
    pub fn start(&self, results: &Results, id: GameId) -> ([usize; 2], &Game<S>) {
        let Fixture { seats, opening, .. } = Fixture::of(results, id);
        (seats, self.openings.cycled(opening))
    }

    /// Plays one game; `None` if it is cancelled.
    fn play(
        &self,
        Fixture { id, seats, opening }: Fixture,
        new_player: &dyn Fn(usize, u64) -> Result<Box<dyn Player<S>>, TournamentError>,
        cancel: &StopSignal,
    ) -> Result<Option<TournamentGame<S>>, TournamentError> {
        let start = self.openings.cycled(opening).clone();
        let opening_length = start.length();
        let round = derived(self.seed, STREAM + id.round as u64, id.pairing as u64);
        let seated = |color: Color| {
            new_player(seats[color as usize], derived(round, color as u64, id.game as u64))
        };
        let (mut black, mut white) = (seated(Color::Black)?, seated(Color::White)?);
        let finished = referee(start, [&mut *black, &mut *white], self.limit, cancel);
        Ok(finished.map(|finished| TournamentGame { id, seats, opening_length, finished }))
    }

    /// Builds a player of the catalogue.
    fn program(&self, player: usize, seed: u64) -> Result<Box<dyn Player<S>>, TournamentError> {
        let spec = &self.participants[player].spec;
        match build_seat(spec, &Setup { seed, access: self.access.clone() })? {
            Seat::Program(player) => Ok(player),
            Seat::Human => Err(TournamentError::Person { name: spec.name.clone() }),
        }
    }
}

/// A game to be played.
#[derive(Clone, Copy)]
struct Fixture {
    id: GameId,
    seats: [usize; 2],
    opening: usize,
}

impl Fixture {
    /// The game with this id, which is one of these.
    fn of(results: &Results, id: GameId) -> Fixture {
        let seats = results.pairing(id).seats(id.game);
        Fixture { id, seats, opening: results.first_opening(id.round) + id.game / 2 }
    }
}
