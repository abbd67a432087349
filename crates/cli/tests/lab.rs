//! `othellier lab`, as the real binary: what is found survives whatever ends a run.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use common::{check_done, check_refused, othellier, text};

/// An experiment with a part of each kind; the games can be made to take a while.
fn experiment(folder: &Path, games: usize, depth: u8) -> PathBuf {
    let file = folder.join("mine.toml");
    let text = format!(
        r#"
format = 1
name = "mine"
seed = 3
title = {{ en = "My experiment", fr = "Mon expérience" }}
question = {{ en = "Does <it> & all work?", fr = "Est-ce que <tout> marche ?" }}

[[games]]
name = "games"
title = {{ en = "Games", fr = "Des parties" }}
players = ["alphabeta(depth={{depth}}, table=zobrist, hash=64KiB)", "minimax(depth={{depth}})"]
grid = {{ depth = [1, {depth}] }}
opponents = ["random"]
games = {games}
split = "depth"
measure = ["wins", "elo", "first-move", "time-by-move"]

[[positions]]
name = "searches"
title = {{ en = "Searches", fr = "Des recherches" }}
players = ["minimax(depth={{depth}})"]
grid = {{ depth = [1, 2] }}
phases = {{ opening = 6, end = 50 }}
by = "depth"
measure = ["nodes"]

[[predictions]]
name = "winner"
title = {{ en = "Winner", fr = "Vainqueur" }}
evaluators = ["discs", "mobility"]
player = "random"
games = 4
random_plies = 4

[[evolution]]
name = "bred"
title = {{ en = "Bred", fr = "Des poids" }}
player = "alphabeta(depth=1)"
environment = ["random"]
population = 4
generations = 2
runs = 2
openings = 1
random_plies = 20
laws = ["power:4"]

[[roulette]]
name = "wheel"
fitnesses = [20, 0, -64]
laws = ["power:1", "power:4", "exp:20"]

[[weights]]
name = "table"
table = "matrix1"

[[compare]]
what = {{ en = "Wins", fr = "Victoires" }}
theirs = {{ en = "96 %" }}
part = "games"
arm = "minimax (depth=1)"
measure = "wins"
color = "white"
"#
    );
    fs::write(&file, text).unwrap();
    file
}

fn run(file: &Path, out: &Path) -> Command {
    othellier(&[
        "lab",
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--threads",
        "2",
        "--no-report",
    ])
}

/// The games without what took time.
fn games(folder: &Path) -> Value {
    let bytes = fs::read(folder.join("tables/games.json")).unwrap();
    let mut table: Value = serde_json::from_slice(&bytes).unwrap();
    let rows = table["rows"].as_array_mut().unwrap();
    for row in rows.iter_mut() {
        for timed in ["seconds", "thinking_ms", "slowest_ms"] {
            row[timed] = Value::Null;
        }
    }
    table["rows"].take()
}

#[test]
fn a_run_that_is_killed_goes_on_and_ends_as_if_nothing_had_been() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), 12, 3);
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    check_done(&run(&file, &whole).output().unwrap());

    let journal = broken.join("mine/journal.jsonl");
    let mut child =
        run(&file, &broken).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) < 5 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing was written");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The worst that a kill can leave: half a line.
    let mut bytes = fs::read(&journal).unwrap();
    bytes.extend_from_slice(br#"{"type":"game","part":"ga"#);
    fs::write(&journal, bytes).unwrap();

    let output = run(&file, &broken).arg("--json").output().unwrap();
    check_done(&output);
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let total = lines.last().unwrap();
    assert_eq!(total["finished"], total["units"]);
    assert_eq!(lines[0]["type"], "settings");
    // Four of games, two of positions, one each that foretells and that breeds.
    assert_eq!(lines[0]["arms"].as_array().unwrap().len(), 8);
    assert!(lines[0]["experiment"].as_str().unwrap().contains("My experiment"));
    assert!(lines.iter().any(|line| line["type"] == "comparison" && line["theirs"] == "96 %"));
    assert!(lines[0]["arms"][0]["effective"].as_str().unwrap().contains("order=none"));
    assert_eq!(games(&whole.join("mine")), games(&broken.join("mine")));
    let [bred, again] =
        [&whole, &broken].map(|out| fs::read(out.join("mine/tables/generations.csv")).unwrap());
    assert_eq!(text(&bred), text(&again));
    assert_eq!(lines[0]["weights"]["checksum"].as_str().unwrap().len(), 8);
    let law = lines.iter().find(|line| line["type"] == "law").unwrap();
    assert_eq!((&law["law"], &law["generations"]), (&"power:4".into(), &2.into()));
    let tables = ["games", "moves", "searches", "predictions", "generations", "summary", "by_move"];
    for table in tables {
        for ending in ["csv", "parquet", "json"] {
            let file = broken.join(format!("mine/tables/{table}.{ending}"));
            assert!(fs::metadata(&file).is_ok_and(|metadata| metadata.len() > 0), "{file:?}");
        }
    }
    // There is nothing left to do.
    let output = run(&file, &broken).output().unwrap();
    check_done(&output);
    assert!(text(&output.stderr).contains("0 units to do"), "{}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), 4000, 3);
    let out = folder.path().join("out");
    let journal = out.join("mine/journal.jsonl");
    let child = run(&file, &out).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) < 5 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing was written");
        std::thread::sleep(Duration::from_millis(1));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).contains("goes on from here"), "{}", text(&output.stderr));
    assert!(out.join("mine/tables/games.csv").is_file());
    // An unfinished experiment can be reported on.
    let folder = out.join("mine");
    let report = othellier(&["lab", "report", folder.to_str().unwrap(), "--markdown"]);
    check_done(&{ report }.output().unwrap());
    assert!(fs::read_to_string(folder.join("report.md")).unwrap().contains("This is unfinished"));
}

#[test]
fn the_report_is_one_page_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), 4, 2);
    let out = folder.path().join("out");
    check_done(&run(&file, &out).output().unwrap());
    let mine = out.join("mine");
    // Everything once, with all pictures; then the words alone in the other language.
    let arguments = ["lab", "run", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    check_done(&othellier(&arguments).args(["--lang", "fr"]).output().unwrap());
    let page = fs::read_to_string(mine.join("report.html")).unwrap();
    for expected in [
        "Mon expérience",
        "&lt;tout&gt;",
        "<svg",
        "96\u{a0}%",
        "(f + 64)⁴",
        "Des poids",
        "selfplay",
        "Pour mesurer à nouveau",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    assert!(page.contains("othellier lab run mine --seed 3"));
    // It needs nothing from elsewhere.
    assert!(!page.contains("src=") && !page.contains("href=") && !page.contains("<script"));
    let markdown = fs::read_to_string(mine.join("report.md")).unwrap();
    for link in markdown.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(mine.join(link).is_file(), "{link}");
        assert!(mine.join(link.replace(".svg", "-dark.png")).is_file(), "{link}");
    }
    let arguments = ["lab", "report", mine.to_str().unwrap(), "--markdown"];
    check_done(&othellier(&arguments).output().unwrap());
    let markdown = fs::read_to_string(mine.join("report.md")).unwrap();
    assert!(markdown.contains("# My experiment") && markdown.contains("To measure it again"));
    // The folder above makes one page of all that is in it.
    check_done(
        &othellier(&["lab", "report", out.to_str().unwrap(), "--json", "--markdown"])
            .output()
            .unwrap(),
    );
    assert!(out.join("report.md").is_file());
}

#[test]
fn the_list_names_every_experiment_and_all_can_be_run() {
    let output = othellier(&["lab", "list", "--json"]).output().unwrap();
    check_done(&output);
    let listed: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<_> = listed.iter().map(|line| line["name"].as_str().unwrap()).collect();
    assert_eq!(names, (1..=16).map(|n| format!("b{n}")).collect::<Vec<_>>());
    assert!(listed.iter().all(|line| line["waits_for"] == Value::Array(Vec::new())));
    let french = othellier(&["lab", "list", "--lang", "fr"]).output().unwrap();
    assert!(text(&french.stdout).contains("B15 · Élever des poids"));
}

#[test]
fn what_cannot_be_run_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let said = |what: &str| othellier(&["lab", "run", what, "--out", out]).output().unwrap();
    check_refused(&said("b77"), "did you mean `b7`?");
    check_refused(&said("nowhere.toml"), "nowhere.toml");
    let waiting = folder.path().join("waiting.toml");
    fs::write(&waiting, "format = 1\nname = \"x\"\nseed = 1\nneeds = [\"eval=luck\"]\n").unwrap();
    let output = said(waiting.to_str().unwrap());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("waits for what this version does not have: eval=luck"));
    let broken = folder.path().join("broken.toml");
    fs::write(&broken, "format = 1\nname = \"x\"\nsed = 1\n").unwrap();
    check_refused(&said(broken.to_str().unwrap()), "line 3: unknown field `sed`");
    // A journal is never mixed with another experiment's.
    let file = experiment(folder.path(), 2, 2);
    check_done(&run(&file, folder.path()).output().unwrap());
    let other = run(&file, folder.path()).args(["--seed", "9"]).output().unwrap();
    check_refused(&other, "another experiment, seed or version");
    let empty = tempfile::tempdir().unwrap();
    let report = othellier(&["lab", "report", empty.path().to_str().unwrap()]).output().unwrap();
    check_refused(&report, "there is no experiment");
}
