//! The catalogues of players and evaluators.

use othellier_spec::Description;
use serde::{Deserialize, Serialize};

use crate::{Sentence, Translate};

/// A player or an evaluator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Entry {
    /// The name of its spec.
    pub name: String,
    pub about: Sentence,
    /// The player that a named level stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<String>,
    pub keys: Vec<Key>,
}

/// An option of a player or an evaluator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Key {
    /// Its name in a spec.
    pub name: String,
    /// Its default value; empty if there is none.
    pub default: String,
    /// One line of description, with the accepted values.
    pub about: Sentence,
}

/// A catalogue, under the name of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum EntryList {
    Players { players: Vec<Entry> },
    Evaluators { evaluators: Vec<Entry> },
}

impl Entry {
    /// An entry of a catalogue.
    pub fn new(description: &Description, stands_for: Option<&str>, french: Translate) -> Entry {
        let key = |key: &othellier_spec::Key| Key {
            name: key.name.to_owned(),
            default: key.default.to_owned(),
            about: Sentence::translated(key.about, french),
        };
        Entry {
            name: description.name.to_owned(),
            about: Sentence::translated(description.about, french),
            stands_for: stands_for.map(str::to_owned),
            keys: description.keys.iter().map(key).collect(),
        }
    }
}
