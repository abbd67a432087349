//! Runs the fuzz targets on their corpora.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use othellier_fuzz::TARGETS;

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let stem = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    entries.map(|entry| stem(entry.unwrap().path())).collect()
}

#[test]
fn every_target_has_its_program_and_its_corpus() {
    let names: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(names_in(&fuzz_folder().join("fuzz_targets")), names);
    assert_eq!(names_in(&fuzz_folder().join("corpus")), names);
    let manifest = fs::read_to_string(fuzz_folder().join("Cargo.toml")).unwrap();
    for name in names {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
    }
}

#[test]
fn no_target_panics_on_its_corpus() {
    for target in TARGETS {
        let folder = fuzz_folder().join("corpus").join(target.name);
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            eprintln!("{}", path.display());
            (target.run)(&fs::read(&path).unwrap());
        }
    }
}

/// Truncated and damaged valid inputs reach deep into a reader.
#[test]
fn no_target_panics_on_truncated_or_damaged_inputs() {
    for target in TARGETS {
        let folder = fuzz_folder().join("corpus").join(target.name);
        for entry in fs::read_dir(&folder).unwrap() {
            let whole = fs::read(entry.unwrap().path()).unwrap();
            let step = whole.len() / 12 + 1;
            for at in (0..whole.len()).step_by(step) {
                (target.run)(&whole[..at]);
                let mut damaged = whole.clone();
                damaged[at] ^= 0x15;
                (target.run)(&damaged);
            }
        }
    }
}
