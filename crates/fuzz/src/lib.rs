//! What the fuzzers call: every reader of bytes from outside, as a function of those bytes.
//!
//! A target panics where a reader does, and also where what was read does not come back after it
//! was written. The fuzzers of `fuzz/` look for such bytes with the help of coverage; the test of
//! this crate gives their corpora to the same functions, with the compiler that everybody has.

mod files;
mod games;
mod texts;

/// A reader that is fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its program and of its corpus.
    pub name: &'static str,
    /// What is done with the bytes.
    pub run: fn(&[u8]),
}

/// Every target. One that is added needs a program in `fuzz/fuzz_targets` and a corpus.
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
    target("shard", files::shard),
    target("costs", files::costs),
    target("book", files::book),
    target("book-text", texts::book),
    target("gtp", othellier_cli::fuzzing::gtp_session),
    target("nboard", othellier_cli::fuzzing::nboard_session),
    target("cassio", othellier_cli::fuzzing::cassio_session),
];

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run }
}

/// Gives bytes to the target of a name.
///
/// # Panics
/// Where there is no such target, and where the target does.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("a name of the table").run)(bytes);
}
