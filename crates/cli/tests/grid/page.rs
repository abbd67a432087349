//! `othellier serve --grid`: the state of the grid over HTTP, while its server comes and goes.

use std::path::Path;
use std::time::{Duration, Instant};

use othellier_wire::GridServerEvent;
use serde_json::{Value, json};

use crate::common::{Finish, Serving, check_type, execute, objects, othellier, run, text};
use crate::server::Server;

/// A server of the page that shows a grid.
fn start(data: &Path, url: &str) -> Serving {
    let mut command = Serving::command(data, "0");
    command.args(["--grid", url, "--grid-user", "club"]).env("OTHELLIER_NATS_PASSWORD", "f5d6");
    Serving::start(&mut command)
}

fn get(serving: &Serving, path: &str) -> Value {
    serving.request("GET", path, "")
}

/// Asks until the answer is as wanted.
#[track_caller]
fn wait_for(serving: &Serving, path: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    let started = Instant::now();
    loop {
        let answer = get(serving, path);
        if is_it(&answer) {
            return answer;
        }
        assert!(started.elapsed() < Duration::from_secs(40), "{answer}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

const JOB: &str =
    "format = 1\nname = \"page\"\n[match]\na = \"random\"\nb = \"random\"\ngames = 20\nunit = 2\n";

pub(crate) fn the_page_shows_the_grid() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (storage, file) = (folder.join("server"), folder.join("page.toml"));
    std::fs::create_dir(&storage).unwrap();
    std::fs::write(&file, JOB).unwrap();
    let mut nats = Server::with(&storage, &["-js", "--user", "club", "--pass", "f5d6"]);
    let url = nats.url();
    // The server of the grid is started after the page.
    nats.kill();
    let serving = start(&folder.join("data"), &url);
    assert_eq!(get(&serving, "/api/catalogue")["grid"], true);
    let away = get(&serving, "/api/grid");
    assert_eq!(away["error"]["code"], "grid_unavailable", "{away}");
    let said = away["error"]["message"].as_str().unwrap();
    assert!(said.starts_with(&format!("no NATS server answers at {url}")), "{said}");
    nats.restart();
    let empty = wait_for(&serving, "/api/grid", |answer| answer["type"] == "status");
    assert_eq!(empty, json!({"type": "status", "jobs": [], "workers": []}));

    // The page shows the object of the command line.
    let with_password = |arguments: &[&str]| {
        let mut command = othellier(arguments);
        let output = command.env("OTHELLIER_NATS_PASSWORD", "f5d6").finish();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        objects(&output)
    };
    let submit = ["grid", "submit", file.to_str().unwrap(), "--to", &url, "--user", "club"];
    with_password(&[&submit[..], &["--json"]].concat());
    let status = with_password(&["grid", "status", "--from", &url, "--user", "club", "--json"]);
    let shown = wait_for(&serving, "/api/grid", |answer| answer["jobs"] != json!([]));
    assert_eq!([shown], *status);
    check_type::<GridServerEvent>(&status);
    assert_eq!(
        (&status[0]["jobs"][0]["waiting"], &status[0]["jobs"][0]["done"]),
        (&json!(10), &json!(0))
    );
    assert_eq!(get(&serving, "/api/grid?job=page")["jobs"], status[0]["jobs"]);
    assert_eq!(get(&serving, "/api/grid?job=bog")["error"]["code"], "not_found");

    nats.kill();
    wait_for(&serving, "/api/grid", |answer| answer["error"]["code"] == "grid_unavailable");
    nats.restart();
    let again = wait_for(&serving, "/api/grid", |answer| answer["type"] == "status");
    assert_eq!(again, status[0]);

    // A server that refuses is an error at once.
    let data = folder.join("other");
    let refused =
        execute(&["serve", "--port", "0", "--data", data.to_str().unwrap(), "--grid", &url]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("refuses the user name, password"));
    run(&["serve", "--grid-user", "club"], 2);
}
