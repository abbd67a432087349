//! The text of an experiment, and what is wrong with it.

use std::collections::HashSet;

use serde::Deserialize;
use toml::{Table, Value};

use super::breeding::EvolutionPart;
use super::parts::{
    Comparison, GamesPart, PositionsPart, PredictionsPart, RoulettePart, WeightsPart,
};
use super::timing::{HashingPart, PerftPart};

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
    /// What a report of others found, in a few words.
    #[serde(default)]
    pub report: Both,
    /// What the answer turned out to be, where that is known.
    #[serde(default)]
    pub answer: Both,
    /// What it needs that a version may not have: an evaluator as `eval=NAME`.
    #[serde(default)]
    pub needs: Vec<String>,
    /// All random numbers come from this.
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
    /// What hash functions cost.
    #[serde(default)]
    pub hashing: Vec<HashingPart>,
    /// How fast boards find and play moves.
    #[serde(default)]
    pub perft: Vec<PerftPart>,
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
    /// Reads the text of an experiment. What its quick version has must be right too.
    pub fn read(text: &str) -> Result<Experiment, ExperimentError> {
        let read: Experiment =
            toml::from_str(text).map_err(|error| ExperimentError::of_toml(text, &error))?;
        read.check()?;
        Experiment::read_quick(text)?;
        Ok(read)
    }

    /// Reads the text of an experiment as a quick run has it: what stands in the `quick` of a part
    /// takes the place of what stands in the part, in a grid value by value.
    pub fn read_quick(text: &str) -> Result<Experiment, ExperimentError> {
        let table = quick_table(text)?;
        let read: Result<Experiment, toml::de::Error> = table.try_into();
        let read = read.map_err(|error| {
            ExperimentError::Text(format!("quick: {}", error.message().replace('\n', " ")))
        })?;
        read.check()?;
        Ok(read)
    }

    /// What decides what is done, as text: without its words, what is drawn of it, and the seed.
    pub fn essence(text: &str, quick: bool) -> Result<String, ExperimentError> {
        const WORDS: [&str; 7] =
            ["title", "question", "report", "answer", "compare", "weights", "roulette"];
        const DRAWN: [&str; 7] = ["title", "note", "measure", "split", "by", "alone", "quick"];
        let mut table = if quick { quick_table(text)? } else { table(text)? };
        WORDS.iter().chain(&["seed"]).for_each(|key| drop(table.remove(*key)));
        for part in parts(&mut table) {
            DRAWN.iter().for_each(|key| drop(part.remove(*key)));
        }
        serde_json::to_string(&table).map_err(|error| ExperimentError::Text(error.to_string()))
    }

    fn check(&self) -> Result<(), ExperimentError> {
        if self.format != FORMAT {
            return Err(ExperimentError::Format { found: self.format });
        }
        for name in std::iter::once(self.name.as_str()).chain(self.parts()) {
            let usual = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if name.is_empty() || !name.chars().all(usual) {
                let problem = "a name has lower-case letters, digits and hyphens alone";
                return Err(ExperimentError::in_part(name, problem));
            }
        }
        let mut seen = HashSet::new();
        if let Some(twice) = self.parts().find(|name| !seen.insert(*name)) {
            return Err(ExperimentError::in_part(twice, "the name stands twice"));
        }
        match self.compare.iter().find(|comparison| !seen.contains(comparison.part.as_str())) {
            Some(lost) => Err(ExperimentError::in_part(&lost.part, "there is no such part")),
            None => Ok(()),
        }
    }

    /// The names of all parts.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        let games = self.games.iter().map(|part| part.name.as_str());
        let positions = self.positions.iter().map(|part| part.name.as_str());
        let predictions = self.predictions.iter().map(|part| part.name.as_str());
        let evolution = self.evolution.iter().map(|part| part.name.as_str());
        let hashing = self.hashing.iter().map(|part| part.name.as_str());
        let perft = self.perft.iter().map(|part| part.name.as_str());
        let timed = hashing.chain(perft);
        let roulette = self.roulette.iter().map(|part| part.name.as_str());
        let weights = self.weights.iter().map(|part| part.name.as_str());
        let played = games.chain(positions).chain(predictions).chain(evolution);
        played.chain(timed).chain(roulette).chain(weights)
    }

    /// The keys of all grids.
    pub fn grid_keys(&self) -> impl Iterator<Item = &str> {
        let games = self.games.iter().flat_map(|part| part.grid.keys());
        let positions = self.positions.iter().flat_map(|part| part.grid.keys());
        games.chain(positions).map(String::as_str)
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
}

fn table(text: &str) -> Result<Table, ExperimentError> {
    toml::from_str(text).map_err(|error| ExperimentError::of_toml(text, &error))
}

fn parts(table: &mut Table) -> impl Iterator<Item = &mut Table> {
    let parts = table.iter_mut().filter_map(|(_, value)| value.as_array_mut()).flatten();
    parts.filter_map(Value::as_table_mut)
}

/// The text as a quick run has it.
fn quick_table(text: &str) -> Result<Table, ExperimentError> {
    let mut table = table(text)?;
    for part in parts(&mut table) {
        match part.remove("quick") {
            None => {}
            Some(Value::Table(quick)) => replace(part, quick),
            Some(_) => {
                let problem = "expected a table, such as { games = 10 }";
                return Err(ExperimentError::in_part("quick", problem));
            }
        }
    }
    Ok(table)
}

/// Puts new values in the place of old ones; tables within keep what is not replaced.
fn replace(old: &mut Table, new: Table) {
    for (key, value) in new {
        match (old.get_mut(&key), value) {
            (Some(Value::Table(within)), Value::Table(values)) => replace(within, values),
            (_, value) => drop(old.insert(key, value)),
        }
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
            (games("quick = { gmaes = 3 }\n"), "quick: unknown field `gmaes`"),
        ] {
            let error = Experiment::read(&text).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn a_quick_run_has_less() {
        let text =
            games("grid = { d = [1, 2, 3], e = [4] }\nquick = { games = 2, grid = { d = [1] } }\n");
        let [whole, quick] = [Experiment::read(&text), Experiment::read_quick(&text)];
        let size = |experiment: Result<Experiment, _>| {
            let part = experiment.unwrap().games.remove(0);
            (part.games, part.grid["d"].len(), part.grid["e"].len())
        };
        assert_eq!((size(whole), size(quick)), ((10, 3, 1), (2, 1, 1)));
    }

    #[test]
    fn words_do_not_make_another_experiment() {
        let essence = |text: &str, quick| Experiment::essence(text, quick).unwrap();
        let plain = games("quick = { games = 2 }\n");
        let worded =
            games("title = { en = \"t\" }\nnote = { en = \"n\" }\nquick = { games = 2 }\n");
        assert_eq!(essence(&plain, false), essence(&worded, false));
        assert_ne!(essence(&plain, false), essence(&plain, true));
        assert_eq!(essence(&games(""), false), essence(&plain, false));
        assert_ne!(essence(&games("random_plies = 3\n"), false), essence(&games(""), false));
    }

    #[test]
    fn what_is_missing_is_known() {
        let needs = "needs = [\"eval=mobility\", \"eval=nothing-like-it\", \"luck\"]";
        let text = format!("format = 1\nname = \"x\"\nseed = 1\n{needs}\n");
        let missing = Experiment::read(&text).unwrap();
        assert_eq!(missing.missing(), ["eval=nothing-like-it", "luck"]);
    }
}
