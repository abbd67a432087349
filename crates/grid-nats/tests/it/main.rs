//! Tests against a real `nats-server`. Without one they are reported as ignored and not as passed.

mod cluster;
mod refusals;
mod server;
mod transport;

use std::process::ExitCode;

fn main() -> ExitCode {
    server::run_tests(&[
        (
            "everyone_is_killed_and_nothing_is_lost",
            transport::everyone_is_killed_and_nothing_is_lost,
        ),
        ("a_unit_that_fails_is_given_up", transport::a_unit_that_fails_is_given_up),
        ("work_that_hangs_loses_its_lease", transport::work_that_hangs_loses_its_lease),
        ("long_results_and_files", transport::long_results_and_files),
        ("a_stopped_worker_hands_back", transport::a_stopped_worker_hands_back),
        ("what_is_handed_back_did_not_fail", transport::what_is_handed_back_did_not_fail),
        ("cancelled_jobs_end", transport::cancelled_jobs_end),
        (
            "jobs_that_nobody_collects_cost_nothing",
            transport::jobs_that_nobody_collects_cost_nothing,
        ),
        ("a_restart_is_waited_for", transport::a_restart_is_waited_for),
        (
            "a_cluster_loses_servers_and_nothing_else",
            cluster::a_cluster_loses_servers_and_nothing_else,
        ),
        ("servers_that_cannot_be_used", refusals::servers_that_cannot_be_used),
        ("users_tokens_and_credentials", refusals::users_tokens_and_credentials),
        ("encrypted_connections", refusals::encrypted_connections),
    ])
}
