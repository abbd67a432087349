//! Errors in a configuration file, and their messages.

use std::fmt;
use std::ops::RangeInclusive;

use othellier_board::Color;
use othellier_locale::{Lang, nearest, tr};

/// An error and its line, from 1.
#[derive(Debug)]
pub struct ConfigError {
    pub(super) line: usize,
    pub(super) problem: Problem,
}

/// The language of a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Language {
    Toml,
    Yaml,
}

#[derive(Debug)]
pub(super) enum Problem {
    /// The line is not valid TOML or YAML.
    Syntax {
        language: Language,
        written: String,
    },
    Repeated {
        written: String,
    },
    /// One setting is given by two keys.
    GivenTwice {
        first: String,
        second: String,
    },
    /// There is no such key.
    UnknownKey {
        key: String,
        known: Vec<&'static str>,
    },
    /// The value has another type.
    WrongKind {
        key: String,
        expected: Kind,
    },
    /// The number is too small or too large.
    OutOfRange {
        key: String,
        written: i128,
        range: RangeInclusive<u64>,
    },
    /// The key does not accept this word.
    UnknownWord {
        key: String,
        written: String,
        known: Vec<&'static str>,
    },
    /// The text is not a time control.
    NotATime {
        key: String,
        written: String,
    },
    /// The text is not a player spec.
    NotAPlayer {
        key: String,
        written: String,
    },
    /// A key of the student reports that needs `mode`, without it.
    NeedsMode {
        key: &'static str,
    },
    /// A mode of the student reports that needs a table of square values, without one.
    NeedsTable {
        mode: u8,
        color: Color,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Whole,
    Text,
    Switch,
    Pair,
    Section,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for ConfigError {}

impl ConfigError {
    /// The message, with its line.
    pub fn message(&self, lang: Lang) -> String {
        let why = self.problem.message(lang);
        tr!(lang, "config-line", line = self.line.to_string(), why = why)
    }
}

impl Problem {
    fn message(&self, lang: Lang) -> String {
        match self {
            Problem::Syntax { language, written } => {
                let language = match language {
                    Language::Toml => "TOML",
                    Language::Yaml => "YAML",
                };
                tr!(lang, "config-syntax", language = language, written = written.as_str())
            }
            Problem::Repeated { written } => {
                tr!(lang, "config-repeated", written = written.as_str())
            }
            Problem::GivenTwice { first, second } => {
                tr!(lang, "config-given-twice", first = first.as_str(), second = second.as_str())
            }
            Problem::UnknownKey { key, known } => {
                let near = nearest(key, known.iter().copied()).unwrap_or_default();
                let (key, known) = (key.as_str(), known.join(", "));
                tr!(lang, "config-unknown-key", key = key, near = near, known = known)
            }
            Problem::WrongKind { key, expected } => {
                let expected = lang.text(match expected {
                    Kind::Whole => "expected-whole",
                    Kind::Text => "expected-text",
                    Kind::Switch => "expected-switch",
                    Kind::Pair => "expected-pair",
                    Kind::Section => "expected-section",
                });
                tr!(lang, "config-wrong-kind", key = named(lang, key), expected = expected)
            }
            Problem::OutOfRange { key, written, range } => {
                let (low, high) = (range.start().to_string(), range.end().to_string());
                let expected = match *range.end() {
                    u64::MAX => tr!(lang, "expected-from", low = low),
                    _ => tr!(lang, "expected-within", low = low, high = high),
                };
                bad_value(lang, key, &written.to_string(), expected)
            }
            Problem::UnknownWord { key, written, known } => {
                let expected = tr!(lang, "expected-one-of", words = known.join(", "));
                bad_value(lang, key, written, expected)
            }
            Problem::NotATime { key, written } => {
                bad_value(lang, key, written, lang.text("expected-clock"))
            }
            Problem::NotAPlayer { key, written } => {
                bad_value(lang, key, written, lang.text("expected-player"))
            }
            Problem::NeedsMode { key } => tr!(lang, "config-needs-mode", key = *key),
            Problem::NeedsTable { mode, color } => {
                let mode = mode.to_string();
                tr!(lang, "config-needs-table", mode = mode, color = color.to_string())
            }
        }
    }
}

fn bad_value(lang: Lang, key: &str, written: &str, expected: String) -> String {
    let key = named(lang, key);
    tr!(lang, "error-bad-value", written = written, argument = key, expected = expected)
}

/// A key as the user knows it, with the side of a list of two in the user's language.
fn named(lang: Lang, key: &str) -> String {
    let side = |color: Color| key.strip_suffix(&format!(" ({color})"));
    match (side(Color::Black), side(Color::White)) {
        (Some(key), _) => tr!(lang, "config-key-black", key = key),
        (_, Some(key)) => tr!(lang, "config-key-white", key = key),
        _ => key.to_owned(),
    }
}
