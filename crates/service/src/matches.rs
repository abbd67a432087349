//! Matches between two programs, played game by game by their owner.

use std::time::Duration;

use othellier_board::{Color, Size};
use othellier_measure::stats::{Pairs, Sprt, Verdict};
use othellier_measure::{Colors, Match, Openings, Side, TimeLimit, Totals};
use othellier_play::{Player, StopSignal, parse_duration};
use othellier_record::{AnyGame, Game, Record, with_size};
use othellier_spec::Access;
use othellier_wire::{self as wire, MatchState, Standings, WatchedGame};
use serde::Deserialize;

use crate::allowed::PlayerSpec;
use crate::catalogue::SIZES;
use crate::error::ServiceError;
use crate::limits;

/// Tolerance on the time per move: the machine is shared.
pub const MARGIN: Duration = Duration::from_millis(250);

/// A new match.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The spec of the first player.
    pub a: String,
    /// The spec of the second player.
    pub b: String,
    /// Squares to a side.
    pub size: Option<u8>,
    pub games: Option<usize>,
    /// Random plies at the start of each game.
    pub random_plies: Option<usize>,
    pub time: Option<String>,
    /// The same seed gives the same match.
    pub seed: Option<u64>,
    /// SPRT: the Elo differences of the two hypotheses; the match ends when one is accepted.
    pub sprt: Option<[f64; 2]>,
}

/// The parameters of a match.
#[derive(Clone, Debug)]
pub struct Plan {
    pub players: [PlayerSpec; 2],
    /// Squares to a side.
    pub size: u8,
    /// The greatest number of games.
    pub games: usize,
    /// Random plies at the start of each game.
    pub random_plies: usize,
    pub time: Option<Duration>,
    /// The seed of every choice.
    pub seed: u64,
    /// The hypotheses of a sequential test.
    pub sprt: Option<[f64; 2]>,
}

impl NewMatch {
    /// Checks the match; `new_seed` is asked where it has no seed.
    pub fn plan(&self, new_seed: impl FnOnce() -> u64) -> Result<Plan, ServiceError> {
        let size = self.size.unwrap_or(8);
        if !SIZES.contains(&size) {
            return Err(ServiceError::bad_request(format!("there is no board of size {size}")));
        }
        let games = self.games.unwrap_or(20);
        let most = limits::MATCH_GAMES;
        if !(1..=most).contains(&games) {
            return Err(ServiceError::bad_request(format!("a match has from 1 to {most} games")));
        }
        let random_plies = self.random_plies.unwrap_or(8);
        if random_plies > 40 {
            return Err(ServiceError::bad_request("random_plies is at most 40"));
        }
        let time = self.time.as_deref().map(parse_duration).transpose();
        let time = time.map_err(ServiceError::bad_request)?;
        let (least, longest) = (Duration::from_millis(1), limits::SPEC_TIME);
        if time.is_some_and(|time| !(least..=longest).contains(&time)) {
            return Err(ServiceError::not_allowed("the time per move is from 1ms to 10s"));
        }
        if self.sprt.is_some_and(|[h0, h1]| Sprt::new(h0, h1).is_none()) {
            return Err(ServiceError::bad_request(
                "the second value of sprt must be greater than the first",
            ));
        }
        let players = [PlayerSpec::read(&self.a, size)?, PlayerSpec::read(&self.b, size)?];
        if players.iter().any(PlayerSpec::is_human) {
            return Err(ServiceError::bad_player("a match is between programs"));
        }
        let seed = self.seed.unwrap_or_else(new_seed);
        let plan = Plan { players, size, games, random_plies, time, seed, sprt: self.sprt };
        with_size!(size, S => plan.check::<S>()).unwrap_or(Ok(()))?;
        Ok(plan)
    }
}

impl Plan {
    /// Checks that the match can be played.
    fn check<S: Size>(&self) -> Result<(), ServiceError> {
        self.openings::<S>()?;
        self.players.iter().try_for_each(|player| player.program_within::<S>(0, 1 << 16).map(drop))
    }

    /// The transposition tables of both players.
    pub fn table_bytes(&self) -> usize {
        self.players.iter().map(PlayerSpec::table_bytes).sum()
    }

    fn openings<S: Size>(&self) -> Result<Openings<S>, ServiceError> {
        match self.random_plies {
            0 => Ok(Openings::start()),
            plies => Openings::random(plies, self.games.div_ceil(2), self.seed)
                .map_err(ServiceError::bad_request),
        }
    }

    fn sprt(&self) -> Option<Sprt> {
        self.sprt.and_then(|[h0, h1]| Sprt::new(h0, h1))
    }

    /// The match as it is sent, with this id.
    pub fn shown(
        &self,
        id: &str,
        state: MatchState,
        standings: &Standings,
        error: Option<&ServiceError>,
    ) -> wire::Match {
        let [a, b] = self.players.each_ref().map(|player| player.spec().to_string());
        let sprt = self.sprt().map(|sprt| wire::Sprt::new(sprt, Pairs(standings.pairs)));
        wire::Match {
            kind: wire::MatchType::Tag,
            id: id.to_owned(),
            state,
            a,
            b,
            size: self.size,
            games: self.games,
            random_plies: self.random_plies,
            seed: self.seed,
            standings: standings.clone(),
            sprt,
            verdict: sprt.and_then(|sprt| sprt.decided()),
            error: error.map(ServiceError::shown),
        }
    }

    fn lab_match<S: Size>(&self, margin: Duration) -> Result<Match<S>, ServiceError> {
        Ok(Match {
            players: self.players.each_ref().map(|player| player.spec().clone()),
            games: self.games,
            openings: self.openings()?,
            colors: Colors::Swapped,
            limit: self.time.map(|time| TimeLimit::Move { time, margin }),
            sprt: self.sprt(),
            seed: self.seed,
            access: Access::Sealed,
            threads: std::num::NonZeroUsize::MIN,
        })
    }
}

/// How an edge bounds the time of a move. It needs a timer beside the player, which a service has not.
pub trait LimitMoves {
    fn limited<S: Size>(&self, player: Box<dyn Player<S>>) -> Box<dyn Player<S>>;

    /// How much later than its time a move may come. An edge that measures the time of its players
    /// itself allows any.
    fn margin(&self) -> Duration {
        MARGIN
    }
}

/// No bound but those of the players themselves.
pub struct Unlimited;

impl LimitMoves for Unlimited {
    fn limited<S: Size>(&self, player: Box<dyn Player<S>>) -> Box<dyn Player<S>> {
        player
    }
}

/// A match that is played game by game.
pub struct MatchRun {
    plan: Plan,
    next: usize,
    totals: Totals,
}

/// A game of a match.
pub struct PlayedGame {
    /// The game as it is reported.
    pub event: WatchedGame,
    /// The game itself, with the names of its players.
    pub record: Record,
}

impl MatchRun {
    /// A match of which no game was played.
    pub fn new(plan: Plan) -> MatchRun {
        MatchRun { plan, next: 0, totals: Totals::default() }
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub fn standings(&self) -> Standings {
        Standings::from(&self.totals)
    }

    /// Whether the sequential test has decided.
    fn is_decided(&self) -> bool {
        let is_open = |sprt: Sprt| sprt.verdict(self.totals.pairs()) == Verdict::Undecided;
        self.plan.sprt().is_some_and(|sprt| !is_open(sprt))
    }

    /// Plays the next game; `None` when the match is over or stopped.
    pub fn next_game(
        &mut self,
        limit: &impl LimitMoves,
        stop: &StopSignal,
    ) -> Result<Option<PlayedGame>, ServiceError> {
        if self.next >= self.plan.games || self.is_decided() || stop.is_stopped() {
            return Ok(None);
        }
        with_size!(self.plan.size, S => self.play::<S>(limit, stop)).unwrap_or(Ok(None))
    }

    fn play<S: Size>(
        &mut self,
        limit: &impl LimitMoves,
        stop: &StopSignal,
    ) -> Result<Option<PlayedGame>, ServiceError>
    where
        AnyGame: From<Game<S>>,
    {
        let new_player = |side: Side, seed| {
            let player = self.plan.players[side as usize].program::<S>(seed)?;
            Ok::<_, ServiceError>(limit.limited(player))
        };
        let played =
            self.plan.lab_match::<S>(limit.margin())?.game_with(self.next, &new_player, stop)?;
        let Some(game) = played else { return Ok(None) };
        self.next += 1;
        self.totals.add(&game);
        let mut record = Record::from(game.finished.game.clone());
        for color in Color::ALL {
            let player = &self.plan.players[game.side(color) as usize];
            record.game.set_name(color, player.spec().to_string());
        }
        let players = self.plan.players.each_ref().map(PlayerSpec::spec);
        Ok(Some(PlayedGame { event: WatchedGame::new(players, &game, &self.totals), record }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_match(sprt: Option<[f64; 2]>) -> NewMatch {
        NewMatch {
            a: "random".to_owned(),
            b: "level-2".to_owned(),
            size: Some(4),
            games: Some(6),
            random_plies: Some(2),
            time: None,
            seed: Some(7),
            sprt,
        }
    }

    fn games(run: &mut MatchRun) -> Vec<String> {
        let stop = StopSignal::default();
        let next = || run.next_game(&Unlimited, &stop).unwrap().map(|game| game.event.game.moves);
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn a_match_is_the_same_game_by_game() {
        let plan = new_match(None).plan(|| 0).unwrap();
        let (mut run, mut again) = (MatchRun::new(plan.clone()), MatchRun::new(plan));
        let played = games(&mut run);
        assert_eq!(played.len(), 6);
        assert_eq!(run.standings().played, 6);
        assert_eq!(played, games(&mut again));
    }

    #[test]
    fn a_stopped_match_plays_no_more_games() {
        let mut run = MatchRun::new(new_match(None).plan(|| 0).unwrap());
        let stop = StopSignal::default();
        assert!(run.next_game(&Unlimited, &stop).unwrap().is_some());
        stop.stop();
        assert!(run.next_game(&Unlimited, &stop).unwrap().is_none());
    }

    #[test]
    fn matches_have_bounds() {
        let code = |asked: NewMatch| asked.plan(|| 0).unwrap_err().code();
        assert_eq!(code(NewMatch { games: Some(0), ..new_match(None) }), "bad_request");
        assert_eq!(code(NewMatch { a: "human".to_owned(), ..new_match(None) }), "bad_player");
        assert_eq!(code(new_match(Some([5.0, 5.0]))), "bad_request");
        let slow = NewMatch { time: Some("1h".to_owned()), ..new_match(None) };
        assert_eq!(code(slow), "not_allowed");
    }
}
