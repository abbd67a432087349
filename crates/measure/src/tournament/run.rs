//! A tournament and how it is played.

use std::collections::HashMap;
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
use crate::{FinishedGame, Openings, TimeLimit, referee};

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

/// A game that was played before an interruption, as read from a journal.
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
    /// A spec does not name a player, or the player cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A spec names a human player.
    #[error("`{name}` is a person; expected a program")]
    Person {
        /// The name in the spec.
        name: String,
    },
    /// A game that was played before does not belong to this tournament.
    #[error("round {}, pairing {}, game {} is not a game of this tournament", id.round + 1, id.pairing + 1, id.game + 1)]
    UnknownGame {
        /// The id that was read.
        id: GameId,
    },
}

impl<S: Size> Tournament<S> {
    /// Checks that all players can be built, before any game is played.
    pub fn check(&self) -> Result<(), TournamentError> {
        if self.participants.len() < 2 {
            return Err(TournamentError::TooFew { players: self.participants.len() });
        }
        (0..self.participants.len())
            .try_for_each(|player| self.program(player, self.seed).map(drop))
    }

    /// The standings after these games, the best first.
    pub fn standings(&self, results: &Results) -> Vec<Standing> {
        let squares = u32::from(S::SQUARES);
        standings(self.format, self.participants.len(), squares, results, self.brightwell)
    }

    /// Plays the tournament without the games of `played`. Each game is recorded in the results and
    /// then passed to `watch` as it ends, in any order, until all are played, `watch` breaks or a
    /// stop is requested; in the last two cases [`Results::is_over`] stays `false`.
    pub fn run(
        &self,
        played: HashMap<GameId, PlayedGame>,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&TournamentGame<S>, &Results) -> ControlFlow<()>,
    ) -> Result<Results, TournamentError> {
        self.run_with(&|player, seed| self.program(player, seed), played, stop, watch)
    }

    /// [`run`](Tournament::run) with players that are not in the catalogue: `new_player` builds one
    /// for each game, given its number and its seed.
    pub fn run_with(
        &self,
        new_player: &(dyn Fn(usize, u64) -> Result<Box<dyn Player<S>>, TournamentError> + Sync),
        mut played: HashMap<GameId, PlayedGame>,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&TournamentGame<S>, &Results) -> ControlFlow<()>,
    ) -> Result<Results, TournamentError> {
        let mut results = Results::default();
        let mut aborted = false;
        while results.is_complete() && !stop.is_stopped() && !aborted {
            let drawing =
                Drawing { games: self.games, brightwell: self.brightwell, seed: self.seed };
            let rounds = self.format.next_rounds(self.participants.len(), &results, drawing);
            if rounds.is_empty() {
                results.is_over = true;
                break;
            }
            let first_round = results.rounds.len();
            results.rounds.extend(rounds);
            let paired: Vec<GameId> =
                played.keys().copied().filter(|&id| results.has(id)).collect();
            for id in paired.into_iter().filter(|id| id.round >= first_round) {
                let Some(game) = played.remove(&id) else { continue };
                if game.seats != results.pairing(id).seats(id.game) {
                    return Err(TournamentError::UnknownGame { id });
                }
                results.record(id, game.result);
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
                ControlFlow::Break(None) => aborted = true,
                ControlFlow::Break(Some(error)) => return Err(error),
            }
        }
        match played.into_keys().min() {
            Some(id) if results.is_over => Err(TournamentError::UnknownGame { id }),
            _ => Ok(results),
        }
    }

    /// The games that are known before the first one is played: all of a round robin or a gauntlet,
    /// the first round of other formats.
    pub fn fixed_games(&self) -> Vec<GameId> {
        self.fixed_rounds().open_games(0).collect()
    }

    /// Plays one of the [`fixed_games`](Tournament::fixed_games), the same as in a run; `None` if a
    /// stop is requested before it is over.
    pub fn fixed_game(
        &self,
        id: GameId,
        stop: &StopSignal,
    ) -> Result<Option<TournamentGame<S>>, TournamentError> {
        let results = self.fixed_rounds();
        if !results.has(id) {
            return Err(TournamentError::UnknownGame { id });
        }
        let fixture = Fixture::of(&results, id);
        self.play(fixture, &|player, seed| self.program(player, seed), stop)
    }

    /// The [`fixed_games`](Tournament::fixed_games), who sits at each, Black first, and its opening.
    pub fn fixed_starts(&self) -> Vec<(GameId, [usize; 2], &Game<S>)> {
        let results = self.fixed_rounds();
        let start = |id: GameId| {
            let Fixture { seats, opening, .. } = Fixture::of(&results, id);
            (id, seats, self.openings.cycled(opening))
        };
        results.open_games(0).map(start).collect()
    }

    /// The rounds that are known before the first game.
    fn fixed_rounds(&self) -> Results {
        let drawing = Drawing { games: self.games, brightwell: self.brightwell, seed: self.seed };
        let mut results = Results::default();
        results.rounds = self.format.next_rounds(self.participants.len(), &results, drawing);
        results
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
