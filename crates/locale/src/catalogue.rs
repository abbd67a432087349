//! The French of the texts that players, evaluators and their options carry in English.
//!
//! A catalogue entry is described in English where it is defined, so that a player of another crate needs
//! no French. Its French is found here by the English text, as gettext does: `locales/fr/catalogue.po`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Lang;

const FILE: &str = include_str!("../locales/fr/catalogue.po");

static FRENCH: LazyLock<HashMap<String, String>> = LazyLock::new(|| entries(FILE).collect());

/// The French of an English text of a catalogue, if it is known.
pub fn french(english: &str) -> Option<&'static str> {
    FRENCH.get(english).map(String::as_str)
}

/// A text of a catalogue in a language; English where its French is not known.
pub fn catalogue_text(lang: Lang, english: &str) -> String {
    let french = (lang == Lang::Fr).then(|| french(english)).flatten();
    french.unwrap_or(english).to_owned()
}

/// The pairs `msgid "ENGLISH"`, `msgstr "FRENCH"`, each on its own line.
fn entries(file: &'static str) -> impl Iterator<Item = (String, String)> {
    let texts = |name: &'static str| {
        let quoted = move |line: &'static str| {
            line.strip_prefix(name)?.trim().strip_prefix('"')?.strip_suffix('"')
        };
        file.lines().filter_map(quoted).map(|text| text.replace("\\\"", "\""))
    };
    texts("msgid").zip(texts("msgstr").map(|text| with_non_breaking_spaces(&text)))
}

/// French text with non-breaking spaces before `: ; ? !` and inside guillemets, as in the locale files.
fn with_non_breaking_spaces(text: &str) -> String {
    let mut text = text.replace("« ", "«\u{a0}");
    for sign in [":", ";", "?", "!", "»"] {
        text = text.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_of_the_catalogues_has_french() {
        let players = othellier_play::catalogue::<othellier_board::Eight>();
        let evaluators = othellier_eval::catalogue::<othellier_board::Eight>();
        let descriptions = players
            .iter()
            .map(|entry| entry.description)
            .chain(evaluators.iter().map(|entry| entry.description));
        let texts = descriptions
            .flat_map(|of| std::iter::once(of.about).chain(of.keys.iter().map(|key| key.about)));
        let texts: Vec<_> = texts.collect();
        assert!(texts.len() > 50);
        for text in texts {
            assert!(french(text).is_some(), "no French: {text}");
        }
    }

    #[test]
    fn every_entry_has_both_texts_once() {
        let ids = FILE.lines().filter(|line| line.starts_with("msgid")).count();
        assert_eq!(ids, FILE.lines().filter(|line| line.starts_with("msgstr")).count());
        assert_eq!(ids, FRENCH.len(), "a text stands twice");
    }

    #[test]
    fn french_punctuation_has_non_breaking_spaces() {
        let plain = "Qui ? « Lui » : un, deux ; trois";
        let set = "Qui\u{a0}? «\u{a0}Lui\u{a0}»\u{a0}: un, deux\u{a0}; trois";
        assert_eq!(with_non_breaking_spaces(plain), set);
    }

    #[test]
    fn an_unknown_text_stays_english() {
        assert_eq!(
            catalogue_text(Lang::Fr, "a player of another crate"),
            "a player of another crate"
        );
    }
}
