//! The text of an experiment, and what is wrong with it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::breeding::EvolutionPart;

/// The format of experiment files; to be raised when their meaning changes.
const FORMAT: u32 = 1;

/// Something said in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Both {
    /// In English.
    pub en: String,
    /// In French; as in English where it is empty.
    #[serde(default)]
    pub fr: String,
}

/// An experiment as it was written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The version of the format.
    pub format: u32,
    /// A short name, for files and the command line.
    pub name: String,
    /// What it is called.
    #[serde(default)]
    pub title: Both,
    /// What it asks.
    #[serde(default)]
    pub question: Both,
    /// What the answer turned out to be, where that is known.
    #[serde(default)]
    pub answer: Both,
    /// What it needs that a version may not have: an evaluator as `eval=NAME`.
    #[serde(default)]
    pub needs: Vec<String>,
    /// All dice come from this.
    pub seed: u64,
    /// Games between players.
    #[serde(default)]
    pub games: Vec<GamesPart>,
    /// Searches of single positions.
    #[serde(default)]
    pub positions: Vec<PositionsPart>,
    /// How early evaluators know who wins.
    #[serde(default)]
    pub predictions: Vec<PredictionsPart>,
    /// Weights that are bred.
    #[serde(default)]
    pub evolution: Vec<EvolutionPart>,
    /// How selections share a wheel.
    #[serde(default)]
    pub roulette: Vec<RoulettePart>,
    /// The values of squares.
    #[serde(default)]
    pub weights: Vec<WeightsPart>,
    /// What others found, to stand beside what is found here.
    #[serde(default)]
    pub compare: Vec<Comparison>,
}

/// What is drawn or listed of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Games won, with Wilson's interval.
    Wins,
    /// Points per game.
    Score,
    /// The Elo difference, from pairs.
    Elo,
    /// The difference of discs.
    Discs,
    /// What Black scores, whoever that is.
    FirstMove,
    /// How full the board is at the end.
    Occupation,
    /// How long a game takes.
    GameTime,
    /// How long a move takes.
    Time,
    /// The same by move number.
    TimeByMove,
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
    /// What a quick run has instead.
    pub quick: Option<Quick>,
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
    /// What a quick run has instead.
    pub quick: Option<Quick>,
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
    /// What a quick run has instead.
    pub quick: Option<Quick>,
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
    /// Weights `(f + 64)^k` for these k.
    #[serde(default)]
    pub powers: Vec<i32>,
    /// Weights `exp(f / t)` for these t.
    #[serde(default)]
    pub exponentials: Vec<f64>,
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

/// What a quick run has instead of what stands in the part.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quick {
    /// How many games.
    pub games: Option<usize>,
    /// How many positions of each phase.
    pub count: Option<usize>,
    /// How often each.
    pub repetitions: Option<usize>,
    /// Other values for keys of the grid.
    #[serde(default)]
    pub grid: Grid,
}

fn one() -> usize {
    1
}

/// Why a text is no experiment that can be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExperimentError {
    /// It is not TOML, or has other keys than an experiment.
    #[error("{0}")]
    Text(String),
    /// It is of another version.
    #[error("format {found} is not known; expected {FORMAT}")]
    Format {
        /// What it says.
        found: u32,
    },
    /// Something in it cannot be had.
    #[error("{part}: {problem}")]
    Part {
        /// Where it stands.
        part: String,
        /// What is wrong.
        problem: String,
    },
}

impl ExperimentError {
    /// One sentence with its line.
    fn of_toml(text: &str, error: &toml::de::Error) -> ExperimentError {
        let begin = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..begin].iter().filter(|byte| **byte == b'\n').count() + 1;
        let message = error.message().replace('\n', " ");
        ExperimentError::Text(format!("line {line}: {message}"))
    }

    pub(super) fn in_part(part: &str, problem: impl ToString) -> ExperimentError {
        ExperimentError::Part { part: part.to_owned(), problem: problem.to_string() }
    }
}

impl Experiment {
    /// Reads the text of an experiment.
    pub fn read(text: &str) -> Result<Experiment, ExperimentError> {
        let read: Experiment =
            toml::from_str(text).map_err(|error| ExperimentError::of_toml(text, &error))?;
        if read.format != FORMAT {
            return Err(ExperimentError::Format { found: read.format });
        }
        let mut seen = std::collections::HashSet::new();
        for name in std::iter::once(read.name.as_str()).chain(read.parts()) {
            let usual = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if name.is_empty() || !name.chars().all(usual) {
                let problem = "a name has lower-case letters, digits and hyphens alone";
                return Err(ExperimentError::in_part(name, problem));
            }
        }
        for name in read.parts() {
            if !seen.insert(name) {
                return Err(ExperimentError::in_part(name, "the name stands twice"));
            }
        }
        for comparison in &read.compare {
            if !seen.contains(comparison.part.as_str()) {
                return Err(ExperimentError::in_part(&comparison.part, "there is no such part"));
            }
        }
        Ok(read)
    }

    /// The names of all parts.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        let games = self.games.iter().map(|part| part.name.as_str());
        let positions = self.positions.iter().map(|part| part.name.as_str());
        let predictions = self.predictions.iter().map(|part| part.name.as_str());
        let evolution = self.evolution.iter().map(|part| part.name.as_str());
        let roulette = self.roulette.iter().map(|part| part.name.as_str());
        let weights = self.weights.iter().map(|part| part.name.as_str());
        games.chain(positions).chain(predictions).chain(evolution).chain(roulette).chain(weights)
    }

    /// What it needs that this version does not have.
    pub fn missing(&self) -> Vec<&str> {
        let had = |need: &&String| match need.strip_prefix("eval=") {
            Some(name) => othellier_eval::catalogue::<othellier_board::Eight>()
                .iter()
                .any(|entry| entry.description.name == name),
            None => false,
        };
        self.needs.iter().filter(|need| !had(need)).map(String::as_str).collect()
    }

    /// The same experiment as a quick run has it.
    pub fn quick(mut self) -> Experiment {
        fn replace(grid: &mut Grid, by: Grid) {
            by.into_iter().for_each(|(key, values)| drop(grid.insert(key, values)));
        }
        for part in &mut self.games {
            let quick = part.quick.take().unwrap_or_default();
            part.games = quick.games.unwrap_or(part.games);
            replace(&mut part.grid, quick.grid);
        }
        for part in &mut self.positions {
            let quick = part.quick.take().unwrap_or_default();
            part.count = quick.count.unwrap_or(part.count);
            part.repetitions = quick.repetitions.unwrap_or(part.repetitions);
            replace(&mut part.grid, quick.grid);
        }
        for part in &mut self.predictions {
            let quick = part.quick.take().unwrap_or_default();
            part.games = quick.games.unwrap_or(part.games);
        }
        self.evolution.iter_mut().for_each(EvolutionPart::quick);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "format = 1\nname = \"x\"\nseed = 1\n";

    fn games(rest: &str) -> String {
        format!(
            "{HEAD}[[games]]\nname = \"g\"\nplayers = [\"random\"]\nopponents = [\"random\"]\n\
             games = 10\nmeasure = [\"wins\"]\n{rest}"
        )
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, said) in [
            (
                "format = 2\nname = \"x\"\nseed = 1\n".to_owned(),
                "format 2 is not known; expected 1",
            ),
            (games("gmaes = 3\n"), "line 10: unknown field `gmaes`"),
            (games("colors = \"red\"\n"), "red"),
            (games("[[weights]]\nname = \"g\"\ntable = \"matrix1\"\n"), "g: the name stands twice"),
            (format!("{HEAD}[[weights]]\nname = \"A b\"\ntable = \"matrix1\"\n"), "lower-case"),
        ] {
            let error = Experiment::read(&text).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn a_quick_run_has_less() {
        let text =
            games("grid = { depth = [1, 2, 3] }\nquick = { games = 2, grid = { depth = [1] } }\n");
        let quick = Experiment::read(&text).unwrap().quick();
        assert_eq!((quick.games[0].games, quick.games[0].grid["depth"].len()), (2, 1));
    }

    #[test]
    fn what_is_missing_is_known() {
        let needs = "needs = [\"eval=mobility\", \"eval=nothing-like-it\", \"luck\"]";
        let text = format!("format = 1\nname = \"x\"\nseed = 1\n{needs}\n");
        let missing = Experiment::read(&text).unwrap();
        assert_eq!(missing.missing(), ["eval=nothing-like-it", "luck"]);
    }
}
