//! What is written in Python, against the real command. Where there is no Python, or no NumPy for what
//! needs it, a test is reported as ignored and not as passed.

#[path = "../common/mod.rs"]
mod common;

mod player;
mod twin;

use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Trial};

const PYTHON: &str = "import sys; sys.exit(sys.version_info < (3, 8))";
const NUMPY: &str = "import numpy; numpy.bitwise_count";

/// Whether Python runs this to a good end.
fn runs(script: &str) -> bool {
    let mut python = Command::new("python3");
    let status = python.args(["-c", script]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn main() -> ExitCode {
    let (python, numpy) = (cfg!(unix) && runs(PYTHON), cfg!(unix) && runs(NUMPY));
    let tests: [(&str, fn(), bool); 7] = [
        (
            "it_plays_whole_games_without_a_fault",
            player::it_plays_whole_games_without_a_fault,
            python,
        ),
        ("its_rules_are_ours", player::its_rules_are_ours, python),
        ("a_conversation", player::a_conversation, python),
        ("bad_lines_are_survived", player::bad_lines_are_survived, python),
        ("faults_of_the_student_are_told", player::faults_of_the_student_are_told, python),
        (
            "the_walk_through_shows_what_is_in_the_file",
            player::the_walk_through_shows_what_is_in_the_file,
            true,
        ),
        ("the_twin_in_python_agrees", twin::the_twin_in_python_agrees, numpy),
    ];
    for (name, _, _) in tests.iter().filter(|(_, _, can)| !can) {
        eprintln!("{name} is not run: there is no python3 of version 3.8, or no NumPy 2 in it");
    }
    let trials = tests.map(|(name, check, can)| {
        let trial = Trial::test(name, move || {
            check();
            Ok(())
        });
        trial.with_ignored_flag(!can)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}
