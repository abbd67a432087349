//! The players of a tournament as they are written: on a command line or in a file.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use othellier_platform::file::{FileError, read_text};
use othellier_spec::{ParseSpecError, Spec};
use serde::Deserialize;

use super::Participant;

/// A player as given: `SPEC` or `NAME=SPEC`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, if there is one.
    pub name: Option<String>,
    pub spec: Spec,
}

/// Why a text is not an [`Entry`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseEntryError {
    /// The name before the equals sign is empty.
    #[error("expected a player, or a name, an equals sign and a player")]
    NoName,
    #[error(transparent)]
    Spec(#[from] ParseSpecError),
}

/// Why a file of players cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EntriesError {
    #[error(transparent)]
    File(#[from] FileError),
    /// It is wrong TOML, or has other keys.
    #[error("{}{message}", line.map_or(String::new(), |line| format!("line {line}: ")))]
    Toml {
        /// The line, from 1.
        line: Option<usize>,
        message: String,
    },
    /// A spec in it is wrong.
    #[error(transparent)]
    Spec(#[from] ParseSpecError),
}

impl FromStr for Entry {
    type Err = ParseEntryError;

    fn from_str(text: &str) -> Result<Entry, ParseEntryError> {
        // Options are in brackets, so an equals sign before the first bracket ends a name.
        let (name, spec) = match text.split_once('=') {
            Some((name, spec)) if !name.contains('(') => (Some(name.trim().to_owned()), spec),
            _ => (None, text),
        };
        if name.as_ref().is_some_and(String::is_empty) {
            Err(ParseEntryError::NoName)
        } else {
            Ok(Entry { name, spec: spec.parse()? })
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name}={}", self.spec),
            None => self.spec.fmt(f),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntriesFile {
    players: Vec<FileEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEntry {
    name: Option<String>,
    spec: String,
}

/// The size limit of a file of players.
const MAX_BYTES: u64 = 1 << 20;

impl Entry {
    /// Reads a TOML file of `[[players]]`, each with a `spec` and optionally a `name`.
    pub fn read_file(path: &Path) -> Result<Vec<Entry>, EntriesError> {
        Entry::read_text(&read_text(path, MAX_BYTES)?)
    }

    /// Reads the text of such a file.
    pub fn read_text(text: &str) -> Result<Vec<Entry>, EntriesError> {
        let file: EntriesFile = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
        let entry = |player: FileEntry| Ok(Entry { name: player.name, spec: player.spec.parse()? });
        file.players.into_iter().map(entry).collect()
    }

    /// Gives each player a unique name: by default its spec, numbered if it is used already.
    pub fn participants(entries: Vec<Entry>) -> Vec<Participant> {
        let mut participants: Vec<Participant> = Vec::new();
        for Entry { name, spec } in entries {
            let wanted = name.unwrap_or_else(|| spec.to_string());
            let is_free =
                |name: &String| participants.iter().all(|participant| participant.name != *name);
            let numbered = (2..).map(|number| format!("{wanted} #{number}"));
            let name = std::iter::once(wanted.clone()).chain(numbered).find(is_free);
            participants.push(Participant { name: name.expect("some number is free"), spec });
        }
        participants
    }
}

fn toml_error(text: &str, error: &toml::de::Error) -> EntriesError {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| before.matches('\n').count() + 1);
    let message = error.message();
    let message = message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    EntriesError::Toml { line, message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &[&str]) -> Vec<String> {
        let entries = words.iter().map(|text| text.parse().unwrap()).collect();
        Entry::participants(entries).into_iter().map(|participant| participant.name).collect()
    }

    #[test]
    fn names_are_unique() {
        let found = names(&["random", "random", "a=pvs(depth=2)", "pvs(depth=2)", "random"]);
        assert_eq!(found, ["random", "random #2", "a", "pvs(depth=2)", "random #3"]);
        assert_eq!("=random".parse::<Entry>(), Err(ParseEntryError::NoName));
        assert!("a=".parse::<Entry>().is_err());
    }

    #[test]
    fn a_file_is_read_or_refused_with_the_line() {
        let text = "[[players]]\nname = 'one'\nspec = 'random'\n[[players]]\nspec = 'pvs(depth=1)'";
        assert_eq!(Entry::read_text(text).unwrap().len(), 2);
        let wrong = Entry::read_text("[[players]]\nspec = 'random'\nlevel = 3").unwrap_err();
        assert!(wrong.to_string().starts_with("line 3: "), "{wrong}");
        assert!(Entry::read_text("[[players]]\nspec = '('").is_err());
        assert!(Entry::read_text("").is_err());
    }
}
