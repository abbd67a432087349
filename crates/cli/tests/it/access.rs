//! Nothing that another person wrote starts a program or reads a file: no job, no manifest, no folder of
//! results and no request.
//!
//! A folder holds the bait: a program and files that are watched for being opened. Every text of a job of
//! every kind, of an experiment of every kind and of every request is replaced by specs and names that lead
//! there. Whatever the answer is, nothing in the folder is opened.

use std::collections::BTreeSet;
use std::fs;
use std::mem::MaybeUninit;
use std::num::NonZeroUsize;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use othellier_board::Eight;
use othellier_eval::classic::Genome;
use othellier_job::audit::{AuditOptions, audit};
use othellier_job::kinds::KINDS;
use othellier_job::{
    self as grid, Digest, Inputs, Manifest, Performer, Progress, Provenance, Shard, UnitFolder,
    UnitResult, merged, output,
};
use othellier_measure::experiment::{Experiment, Folder, Plan, PreparedExperiment};
use othellier_platform::parallel::StopSignal;
use othellier_play::{Setup, build_player};
use othellier_record::Game;
use othellier_server::{App, Config, app};
use othellier_spec::{Access, Spec};
use othellier_train::{NamedEvaluator, selfplay};
use rustix::fs::inotify;
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

use crate::common::{execute, run};

/// A folder whose files nobody may open.
struct Bait {
    folder: TempDir,
    events: OwnedFd,
}

impl Bait {
    fn new() -> Bait {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, "#!/bin/sh\nexit 1\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(folder.path().join("genome"), Genome::default().to_string()).unwrap();
        fs::write(folder.path().join("games.txt"), "f5d6c3\n").unwrap();
        let events = inotify::init(inotify::CreateFlags::NONBLOCK).unwrap();
        inotify::add_watch(&events, folder.path(), inotify::WatchFlags::OPEN).unwrap();
        Bait { folder, events }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// The files that were opened since the last call.
    fn opened(&self) -> Vec<String> {
        let mut buffer = [MaybeUninit::uninit(); 4096];
        let mut events = inotify::Reader::new(&self.events, &mut buffer);
        let mut opened = Vec::new();
        while let Ok(event) = events.next() {
            let name = event.file_name().map(|name| name.to_string_lossy().into_owned());
            opened.push(name.unwrap_or_default());
        }
        opened
    }

    #[track_caller]
    fn is_untouched(&self, what: &str) {
        assert_eq!(self.opened(), [""; 0], "{what}");
    }

    /// Specs that lead to the bait.
    fn specs(&self) -> Vec<String> {
        let (program, genome) = (self.path("program"), self.path("genome"));
        vec![
            format!("gtp(cmd=\"{program}\")"),
            format!("nboard(cmd=\"{program}\")"),
            format!("champion(level=1, weights=\"{genome}\")"),
            format!("champion(level=1, book=\"{genome}\")"),
            format!("alphabeta(depth=1, eval=genome(file=\"{genome}\"))"),
            format!("alphabeta(depth=1, eval=matrix(file=\"{genome}\"))"),
            format!("alphabeta(depth=1, eval=patterns(file=\"{genome}\"))"),
            format!("alphabeta(depth=1, eval=net(file=\"{genome}\"))"),
        ]
    }

    /// Specs of evaluators, names of files, and players with names.
    fn texts(&self) -> Vec<String> {
        let mut texts = self.specs();
        texts.push(format!("name={}", texts[0]));
        texts.push(format!("genome(file=\"{}\")", self.path("genome")));
        texts.extend([self.path("genome"), self.path("games.txt")]);
        texts
    }

    /// A program, a book, weights and an evaluator, for tests that write folders.
    fn some_texts(&self) -> Vec<String> {
        self.texts().into_iter().step_by(3).collect()
    }
}

/// Every value that is one with one of its parts, at any depth, replaced by each of these.
fn changed(value: &Value, change: &dyn Fn(&Value) -> Vec<Value>) -> Vec<Value> {
    let mut all = change(value);
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                all.extend(changed(item, change).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[at] = item;
                    Value::Array(items)
                }));
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                all.extend(changed(field, change).into_iter().map(|field| {
                    let mut fields = fields.clone();
                    fields.insert(key.clone(), field);
                    Value::Object(fields)
                }));
            }
        }
        _ => {}
    }
    all
}

/// Every value that is one with one of its texts or lists replaced by this text, or a list by a list of it.
fn with_texts(value: &Value, text: &str) -> Vec<Value> {
    changed(value, &|part| match part {
        Value::String(_) => vec![json!(text)],
        Value::Array(_) => vec![json!(text), json!([text])],
        _ => Vec::new(),
    })
}

/// Every value that is one with this text, or a list of it, at a key of one of its tables: at each of those
/// that the reader knows, which says so when it refuses another one.
fn with_keys(value: &Value, text: &str, refused: &dyn Fn(&Value) -> String) -> Vec<Value> {
    let with = |key: &str, given: &Value| {
        changed(value, &|part| {
            let fields = part.as_object().map(|fields| {
                let mut fields = fields.clone();
                fields.insert(key.to_owned(), given.clone());
                Value::Object(fields)
            });
            fields.into_iter().collect()
        })
    };
    let mut all = Vec::new();
    for (at, unknown) in with("no-such-key", &json!(0)).iter().enumerate() {
        for key in expected(&refused(unknown)) {
            for given in [json!(text), json!([text])] {
                all.push(with(&key, &given).swap_remove(at));
            }
        }
    }
    all
}

/// The keys that were expected where another one was found.
fn expected(refusal: &str) -> Vec<String> {
    let names =
        refusal.split_once("unknown field").and_then(|(_, said)| said.split_once("expected"));
    let names = names.map_or("", |(_, names)| names);
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// An experiment with every part that names players, evaluators or files.
const EXPERIMENT: &str = r#"
format = 1
name = "bait"
seed = 3
needs = ["eval=mobility"]
[[games]]
name = "games"
players = ["alphabeta(depth={depth}, eval={eval})"]
grid = { depth = [1], eval = ["mobility"] }
opponents = ["random"]
games = 2
openings = "f5d6"
time_per_move = "1s"
measure = ["wins"]
[[positions]]
name = "positions"
players = ["alphabeta(depth=1)"]
phases = { middle = 20 }
count = 1
measure = ["nodes"]
[[positions.list]]
name = "start"
position = "startpos"
[[predictions]]
name = "played"
evaluators = ["mobility"]
player = "random"
games = 1
[[evolution]]
name = "evolution"
player = "alphabeta(depth=1)"
environment = ["random"]
population = 2
generations = 1
openings = 1
random_plies = 4
laws = ["power:4"]
[[roulette]]
name = "roulette"
fitnesses = [1.0, 2.0]
laws = ["power:1"]
[[weights]]
name = "weights"
table = "matrix1"
"#;

/// Parts of an experiment that name neither a player nor a file and run by the clock alone.
const TIMED_PARTS: [&str; 2] = ["hashing", "perft"];

/// The names of the tables of an experiment: those that the reader expects.
fn sections() -> BTreeSet<String> {
    let refusal = Experiment::read("no-such-section = 1").unwrap_err().to_string();
    let sections: BTreeSet<String> = expected(&refusal).into_iter().collect();
    assert!(sections.contains("games"), "{refusal}");
    sections
}

/// The experiment with one of its texts, lists and keys replaced, and with one that it does not have.
fn experiments(text: &str) -> Vec<String> {
    let whole: Value = toml::from_str(EXPERIMENT).unwrap();
    let written = |value: &Value| toml::to_string(value).unwrap();
    let refused = |value: &Value| {
        Experiment::read(&written(value)).err().map_or(String::new(), |error| error.to_string())
    };
    let mut all = with_texts(&whole, text);
    all.extend(with_keys(&whole, text, &refused));
    // A part takes a player or a file, not both.
    let mut of_file = whole;
    let part = of_file["predictions"][0].as_object_mut().unwrap();
    part.remove("player");
    part.insert("file".to_owned(), Value::String(text.to_owned()));
    all.push(of_file);
    all.iter().map(written).collect()
}

#[test]
fn an_experiment_of_another_person_touches_nothing() {
    let known: Value = toml::from_str(EXPERIMENT).unwrap();
    let written: BTreeSet<String> = known.as_object().unwrap().keys().cloned().collect();
    let without_specs = ["title", "question", "report", "answer", "measured", "compare"];
    for section in sections() {
        let is_covered = written.contains(&section)
            || TIMED_PARTS.contains(&&*section)
            || without_specs.contains(&&*section);
        assert!(is_covered, "the experiment here has no `{section}`");
    }
    let bait = Bait::new();
    for text in bait.texts() {
        for experiment in experiments(&text) {
            let Ok(read) = Experiment::read(&experiment) else { continue };
            drop(Plan::of(read.clone(), &Access::Sealed));
            drop(Plan::of_finished(read));
            bait.is_untouched(&experiment);
        }
    }
}

/// An experiment of the user may use files; the folder that another person made of it may not.
#[test]
fn a_folder_of_results_of_another_person_touches_nothing() {
    let bait = Bait::new();
    let home = tempfile::tempdir().unwrap();
    let folder = |text: &str, name: &str| {
        let prepared = PreparedExperiment::new(text, false, None, &[], &Access::Full).ok()?;
        let path = home.path().join(name);
        Folder::open(&path, prepared).unwrap();
        Some(path)
    };
    let mut read = 0;
    for (number, text) in bait.some_texts().iter().enumerate() {
        for (part, experiment) in experiments(text).iter().enumerate() {
            let Some(path) = folder(experiment, &format!("{number}-{part}")) else { continue };
            bait.opened();
            Folder::read(&path).unwrap();
            bait.is_untouched(experiment);
            if read % 16 == 0 {
                execute(&["lab", "report", &path.display().to_string()]);
                bait.is_untouched(experiment);
            }
            read += 1;
        }
    }
    assert!(read > 10, "{read} folders");
}

/// A small job of every kind.
const JOBS: [(&str, &str); 12] = [
    ("mobility-census", "games = 2"),
    (
        "solve",
        r#"positions = ["OXXXXXXXOOXXOXXXOOXXXXOXOOXXXOXXOXOXXXXXOOXXXOX--OXOOO---OOOO--- O;"]
hash = "1MiB""#,
    ),
    (
        "match",
        r#"a = "alphabeta(depth=1)"
b = "random"
games = 2
unit = 2
openings = ["f5d6"]"#,
    ),
    (
        "selfplay",
        r#"weights = "rule"
shards = 1
games = 1
depth = 1
solve_from = 8
random = [50, 55]"#,
    ),
    ("experiment", ""),
    (
        "tournament",
        r#"players = ["greedy=alphabeta(depth=1)", "random"]
games = 2
openings = ["f5d6"]"#,
    ),
    (
        "accuracy",
        r#"player = "random"
prove = 100
hash = "1MiB"
positions = ["OXXXXXXXOOXXOXXXOOXXXXOXOOXXXOXXOXOXXXXXOOXXXOX--OXOOO---OOOO--- O;"]"#,
    ),
    (
        "endgames",
        r#"empties = 6
count = 1
hash = "1MiB""#,
    ),
    (
        "label",
        r#"shards = ["shards"]
weights = "rule"
depth = 1
solve_from = 8"#,
    ),
    (
        "book",
        r#"games = ["games.txt"]
plies = 4
level = 1
hash = "1MiB""#,
    ),
    (
        "evolve",
        r#"player = "alphabeta(depth=1)"
environment = ["random"]
population = 2
elite = 0
generations = 1
openings = 1
random_plies = 50"#,
    ),
    (
        "tune",
        r#"player = "alphabeta(depth=1, eval=sum(corners={corners}))"
numbers = ["corners=10:0..50"]
iterations = 1
batch = 1
games = 2"#,
    ),
];

/// The manifests of small jobs of every kind, and their inputs.
fn manifests(home: &Path) -> Vec<(&'static str, Value, Inputs)> {
    fs::write(home.join("games.txt"), "f5d6c3d3c4f4\n").unwrap();
    let play = selfplay::Settings {
        shards: 1,
        games: 1,
        depth: 1,
        solve_from: 8,
        random_min: 50,
        random_max: 55,
        ..selfplay::Settings::default()
    };
    let stop = StopSignal::default();
    NamedEvaluator::Rule.play(&play, &home.join("shards"), &stop, &|_| ()).unwrap();
    let manifest = |(kind, settings): &(&'static str, &str)| {
        let settings = match *kind {
            "experiment" => {
                let lines: Vec<&str> = EXPERIMENT.lines().collect();
                format!("file = {}", serde_json::to_string(&lines).unwrap())
            }
            _ => (*settings).to_owned(),
        };
        let path = home.join("job.toml");
        fs::write(&path, format!("format = 1\n[{kind}]\n{settings}\n")).unwrap();
        let (manifest, inputs) =
            Manifest::read_job(&path).unwrap_or_else(|error| panic!("{error}"));
        (*kind, serde_json::from_slice(&manifest.to_bytes()).unwrap(), inputs)
    };
    JOBS.iter().map(manifest).collect()
}

/// The bytes of manifests of a kind that are one with a part replaced.
fn forged(kind: &str, manifest: &Value, text: &str) -> Vec<Vec<u8>> {
    let with = |job: &Value| {
        let mut manifest = manifest.clone();
        manifest["job"] = job.clone();
        serde_json::to_vec(&manifest).unwrap()
    };
    let refused = |job: &Value| {
        Manifest::from_bytes(&with(job)).err().map_or(String::new(), |error| error.to_string())
    };
    let job = &manifest["job"];
    let mut jobs = with_texts(job, text);
    let keyed = with_keys(job, text, &refused);
    assert!(!keyed.is_empty(), "{kind}: no key is known");
    jobs.extend(keyed);
    if kind == "experiment" {
        jobs.extend(experiments(text).into_iter().map(|experiment| {
            let mut job = job.clone();
            job["file"] = experiment.lines().collect();
            job
        }));
    }
    jobs.iter().map(with).collect()
}

/// Nobody waits for a unit of these tests.
struct Unwatched(StopSignal);

impl Progress for Unwatched {
    fn progressed(&self, _: u64) {}

    fn stop(&self) -> &StopSignal {
        &self.0
    }
}

#[test]
fn a_job_of_another_person_touches_nothing() {
    let mut kinds: Vec<&str> = JOBS.iter().map(|(kind, _)| *kind).collect();
    kinds.sort_unstable();
    let mut all = KINDS.to_vec();
    all.sort_unstable();
    assert_eq!(kinds, all);

    let bait = Bait::new();
    let home = tempfile::tempdir().unwrap();
    for (kind, manifest, inputs) in manifests(home.path()) {
        inputs.copy_to(home.path()).unwrap();
        for text in bait.texts() {
            for bytes in forged(kind, &manifest, &text) {
                let said = String::from_utf8_lossy(&bytes).into_owned();
                let read = Manifest::from_bytes(&bytes);
                bait.is_untouched(&said);
                let Ok(manifest) = read else { continue };
                if let Ok(performer) = Performer::new(&manifest, home.path()) {
                    let stop = Unwatched(StopSignal::default());
                    let _ = performer.perform(&manifest.unit(0), &stop);
                }
                bait.is_untouched(&said);
            }
        }
    }
}

/// A file beside the inputs of a job is not one of them, even if its name is its digest. It is the access of
/// the job that says so, wherever a job of a kind can name a file.
#[test]
fn a_job_reads_no_file_but_its_inputs() {
    const WITHOUT_FILES: [&str; 4] = ["solve", "endgames", "book", "mobility-census"];
    let bait = Bait::new();
    let digest = Digest::of(b"something").to_string();
    fs::write(bait.folder.path().join(&digest), "something").unwrap();
    let home = tempfile::tempdir().unwrap();
    let player = format!("champion(level=1, weights={digest})");
    let tuned = format!("alphabeta(depth={{corners}}, eval=patterns(file={digest}))");
    let lines: Vec<String> = EXPERIMENT
        .lines()
        .map(|line| line.replace("\"random\"", &format!("\"{player}\"")))
        .collect();
    let named = [
        ("match", "/b", json!(player)),
        ("selfplay", "/weights", json!(digest)),
        ("experiment", "/file", json!(lines)),
        ("tournament", "/players/0", json!(format!("greedy={player}"))),
        ("accuracy", "/player", json!(player)),
        ("label", "/weights", json!(digest)),
        ("label", "/shards/0/digest", json!(digest)),
        ("evolve", "/environment/0", json!(player)),
        ("tune", "/player", json!(tuned)),
    ];
    for (kind, manifest, inputs) in manifests(home.path()) {
        inputs.copy_to(bait.folder.path()).unwrap();
        bait.opened();
        let places = named.iter().filter(|(of, ..)| *of == kind);
        assert_eq!(places.clone().count() == 0, WITHOUT_FILES.contains(&kind), "{kind}");
        for (_, place, name) in places {
            let mut manifest = manifest.clone();
            *manifest["job"].pointer_mut(place).unwrap() = name.clone();
            let bytes = serde_json::to_vec(&manifest).unwrap();
            let error = match Manifest::from_bytes(&bytes) {
                Ok(manifest) => {
                    let performer = Performer::new(&manifest, bait.folder.path());
                    performer.err().expect("no performer").to_string()
                }
                Err(error) => error.to_string(),
            };
            assert!(error.contains("may not be read here"), "{kind}{place}: {error}");
            assert!(!bait.opened().contains(&digest), "{kind}{place}");
        }
    }
}

/// Runs `grid merge --audit 100` on a folder, as far as it comes.
fn merge(folder: &Path, out: &Path) {
    let Ok(folder) = UnitFolder::open(folder) else { return };
    let folders = [folder];
    let Ok(units) = merged(&folders) else { return };
    let options = AuditOptions { percent: 100.0, seed: 1, threads: NonZeroUsize::MIN };
    let _ = audit(&units, options, &StopSignal::default());
    let _ = output::write(&units, out);
}

/// `grid merge` of a folder that another person sent: a manifest that leads to the bait, and results that say
/// they are of it.
#[test]
fn a_folder_of_units_of_another_person_touches_nothing() {
    let bait = Bait::new();
    let home = tempfile::tempdir().unwrap();
    for (kind, manifest, inputs) in manifests(home.path()) {
        let [folder, out] =
            ["folder", "out"].map(|name| home.path().join(format!("{kind}-{name}")));
        let honest = Manifest::from_bytes(&serde_json::to_vec(&manifest).unwrap()).unwrap();
        let units = UnitFolder::create(&folder, honest, &inputs).unwrap();
        grid::run(&units, Shard::ALL, NonZeroUsize::MIN, &StopSignal::default(), &mut |_| ())
            .unwrap();
        let rows = |number: u64| units.result(number).map_or(Vec::new(), |result| result.rows);
        let rows: Vec<Vec<u8>> = (0..units.manifest().units).map(rows).collect();
        // An honest folder is read to the end, so that the forged ones below meet a reader.
        let [path, target] = [&folder, &out].map(|path| path.to_str().unwrap());
        run(&["grid", "merge", path, "--out", target, "--audit", "100"], 0);
        assert!(out.join("results/job.json").exists(), "{kind}");

        for text in bait.some_texts() {
            for bytes in forged(kind, &manifest, &text) {
                fs::write(folder.join("job.json"), &bytes).unwrap();
                if let Ok(manifest) = Manifest::from_bytes(&bytes) {
                    for (number, rows) in (0..).zip(&rows) {
                        let (unit, now) = (manifest.unit(number), SystemTime::now());
                        let of =
                            Provenance::of(&manifest, &unit, "stranger", 1, now, Duration::ZERO);
                        units.put(&UnitResult::new(rows.clone(), of)).unwrap();
                    }
                }
                merge(&folder, &out);
                bait.is_untouched(&String::from_utf8_lossy(&bytes));
            }
        }
        // The last one, by the program.
        execute(&["grid", "merge", path, "--out", target, "--audit", "100"]);
        bait.is_untouched(kind);
    }
}

/// The bait is bait: the user's own specs do reach it, a program at its first move and not before.
#[test]
fn the_user_reaches_files_and_programs() {
    let bait = Bait::new();
    for text in bait.specs() {
        let spec: Spec = text.parse().unwrap();
        let sealed = build_player::<Eight>(&spec, &Setup { seed: 1, access: Access::Sealed });
        assert!(sealed.err().unwrap().to_string().contains("here"), "{text}");
        bait.is_untouched(&text);
        let built = build_player::<Eight>(&spec, &Setup { seed: 1, access: Access::Full });
        if text.contains("cmd=") {
            bait.is_untouched(&text);
            let mut player = built.unwrap();
            assert!(player.choose_move(&Game::new()).is_err());
        }
        assert!(!bait.opened().is_empty(), "{text}");
    }
}

/// A server and the description of its API, and a client.
struct Api {
    router: Router,
    description: Value,
    client: usize,
    /// The token that the client acts with.
    token: Option<String>,
}

impl Api {
    async fn new() -> Api {
        let state = App::new(Config { threads: Some(1), ..Config::default() }).unwrap();
        let mut api = Api { router: app(state), description: Value::Null, client: 0, token: None };
        api.description = api.answer("GET", "/openapi.json", None).await.1;
        api
    }

    /// A path of the API with the id or the code of something that a new client made, which then acts with its
    /// token there.
    async fn real(&mut self, path: &str) -> String {
        self.client += 1;
        self.token = None;
        let path = path.replace("{number}", "1");
        let Some((before, after)) = path.split_once('{') else { return path };
        let (asked, body, place) = match before {
            "/api/games/" => {
                let players = json!({ "players": { "black": "human", "white": "random" } });
                ("/api/games", players, "/id")
            }
            "/api/matches/" => {
                ("/api/matches", json!({ "a": "random", "b": "random", "games": 2 }), "/id")
            }
            "/api/work/" => {
                let settings = json!({ "games": 2 });
                ("/api/work", json!({ "kind": "mobility-census", "settings": settings }), "/id")
            }
            "/api/seats/" => ("/api/invitations", json!({ "name": "Ada" }), "/seats/id"),
            "/api/invitations/" => {
                ("/api/invitations", json!({ "name": "Ada" }), "/invitation/code")
            }
            "/api/rooms/" => {
                ("/api/rooms", json!({ "name": "Class", "owner": "Ada" }), "/room/code")
            }
            _ => panic!("nothing is known of {path}"),
        };
        let text = |value: &Value, place: &str| value.pointer(place)?.as_str().map(str::to_owned);
        let made = loop {
            let (status, made) = self.answer("POST", asked, Some(&body)).await;
            // The number of clients that have a match at a time is limited.
            if status != StatusCode::TOO_MANY_REQUESTS {
                break made;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let id = text(&made, place).unwrap_or_else(|| panic!("{asked}: {made}"));
        self.token = text(&made, "/token");
        if before == "/api/seats/" {
            let code = text(&made, "/invitation/code").unwrap();
            let (host, token) = (self.client, self.token.take());
            self.client += 1;
            let guest = json!({ "name": "Ben" });
            let join = format!("/api/invitations/{code}/join");
            let (status, joined) = self.answer("POST", &join, Some(&guest)).await;
            assert!(status.is_success(), "{joined}");
            (self.client, self.token) = (host, token);
            self.client += 1;
        }
        let (_, rest) = after.split_once('}').unwrap();
        format!("{before}{id}{rest}")
    }

    async fn answer(&self, method: &str, path: &str, body: Option<&Value>) -> (StatusCode, Value) {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("host", "127.0.0.1:8088");
        let request = request.header("cookie", format!("client={:A>22}", self.client));
        let request = request.header("content-type", "application/json");
        let request = match &self.token {
            Some(token) => request.header("authorization", format!("Bearer {token}")),
            None => request,
        };
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let response = self.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status();
        let kind = response.headers().get("content-type");
        if kind.is_none_or(|kind| kind != "application/json") {
            return (status, Value::Null);
        }
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 24).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(name) => {
                let found = self.description.pointer(&name[1..]);
                self.resolved(found.unwrap_or_else(|| panic!("there is no {name}")))
            }
            None => schema,
        }
    }

    /// Objects of a schema: those with the required fields and one more, and those with all.
    fn examples(&self, schema: &Value, text: &str) -> Vec<Value> {
        let schema = self.resolved(schema);
        if let Some(any) = ["oneOf", "anyOf"].into_iter().find_map(|key| schema[key].as_array()) {
            let any = any.iter().filter(|schema| schema["type"] != "null");
            return any.flat_map(|schema| self.examples(schema, text)).collect();
        }
        let mut parts = vec![schema];
        parts
            .extend(schema["allOf"].as_array().into_iter().flatten().map(|one| self.resolved(one)));
        let fields = parts.iter().filter_map(|part| part["properties"].as_object()).flatten();
        let fields: Vec<(&String, &Value)> = fields.collect();
        let required = parts.iter().filter_map(|part| part["required"].as_array()).flatten();
        let required: BTreeSet<&str> = required.filter_map(Value::as_str).collect();
        let usual: Map<String, Value> = fields
            .iter()
            .filter(|(key, _)| required.contains(key.as_str()))
            .map(|(key, schema)| ((*key).clone(), self.usual(key, schema)))
            .collect();
        let mut all = Map::new();
        let mut examples = Vec::new();
        for (key, schema) in fields {
            let value = self.filled(key, schema, text);
            let mut one = usual.clone();
            one.insert(key.clone(), value.clone());
            all.insert(key.clone(), value);
            examples.push(Value::Object(one));
        }
        examples.push(Value::Object(all));
        examples
    }

    /// A value of a field that is accepted.
    fn usual(&self, key: &str, schema: &Value) -> Value {
        match key {
            "a" | "b" | "player" => json!("random"),
            "players" => json!({ "black": "human", "white": "random" }),
            "evaluator" | "eval" => json!("mobility"),
            "position" => json!("startpos"),
            _ => self.filled(key, schema, "f5"),
        }
    }

    /// A value of a field with this text in the place of every text.
    fn filled(&self, key: &str, schema: &Value, text: &str) -> Value {
        let schema = self.resolved(schema);
        let kinds = schema["type"].as_array().map_or_else(
            || schema["type"].as_str().into_iter().collect::<Vec<_>>(),
            |kinds| kinds.iter().filter_map(Value::as_str).collect(),
        );
        if let Some(choice) = schema["enum"].as_array().and_then(|choices| choices.first()) {
            return choice.clone();
        }
        match kinds.iter().find(|kind| **kind != "null") {
            Some(&"string") => json!(text),
            Some(&"integer" | &"number") if key == "size" => json!(8),
            Some(&"integer" | &"number") => json!(2),
            Some(&"boolean") => json!(false),
            Some(&"array") => json!([self.filled(key, &schema["items"], text)]),
            None if self.takes_text(schema) => json!(text),
            _ => self.examples(schema, text).pop().unwrap_or(json!(text)),
        }
    }

    /// Whether a text is one of the alternatives of a schema.
    fn takes_text(&self, schema: &Value) -> bool {
        let schema = self.resolved(schema);
        let any = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array());
        schema["type"] == "string" || any.flatten().any(|one| self.takes_text(one))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_touches_nothing() {
    let bait = Bait::new();
    let mut api = Api::new().await;
    let paths = api.description["paths"].as_object().unwrap().clone();
    let (mut refused, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    for (path, operations) in &paths {
        for (method, operation) in operations.as_object().unwrap() {
            let method = method.to_uppercase();
            let mut target = String::new();
            // Nothing about a number of the room exists but its owner.
            if path.contains('{') && !path.contains("{number}") {
                unknown.insert(format!("{method} {path}"));
            }
            for text in [&bait.specs()[0], &bait.specs()[4], &bait.texts()[9], &bait.path("genome")]
            {
                // A room is used for all texts: few are made in a minute.
                if target.is_empty() || !path.starts_with("/api/rooms/") {
                    target = api.real(path).await;
                } else {
                    api.client += 1;
                }
                let body = &operation["requestBody"]["content"]["application/json"]["schema"];
                let bodies = match body {
                    Value::Null => vec![None],
                    schema => api.examples(schema, text).into_iter().map(Some).collect(),
                };
                let parameters = operation["parameters"].as_array();
                let parameters: Vec<&Value> =
                    parameters.into_iter().flatten().filter(|one| one["in"] == "query").collect();
                let mut queries = vec![String::new()];
                for asked in &parameters {
                    let value = |one: &&Value| {
                        let name = one["name"].as_str().unwrap();
                        let value = match one["name"] == asked["name"] {
                            true => api.filled(name, &one["schema"], text),
                            false if one["required"] == true => api.usual(name, &one["schema"]),
                            false => return None,
                        };
                        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                        let encoded: String =
                            value.bytes().map(|byte| format!("%{byte:02x}")).collect();
                        Some(format!("{name}={encoded}"))
                    };
                    let pairs: Vec<String> = parameters.iter().filter_map(value).collect();
                    queries.push(format!("?{}", pairs.join("&")));
                }
                for query in &queries {
                    for body in &bodies {
                        let asked = format!("{target}{query}");
                        let (status, answer) = api.answer(&method, &asked, body.as_ref()).await;
                        // Only one match is played at a time; no other limit is to hide the answer.
                        let is_limited = status == StatusCode::TOO_MANY_REQUESTS;
                        assert!(!is_limited || path == "/api/matches", "{path}: {answer}");
                        bait.is_untouched(&format!("{method} {asked} {body:?}: {answer}"));
                        if answer.to_string().contains("not_allowed") {
                            refused.insert(format!("{method} {path}"));
                        }
                        if ![StatusCode::NOT_FOUND, StatusCode::UNAUTHORIZED].contains(&status) {
                            unknown.remove(&format!("{method} {path}"));
                        }
                    }
                }
            }
        }
    }
    assert_eq!(unknown, BTreeSet::new(), "the ids and codes are not real ones");
    // The specs did get as far as the catalogue.
    for asked in [
        "POST /api/games",
        "POST /api/matches",
        "PATCH /api/games/{id}",
        "GET /api/analysis",
        "GET /api/heatmap",
        "GET /api/trees",
    ] {
        assert!(refused.contains(asked), "{asked} is not among {refused:?}");
    }
}
