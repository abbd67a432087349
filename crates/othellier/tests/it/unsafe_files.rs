//! Only the listed files have unsafe code.

use std::path::{Path, PathBuf};

/// The files that have `unsafe`, or allow it in their submodules. Cargo.toml, CONTRIBUTING.md and
/// ARCHITECTURE.md list them too.
const ALLOWED: [&str; 10] = [
    "bindings/wasm/src/lib.rs",
    "crates/board/src/kernel/avx2.rs",
    "crates/board/src/kernel/avx512.rs",
    "crates/board/src/kernel/mod.rs",
    "crates/board/src/kernel/neon.rs",
    "crates/eval/src/patterns/net_kernel/mod.rs",
    "crates/eval/src/patterns/net_kernel/neon.rs",
    "crates/eval/src/patterns/net_kernel/simd128.rs",
    "crates/eval/src/patterns/net_kernel/x86_64.rs",
    "crates/search/src/champion/huge_pages.rs",
];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Rust file of a folder.
pub(crate) fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A line of code without its comment and strings.
pub(crate) fn code(line: &str) -> String {
    let code = line.split("//").next().unwrap_or_default();
    code.split('"').step_by(2).collect()
}

/// Whether a line of code uses or allows `unsafe`.
fn is_unsafe(line: &str) -> bool {
    let code = code(line);
    let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| matches!(word, "unsafe" | "unsafe_code"))
}

#[test]
fn only_the_listed_files_have_unsafe_code() {
    let root = root();
    let mut files = Vec::new();
    ["bindings", "crates", "fuzz"]
        .iter()
        .for_each(|folder| rust_files(&root.join(folder), &mut files));
    assert!(files.len() > 300, "only {} files", files.len());
    let has_any = |path: &PathBuf| std::fs::read_to_string(path).unwrap().lines().any(is_unsafe);
    let mut found: Vec<String> = files
        .iter()
        .filter(|path| has_any(path))
        .map(|path| path.strip_prefix(&root).unwrap().display().to_string().replace('\\', "/"))
        .collect();
    found.sort();
    assert_eq!(found, ALLOWED);
}

/// A crate without the workspace lints could have unsafe code unnoticed.
#[test]
fn every_crate_uses_the_workspace_lints() {
    let folders = ["bindings", "crates"].map(|folder| root().join(folder).read_dir().unwrap());
    for entry in folders.into_iter().flatten() {
        let manifest = std::fs::read_to_string(entry.unwrap().path().join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true"), "{manifest}");
    }
}

#[test]
fn the_documents_name_those_files() {
    for page in ["Cargo.toml", "CONTRIBUTING.md", "ARCHITECTURE.md"] {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        assert!(text.contains("huge_pages.rs") && text.contains("bindings/wasm"), "{page}");
    }
}

#[test]
fn comments_and_strings_are_not_code() {
    assert!(is_unsafe("        unsafe { madvise(at) }") && is_unsafe("#![allow(unsafe_code)]"));
    for line in ["// unsafe", "let policy = \"unsafe-inline\";", "fn unsafely() {}"] {
        assert!(!is_unsafe(line), "{line}");
    }
}
