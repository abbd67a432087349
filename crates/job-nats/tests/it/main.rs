//! Tests against a real `nats-server`. Without one they are reported as ignored and not as passed.

mod accounts;
mod cluster;
mod forging;
mod refusals;
mod server;
mod transport;
mod trust;

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
        ("the_accounts_of_the_manual", accounts::the_accounts_of_the_manual),
        ("a_forging_worker_is_excluded", trust::a_forging_worker_is_excluded),
        ("new_names_are_audited_each", trust::new_names_are_audited_each),
        ("what_is_damaged_or_foreign_is_dropped", trust::what_is_damaged_or_foreign_is_dropped),
        ("units_that_vanish_are_queued_again", trust::units_that_vanish_are_queued_again),
        ("a_unit_past_its_time_limit_fails", trust::a_unit_past_its_time_limit_fails),
        ("the_time_limit_of_a_job_file_holds", trust::the_time_limit_of_a_job_file_holds),
        ("jobs_share_a_worker_by_turns", trust::jobs_share_a_worker_by_turns),
    ])
}
