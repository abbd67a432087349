//! The parts of an experiment, as written in its file.
//!
//! A part that takes time may have a table `quick`: keys that replace its own in a quick run.

use std::collections::BTreeMap;

use othellier_board::{Eight, Size};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::localized_text::LocalizedText;
use crate::evolve::Law;

/// A figure or a table of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Games won, with Wilson's interval.
    Wins,
    /// Games drawn, with Wilson's interval.
    Draws,
    /// Games lost, with Wilson's interval.
    Losses,
    Score,
    /// The Elo difference, from pairs.
    Elo,
    Discs,
    /// The player's score with Black and with White; if it has Black in every game, Black's score.
    FirstMove,
    /// Results by the colour that made the last move of the game.
    LastMove,
    /// Whose discs are on the board at the end, with Black and with White.
    Occupation,
    /// How long a game takes.
    GameTime,
    /// The speedup of a search over the smallest value of `by`.
    Speedup,
    Time,
    /// Mean time by move number.
    TimeByMove,
    /// Median time by move number, robust against a few moves delayed by other work on the machine.
    MedianTimeByMove,
    Nodes,
    NodesByMove,
    PeakMemory,
    /// Peak memory by move number.
    PeakMemoryByMove,
    /// All memory allocated, whether freed or not.
    CumulatedMemory,
    /// Memory kept after a move.
    LiveMemory,
    /// Hit rate of the transposition table.
    TableHits,
    /// Collision rate of the transposition table.
    TableCollisions,
    /// Fill of the transposition table.
    TableFill,
    /// Who owns each square at the end.
    Squares,
}

/// The values of the varied options: `{key}` in a spec stands for each of them.
pub type Grid = BTreeMap<String, Vec<toml::Value>>;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesPart {
    pub name: String,
    #[serde(default)]
    pub title: LocalizedText,
    /// Specs, with `{key}` for the varied options.
    pub players: Vec<String>,
    /// The varied options and their values.
    #[serde(default)]
    pub grid: Grid,
    /// The opponents; each player meets each of them.
    pub opponents: Vec<String>,
    /// Games of each player against each opponent.
    pub games: usize,
    #[serde(default)]
    pub colors: ColorChoice,
    /// Random plies at the start of games.
    #[serde(default)]
    pub random_plies: usize,
    /// Openings, one per line, instead of random plies.
    pub openings: Option<String>,
    /// The time limit per move, such as `1s`.
    pub time_per_move: Option<String>,
    /// Stop early by SPRT between these two Elo differences.
    pub sprt: Option<[f64; 2]>,
    pub measure: Vec<Measure>,
    /// The key of the grid whose values are bars of one group, or separate figures if there are
    /// lines.
    pub split: Option<String>,
    /// The key of the grid on the horizontal axis: lines instead of bars.
    pub by: Option<String>,
    /// A note for the reader of the results.
    #[serde(default)]
    pub note: LocalizedText,
    /// Only read by [`Experiment::read_quick`](super::Experiment::read_quick).
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionsPart {
    pub name: String,
    #[serde(default)]
    pub title: LocalizedText,
    /// Specs, with `{key}` for the varied options.
    pub players: Vec<String>,
    /// The varied options and their values.
    #[serde(default)]
    pub grid: Grid,
    /// Phases of the game: the number of random plies that lead there.
    #[serde(default)]
    pub phases: BTreeMap<String, usize>,
    #[serde(default = "one")]
    pub count: usize,
    /// Positions by name: a board with its side to move, or moves from the start.
    #[serde(default)]
    pub list: Vec<NamedPosition>,
    /// Repetitions of each search, for its time.
    #[serde(default = "one")]
    pub repetitions: usize,
    pub measure: Vec<Measure>,
    /// The key of the grid on the horizontal axis.
    pub by: Option<String>,
    /// A note for the reader of the results.
    #[serde(default)]
    pub note: LocalizedText,
    /// Whether its searches run one at a time, so that other searches do not disturb their times.
    /// If a player has several threads they always do.
    #[serde(default)]
    pub alone: bool,
    /// Only read by [`Experiment::read_quick`](super::Experiment::read_quick).
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

/// How early evaluators predict the winner: games are played, and after each move each evaluator
/// says which side is ahead.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredictionsPart {
    pub name: String,
    #[serde(default)]
    pub title: LocalizedText,
    pub evaluators: Vec<String>,
    /// The player of the games, against itself; empty where they are those of a file.
    #[serde(default)]
    pub player: String,
    /// A file or folder of games, in any format, in place of the player: its first finished games.
    #[serde(default)]
    pub file: Option<String>,
    pub games: usize,
    /// Random plies at their start; plies of a file that are not evaluated.
    #[serde(default)]
    pub random_plies: usize,
    /// Only read by [`Experiment::read_quick`](super::Experiment::read_quick).
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

/// The shares of individuals under several laws of roulette-wheel selection.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoulettePart {
    pub name: String,
    #[serde(default)]
    pub title: LocalizedText,
    /// The fitness of each individual: mean final disc differences.
    pub fitnesses: Vec<f64>,
    /// The laws by which shares grow with fitness: `power:4`, `exp:20`.
    pub laws: Vec<String>,
}

impl RoulettePart {
    /// The shares under each law. A plan has only laws that parse.
    pub fn wheels(&self) -> impl Iterator<Item = (Law, Vec<f64>)> + '_ {
        let squares = u32::from(Eight::SQUARES);
        let laws = self.laws.iter().filter_map(|law| law.parse::<Law>().ok());
        laws.map(move |law| (law, law.probabilities(&self.fitnesses, squares)))
    }
}

/// A table of square weights as a figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsPart {
    pub name: String,
    #[serde(default)]
    pub title: LocalizedText,
    /// `matrix1` or `matrix2`.
    pub table: String,
}

/// A statement of a report of others: where, in its own words, and in ours.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The title of the report.
    pub source: String,
    /// Its section and figures, such as `§3.2.2, fig. 14–16`.
    #[serde(default)]
    pub place: String,
    /// A quotation, in the language of the report.
    #[serde(default)]
    pub quote: String,
    #[serde(default)]
    pub says: LocalizedText,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    pub what: LocalizedText,
    pub theirs: LocalizedText,
    /// The part that measures the same here.
    pub part: String,
    /// The arm of that part, by its short name.
    pub arm: String,
    pub measure: Measure,
    /// Only the games in which the player has this colour, `black` or `white`: for wins, occupation
    /// and game time.
    pub color: Option<String>,
    /// Another arm of the part: the difference to it is shown, in percent.
    pub relative_to: Option<String>,
}

/// A position with a name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedPosition {
    pub name: String,
    /// A board with its side to move, or moves from the start.
    pub position: String,
}

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
