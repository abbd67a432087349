//! `othellier tune --on`: the stages of a run by workers have the results of a run on one machine.

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
    let (local, grid) = (folder.join("local"), folder.join("grid"));
    tune(&local, &[]).finish();

    let mut first = Running(tune(&grid, &["--on", &url]).stdout(quiet()).spawn().unwrap());
    wait_for(&mut first.0, "a second batch", || grid.join("stage-2/job.json").exists());
    kill_while_running(&mut first.0);
    let again = objects(&tune(&grid, &["--on", &url]).finish()).pop().unwrap();
    assert_eq!(
        (&again["units"], &again["done"], &again["end"]),
        (&10.into(), &10.into(), &"complete".into())
    );
    for name in ["results/tune.jsonl", "results/values.csv"] {
        assert_eq!(
            std::fs::read(grid.join(name)).unwrap(),
            std::fs::read(local.join(name)).unwrap()
        );
    }
    assert_eq!(lines_of(&grid.join("provenance.csv")).len(), 11);
    // The later batches are not on the server any more, but for the one of the kill.
    let status = objects(&run(&["grid", "status", "--from", &url, "--json"], 0));
    let jobs = status[0]["jobs"].as_array().unwrap();
    let is_over = |job: &Value| ["done", "cancelled"].contains(&job["state"].as_str().unwrap());
    assert!((1..=2).contains(&jobs.len()) && jobs.iter().all(is_over), "{jobs:?}");
}
