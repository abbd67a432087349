//! Tests of the player in Python against the real binary. Without Python they are reported as ignored and not
//! as passed.

#[path = "../it/common/mod.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod common;

mod player;

use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Trial};

const PYTHON: &str = "import sys; sys.exit(sys.version_info < (3, 8))";

/// Whether Python runs this script successfully.
fn runs(script: &str) -> bool {
    let mut python = Command::new("python3");
    let status = python.args(["-c", script]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn main() -> ExitCode {
    let python = cfg!(unix) && runs(PYTHON);
    let tests: [(&str, fn(), bool); 6] = [
        (
            "it_plays_complete_games_without_errors",
            player::it_plays_complete_games_without_errors,
            python,
        ),
        ("its_rules_agree_with_ours", player::its_rules_agree_with_ours, python),
        ("a_conversation", player::a_conversation, python),
        ("malformed_lines_are_answered", player::malformed_lines_are_answered, python),
        ("errors_of_the_student_are_reported", player::errors_of_the_student_are_reported, python),
        ("the_walk_through_quotes_the_file", player::the_walk_through_quotes_the_file, true),
    ];
    for (name, _, _) in tests.iter().filter(|(_, _, can)| !can) {
        eprintln!("{name} is not run: there is no python3 of version 3.8");
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
