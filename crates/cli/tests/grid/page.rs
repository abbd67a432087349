//! `othellier serve --grid`: the state of the grid over HTTP, while its server comes and goes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use othellier_wire::GridServerEvent;
use serde_json::{Value, json};

use crate::common::{check_type, execute, objects, othellier, run, text};
use crate::server::Server;

struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(data: &Path, url: &str) -> Serving {
        let data = data.to_str().unwrap();
        let arguments =
            ["serve", "--port", "0", "--json", "--threads", "1", "--data", data, "--grid", url];
        let mut child = othellier(&[&arguments[..], &["--grid-user", "club"]].concat())
            .env("OTHELLIER_NATS_PASSWORD", "f5d6")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let serving: Value = serde_json::from_str(&line).unwrap();
        Serving { child, address: serving["address"].as_str().unwrap().to_owned() }
    }

    fn get(&self, path: &str) -> Value {
        let address = &self.address;
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// Asks until the answer is as wanted.
    #[track_caller]
    fn wait_for(&self, path: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        loop {
            let answer = self.get(path);
            if is_it(&answer) {
                return answer;
            }
            assert!(started.elapsed() < Duration::from_secs(40), "{answer}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const JOB: &str = "format = 1\nname = \"page\"\n[match]\nplayers = [\"random\", \"random\"]\ngames = 20\nunit = 2\n";

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
    let serving = Serving::start(&folder.join("data"), &url);
    assert_eq!(serving.get("/api/catalogue")["grid"], true);
    let away = serving.get("/api/grid");
    assert_eq!(away["error"]["code"], "grid_unavailable", "{away}");
    let said = away["error"]["message"].as_str().unwrap();
    assert!(said.starts_with(&format!("no NATS server answers at {url}")), "{said}");
    nats.restart();
    let empty = serving.wait_for("/api/grid", |answer| answer["type"] == "status");
    assert_eq!(empty, json!({"type": "status", "jobs": [], "workers": []}));

    // The same object as on the command line.
    let with_password = |arguments: &[&str]| {
        let mut command = othellier(arguments);
        let output = command.env("OTHELLIER_NATS_PASSWORD", "f5d6").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        objects(&output)
    };
    let submit = ["grid", "submit", file.to_str().unwrap(), "--to", &url, "--user", "club"];
    with_password(&[&submit[..], &["--json"]].concat());
    let status = with_password(&["grid", "status", "--from", &url, "--user", "club", "--json"]);
    let shown = serving.wait_for("/api/grid", |answer| answer["jobs"] != json!([]));
    assert_eq!([shown], *status);
    check_type::<GridServerEvent>(&status);
    assert_eq!(
        (&status[0]["jobs"][0]["waiting"], &status[0]["jobs"][0]["done"]),
        (&json!(10), &json!(0))
    );
    assert_eq!(serving.get("/api/grid?job=page")["jobs"], status[0]["jobs"]);
    assert_eq!(serving.get("/api/grid?job=bog")["error"]["code"], "not_found");

    nats.kill();
    serving.wait_for("/api/grid", |answer| answer["error"]["code"] == "grid_unavailable");
    nats.restart();
    let again = serving.wait_for("/api/grid", |answer| answer["type"] == "status");
    assert_eq!(again, status[0]);

    // A server that refuses is an error at once.
    let data = folder.join("other");
    let refused =
        execute(&["serve", "--port", "0", "--data", data.to_str().unwrap(), "--grid", &url]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("refuses the user name, password"));
    run(&["serve", "--grid-user", "club"], 2);
}
