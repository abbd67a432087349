//! Reads and checks the text of an experiment.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use toml::{Table, Value};

use super::PartProblem;
use super::breeding::EvolutionPart;
use super::localized_text::LocalizedText;
use super::parts::{
    Comparison, GamesPart, Grid, PositionsPart, PredictionsPart, RoulettePart, Statement,
    WeightsPart,
};
use super::timing::{HashingPart, PerftPart};

/// The version of the experiment file format; raised when its meaning changes.
pub const FORMAT: u32 = 1;

/// An experiment as written in its file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The version of the format.
    pub format: u32,
    /// A short name, for files and the command line.
    pub name: String,
    #[serde(default)]
    pub title: LocalizedText,
    /// The question it answers. `{key}` stands for the values of a grid, `{games}` for the number
    /// of games, here and in the titles and notes of parts.
    #[serde(default)]
    pub question: LocalizedText,
    /// Statements of reports of others about it.
    #[serde(default)]
    pub report: Vec<Statement>,
    #[serde(default)]
    pub answer: LocalizedText,
    /// The [fingerprint](Experiment::fingerprint) of the run from which the conclusion was drawn.
    /// The report of another run does not show it.
    #[serde(default)]
    pub measured: String,
    /// Requirements that may be missing: an evaluator as `eval=NAME`, a file as `file=PATH`.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The seed of every RNG.
    pub seed: u64,
    #[serde(default)]
    pub games: Vec<GamesPart>,
    #[serde(default)]
    pub positions: Vec<PositionsPart>,
    /// How early evaluators predict the winner.
    #[serde(default)]
    pub predictions: Vec<PredictionsPart>,
    /// Weights bred by a genetic algorithm.
    #[serde(default)]
    pub evolution: Vec<EvolutionPart>,
    /// The speed of hash functions.
    #[serde(default)]
    pub hashing: Vec<HashingPart>,
    /// The speed of board representations, by perft.
    #[serde(default)]
    pub perft: Vec<PerftPart>,
    /// The shares of roulette-wheel selections.
    #[serde(default)]
    pub roulette: Vec<RoulettePart>,
    #[serde(default)]
    pub weights: Vec<WeightsPart>,
    /// Results of others, to be compared with the results here.
    #[serde(default)]
    pub compare: Vec<Comparison>,
}

/// Why an experiment cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExperimentError {
    /// It is not TOML, or has keys that an experiment does not have.
    #[error("line {line}: {message}")]
    Toml {
        /// The line, from 1.
        line: usize,
        /// The message of the parser.
        message: String,
    },
    /// Its quick version has keys that an experiment does not have.
    #[error("quick: {message}")]
    Quick {
        /// The message of the parser.
        message: String,
    },
    /// A value is given for a key that no grid has.
    #[error("no grid has the key `{key}`; {}", one_of(known))]
    NoGridKey {
        key: String,
        /// The keys of all grids, sorted.
        known: Vec<String>,
    },
    /// It cannot be read or written as text.
    #[error("{0}")]
    Text(String),
    /// It has another format version.
    #[error("format {found} is not known; expected {FORMAT}")]
    Format {
        /// The version in the file.
        found: u32,
    },
    /// A part of it is invalid.
    #[error("{part}: {problem}")]
    Part {
        /// The name of the part.
        part: String,
        problem: Box<PartProblem>,
    },
}

fn one_of(known: &[String]) -> String {
    if known.is_empty() {
        "it has no grid".to_owned()
    } else {
        format!("expected one of {}", known.join(", "))
    }
}

impl ExperimentError {
    /// A one-line message with the line number.
    fn of_toml(text: &str, error: &toml::de::Error) -> ExperimentError {
        let begin = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..begin].iter().filter(|byte| **byte == b'\n').count() + 1;
        let message = error.message().replace('\n', " ");
        ExperimentError::Toml { line, message }
    }

    pub(super) fn in_part(part: &str, problem: impl Into<PartProblem>) -> ExperimentError {
        ExperimentError::Part { part: part.to_owned(), problem: Box::new(problem.into()) }
    }
}

impl Experiment {
    /// Reads the text of an experiment and checks its quick version too.
    pub fn read(text: &str) -> Result<Experiment, ExperimentError> {
        let read: Experiment =
            toml::from_str(text).map_err(|error| ExperimentError::of_toml(text, &error))?;
        read.check()?;
        Experiment::read_quick(text)?;
        Ok(read.with_settings_in_texts())
    }

    /// Reads the quick version of an experiment: the keys in the `quick` table of a part replace
    /// those of the part, in a grid key by key.
    pub fn read_quick(text: &str) -> Result<Experiment, ExperimentError> {
        let table = quick_table(text)?;
        let read: Result<Experiment, toml::de::Error> = table.try_into();
        let read = read.map_err(|error| ExperimentError::Quick {
            message: error.message().replace('\n', " "),
        })?;
        read.check()?;
        Ok(read.with_settings_in_texts())
    }

    /// Fills the settings into the texts that describe the run, so that they always state those of
    /// the run. In the question, a key is that of the first part that has it.
    fn with_settings_in_texts(mut self) -> Experiment {
        let mut all = BTreeMap::new();
        let mut fill = |values: BTreeMap<String, String>, texts: [&mut LocalizedText; 2]| {
            texts.into_iter().for_each(|text| text.fill(&values));
            for (key, value) in values {
                all.entry(key).or_insert(value);
            }
        };
        for part in &mut self.games {
            let mut values = listed_values(&part.grid);
            values.insert("games".to_owned(), part.games.to_string());
            fill(values, [&mut part.title, &mut part.note]);
        }
        for part in &mut self.positions {
            fill(listed_values(&part.grid), [&mut part.title, &mut part.note]);
        }
        self.question.fill(&all);
        self
    }

    /// The content that determines the work, as text: without descriptions, display settings and
    /// seed.
    pub fn essence(text: &str, quick: bool) -> Result<String, ExperimentError> {
        let mut table = settings_table(text, quick)?;
        ["weights", "roulette", "seed"].iter().for_each(|key| drop(table.remove(*key)));
        as_json(&table)
    }

    /// A hash of everything that determines the results, the seed included; descriptions and
    /// display settings do not. A conclusion names that of the run from which it was drawn.
    pub fn fingerprint(text: &str, quick: bool, seed: u64) -> Result<String, ExperimentError> {
        let mut table = settings_table(text, quick)?;
        table.insert("seed".to_owned(), Value::String(seed.to_string()));
        Ok(fingerprint(&as_json(&table)?))
    }

    fn check(&self) -> Result<(), ExperimentError> {
        if self.format != FORMAT {
            return Err(ExperimentError::Format { found: self.format });
        }
        for name in std::iter::once(self.name.as_str()).chain(self.parts()) {
            let usual = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if name.is_empty() || !name.chars().all(usual) {
                return Err(ExperimentError::in_part(name, PartProblem::Name));
            }
        }
        let mut seen = HashSet::new();
        if let Some(twice) = self.parts().find(|name| !seen.insert(*name)) {
            return Err(ExperimentError::in_part(twice, PartProblem::NameTwice));
        }
        match self.compare.iter().find(|comparison| !seen.contains(comparison.part.as_str())) {
            Some(lost) => Err(ExperimentError::in_part(&lost.part, PartProblem::NoPart)),
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

    /// The requirements that are missing here.
    pub fn missing(&self) -> Vec<&str> {
        let had = |need: &&String| match need.split_once('=') {
            Some(("eval", name)) => othellier_eval::catalogue::<othellier_board::Eight>()
                .iter()
                .any(|entry| entry.description.name == name),
            Some(("file", path)) => std::path::Path::new(path).exists(),
            _ => false,
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

/// The values of each key of a grid: `1, 2`.
fn listed_values(grid: &Grid) -> BTreeMap<String, String> {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let listed = |values: &Vec<Value>| values.iter().map(shown).collect::<Vec<_>>().join(", ");
    grid.iter().map(|(key, values)| (key.clone(), listed(values))).collect()
}

/// The TOML table without descriptions and display settings.
fn settings_table(text: &str, quick: bool) -> Result<Table, ExperimentError> {
    const DESCRIPTIONS: [&str; 6] =
        ["title", "question", "report", "answer", "measured", "compare"];
    const DISPLAY: [&str; 7] = ["title", "note", "measure", "split", "by", "alone", "quick"];
    let mut table = if quick { quick_table(text)? } else { table(text)? };
    DESCRIPTIONS.iter().for_each(|key| drop(table.remove(*key)));
    for part in parts(&mut table) {
        DISPLAY.iter().for_each(|key| drop(part.remove(*key)));
    }
    Ok(table)
}

fn as_json(table: &Table) -> Result<String, ExperimentError> {
    serde_json::to_string(table).map_err(|error| ExperimentError::Text(error.to_string()))
}

/// The FNV-1a hash of a text.
pub(super) fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The TOML table of the quick version.
fn quick_table(text: &str) -> Result<Table, ExperimentError> {
    let mut table = table(text)?;
    for part in parts(&mut table) {
        match part.remove("quick") {
            None => {}
            Some(Value::Table(quick)) => replace(part, quick),
            Some(_) => {
                return Err(ExperimentError::in_part("quick", PartProblem::NotATable));
            }
        }
    }
    Ok(table)
}

/// Replaces old values by new ones; nested tables keep the keys that are not replaced.
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
    fn errors_name_the_problem() {
        for (text, said) in [
            (
                "format = 2\nname = \"x\"\nseed = 1\n".to_owned(),
                "format 2 is not known; expected 1",
            ),
            (games("gmaes = 3\n"), "line 10: unknown field `gmaes`"),
            (games("colors = \"red\"\n"), "red"),
            (
                games("[[weights]]\nname = \"g\"\ntable = \"matrix1\"\n"),
                "g: the name is used twice",
            ),
            (format!("{HEAD}[[weights]]\nname = \"A b\"\ntable = \"matrix1\"\n"), "lower-case"),
            (games("quick = { gmaes = 3 }\n"), "quick: unknown field `gmaes`"),
        ] {
            let error = Experiment::read(&text).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn a_quick_version_replaces_keys() {
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
    fn descriptions_do_not_change_the_essence() {
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
    fn what_is_missing_is_listed() {
        let needs = "needs = [\"eval=mobility\", \"file=Cargo.toml\", \"eval=nothing-like-it\", \
                     \"file=/nowhere.wtb\", \"luck\"]";
        let text = format!("format = 1\nname = \"x\"\nseed = 1\n{needs}\n");
        let missing = Experiment::read(&text).unwrap();
        assert_eq!(missing.missing(), ["eval=nothing-like-it", "file=/nowhere.wtb", "luck"]);
    }
}
