//! The published endgame suites and our own files of exact scores.
//!
//! They are not part of the repository; without them there is nothing to test.

use std::fs;
use std::io::ErrorKind;

use othellier_record::obf::{self, Problem};

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");

/// The problems of every OBF file in a directory beside the repository, if there is one.
fn problems(directory: &str) -> Option<Vec<Problem>> {
    let path = format!("{SHARED}/{directory}");
    let entries = match fs::read_dir(&path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: there is no shared/data/{directory} beside the repository");
            return None;
        }
        Err(error) => panic!("{path}: {error}"),
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|name| name == "obf"));
    Some(files.flat_map(|path| check_file(&fs::read_to_string(path).unwrap())).collect())
}

/// Reads a file whose every line is a problem, and compares what is written with what was read.
fn check_file(text: &str) -> Vec<Problem> {
    let check_line = |(line, read): (&str, Result<(usize, Problem), obf::ObfError>)| {
        let (_, problem) = read.unwrap();
        assert_eq!(problem.to_string(), line.trim_end());
        assert_eq!(problem.to_string().parse::<Problem>().unwrap(), problem);
        problem
    };
    let read: Vec<_> = obf::read(text.as_bytes()).collect();
    assert_eq!(read.len(), text.lines().count());
    text.lines().zip(read).map(check_line).collect()
}

#[test]
fn the_suites_of_the_ffo_are_read_and_written() {
    let Some(problems) = problems("ffo") else { return };
    assert_eq!(problems.len(), 59);
    assert!(problems.iter().all(Problem::has_every_move));
}

#[test]
fn the_exact_positions_are_read_and_written() {
    let Some(problems) = problems("exact") else { return };
    assert_eq!(problems.len(), 1350);
    assert!(problems.iter().all(Problem::has_every_move));
}
