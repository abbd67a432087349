//! The keys of one section of a configuration file, taken one by one; the remaining keys are
//! unknown.

use std::ops::RangeInclusive;

use othellier_board::{Color, Eight};
use othellier_play::{TimeControl, catalogue};
use othellier_spec::Spec;

use super::error::{ConfigError, Kind, Problem};
use super::tree::{Entry, Node, Value};

/// The entries of a section that were not taken yet.
pub(super) struct Section {
    /// The prefix of its keys in messages: `board.`
    prefix: String,
    entries: Vec<Entry>,
    /// The keys that were taken, for the message about an unknown key.
    known: Vec<&'static str>,
}

impl Section {
    pub(super) fn new(entries: Vec<Entry>) -> Section {
        Section::within("", entries)
    }

    fn within(key: &str, entries: Vec<Entry>) -> Section {
        let prefix = if key.is_empty() { String::new() } else { format!("{key}.") };
        Section { prefix, entries, known: Vec::new() }
    }

    /// The value of a key, if it has one.
    pub(super) fn take(&mut self, key: &'static str) -> Option<Setting> {
        self.known.push(key);
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        let Entry { value, line, .. } = self.entries.remove(at);
        let setting = Setting { key: format!("{}{key}", self.prefix), line, value };
        (!matches!(setting.value.node, Node::Nothing)).then_some(setting)
    }

    /// The section under a key; empty if there is none.
    pub(super) fn inner(&mut self, key: &'static str) -> Result<Section, ConfigError> {
        self.take(key).map_or(Ok(Section::new(Vec::new())), Setting::section)
    }

    /// Rejects the keys that were not taken.
    pub(super) fn finish(self) -> Result<(), ConfigError> {
        let Section { entries, known, .. } = self;
        match entries.into_iter().next() {
            None => Ok(()),
            Some(Entry { key, line, .. }) => {
                Err(ConfigError { line, problem: Problem::UnknownKey { key, known } })
            }
        }
    }
}

/// The value of a key.
#[derive(Debug)]
pub(super) struct Setting {
    key: String,
    line: usize,
    value: Value,
}

impl Setting {
    pub(super) fn is(&self, key: &str) -> bool {
        self.key == key
    }

    /// The line of the key.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    pub(super) fn error(&self, problem: Problem) -> ConfigError {
        ConfigError { line: self.value.line, problem }
    }

    fn wrong_kind(&self, expected: Kind) -> ConfigError {
        self.error(Problem::WrongKind { key: self.key.clone(), expected })
    }

    pub(super) fn section(self) -> Result<Section, ConfigError> {
        self.section_or(Kind::Section)
    }

    /// Reads a section; a failure names the type that messages expect.
    pub(super) fn section_or(self, expected: Kind) -> Result<Section, ConfigError> {
        match self.value.node {
            Node::Table(entries) => Ok(Section::within(&self.key, entries)),
            _ => Err(self.wrong_kind(expected)),
        }
    }

    pub(super) fn text(self) -> Result<String, ConfigError> {
        match self.value.node {
            Node::Text(text) => Ok(text),
            _ => Err(self.wrong_kind(Kind::Text)),
        }
    }

    pub(super) fn switch(self) -> Result<bool, ConfigError> {
        match self.value.node {
            Node::Bool(value) => Ok(value),
            _ => Err(self.wrong_kind(Kind::Switch)),
        }
    }

    /// The value of a switch, if it is one.
    pub(super) fn as_switch(&self) -> Option<bool> {
        match self.value.node {
            Node::Bool(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn whole(self, range: RangeInclusive<u64>) -> Result<u64, ConfigError> {
        let Node::Whole(number) = self.value.node else { return Err(self.wrong_kind(Kind::Whole)) };
        let within = u64::try_from(number).ok().filter(|number| range.contains(number));
        within.ok_or_else(|| {
            let key = self.key.clone();
            self.error(Problem::OutOfRange { key, written: number, range })
        })
    }

    /// One of a few words.
    pub(super) fn word<T: Copy>(self, known: &[(&'static str, T)]) -> Result<T, ConfigError> {
        let written = match &self.value.node {
            Node::Text(text) => text.clone(),
            Node::Whole(number) => number.to_string(),
            _ => return Err(self.wrong_kind(Kind::Text)),
        };
        let found = known.iter().find(|(word, _)| *word == written).map(|(_, value)| *value);
        found.ok_or_else(|| {
            let (key, known) = (self.key.clone(), known.iter().map(|(word, _)| *word).collect());
            self.error(Problem::UnknownWord { key, written, known })
        })
    }

    pub(super) fn time(self) -> Result<TimeControl, ConfigError> {
        let (key, line) = (self.key.clone(), self.value.line);
        let written = self.text()?;
        let time = written.parse();
        time.map_err(|_| ConfigError { line, problem: Problem::NotATime { key, written } })
    }

    /// A player of the catalogue; its options are checked when it is built.
    pub(super) fn player(self) -> Result<Spec, ConfigError> {
        let (key, line) = (self.key.clone(), self.value.line);
        let written = self.text()?;
        let Ok(spec) = written.parse::<Spec>() else {
            return Err(ConfigError { line, problem: Problem::NotAPlayer { key, written } });
        };
        let known: Vec<_> =
            catalogue::<Eight>().iter().map(|entry| entry.description.name).collect();
        if known.contains(&spec.name.as_str()) {
            Ok(spec)
        } else {
            let written = spec.name;
            Err(ConfigError { line, problem: Problem::UnknownWord { key, written, known } })
        }
    }

    /// Black's and White's value: a list of two, or a section with a key for each, which may be
    /// missing.
    pub(super) fn pair(self) -> Result<[Option<Setting>; 2], ConfigError> {
        let Setting { key, line, value } = self;
        match value.node {
            Node::Table(entries) => {
                let mut section = Section::within(&key, entries);
                let pair = [section.take("black"), section.take("white")];
                section.finish()?;
                Ok(pair)
            }
            Node::List(values) if values.len() == 2 => {
                let mut sides = values.into_iter().zip(Color::ALL).map(|(value, color)| {
                    let key = format!("{key} ({color})");
                    Setting { key, line: value.line, value }
                });
                Ok([sides.next(), sides.next()])
            }
            _ => {
                let problem = Problem::WrongKind { key, expected: Kind::Pair };
                Err(ConfigError { line: line.max(value.line), problem })
            }
        }
    }
}

/// Both values of a pair, each parsed in the same way.
pub(super) fn both<T>(
    setting: Option<Setting>,
    read: impl Fn(Setting) -> Result<T, ConfigError>,
) -> Result<[Option<T>; 2], ConfigError> {
    let [black, white] = setting.map(Setting::pair).transpose()?.unwrap_or_default();
    Ok([black.map(&read).transpose()?, white.map(&read).transpose()?])
}

/// One setting under either of two keys; an error if both are given.
pub(super) fn either(
    one: Option<Setting>,
    other: Option<Setting>,
) -> Result<Option<Setting>, ConfigError> {
    match (one, other) {
        (Some(one), Some(other)) => {
            let [first, second] = if one.line <= other.line { [one, other] } else { [other, one] };
            let keys = Problem::GivenTwice { first: first.key, second: second.key.clone() };
            Err(ConfigError { line: second.line, problem: keys })
        }
        (one, other) => Ok(one.or(other)),
    }
}
