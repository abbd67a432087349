//! The published endgame suites and files of exact scores.

use std::fs;

use othellier_record::obf::{self, Problem};

use crate::runner::Data;

/// The problems of every OBF file in a folder.
fn problems(data: &Data, folder: &str) -> Vec<Problem> {
    let files = data.files(folder, "obf").into_iter();
    files.flat_map(|path| check_file(&fs::read_to_string(path).unwrap())).collect()
}

/// Reads a file with a problem on every line, and compares the output with the input.
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

pub(crate) fn suites_of_the_ffo(data: &Data) {
    let problems = problems(data, "ffo");
    assert_eq!(problems.len(), 59);
    assert!(problems.iter().all(Problem::has_every_move));
}

pub(crate) fn exact_positions(data: &Data) {
    let problems = problems(data, "exact");
    assert_eq!(problems.len(), 1350);
    assert!(problems.iter().all(Problem::has_every_move));
}
