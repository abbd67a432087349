//! Many machines with the real binary and a real `nats-server`. Without a server the tests are reported as
//! ignored and not as passed.

#[path = "../it/common/mod.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod common;
#[path = "../../../job-nats/tests/it/forging.rs"]
mod forging;
#[path = "../../../job-nats/tests/it/server.rs"]
mod server;

mod kills;
mod page;
mod refusals;
mod tune;

use std::process::ExitCode;

fn main() -> ExitCode {
    server::run_tests(&[
        ("kills_lose_nothing", kills::kills_lose_nothing),
        ("a_forger_is_excluded_under_kills", kills::a_forger_is_excluded_under_kills),
        ("a_sequential_test_cancels_the_rest", kills::a_sequential_test_cancels_the_rest),
        ("the_page_shows_the_grid", page::the_page_shows_the_grid),
        ("one_sentence_each", refusals::one_sentence_each),
        ("a_tuning_run_that_is_killed", tune::a_tuning_run_that_is_killed),
    ])
}
