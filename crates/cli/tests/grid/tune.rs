//! `othellier tune --to`: the journal of a run on the grid is that of a run on one machine.

use std::path::Path;

use serde_json::Value;

use crate::common::{
    Finish, Running, kill_while_running, lines_of, objects, othellier, run, wait_for,
};
use crate::server::Server;

const PLAYER: &str = "alphabeta(depth=1, eval=sum(corners={corners}, mobility={mobility}))";

pub(crate) fn a_tuning_run_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let storage = folder.join("server");
    std::fs::create_dir(&storage).unwrap();
    let server = Server::start(&storage);
    let (url, cache) = (server.url(), folder.join("cache"));
    let quiet = std::process::Stdio::null;
    let mut worker = othellier(&["worker", &url, "--threads", "2", "--cache"]);
    let worker = worker.arg(&cache).stdout(quiet()).stderr(quiet()).spawn();
    let _worker = Running(worker.unwrap());

    let tune = |out: &Path, more: &[&str]| {
        let mut command = othellier(&[
            "tune", "--player", PLAYER, "--games", "2", "--rate", "0.5", "--seed", "2", "--json",
        ]);
        command.args(["--number", "corners=10:0..50", "--number", "mobility=1:0..20"]);
        command.args(["--iterations", "10", "--batch", "4", "--out"]).arg(out).args(more);
        command
    };
    let (local, grid) = (folder.join("local.jsonl"), folder.join("grid.jsonl"));
    let expected = objects(&tune(&local, &[]).finish());

    let mut first = Running(tune(&grid, &["--on", &url]).stdout(quiet()).spawn().unwrap());
    wait_for(&mut first.0, "a first batch", || lines_of(&grid).len() >= 5);
    kill_while_running(&mut first.0);
    let again = objects(&tune(&grid, &["--on", &url]).finish());
    assert_eq!(again.last(), expected.last());
    assert_eq!(std::fs::read(&grid).unwrap(), std::fs::read(&local).unwrap());
    assert!(folder.join("grid.grid/8/provenance.csv").is_file());
    // A batch that is in the journal is not on the server any more, but for the one of the kill: it was
    // done, or about to be deleted.
    let status = objects(&run(&["grid", "status", "--from", &url, "--json"], 0));
    let jobs = status[0]["jobs"].as_array().unwrap();
    let is_over = |job: &Value| ["done", "cancelled"].contains(&job["state"].as_str().unwrap());
    assert!(jobs.len() <= 1 && jobs.iter().all(is_over), "{jobs:?}");
}
