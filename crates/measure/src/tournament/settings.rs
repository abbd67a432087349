//! The settings of a tournament: everything that determines its games.

use std::num::NonZeroUsize;
use std::time::Duration;

use othellier_board::Size;
use othellier_play::TimeControl;
use othellier_spec::Access;
use serde::{Deserialize, Serialize};

use super::{BRIGHTWELL, Entry, Format, Results, Tournament, TournamentError};
use crate::bounds::{OutOfBounds, even, within};
use crate::openings::default_plies;
use crate::{Lines, MatchSettings, Openings, SettingsError, TimeLimit, size, text};

/// The maximum number of players: a cross table must fit on the screen and in memory.
const MAX_PLAYERS: usize = 500;

/// Everything that determines a tournament, in job files, on the command line and in manifests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// The players: see `othellier players`; optionally with a name: `new=pvs(depth=4)`
    #[serde(with = "text::list")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    #[cfg_attr(feature = "args", arg(id = "player", value_name = "PLAYER"))]
    pub players: Vec<Entry>,
    /// How players are paired
    #[serde(default)]
    #[cfg_attr(feature = "args", arg(long, value_enum, default_value_t))]
    pub format: FormatName,
    /// Rounds of a Swiss; by default enough to find the winner, and two more
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<usize>, minimum = 1))]
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub rounds: Option<NonZeroUsize>,
    /// Number of players, from the first, that run the gauntlet against the others; by default 1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<usize>, minimum = 1))]
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub runners: Option<NonZeroUsize>,
    /// Games of each pairing, an even number: each opening is played with both colours
    #[serde(default = "games")]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "N", default_value_t = games(), value_parser = args::even)
    )]
    pub games: usize,
    /// Start games from the openings of this file, one per line: moves or a position
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "args",
        arg(
            long,
            value_name = "FILE",
            conflicts_with = "random_plies",
            value_hint = clap::ValueHint::FilePath
        )
    )]
    pub openings: Option<Lines>,
    /// Start games with this many random plies, 0 for none; by default 8×8 games start from a
    /// built-in list of balanced openings, and games on other boards with 8 random plies
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "K"))]
    pub random_plies: Option<usize>,
    /// Time limit for each move; a player that exceeds it by more than 50 ms loses the game (a
    /// thread may have to wait for a core)
    #[serde(default, with = "text::time", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "TIME", value_parser = othellier_play::parse_duration)
    )]
    pub time_per_move: Option<Duration>,
    /// Time of each side for the whole game, with an optional increment per move or byo-yomi: `5m`,
    /// `5m+2s`, `5m/30s`; a player that exceeds it loses the game
    #[serde(default, with = "text::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    #[cfg_attr(feature = "args", arg(long, value_name = "TIME", conflicts_with = "time_per_move"))]
    pub clock: Option<TimeControl>,
    /// Weight of an opponent's points in Brightwell's tie-break
    #[serde(default = "brightwell")]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "N", default_value_t = brightwell(), value_parser = args::weight)
    )]
    pub brightwell: f64,
    /// Prior of the ratings: virtual draws of each player against an average one, from 0 to 1000;
    /// with 1, all ratings are finite
    #[serde(default)]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "N", default_value_t, value_parser = args::weight)
    )]
    pub prior: f64,
    /// Squares to a side: 4, 6, 8 or 10
    #[serde(default = "size::usual", deserialize_with = "size::read")]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "N", value_parser = size::parse, default_value_t = size::usual())
    )]
    pub size: u8,
    /// Seed of the random numbers: the same seed repeats the same games
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub seed: Option<u64>,
    /// Games of a unit of work; by default 20
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(skip))]
    pub unit: Option<usize>,
    /// The rounds that were played: of each its pairings, and of each pairing Black's score in each game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "args", arg(skip))]
    pub played: Vec<Vec<Vec<i32>>>,
}

/// How players are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FormatName {
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

fn games() -> usize {
    2
}

fn brightwell() -> f64 {
    BRIGHTWELL
}

/// What a weight can be.
fn weight(number: f64) -> Result<f64, OutOfBounds> {
    within(number, 0..=1000)
}

/// The parsers of options.
#[cfg(feature = "args")]
mod args {
    use super::*;

    pub(super) fn even(text: &str) -> Result<usize, OutOfBounds> {
        super::even(text.parse().unwrap_or(0))
    }

    pub(super) fn weight(text: &str) -> Result<f64, OutOfBounds> {
        super::weight(text.parse().unwrap_or(f64::NAN))
    }
}

impl TournamentSettings {
    /// A tournament of these players with the defaults.
    pub fn new(players: Vec<Entry>) -> TournamentSettings {
        TournamentSettings {
            players,
            format: FormatName::default(),
            rounds: None,
            runners: None,
            games: games(),
            openings: None,
            random_plies: None,
            time_per_move: None,
            clock: None,
            brightwell: brightwell(),
            prior: 0.0,
            size: size::usual(),
            seed: None,
            unit: None,
            played: Vec::new(),
        }
    }

    /// The same settings with the defaults that depend on others, so that they repeat the tournament.
    pub fn completed(mut self, new_seed: impl FnOnce() -> u64) -> TournamentSettings {
        self.seed.get_or_insert_with(new_seed);
        if self.openings.is_none() {
            self.random_plies = self.random_plies.or_else(|| default_plies(self.size));
        }
        self
    }

    /// Games of a unit of work.
    pub fn unit(&self) -> usize {
        self.unit.unwrap_or(20)
    }

    /// The format with its numbers; settings of other formats are refused.
    pub fn format(&self) -> Result<Format, TournamentError> {
        let players = self.players.len();
        let useless = |setting, format| Err(TournamentError::Useless { setting, format });
        match (self.format, self.rounds, self.runners) {
            _ if players < 2 => Err(TournamentError::TooFew { players }),
            _ if players > MAX_PLAYERS => {
                Err(TournamentError::TooMany { players, most: MAX_PLAYERS })
            }
            (FormatName::RoundRobin, None, None) => Ok(Format::RoundRobin),
            (FormatName::KnockOut, None, None) => Ok(Format::KnockOut),
            (FormatName::Swiss, None, None) => Ok(Format::swiss(players)),
            (FormatName::Swiss, Some(rounds), None) => Ok(Format::Swiss { rounds: rounds.get() }),
            (FormatName::Gauntlet, None, runners) => {
                let runners = runners.map_or(1, NonZeroUsize::get);
                let fits = runners < players;
                fits.then_some(Format::Gauntlet { runners })
                    .ok_or(TournamentError::Runners { runners, players })
            }
            (_, Some(_), _) => useless("rounds", "swiss"),
            (_, _, Some(_)) => useless("runners", "gauntlet"),
        }
    }

    /// The tournament on boards of size `S`, the one of the settings. Its players are built with this
    /// access, which the file of the openings must be within, too.
    pub fn prepare<S: Size>(
        &self,
        access: Access,
        threads: NonZeroUsize,
    ) -> Result<Tournament<S>, SettingsError> {
        let bounds = |setting| move |problem| TournamentError::Bounds { setting, problem };
        weight(self.brightwell).map_err(bounds("brightwell"))?;
        weight(self.prior).map_err(bounds("prior"))?;
        let games = even(self.games).map_err(bounds("games"))?;
        let (format, seed) = (self.format()?, self.seed.unwrap_or(MatchSettings::SEED));
        let (lines, plies) = (self.openings.as_ref(), self.random_plies);
        let count = format.openings(self.players.len(), games);
        Ok(Tournament {
            participants: Entry::participants(self.players.clone()),
            format,
            games,
            openings: Openings::of(lines, plies, count, seed, &access)?,
            limit: TimeLimit::of(self.time_per_move, self.clock)?,
            brightwell: self.brightwell,
            seed,
            access,
            threads,
        })
    }

    /// The results of the rounds that were played, and the rounds that follow them.
    pub fn results<S: Size>(&self, tournament: &Tournament<S>) -> Result<Results, TournamentError> {
        let mut results = Results::default();
        let mut played = self.played.iter();
        loop {
            let first = tournament.draw(&mut results);
            for round in first..results.rounds.len() {
                match played.next() {
                    Some(scores) if results.rounds[round].fill(scores, S::SQUARES.into()) => {}
                    None if round == first => return Ok(results),
                    _ => return Err(TournamentError::Played),
                }
            }
            if results.is_over {
                return played.next().map_or(Ok(results), |_| Err(TournamentError::Played));
            }
        }
    }

    /// The same after the rounds of these results.
    pub fn after(&self, results: &Results) -> TournamentSettings {
        TournamentSettings { played: results.scores(), ..self.clone() }
    }
}
