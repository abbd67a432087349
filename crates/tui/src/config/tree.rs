//! A configuration file as a tree of values with their lines, parsed from TOML or YAML.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, Language, Problem};

/// More than any configuration needs; stops YAML aliases that expand exponentially.
const MAX_NODES: usize = 10_000;

/// A value and its line, from 1.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) line: usize,
    pub(super) node: Node,
}

#[derive(Debug)]
pub(super) enum Node {
    Nothing,
    Bool(bool),
    Whole(i128),
    Text(String),
    List(Vec<Value>),
    Table(Vec<Entry>),
    /// A float or a date: no setting has this type.
    Other,
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) line: usize,
    pub(super) value: Value,
}

/// The entries of a text in TOML.
pub(super) fn of_toml(text: &str) -> Result<Vec<Entry>, ConfigError> {
    let lines = Lines::of(text);
    match DeTable::parse(text) {
        Ok(table) => Ok(entries(table.get_ref(), &lines)),
        Err(error) => {
            let line = error.span().map_or(1, |span| lines.at(span.start));
            let problem = if error.message().contains("duplicate key") {
                Problem::Repeated { written: shown(text, line) }
            } else {
                Problem::Syntax { language: Language::Toml, written: shown(text, line) }
            };
            Err(ConfigError { line, problem })
        }
    }
}

fn entries(table: &DeTable<'_>, lines: &Lines) -> Vec<Entry> {
    let mut entries: Vec<_> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            line: lines.at(key.span().start),
            value: of_toml_value(value, lines),
        })
        .collect();
    // The table is sorted by key, but the first error of a file is the one to report.
    entries.sort_by_key(|entry| entry.line);
    entries
}

fn of_toml_value(value: &toml::Spanned<DeValue<'_>>, lines: &Lines) -> Value {
    let node = match value.get_ref() {
        DeValue::Boolean(value) => Node::Bool(*value),
        DeValue::String(text) => Node::Text(text.to_string()),
        DeValue::Integer(number) => {
            let number = i128::from_str_radix(number.as_str(), number.radix());
            number.map_or(Node::Other, Node::Whole)
        }
        DeValue::Array(values) => {
            Node::List(values.iter().map(|value| of_toml_value(value, lines)).collect())
        }
        DeValue::Table(table) => Node::Table(entries(table, lines)),
        DeValue::Float(_) | DeValue::Datetime(_) => Node::Other,
    };
    Value { line: lines.at(value.span().start), node }
}

/// The offsets of the lines of a text.
struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Lines {
        Lines { starts: text.match_indices('\n').map(|(at, _)| at + 1).collect() }
    }

    /// The line of a byte, from 1.
    fn at(&self, byte: usize) -> usize {
        1 + self.starts.partition_point(|start| *start <= byte)
    }
}

/// The entries of a text in YAML.
pub(super) fn of_yaml(text: &str) -> Result<Vec<Entry>, ConfigError> {
    let is_empty = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    if text.lines().all(is_empty) {
        return Ok(Vec::new());
    }
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_nodes: MAX_NODES },
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: MAX_NODES },
        with_snippet: false,
    };
    let syntax = |line| ConfigError {
        line,
        problem: Problem::Syntax { language: Language::Yaml, written: shown(text, line) },
    };
    let value: Value = serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let line = error.location().map_or(1, |location| location.line() as usize);
        match error {
            serde_saphyr::Error::DuplicateMappingKey { .. } => {
                ConfigError { line, problem: Problem::Repeated { written: shown(text, line) } }
            }
            _ => syntax(line),
        }
    })?;
    match value.node {
        Node::Table(entries) => Ok(entries),
        Node::Nothing => Ok(Vec::new()),
        _ => Err(syntax(value.line)),
    }
}

/// The line with the error, truncated for quoting.
fn shown(text: &str, line: usize) -> String {
    const LONGEST: usize = 40;
    let written = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim();
    match written.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &written[..at]),
        None => written.to_owned(),
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        let spanned = Spanned::<Node>::deserialize(deserializer)?;
        Ok(Value { line: spanned.referenced.line() as usize, node: spanned.value })
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Nothing)
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Nothing)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Whole(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Whole(number.into()))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element()? {
            list.push(value);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut table = Vec::new();
        while let Some((key, value)) = entries.next_entry::<Spanned<String>, Value>()? {
            let line = key.referenced.line() as usize;
            table.push(Entry { key: key.value, line, value });
        }
        Ok(Node::Table(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every key with its line.
    fn keys(entries: &[Entry]) -> Vec<(String, usize)> {
        let mut keys = Vec::new();
        for entry in entries {
            keys.push((entry.key.clone(), entry.line));
            if let Node::Table(inner) = &entry.value.node {
                keys.extend(self::keys(inner));
            }
        }
        keys
    }

    #[test]
    fn both_languages_give_the_same_tree_with_its_lines() {
        let toml = "# one\nsize = 6\n\n[names]\nblack = \"Alice\"\n";
        let yaml = "# one\nsize: 6\n\nnames:\n  black: Alice\n";
        let expected = [("size", 2), ("names", 4), ("black", 5)];
        let expected = expected.map(|(key, line)| (key.to_owned(), line));
        assert_eq!(keys(&of_toml(toml).unwrap()), expected);
        assert_eq!(keys(&of_yaml(yaml).unwrap()), expected);
    }

    #[test]
    fn a_file_of_comments_is_empty() {
        for text in ["", "# nothing\n", "\n  # nothing\n\n"] {
            assert!(of_yaml(text).unwrap().is_empty() && of_toml(text).unwrap().is_empty());
        }
        assert!(of_yaml("---\n").unwrap().is_empty());
    }

    #[test]
    fn exponential_files_are_refused() {
        let bomb = "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n".to_owned();
        let bomb = "abcdefgh".chars().zip("bcdefghi".chars()).fold(bomb, |bomb, (one, next)| {
            format!("{bomb}{next}: &{next} [{}]\n", format!("*{one}, ").repeat(10))
        });
        assert!(of_yaml(&bomb).is_err());
        assert!(of_yaml(&"[".repeat(100_000)).is_err());
        assert!(of_toml(&format!("a = {}", "[".repeat(100_000))).is_err());
    }
}
