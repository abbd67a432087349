//! Texts for people.

use serde::{Deserialize, Serialize};

/// A sentence in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sentence {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

impl Sentence {
    /// A sentence from its two texts.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Sentence {
        Sentence { en: en.into(), fr: fr.into() }
    }
}

impl From<othellier_spec::Words> for Sentence {
    fn from(words: othellier_spec::Words) -> Sentence {
        Sentence::new(words.en, words.fr)
    }
}
