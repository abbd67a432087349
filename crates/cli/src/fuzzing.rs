//! What fuzzers call of this crate: the readers of bytes from outside, without a process.

use crate::{book, gtp, nboard, play};

/// A session of the Go Text Protocol; panics where the engine does.
pub fn gtp_session(bytes: &[u8]) {
    gtp::fuzz(bytes);
}

/// A session of the NBoard protocol; panics where the engine does.
pub fn nboard_session(bytes: &[u8]) {
    nboard::fuzz(bytes);
}

/// A configuration file, as TOML and as YAML.
pub fn config(text: &str) {
    play::config::fuzz(text);
}

/// A book as JSON.
pub fn book_json(text: &str) {
    book::fuzz(text);
}
