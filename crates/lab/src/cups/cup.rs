//! A tournament, played.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_board::{Color, Eight, Size};
use othellier_play::{Player, Seat, Setup, StopSignal, build};
use othellier_spec::{Spec, SpecError};

use super::sheet::seats;
use super::{Format, GameId, GameResult, Round, Sheet, Standing, standings};
use crate::crew::share_out;
use crate::seeds::derived;
use crate::{FinishedGame, MoveLimit, Openings, referee};

/// The streams of seeds of the rounds begin here.
const STREAM: u64 = 1 << 20;

/// A tournament.
#[derive(Clone, Debug)]
pub struct Cup<S: Size = Eight> {
    /// Who plays; in a knock-out and for the first round of a Swiss, the best first.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// How many games players play who meet: an even number, at least 2.
    pub games: usize,
    /// Where the games begin.
    pub openings: Openings<S>,
    /// The time for each move, if there is a limit.
    pub limit: Option<MoveLimit>,
    /// The constant of Brightwell's quotient.
    pub brightwell: f64,
    /// All dice come from this.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: NonZeroUsize,
}

/// Someone who plays in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What it is called in tables: no two the same.
    pub name: String,
    /// What it is.
    pub spec: Spec,
}

/// A game that has just ended.
#[derive(Clone, Debug, PartialEq)]
pub struct CupGame<S: Size = Eight> {
    /// Which it is.
    pub id: GameId,
    /// The numbers of the players, Black first.
    pub seats: [usize; 2],
    /// How many of its moves are the opening.
    pub opening_length: usize,
    /// How it went.
    pub finished: FinishedGame<S>,
}

/// A game that was played before, as a journal knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownGame {
    /// The numbers of the players, Black first.
    pub seats: [usize; 2],
    /// How it ended.
    pub result: GameResult,
}

/// Why a tournament cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CupError {
    /// There is nobody to meet.
    #[error("a tournament of {players}; expected two players or more")]
    TooFew {
        /// How many there are.
        players: usize,
    },
    /// A spec names no player that can be had.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A spec names a person, whom nobody could ask.
    #[error("`{name}` is a person; expected a program")]
    Person {
        /// The name in the spec.
        name: String,
    },
    /// A game that was played before is none of this tournament.
    #[error("round {}, meeting {}, game {} is not a game of this tournament", id.round + 1, id.meeting + 1, id.game + 1)]
    Stranger {
        /// Which game it says that it is.
        id: GameId,
    },
}

impl<S: Size> Cup<S> {
    /// Whether all players can be had, before anything is played.
    pub fn check(&self) -> Result<(), CupError> {
        if self.entrants.len() < 2 {
            return Err(CupError::TooFew { players: self.entrants.len() });
        }
        (0..self.entrants.len()).try_for_each(|player| self.program(player, self.seed).map(drop))
    }

    /// Everyone after these games, the best first.
    pub fn standings(&self, sheet: &Sheet) -> Vec<Standing> {
        let squares = u32::from(S::SQUARES);
        standings(self.format, self.entrants.len(), squares, sheet, self.brightwell)
    }

    /// Plays, without the games that are `known` from before. Each game is written into the sheet
    /// and then shown to `watch` as it ends, in whatever order, until all are played, `watch` breaks
    /// off or the signal says stop; then the sheet does not say that it is over.
    pub fn run(
        &self,
        known: HashMap<GameId, KnownGame>,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&CupGame<S>, &Sheet) -> ControlFlow<()>,
    ) -> Result<Sheet, CupError> {
        self.run_with(&|player, seed| self.program(player, seed), known, stop, watch)
    }

    /// [`run`](Cup::run) with players that are not in the catalogue: `seat` makes a new one for
    /// each game, given its number and its seed.
    pub fn run_with(
        &self,
        seat: &(dyn Fn(usize, u64) -> Result<Box<dyn Player<S>>, CupError> + Sync),
        mut known: HashMap<GameId, KnownGame>,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&CupGame<S>, &Sheet) -> ControlFlow<()>,
    ) -> Result<Sheet, CupError> {
        let mut sheet = Sheet::default();
        let mut failure = None;
        let mut broken_off = false;
        while sheet.is_complete() && !stop.is_stopped() && !broken_off {
            let rounds = self.format.draw(self.entrants.len(), self.games, &sheet, self.brightwell);
            if rounds.is_empty() {
                sheet.is_over = true;
                break;
            }
            let first_round = sheet.rounds.len();
            sheet.rounds.extend(rounds);
            let drawn: Vec<GameId> = known.keys().copied().filter(|&id| sheet.has(id)).collect();
            for id in drawn.into_iter().filter(|id| id.round >= first_round) {
                let Some(game) = known.remove(&id) else { continue };
                if game.seats != sheet.meeting(id).seats(id.game) {
                    return Err(CupError::Stranger { id });
                }
                sheet.record(id, game.result);
            }
            // What a game needs of the sheet, which is written in while the games are played.
            let round = |(number, round): (usize, &Round)| {
                let couples = round.meetings.iter().map(|meeting| meeting.players).collect();
                (sheet.first_opening(number), couples)
            };
            let rounds: Vec<(usize, Vec<[usize; 2]>)> =
                sheet.rounds.iter().enumerate().skip(first_round).map(round).collect();
            let games = sheet.open_games(first_round).map(move |id| {
                let (first_opening, couples) = &rounds[id.round - first_round];
                let seats = seats(couples[id.meeting], id.game);
                Fixture { id, seats, opening: first_opening + id.game / 2 }
            });
            let work = |fixture: &Fixture, enough: &StopSignal| {
                self.play(*fixture, seat, enough).transpose()
            };
            share_out(games, self.threads, stop, &work, &mut |fixture, game| match game {
                Ok(game) => {
                    sheet.record(fixture.id, GameResult::of(&game.finished));
                    let go_on = watch(&game, &sheet);
                    broken_off = go_on.is_break();
                    go_on
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            });
            if let Some(error) = failure {
                return Err(error);
            }
        }
        match known.into_keys().min() {
            Some(id) if sheet.is_over => Err(CupError::Stranger { id }),
            _ => Ok(sheet),
        }
    }

    /// Plays one game, or as much of it as is allowed.
    fn play(
        &self,
        Fixture { id, seats, opening }: Fixture,
        seat: &dyn Fn(usize, u64) -> Result<Box<dyn Player<S>>, CupError>,
        enough: &StopSignal,
    ) -> Result<Option<CupGame<S>>, CupError> {
        let start = self.openings.cycled(opening).clone();
        let opening_length = start.length();
        let round = derived(self.seed, STREAM + id.round as u64, id.meeting as u64);
        let seated = |color: Color| {
            seat(seats[color as usize], derived(round, color as u64, id.game as u64))
        };
        let (mut black, mut white) = (seated(Color::Black)?, seated(Color::White)?);
        let finished = referee(start, [&mut *black, &mut *white], self.limit, enough);
        Ok(finished.map(|finished| CupGame { id, seats, opening_length, finished }))
    }

    /// A player of the catalogue.
    fn program(&self, player: usize, seed: u64) -> Result<Box<dyn Player<S>>, CupError> {
        let spec = &self.entrants[player].spec;
        match build(spec, &Setup { seed })? {
            Seat::Program(player) => Ok(player),
            Seat::Human => Err(CupError::Person { name: spec.name.clone() }),
        }
    }
}

/// A game that is to be played.
#[derive(Clone, Copy)]
struct Fixture {
    id: GameId,
    /// Black first.
    seats: [usize; 2],
    opening: usize,
}
