//! Grid values given on the command line.
//!
//! `KEY=VALUE` or `KEY=VALUE,VALUE` replaces the values of that key in the file, in every part and
//! in its quick version. A comma within brackets or quotes is part of the value, so that a spec
//! with options is one value.

use toml::{Table, Value};

use super::ExperimentError;

/// A key of a grid and its values, as given on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridValues {
    pub key: String,
    /// Its values, at least one.
    pub values: Vec<String>,
}

/// The text is not of the form `KEY=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` gives no value; expected KEY=VALUE or KEY=VALUE,VALUE")]
pub struct GridValuesError {
    /// The text that was given.
    pub text: String,
}

impl std::str::FromStr for GridValues {
    type Err = GridValuesError;

    fn from_str(text: &str) -> Result<GridValues, GridValuesError> {
        let wrong = || GridValuesError { text: text.to_owned() };
        let (key, values) = text.split_once('=').ok_or_else(wrong)?;
        let values: Vec<String> = values_of(values);
        if key.is_empty() || values.iter().any(String::is_empty) {
            Err(wrong())
        } else {
            Ok(GridValues { key: key.trim().to_owned(), values })
        }
    }
}

/// The form of the command line.
impl std::fmt::Display for GridValues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.key, self.values.join(","))
    }
}

/// Splits the text at its top-level commas.
fn values_of(text: &str) -> Vec<String> {
    let (mut values, mut open, mut quote) = (vec![String::new()], 0_i32, None);
    for letter in text.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => quote = Some(letter),
            (end, Some(begun)) if end == begun => quote = None,
            ('(', None) => open += 1,
            (')', None) => open -= 1,
            _ => {}
        }
        match values.last_mut() {
            Some(value) if letter != ',' || open > 0 || quote.is_some() => value.push(letter),
            _ => values.push(String::new()),
        }
    }
    values.iter().map(|value| value.trim().to_owned()).collect()
}

/// The text of an experiment with these values in its grids; unchanged if there are none. Results
/// of others are no longer compared with a part whose players have other values.
pub fn with_values(text: &str, given: &[GridValues]) -> Result<String, ExperimentError> {
    if given.is_empty() {
        return Ok(text.to_owned());
    }
    let mut table: Table = toml::from_str(text)
        .map_err(|error| ExperimentError::Text(error.message().replace('\n', " ")))?;
    let mut changed = Vec::new();
    for GridValues { key, values } in given {
        let values = Value::Array(values.iter().map(|value| of_text(value)).collect());
        let mut known = Vec::new();
        let mut used = false;
        let parts = table.iter_mut().filter_map(|(_, value)| value.as_array_mut()).flatten();
        for part in parts.filter_map(Value::as_table_mut) {
            let Some(grid) = part.get_mut("grid").and_then(Value::as_table_mut) else { continue };
            known.extend(grid.keys().cloned());
            if !grid.contains_key(key) {
                continue;
            }
            let old = grid.insert(key.clone(), values.clone());
            used = true;
            let quick = part.get_mut("quick").and_then(Value::as_table_mut);
            let grid = quick.and_then(|quick| quick.get_mut("grid")).and_then(Value::as_table_mut);
            grid.into_iter().for_each(|grid| drop(grid.remove(key)));
            let used_by_players = part.get("players").is_some_and(|specs| has_mark(specs, key));
            if old.as_ref() != Some(&values) && used_by_players {
                changed.extend(part.get("name").cloned());
            }
        }
        if !used {
            known.sort();
            known.dedup();
            return Err(ExperimentError::NoGridKey { key: key.clone(), known });
        }
    }
    if let Some(compared) = table.get_mut("compare").and_then(Value::as_array_mut) {
        compared.retain(|one| !one.get("part").is_some_and(|part| changed.contains(part)));
    }
    toml::to_string(&table).map_err(|error| ExperimentError::Text(error.to_string()))
}

/// Whether a spec has `{key}`.
fn has_mark(players: &Value, key: &str) -> bool {
    let mark = format!("{{{key}}}");
    let mut specs = players.as_array().into_iter().flatten().filter_map(Value::as_str);
    specs.any(|spec| spec.contains(&mark))
}

/// An integer if it parses as one, else a string.
fn of_text(text: &str) -> Value {
    text.parse().map_or_else(|_| Value::String(text.to_owned()), Value::Integer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;

    const TEXT: &str = r#"
format = 1
name = "x"
seed = 1
[[games]]
name = "g"
players = ["alphabeta(depth={depth}, eval={eval})"]
grid = { depth = [1, 2], eval = ["discs"] }
opponents = ["random"]
games = 2
measure = ["wins"]
quick = { games = 1, grid = { depth = [1] } }
"#;

    fn given(text: &str) -> GridValues {
        text.parse().unwrap()
    }

    #[test]
    fn commas_within_a_player_belong_to_it() {
        let read = given(r#"engine=gtp(cmd="e -l 6, x", level=3), level-2"#);
        assert_eq!(read.values, [r#"gtp(cmd="e -l 6, x", level=3)"#, "level-2"]);
        assert_eq!(given("depth=1,2").values, ["1", "2"]);
        assert_eq!(given(&read.to_string()), read);
        for wrong in ["depth", "=1", "depth=", "depth=1,,2"] {
            assert!(wrong.parse::<GridValues>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_replace_those_of_the_file_quick_or_not() {
        let text = with_values(TEXT, &[given("depth=4,5,6"), given("eval=mixed(matrix=2)")]);
        let text = text.unwrap();
        for experiment in [Experiment::read(&text), Experiment::read_quick(&text)] {
            let grid = experiment.unwrap().games.remove(0).grid;
            assert_eq!(grid["depth"], [4, 5, 6].map(Value::Integer));
            assert_eq!(grid["eval"], [Value::String("mixed(matrix=2)".to_owned())]);
        }
        assert_eq!(with_values(TEXT, &[]).unwrap(), TEXT);
        let error = with_values(TEXT, &[given("dept=3")]).unwrap_err().to_string();
        assert_eq!(error, "no grid has the key `dept`; expected one of depth, eval");
    }

    /// A result of others stays beside a player that has not changed.
    #[test]
    fn results_of_others_are_compared_with_the_same_players() {
        let text = TEXT
            .replace("\"random\"", "\"{engine}\"")
            .replace("eval =", "engine = [\"random\"], eval =");
        let compared = "[[compare]]\nwhat = { en = \"w\" }\ntheirs = { en = \"1\" }\npart = \"g\"\n\
                        arm = \"depth=1\"\nmeasure = \"wins\"\n";
        let text = format!("{text}{compared}");
        let left = |set: &str| {
            let text = with_values(&text, &[given(set)]).unwrap();
            Experiment::read(&text).unwrap().compare.len()
        };
        assert_eq!(
            ["depth=1,2", "engine=level-1", "depth=1", "eval=mobility"].map(left),
            [1, 1, 0, 0]
        );
    }
}
