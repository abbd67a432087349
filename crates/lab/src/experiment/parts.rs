//! The parts that an experiment is made of, as they are written.
//!
//! A part that takes time may have a table `quick`: the keys that a quick run has instead.

use std::collections::BTreeMap;

use othellier_board::{Eight, Size};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::file::Both;
use crate::evolve::Law;

/// What is drawn or listed of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Games won, with Wilson's interval.
    Wins,
    /// Games drawn, with Wilson's interval.
    Draws,
    /// Games lost, with Wilson's interval.
    Losses,
    /// Points per game.
    Score,
    /// The Elo difference, from pairs.
    Elo,
    /// The difference of discs.
    Discs,
    /// What the player scores with Black and with White; where it has Black in every game, what
    /// Black scores.
    #[serde(alias = "results-by-color")]
    FirstMove,
    /// Whose discs are on the board at the end, with Black and with White.
    Occupation,
    /// How long a game takes.
    GameTime,
    /// How many times as fast a search is as with the least value of `by`.
    Speedup,
    /// How long a move takes.
    Time,
    /// The same by move number: the mean.
    #[serde(alias = "mean-time-by-move")]
    TimeByMove,
    /// The same by move number: the median, which a few moves that the machine held up do not move.
    MedianTimeByMove,
    /// Positions visited.
    Nodes,
    /// The same by move number.
    NodesByMove,
    /// The most memory held at a time.
    PeakMemory,
    /// The same by move number.
    PeakMemoryByMove,
    /// The memory asked for in all.
    CumulatedMemory,
    /// The memory held after a move.
    LiveMemory,
    /// How often the table knew a position.
    TableHits,
    /// How often the table held another one.
    TableCollisions,
    /// How full the table is.
    TableFill,
    /// Who owns which square at the end.
    Squares,
}

/// The values that the options of players run through: `{key}` in a spec stands for each.
pub type Grid = BTreeMap<String, Vec<toml::Value>>;

/// Games between players.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesPart {
    /// A short name.
    pub name: String,
    /// What it is called.
    #[serde(default)]
    pub title: Both,
    /// Specs, with `{key}` for what the grid varies.
    pub players: Vec<String>,
    /// What varies.
    #[serde(default)]
    pub grid: Grid,
    /// Against whom; each player meets each.
    pub opponents: Vec<String>,
    /// How many games each meeting has.
    pub games: usize,
    /// Who has Black.
    #[serde(default)]
    pub colors: ColorChoice,
    /// How many random plies games begin with.
    #[serde(default)]
    pub random_plies: usize,
    /// Openings, one on each line, instead of random plies.
    pub openings: Option<String>,
    /// The most time for a move, such as `1s`.
    pub time_per_move: Option<String>,
    /// Stop a meeting once it is decided which of these two Elo differences holds.
    pub sprt: Option<[f64; 2]>,
    /// What to show.
    pub measure: Vec<Measure>,
    /// The key of the grid whose values stand beside each other within a figure of bars, and have
    /// figures of their own where there are lines.
    pub split: Option<String>,
    /// The key of the grid that runs from left to right: lines instead of bars.
    pub by: Option<String>,
    /// What a reader must know to read the results.
    #[serde(default)]
    pub note: Both,
    /// Read by [`Experiment::read_quick`](super::Experiment::read_quick) alone.
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

/// Searches of single positions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionsPart {
    /// A short name.
    pub name: String,
    /// What it is called.
    #[serde(default)]
    pub title: Both,
    /// Specs, with `{key}` for what the grid varies.
    pub players: Vec<String>,
    /// What varies.
    #[serde(default)]
    pub grid: Grid,
    /// Phases of the game by how many random plies lead there.
    #[serde(default)]
    pub phases: BTreeMap<String, usize>,
    /// How many positions of each phase.
    #[serde(default = "one")]
    pub count: usize,
    /// Positions by name: a board with its side to move, or moves from the start.
    #[serde(default)]
    pub list: Vec<Named>,
    /// How often each position is searched, for its time.
    #[serde(default = "one")]
    pub repetitions: usize,
    /// What to show.
    pub measure: Vec<Measure>,
    /// The key of the grid that runs from left to right.
    pub by: Option<String>,
    /// What a reader must know to read the results.
    #[serde(default)]
    pub note: Both,
    /// Whether its searches run one at a time, with nothing beside them, for the sake of their times.
    /// Where a player has several threads they do anyway.
    #[serde(default)]
    pub alone: bool,
    /// Read by [`Experiment::read_quick`](super::Experiment::read_quick) alone.
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

/// How early evaluators know who wins: games are played, and after each move each evaluator says
/// which side is ahead.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredictionsPart {
    /// A short name.
    pub name: String,
    /// What it is called.
    #[serde(default)]
    pub title: Both,
    /// Who is asked.
    pub evaluators: Vec<String>,
    /// Who plays the games, against itself.
    pub player: String,
    /// How many games.
    pub games: usize,
    /// How many random plies they begin with.
    pub random_plies: usize,
    /// Read by [`Experiment::read_quick`](super::Experiment::read_quick) alone.
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

/// How selections share a wheel among individuals.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoulettePart {
    /// A short name.
    pub name: String,
    /// What it is called.
    #[serde(default)]
    pub title: Both,
    /// Mean final differences of discs.
    pub fitnesses: Vec<f64>,
    /// How the shares grow with fitness: `power:4`, `exp:20`.
    pub laws: Vec<String>,
}

impl RoulettePart {
    /// How each law shares the wheel. A plan has only laws that can be read.
    pub fn wheels(&self) -> impl Iterator<Item = (Law, Vec<f64>)> + '_ {
        let squares = u32::from(Eight::SQUARES);
        let laws = self.laws.iter().filter_map(|law| law.parse::<Law>().ok());
        laws.map(move |law| (law, law.chances(&self.fitnesses, squares)))
    }
}

/// The values of squares as a picture.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsPart {
    /// A short name.
    pub name: String,
    /// What it is called.
    #[serde(default)]
    pub title: Both,
    /// `matrix1` or `matrix2`.
    pub table: String,
}

/// What others found.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// What was measured.
    pub what: Both,
    /// What they found.
    pub theirs: Both,
    /// The part that measures it here.
    pub part: String,
    /// The arm of that part, by its short name.
    pub arm: String,
    /// What of it.
    pub measure: Measure,
    /// For one colour of the player alone: `black` or `white`.
    pub color: Option<String>,
    /// Another arm of the part: what is shown is how much more or less this one has, in percent.
    pub relative_to: Option<String>,
}

/// A position with a name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// What it is called.
    pub name: String,
    /// A board with its side to move, or moves from the start.
    pub position: String,
}

/// Who has Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorChoice {
    /// Every opening is played twice, with the colours swapped.
    #[default]
    Swapped,
    /// The player has Black in every game.
    Fixed,
}

pub(super) fn one() -> usize {
    1
}
