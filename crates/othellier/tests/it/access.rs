//! Only the listed files hold the capability to reach every file and program that the user may use.

use std::path::{Path, PathBuf};

use crate::unsafe_files::{code, root, rust_files};

/// The files that say `Access::Full`: where it is defined, and where an edge builds what its user named.
/// None that reads a job, a folder, a saved game of another person or a request may become one of them.
const ALLOWED: [&str; 17] = [
    "bindings/python/src/batch.rs",
    "bindings/python/src/experiment.rs",
    "bindings/python/src/lab.rs",
    "bindings/python/src/player.rs",
    "crates/cli/src/accuracy/mod.rs",
    "crates/cli/src/benchmark.rs",
    "crates/cli/src/bot/mod.rs",
    "crates/cli/src/common/engine.rs",
    "crates/cli/src/evaluate.rs",
    "crates/cli/src/lab/run.rs",
    "crates/cli/src/match_play/mod.rs",
    "crates/cli/src/picture/mod.rs",
    "crates/cli/src/search.rs",
    "crates/cli/src/tournament/mod.rs",
    "crates/cli/src/train/check.rs",
    "crates/spec/src/access.rs",
    "crates/tui/src/seats.rs",
];

/// Crates and files that read what other people wrote.
const SEALED: [&str; 12] = [
    "bindings/python/src/grid.rs",
    "bindings/wasm",
    "crates/cli/src/grid",
    "crates/cli/src/lab/report.rs",
    "crates/cli/src/serve",
    "crates/cli/src/worker.rs",
    "crates/fuzz",
    "crates/job",
    "crates/job-nats",
    "crates/server",
    "crates/service",
    "fuzz",
];

/// The Rust files of a folder that are no tests, benchmarks or examples, by their names in the repository.
fn sources() -> Vec<(String, PathBuf)> {
    let root = root();
    let mut files = Vec::new();
    ["bindings", "crates", "fuzz"]
        .iter()
        .for_each(|folder| rust_files(&root.join(folder), &mut files));
    let named = files.into_iter().map(|path| {
        let name = path.strip_prefix(&root).unwrap().display().to_string().replace('\\', "/");
        (name, path)
    });
    let is_source =
        |name: &str| !["/tests/", "/examples/", "/benches/"].iter().any(|part| name.contains(part));
    named.filter(|(name, _)| is_source(name)).collect()
}

/// Whether a line of code names the access, or could give it another name.
fn names_full(line: &str) -> bool {
    let code = code(line);
    ["Access::Full", "Access::{", "Access::*", "Access as "].iter().any(|text| code.contains(text))
}

/// The text of a file without its unit tests, which come last.
fn without_tests(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    text.split("\nmod tests {").next().unwrap_or_default().to_owned()
}

#[test]
fn only_the_listed_files_reach_everything() {
    let sources = sources();
    assert!(sources.len() > 300, "only {} files", sources.len());
    let found = sources.iter().filter(|(_, path)| without_tests(path).lines().any(names_full));
    let mut found: Vec<&str> = found.map(|(name, _)| name.as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, ALLOWED);
    for sealed in SEALED {
        let is_in = |name: &str| name == sealed || name.starts_with(&format!("{sealed}/"));
        assert!(sources.iter().any(|(name, _)| is_in(name)), "there is no {sealed}");
        assert!(!ALLOWED.into_iter().any(is_in), "{sealed} reads what other people wrote");
    }
}

#[test]
fn the_access_has_no_other_name() {
    assert!(names_full("let access = Access::Full;") && names_full("use spec::Access as Other;"));
    for line in ["// Access::Full", "let text = \"Access::Full\";", "Access::Sealed", "access::{A}"]
    {
        assert!(!names_full(line), "{line}");
    }
}
