//! The settings of a match: one type in job files, on the command line, over HTTP and in reports.

use std::num::NonZeroUsize;
use std::time::Duration;

use othellier_board::Size;
use othellier_play::TimeControl;
use othellier_spec::{Access, Spec};
use serde::{Deserialize, Serialize};

use crate::openings::default_plies;
use crate::stats::Sprt;
use crate::tournament::TournamentError;
use crate::{Colors, Lines, LinesError, Match, Openings, OpeningsError, TimeLimit, size, text};

/// Everything that determines a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// The first player, A: see `othellier players`
    #[serde(with = "text")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub a: Spec,
    /// The second player, B
    #[serde(with = "text")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub b: Spec,
    /// Number of games; each opening is played twice, with the colours swapped
    #[serde(default = "games")]
    #[cfg_attr(feature = "schema", schema(value_type = usize, minimum = 1))]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = games()))]
    pub games: NonZeroUsize,
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
    /// Stop as soon as it is decided whether A is ELO0 or ELO1 stronger
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<[f64; 2]>))]
    #[cfg_attr(feature = "args", arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true))]
    pub sprt: Option<Sprt>,
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
    /// Games of a unit of work, an even number; by default 20
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(skip))]
    pub unit: Option<usize>,
}

fn games() -> NonZeroUsize {
    NonZeroUsize::new(100).expect("not zero")
}

/// Why games cannot be played with these settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The lines cannot be read.
    #[error(transparent)]
    Lines(#[from] LinesError),
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    #[error("openings: {0}")]
    Openings(#[from] OpeningsError),
    /// Two settings that exclude each other; one of them has this name.
    #[error(
        "{0}: expected one of `openings` and `random_plies`, and one of `time_per_move` and `clock`"
    )]
    Exclusive(&'static str),
}

impl MatchSettings {
    /// The seed where none is given.
    pub const SEED: u64 = 1;

    /// A match of these players with the defaults.
    pub fn new(a: Spec, b: Spec) -> MatchSettings {
        MatchSettings {
            a,
            b,
            games: games(),
            openings: None,
            random_plies: None,
            time_per_move: None,
            clock: None,
            sprt: None,
            size: size::usual(),
            seed: None,
            unit: None,
        }
    }

    /// The same settings with the defaults that depend on others, so that they repeat the match.
    pub fn completed(mut self, new_seed: impl FnOnce() -> u64) -> MatchSettings {
        self.seed.get_or_insert_with(new_seed);
        if self.openings.is_none() {
            self.random_plies = self.random_plies.or_else(|| default_plies(self.size));
        }
        self
    }

    pub fn players(&self) -> [&Spec; 2] {
        [&self.a, &self.b]
    }

    /// Games of a unit of work.
    pub fn unit(&self) -> usize {
        self.unit.unwrap_or(20)
    }

    /// The match on boards of size `S`, the one of the settings. Its players are built with this access,
    /// which the file of the openings must be within, too.
    pub fn prepare<S: Size>(
        &self,
        access: Access,
        threads: NonZeroUsize,
    ) -> Result<Match<S>, SettingsError> {
        let (games, seed) = (self.games.get(), self.seed.unwrap_or(MatchSettings::SEED));
        let openings = self.openings.as_ref();
        Ok(Match {
            players: self.players().map(Spec::clone),
            games,
            openings: Openings::of(openings, self.random_plies, games.div_ceil(2), seed, &access)?,
            colors: Colors::Swapped,
            limit: TimeLimit::of(self.time_per_move, self.clock)?,
            sprt: self.sprt,
            seed,
            access,
            threads,
        })
    }
}

#[cfg(test)]
mod tests {
    use othellier_board::Four;

    use super::*;

    fn read(json: &str) -> Result<MatchSettings, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let random = || "random".parse().unwrap();
        let settings = read(r#"{"a": "random", "b": "random"}"#).unwrap();
        assert_eq!(settings, MatchSettings::new(random(), random()));
        assert_eq!((settings.games.get(), settings.size, settings.unit()), (100, 8, 20));
        let completed = settings.completed(|| 7);
        assert_eq!((completed.seed, completed.random_plies), (Some(7), None));
        let small = read(r#"{"a": "random", "b": "random", "size": 4, "seed": 3}"#).unwrap();
        let completed = small.clone().completed(|| 7);
        assert_eq!((completed.seed, completed.random_plies), (Some(3), Some(8)));
        let threads = NonZeroUsize::MIN;
        let [prepared, again] = [small, completed]
            .map(|settings| settings.prepare::<Four>(Access::Sealed, threads).unwrap());
        assert_eq!(prepared.openings, again.openings);
        assert_eq!((prepared.seed, again.openings.count()), (3, 50));
    }

    #[test]
    fn settings_are_written_as_they_are_read() {
        let text = r#"{"a":"pvs(depth=2)","b":"random","games":4,"openings":["f5d6"],"clock":"5m+2s","sprt":[0.0,10.0],"size":6,"seed":1,"unit":2}"#;
        assert_eq!(serde_json::to_string(&read(text).unwrap()).unwrap(), text);
        let timed = r#"{"a":"random","b":"random","games":4,"random_plies":2,"time_per_move":"100ms","size":8}"#;
        assert_eq!(serde_json::to_string(&read(timed).unwrap()).unwrap(), timed);
    }

    #[test]
    fn settings_that_no_match_can_have_are_refused() {
        for (setting, said) in [
            (r#""size": 7"#, "size: expected 4, 6, 8 or 10"),
            (r#""games": 0"#, "expected a nonzero"),
            (r#""sprt": [5, 0]"#, "sprt: expected two Elo differences"),
            (r#""time_per_move": "soon""#, "`soon`"),
            (r#""speed": 3"#, "unknown field `speed`"),
        ] {
            let error =
                read(&format!(r#"{{"a": "random", "b": "random", {setting}}}"#)).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
        for (setting, said) in [
            (r#""random_plies": 4, "openings": ["f5"]"#, "openings: expected one of"),
            (r#""clock": "5m", "time_per_move": "1s""#, "clock: expected one of"),
            (r#""openings": "/etc/passwd""#, "/etc/passwd"),
            (r#""openings": ["f5a1"]"#, "openings: line 1"),
            (r#""random_plies": 60"#, "fewer"),
        ] {
            let settings =
                read(&format!(r#"{{"a": "random", "b": "random", {setting}}}"#)).unwrap();
            let refused =
                settings.prepare::<othellier_board::Eight>(Access::Sealed, NonZeroUsize::MIN);
            let error = refused.unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn a_test_is_two_numbers_as_text() {
        assert_eq!("0, 10".parse(), Ok(Sprt::new(0.0, 10.0).unwrap()));
        for text in ["10", "10,0", "0,much", ""] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
