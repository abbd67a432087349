//! Texts for people.

use serde::{Deserialize, Serialize};

/// Finds the French of an English text of a catalogue. Handed in by the edge, which knows languages.
pub type Translate = fn(&str) -> Option<&'static str>;

/// A sentence in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sentence {
    pub en: String,
    pub fr: String,
}

impl Sentence {
    /// A sentence from its two texts.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Sentence {
        Sentence { en: en.into(), fr: fr.into() }
    }

    /// An English text with its French, if it is known; else English twice.
    pub fn translated(english: &str, french: Translate) -> Sentence {
        Sentence::new(english, french(english).unwrap_or(english))
    }
}

/// The English text, then the French.
impl From<[String; 2]> for Sentence {
    fn from([en, fr]: [String; 2]) -> Sentence {
        Sentence { en, fr }
    }
}
