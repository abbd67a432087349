//! Entry points for fuzzing: the parsers of untrusted input, without a process.

use crate::{book, cassio, gtp, nboard};

/// A session of the Go Text Protocol; panics where the engine does.
pub fn gtp_session(bytes: &[u8]) {
    gtp::fuzz(bytes);
}

/// A session of the NBoard protocol; panics where the engine does.
pub fn nboard_session(bytes: &[u8]) {
    nboard::fuzz(bytes);
}

/// A session of the Othello Engine Protocol; panics where the engine does.
pub fn cassio_session(bytes: &[u8]) {
    cassio::fuzz(bytes);
}

/// A configuration file, as TOML and as YAML.
pub fn config(text: &str) {
    othellier_tui::config::fuzz(text);
}

/// A book as JSON.
pub fn book_json(text: &str) {
    book::fuzz(text);
}
