//! Entry points for fuzzing: the parsers of untrusted input, without a process.

use crate::book;

/// A configuration file, as TOML and as YAML.
pub fn config(text: &str) {
    othellier_tui::config::fuzz(text);
}

/// A book as JSON.
pub fn book_json(text: &str) {
    book::fuzz(text);
}
