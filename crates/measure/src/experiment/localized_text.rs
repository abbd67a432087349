//! Texts of an experiment file in both languages.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A text in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalizedText {
    pub en: String,
    /// In French; if empty, the English text is used.
    #[serde(default)]
    pub fr: String,
}

impl LocalizedText {
    /// The text in the language with this tag (`en`, `fr`); in English if there is none.
    pub fn tagged(&self, tag: &str) -> &str {
        match tag {
            "fr" if !self.fr.is_empty() => &self.fr,
            _ => &self.en,
        }
    }

    /// Replaces `{key}` by the value of each key.
    pub(super) fn fill(&mut self, values: &BTreeMap<String, String>) {
        for (key, value) in values {
            let mark = format!("{{{key}}}");
            [&mut self.en, &mut self.fr].into_iter().for_each(|t| *t = t.replace(&mark, value));
        }
    }
}
