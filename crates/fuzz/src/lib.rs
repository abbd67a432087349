//! Fuzz targets: every reader of untrusted bytes, as a function of those bytes.
//!
//! A target panics if a reader panics or if a value does not survive a round trip of writing and
//! reading. The fuzzers in `fuzz/` search for such bytes, guided by coverage; the test of this
//! crate runs the same functions on their corpora, with the stable compiler.

mod files;
mod games;
mod protocols;
mod texts;
mod units;

/// A reader that is fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its fuzz program and of its corpus.
    pub name: &'static str,
    /// Reads the bytes and checks the result.
    pub run: fn(&[u8]),
}

/// All targets. A new one needs a program in `fuzz/fuzz_targets` and a corpus.
pub const TARGETS: &[Target] = &[
    target("spec", texts::spec),
    target("position", texts::position),
    target("transcript", texts::transcript),
    target("words", texts::words),
    target("openings", texts::openings),
    target("genome", texts::genome),
    target("experiment", texts::experiment),
    target("config", texts::config),
    target("save", games::save),
    target("ggf", games::ggf),
    target("sgf", games::sgf),
    target("pgn", games::pgn),
    target("transcripts", games::transcripts),
    target("obf", games::obf),
    target("wthor", games::wthor),
    target("weights", files::weights),
    target("outcome", files::outcome),
    target("shard", files::shard),
    target("costs", files::costs),
    target("book", files::book),
    target("book-text", texts::book),
    target("unit", units::unit),
    target("gtp", protocols::gtp),
    target("nboard", protocols::nboard),
    target("cassio", protocols::cassio),
];

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run }
}

/// Runs the target with this name on bytes.
///
/// # Panics
/// If there is no such target, or if the target panics.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("the name of a target").run)(bytes);
}
