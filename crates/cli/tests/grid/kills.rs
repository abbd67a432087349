//! Workers, the server and the collector are killed; every result is there once, with the bytes of a
//! local run.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use othellier_job_nats::{Access, Grid, WorkerOptions};
use othellier_platform::parallel::StopSignal;
use othellier_wire::GridServerEvent;
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::common::{check_type, execute, kill_while_running, objects, othellier, run, text};
use crate::forging::Forging;
use crate::server::Server;

const LEASE: &str = "1500ms";

/// A process that is killed when the test ends.
struct Running {
    child: Child,
    /// The file of what it says on stderr.
    said: NamedTempFile,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(arguments: &[&str]) -> Running {
        let said = NamedTempFile::new().unwrap();
        let mut command = othellier(arguments);
        command.stdout(Stdio::piped()).stderr(said.reopen().unwrap());
        Running { child: command.spawn().unwrap(), said }
    }

    fn worker(url: &str, folder: &Path) -> Running {
        let cache = folder.join("cache");
        Running::start(&["worker", url, "--threads", "1", "--cache", cache.to_str().unwrap()])
    }

    /// Waits until a worker has reached the server: one that never did would end with the server away.
    #[track_caller]
    fn wait_for_begin(&mut self) {
        wait_until("it does not begin", || {
            assert_eq!(self.child.try_wait().unwrap(), None, "it ended: {}", self.said());
            !self.said().is_empty()
        });
    }

    fn said(&self) -> String {
        std::fs::read_to_string(self.said.path()).unwrap()
    }

    #[track_caller]
    fn kill(&mut self) {
        kill_while_running(&mut self.child);
    }

    /// The objects that it has written when it ends well.
    #[track_caller]
    fn objects(mut self) -> Vec<Value> {
        let mut written = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut written).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{written}{}", self.said());
        written.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Sends SIGTERM, and sees the process end with exit code 0.
    #[track_caller]
    fn terminate(&mut self) {
        let sent = std::process::Command::new("kill").arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success());
        wait_until("it does not end", || self.child.try_wait().unwrap().is_some());
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{}", self.said());
    }
}

/// How many results the collector has written.
fn collected(out: &Path) -> usize {
    std::fs::read_dir(out.join("units")).map_or(0, |units| units.count())
}

#[track_caller]
fn wait_for_results(out: &Path, wanted: usize) {
    wait_until("no result comes", || collected(out) >= wanted);
}

/// Looks often, since what is waited for may soon be over.
#[track_caller]
fn wait_until(otherwise: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "{otherwise}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The bytes of all files of the results.
fn results(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (root, mut found) = (out.join("results"), BTreeMap::new());
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path)
            } else {
                let name = path.strip_prefix(&root).unwrap().to_owned();
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Jobs of each kind, with units of some hundredths of a second.
const JOBS: [(&str, &str); 5] = [
    (
        "match",
        r#"
format = 1
[match]
a = "champion(depth=1, weights=small.bin)"
b = "alphabeta(depth=1)"
games = 120
unit = 2
random_plies = 8
seed = 7
"#,
    ),
    (
        "solve",
        r#"
format = 1
[solve]
positions = "problems.obf"
hash = "1MiB"
"#,
    ),
    (
        "selfplay",
        r#"
format = 1
[selfplay]
weights = "rule"
shards = 40
games = 2
depth = 1
solve_from = 8
random = [20, 30]
best_line = 1
"#,
    ),
    (
        "experiment",
        r#"
format = 1
[experiment]
unit = 2
file = [
    'format = 1',
    'name = "tiny"',
    'seed = 3',
    '[[games]]',
    'name = "g"',
    'players = ["alphabeta(depth={depth})"]',
    'grid = { depth = [1, 2] }',
    'opponents = ["random"]',
    'games = 40',
    'measure = ["wins"]',
]
"#,
    ),
    (
        "tune",
        r#"
format = 1
[tune]
player = "alphabeta(depth=1, eval=sum(corners={corners}, mobility=1))"
numbers = ["corners=10:0..50"]
iterations = 48
batch = 48
games = 2
rate = 0.5
"#,
    ),
];

pub(crate) fn kills_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let storage = folder.join("server");
    std::fs::create_dir(&storage).unwrap();
    std::fs::write(folder.join("problems.obf"), problems(60)).unwrap();
    // A file that travels with the job.
    std::fs::write(folder.join("small.bin"), othellier_weights_small::SMALL).unwrap();
    let mut server = Server::start(&storage);
    let url = server.url();
    for (kind, job) in JOBS {
        let file = folder.join(format!("{kind}.toml"));
        std::fs::write(&file, job).unwrap();
        let file = file.to_str().unwrap();
        let local = folder.join(format!("{kind}-local"));
        run(&["grid", "run", file, "--out", local.to_str().unwrap()], 0);
        let units = collected(&local);
        assert!(units >= 40, "{units} units are too few for the kills");

        let submit = ["grid", "submit", file, "--to", &url, "--lease", LEASE, "--json"];
        let submitted = objects(&run(&submit, 0));
        check_type::<GridServerEvent>(&submitted);
        assert_eq!(submitted[0]["queued"], units);
        let out = folder.join(format!("{kind}-grid"));
        let out_text = out.to_str().unwrap();
        let collect = ["grid", "collect", kind, "--from", &url, "--out", out_text, "--json"];
        let mut collector = Running::start(&collect);
        // No unit is done before somebody collects: otherwise all might be before the first kill.
        wait_until("it does not collect", || out.exists());
        let mut workers = [(); 2].map(|()| Running::worker(&url, folder));
        let wait_for_another = || wait_for_results(&out, (collected(&out) + 1).min(units));

        wait_for_results(&out, 1);
        collector.kill();
        let collector = Running::start(&collect);
        workers[0].kill();
        workers[1].wait_for_begin();
        wait_for_another();
        server.kill();
        server.restart();
        wait_for_another();
        workers[1].kill();
        server.kill();
        server.restart();
        workers = [(); 2].map(|()| Running::worker(&url, folder));

        let again = collector.objects();
        check_type::<GridServerEvent>(&again);
        let [total] = again.as_slice() else { panic!("{again:?}") };
        assert_eq!(
            [&total["units"], &total["done"], &total["failed"], &total["duplicates"]],
            [&Value::from(units), &Value::from(units), &Value::from(0), &Value::from(0)]
        );
        assert_eq!(total["different"], Value::Array(Vec::new()));
        assert!(total["repeated"].as_u64().unwrap() >= 1, "one unit is repeated at least");
        assert_eq!(results(&out), results(&local), "{kind}");
        let status = || {
            let status = objects(&run(&["grid", "status", kind, "--from", &url, "--json"], 0));
            check_type::<GridServerEvent>(&status);
            status
        };
        let job = &status()[0]["jobs"][0];
        assert_eq!((&job["done"], &job["state"]), (&job["units"], &Value::from("done")));
        wait_until("the workers are not listed", || {
            status()[0]["workers"].as_array().unwrap().len() >= 2
        });
        // A worker that is asked to stop ends well.
        for worker in &mut workers {
            worker.terminate();
        }
    }
}

/// All units were forged before anybody collected, and the forger continues. Collector, worker and server are
/// killed, and the result is that of one machine.
pub(crate) fn a_forger_is_excluded_under_kills() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let storage = folder.join("server");
    std::fs::create_dir(&storage).unwrap();
    let mut server = Server::start(&storage);
    let url = server.url();
    let file = folder.join("match.toml");
    std::fs::write(&file, FORGEABLE).unwrap();
    let (file, local, out) = (file.to_str().unwrap(), folder.join("local"), folder.join("out"));
    run(&["grid", "run", file, "--out", local.to_str().unwrap()], 0);
    run(&["grid", "submit", file, "--to", &url, "--lease", LEASE], 0);
    let stop = StopSignal::default();
    std::thread::scope(|scope| {
        let _stop_at_end = StopAtEnd(&stop);
        let (url, stop) = (&url, &stop);
        scope.spawn(move || {
            let grid = Grid::connect(&Access { url: url.clone(), ..Access::default() }).unwrap();
            // It takes units under a name that is not the one it states.
            let options = WorkerOptions {
                name: "stubborn".to_owned(),
                version: String::new(),
                threads: 1,
                only: None,
                until_empty: false,
            };
            let forging = Forging { worker: "forger".to_owned() };
            grid.work(&options, &forging, stop, &mut |_| ()).unwrap();
        });
        let status = ["grid", "status", "match", "--from", url, "--json"];
        wait_until("no unit is forged", || objects(&run(&status, 0))[0]["jobs"][0]["done"] == 20);

        let out_text = out.to_str().unwrap();
        let collect = ["grid", "collect", "match", "--from", url, "--out", out_text, "--json"];
        let mut collector = Running::start(&collect);
        wait_until("nobody is excluded", || collector.said().contains("forger is excluded"));
        assert!(!out.join("results").exists());
        collector.kill();
        let collector = Running::start(&collect);
        let mut worker = Running::worker(url, folder);
        // Both work: the second collector has a result of the worker.
        wait_until("no honest result comes", || is_honest_result_in(&out));
        worker.kill();
        server.kill();
        server.restart();
        let _worker = Running::worker(url, folder);
        let total = collector.objects().pop().unwrap();
        assert_eq!(total["excluded"], Value::from(vec!["forger"]), "{total}");
        assert_eq!((&total["done"], &total["failed"]), (&Value::from(20), &Value::from(0)));
        assert!(total["dropped"].as_u64().unwrap() >= 1, "{total}");
    });
    assert_eq!(results(&out), results(&local));
}

/// Whether a collector has written a result that is not the forger's.
fn is_honest_result_in(out: &Path) -> bool {
    let is_forged = |result: &[u8]| text(result).contains(r#""worker":"forger""#);
    let units = std::fs::read_dir(out.join("units")).unwrap().map(|entry| entry.unwrap().path());
    // One that is being removed or renamed is read another time.
    units
        .filter(|path| path.extension().is_some_and(|ending| ending == "unit"))
        .any(|path| std::fs::read(path).is_ok_and(|result| !is_forged(&result)))
}

/// Stops the workers of a test, also of one that fails.
struct StopAtEnd<'a>(&'a StopSignal);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

const FORGEABLE: &str = r#"
format = 1
[match]
a = "alphabeta(depth=1)"
b = "random"
games = 40
unit = 2
seed = 7
"#;

/// Endgames with few empties, in the format of problem files.
fn problems(count: usize) -> String {
    let output = execute(&[
        "generate",
        "endgames",
        "--empties",
        "12",
        "--count",
        &count.to_string(),
        "--seed",
        "3",
    ]);
    text(&output.stdout).to_owned()
}

/// The stronger player is clear after a few pairs: the rest of a thousand games is never played.
pub(crate) fn a_sequential_test_cancels_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let storage = folder.join("server");
    std::fs::create_dir(&storage).unwrap();
    let server = Server::start(&storage);
    let url = server.url();
    let file = folder.join("sprt.toml");
    let job = "format = 1\n[match]\na = \"alphabeta(depth=2)\"\nb = \"random\"\ngames = 1000\nunit = 2\nsprt = [0.0, 100.0]\nrandom_plies = 8\n";
    std::fs::write(&file, job).unwrap();
    let (file, local) = (file.to_str().unwrap(), folder.join("local"));
    run(&["grid", "run", file, "--out", local.to_str().unwrap()], 0);
    run(&["grid", "submit", file, "--to", &url], 0);
    let _worker = Running::worker(&url, folder);
    let out = folder.join("out");
    let collect = ["grid", "collect", "sprt", "--from", &url, "--out", out.to_str().unwrap()];
    run(&collect, 0);
    assert!(collected(&out) < 400, "{}", collected(&out));
    assert_eq!(results(&out), results(&local));
    let status = objects(&run(&["grid", "status", "sprt", "--from", &url, "--json"], 0));
    let job = &status[0]["jobs"][0];
    assert_eq!((&job["state"], &job["waiting"]), (&Value::from("done"), &Value::from(0)));
}
