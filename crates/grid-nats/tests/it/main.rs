//! Tests against a real `nats-server`. Without one they are reported as ignored and not as passed.

mod refusals;
mod server;
mod transport;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let can = server::program().is_some();
    if !can {
        eprintln!(
            "tests of the grid are NOT run: there is no nats-server on the path or in OTHELLIER_NATS_SERVER"
        );
    }
    let tests: [(&str, fn()); 7] = [
        (
            "everyone_is_killed_and_nothing_is_lost",
            transport::everyone_is_killed_and_nothing_is_lost,
        ),
        ("a_unit_that_fails_is_given_up", transport::a_unit_that_fails_is_given_up),
        ("work_that_hangs_loses_its_lease", transport::work_that_hangs_loses_its_lease),
        ("long_results_and_files", transport::long_results_and_files),
        ("a_stopped_worker_hands_back", transport::a_stopped_worker_hands_back),
        ("cancelled_jobs_end", transport::cancelled_jobs_end),
        ("servers_that_cannot_be_used", refusals::servers_that_cannot_be_used),
    ];
    let trials = tests.map(|(name, check)| {
        let trial = Trial::test(name, move || {
            check();
            Ok(())
        });
        trial.with_ignored_flag(!can)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}
