//! Matches between two programs, played game by game by their owner.

use std::num::NonZeroUsize;
use std::time::Duration;

use othellier_board::{Color, Size};
use othellier_measure::stats::{Pairs, Sprt, Verdict};
use othellier_measure::{Lines, Match, MatchSettings, Side, TimeLimit, Totals};
use othellier_play::{Player, StopSignal};
use othellier_record::{AnyGame, Game, Record, with_size};
use othellier_spec::Access;
use othellier_wire::{self as wire, MatchState, Standings, WatchedGame};

use crate::allowed::PlayerSpec;
use crate::error::ServiceError;
use crate::limits;

/// Tolerance on the time per move: the machine is shared.
pub const MARGIN: Duration = Duration::from_millis(250);

/// A match that a client may ask for, and its players.
#[derive(Clone, Debug)]
pub struct AllowedMatch {
    settings: MatchSettings,
    players: [PlayerSpec; 2],
}

impl AllowedMatch {
    /// Checks the settings; `new_seed` is asked where they have no seed.
    pub fn new(
        settings: MatchSettings,
        new_seed: impl FnOnce() -> u64,
    ) -> Result<AllowedMatch, ServiceError> {
        let most = limits::MATCH_GAMES;
        let lines = settings.openings.as_ref().map_or(0, Lines::count);
        if settings.games.get() > most || lines > most {
            let sentence = format!("a match has at most {most} games, and as many openings");
            return Err(ServiceError::bad_request(sentence));
        }
        if settings.random_plies.is_some_and(|plies| plies > 40) {
            return Err(ServiceError::bad_request("random_plies is at most 40"));
        }
        let (least, longest) = (Duration::from_millis(1), limits::SPEC_TIME);
        if settings.time_per_move.is_some_and(|time| !(least..=longest).contains(&time)) {
            return Err(ServiceError::not_allowed("time_per_move is from 1ms to 10s"));
        }
        if settings.clock.is_some() || settings.unit.is_some() {
            return Err(ServiceError::not_allowed("a match here has no clock and no units"));
        }
        let size = settings.size;
        let [a, b] = settings.players().map(|spec| PlayerSpec::read(&spec.to_string(), size));
        let players = [a?, b?];
        if players.iter().any(PlayerSpec::is_human) {
            return Err(ServiceError::bad_player("a match is between programs"));
        }
        let allowed = AllowedMatch { settings: settings.completed(new_seed), players };
        with_size!(size, S => allowed.check::<S>()).expect("settings have a size that exists")?;
        Ok(allowed)
    }

    /// Checks that the match can be played.
    fn check<S: Size>(&self) -> Result<(), ServiceError> {
        self.prepare::<S>(MARGIN)?;
        self.players.iter().try_for_each(|player| player.program_within::<S>(0, 1 << 16).map(drop))
    }

    fn prepare<S: Size>(&self, margin: Duration) -> Result<Match<S>, ServiceError> {
        let prepared = self.settings.prepare(Access::Sealed, NonZeroUsize::MIN);
        let limit = self.settings.time_per_move.map(|time| TimeLimit::Move { time, margin });
        Ok(Match { limit, ..prepared.map_err(ServiceError::bad_request)? })
    }

    pub fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// The transposition tables of both players.
    pub fn table_bytes(&self) -> usize {
        self.players.iter().map(PlayerSpec::table_bytes).sum()
    }

    /// The match as it is sent, with this id.
    pub fn shown(
        &self,
        id: &str,
        state: MatchState,
        standings: &Standings,
        error: Option<&ServiceError>,
    ) -> wire::Match {
        let sprt = self.settings.sprt.map(|sprt| wire::Sprt::new(sprt, Pairs(standings.pairs)));
        wire::Match {
            kind: wire::MatchType::Tag,
            id: id.to_owned(),
            state,
            settings: self.settings.clone(),
            standings: standings.clone(),
            sprt,
            verdict: sprt.and_then(|sprt| sprt.decided()),
            error: error.map(ServiceError::shown),
        }
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
    allowed: AllowedMatch,
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
    pub fn new(allowed: AllowedMatch) -> MatchRun {
        MatchRun { allowed, next: 0, totals: Totals::default() }
    }

    pub fn allowed(&self) -> &AllowedMatch {
        &self.allowed
    }

    pub fn standings(&self) -> Standings {
        Standings::from(&self.totals)
    }

    /// Whether the sequential test has decided.
    fn is_decided(&self) -> bool {
        let is_open = |sprt: Sprt| sprt.verdict(self.totals.pairs()) == Verdict::Undecided;
        self.allowed.settings.sprt.is_some_and(|sprt| !is_open(sprt))
    }

    /// Plays the next game; `None` when the match is over or stopped.
    pub fn next_game(
        &mut self,
        limit: &impl LimitMoves,
        stop: &StopSignal,
    ) -> Result<Option<PlayedGame>, ServiceError> {
        let settings = &self.allowed.settings;
        if self.next >= settings.games.get() || self.is_decided() || stop.is_stopped() {
            return Ok(None);
        }
        with_size!(settings.size, S => self.play::<S>(limit, stop)).unwrap_or(Ok(None))
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
            let player = self.allowed.players[side as usize].program::<S>(seed)?;
            Ok::<_, ServiceError>(limit.limited(player))
        };
        let matchup = self.allowed.prepare::<S>(limit.margin())?;
        let played = matchup.game_with(self.next, &new_player, stop)?;
        let Some(game) = played else { return Ok(None) };
        self.next += 1;
        self.totals.add(&game);
        let mut record = Record::from(game.finished.game.clone());
        for color in Color::ALL {
            record.game.set_name(color, matchup.players[game.side(color) as usize].to_string());
        }
        let players = matchup.players.each_ref();
        Ok(Some(PlayedGame { event: WatchedGame::new(players, &game, &self.totals), record }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(more: serde_json::Value) -> MatchSettings {
        let mut settings = json!({
            "a": "random", "b": "level-2", "size": 4, "games": 6, "random_plies": 2, "seed": 7
        });
        settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_value(settings).unwrap()
    }

    fn allowed(more: serde_json::Value) -> Result<AllowedMatch, ServiceError> {
        AllowedMatch::new(settings(more), || 0)
    }

    fn games(run: &mut MatchRun) -> Vec<String> {
        let stop = StopSignal::default();
        let next = || run.next_game(&Unlimited, &stop).unwrap().map(|game| game.event.game.moves);
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn a_match_is_the_same_game_by_game() {
        let usual = allowed(json!({})).unwrap();
        let (mut run, mut again) = (MatchRun::new(usual.clone()), MatchRun::new(usual));
        let played = games(&mut run);
        assert_eq!(played.len(), 6);
        assert_eq!(run.standings().played, 6);
        assert_eq!(played, games(&mut again));
    }

    #[test]
    fn a_stopped_match_plays_no_more_games() {
        let mut run = MatchRun::new(allowed(json!({})).unwrap());
        let stop = StopSignal::default();
        assert!(run.next_game(&Unlimited, &stop).unwrap().is_some());
        stop.stop();
        assert!(run.next_game(&Unlimited, &stop).unwrap().is_none());
    }

    #[test]
    fn matches_have_bounds() {
        for (more, code) in [
            (json!({ "games": 201 }), "bad_request"),
            (json!({ "random_plies": 41 }), "bad_request"),
            (json!({ "random_plies": null, "openings": vec!["f5"; 201] }), "bad_request"),
            (json!({ "random_plies": null, "openings": "/etc/passwd" }), "bad_request"),
            (json!({ "a": "human" }), "bad_player"),
            (json!({ "a": "gtp(cmd=ls)" }), "not_allowed"),
            (json!({ "time_per_move": "1h" }), "not_allowed"),
            (json!({ "clock": "5m" }), "not_allowed"),
            (json!({ "unit": 2 }), "not_allowed"),
        ] {
            assert_eq!(allowed(more.clone()).unwrap_err().code(), code, "{more}");
        }
    }

    /// What is left out is what `othellier match` has: on 8×8 the built-in openings.
    #[test]
    fn matches_have_the_defaults_of_the_command_line() {
        let shown = |more| {
            let usual = Standings::default();
            let allowed = allowed(more).unwrap();
            let shown = allowed.shown("1", MatchState::Queued, &usual, None);
            serde_json::to_value(shown).unwrap()["settings"].clone()
        };
        let small = shown(json!({ "random_plies": null, "seed": null }));
        assert_eq!((&small["random_plies"], &small["seed"]), (&json!(8), &json!(0)));
        let usual = shown(json!({ "random_plies": null, "size": 8 }));
        assert_eq!(usual["random_plies"], json!(null));
    }
}
