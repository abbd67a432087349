//! `othellier lab`, as the real binary: results survive any interruption.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{
    Finish, check_done, check_refused, check_type, kill_while_running, lines_of, othellier, text,
    wait_for,
};

/// An experiment with a part of each kind; depth and number of games set its duration.
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

[[hashing]]
name = "hashes"
title = {{ en = "Hashes", fr = "Des hachages" }}
functions = ["modulo", "zobrist-moves"]
slots = 10007
games = 2
passes = 2
repetitions = 3

[[perft]]
name = "boards"
title = {{ en = "Boards", fr = "Des plateaux" }}
boards = ["mailbox", "scalar"]
depth = 4
repetitions = 2

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

/// The games without their times.
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
fn a_killed_run_resumes_and_ends_like_an_uninterrupted_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), 12, 3);
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    check_done(&run(&file, &whole).finish());

    let journal = broken.join("mine/journal.jsonl");
    let mut child =
        run(&file, &broken).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&mut child, "a journal of five lines", || lines_of(&journal).len() >= 5);
    kill_while_running(&mut child);
    let kept = lines_of(&journal);
    // The worst case after a kill: half a line.
    let mut bytes = fs::read(&journal).unwrap();
    bytes.extend_from_slice(br#"{"type":"game","part":"ga"#);
    fs::write(&journal, bytes).unwrap();

    let output = run(&file, &broken).arg("--json").finish();
    check_done(&output);
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    check_type::<othellier_wire::ExperimentEvent>(&lines);
    let total = lines.last().unwrap();
    assert_eq!(total["finished"], total["units"]);
    assert_eq!(lines_of(&journal)[..kept.len()], kept, "finished units are not run again");
    assert_eq!(lines[0]["type"], "settings");
    // Four arms of games, two of positions, one of predictions, one evolution, four timings.
    assert_eq!(lines[0]["arms"].as_array().unwrap().len(), 12);
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
    let timed = lines.iter().filter(|line| line["type"] == "timing").collect::<Vec<_>>();
    let bits: Vec<_> = timed.iter().map(|line| line["bits"].as_u64()).collect();
    assert_eq!(bits, [None, None, Some(512), Some(128)]);
    assert!(timed.iter().all(|line| line["measured"] == true && line["ns_per_operation"] != 0));
    let tables = ["games", "moves", "searches", "predictions", "timings", "generations"];
    let tables = tables.into_iter().chain(["summary", "by_move"]);
    for table in tables {
        for ending in ["csv", "parquet", "json"] {
            let file = broken.join(format!("mine/tables/{table}.{ending}"));
            assert!(fs::metadata(&file).is_ok_and(|metadata| metadata.len() > 0), "{file:?}");
        }
    }
    // Nothing is left to do.
    let output = run(&file, &broken).finish();
    check_done(&output);
    assert!(text(&output.stderr).contains("0 units to do"), "{}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_finished_units() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), 4000, 3);
    let out = folder.path().join("out");
    let journal = out.join("mine/journal.jsonl");
    let mut child = run(&file, &out).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&mut child, "a journal of five lines", || lines_of(&journal).len() >= 5);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).contains("resumes from here"), "{}", text(&output.stderr));
    assert!(out.join("mine/tables/games.csv").is_file());
    // An unfinished experiment can be reported on.
    let folder = out.join("mine");
    let report = othellier(&["lab", "report", folder.to_str().unwrap(), "--markdown"]);
    check_done(&{ report }.finish());
    assert!(fs::read_to_string(folder.join("report.md")).unwrap().contains("This is unfinished"));
}

#[test]
fn the_report_is_one_page_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), 4, 2);
    let out = folder.path().join("out");
    check_done(&run(&file, &out).finish());
    let mine = out.join("mine");
    // All formats with figures once; then only the text in the other language.
    let arguments = ["lab", "run", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    check_done(&othellier(&arguments).args(["--lang", "fr"]).finish());
    let page = fs::read_to_string(mine.join("report.html")).unwrap();
    for expected in [
        "Mon expérience",
        "&lt;tout&gt;",
        "<svg",
        "96\u{a0}%",
        "(f + 64)⁴",
        "Des poids",
        "Zobrist incrémental (de coup en coup)",
        "512 bits en tableau d'octets (4 fois plus)",
        "selfplay",
        "Pour mesurer à nouveau",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let again = format!("othellier lab run {} --seed 3", mine.join("experiment.toml").display());
    assert!(page.contains(&again), "{again}");
    // The page is self-contained.
    assert!(!page.contains("src=") && !page.contains("href=") && !page.contains("<script"));
    let markdown = fs::read_to_string(mine.join("report.md")).unwrap();
    for link in markdown.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(mine.join(link).is_file(), "{link}");
        assert!(mine.join(link.replace(".svg", "-dark.png")).is_file(), "{link}");
    }
    let arguments = ["lab", "report", mine.to_str().unwrap(), "--markdown"];
    check_done(&othellier(&arguments).finish());
    let markdown = fs::read_to_string(mine.join("report.md")).unwrap();
    assert!(markdown.contains("# My experiment") && markdown.contains("To measure it again"));
    // The parent folder gives one page on all its experiments.
    check_done(
        &othellier(&["lab", "report", out.to_str().unwrap(), "--json", "--markdown"]).finish(),
    );
    assert!(out.join("report.md").is_file());
}

#[test]
fn pages_are_written_in_both_languages_with_their_summary() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), 4, 2);
    let (out, docs) = (folder.path().join("out"), folder.path().join("docs"));
    check_done(&run(&file, &out).finish());
    let summary = docs.join("fr/experiments/README.md");
    fs::create_dir_all(summary.parent().unwrap()).unwrap();
    let (begin, end) =
        ("<!-- summary: written by `othellier lab pages` -->", "<!-- end of the summary -->");
    fs::write(&summary, format!("# Titre\n\n{begin}\nancien\n{end}\nfin\n")).unwrap();
    // Old files are removed.
    let stale = docs.join("experiments/mine/figures/stale.svg");
    fs::create_dir_all(stale.parent().unwrap()).unwrap();
    fs::write(&stale, "").unwrap();
    let arguments = ["lab", "pages", out.to_str().unwrap(), docs.to_str().unwrap()];
    check_done(&othellier(&arguments).finish());
    assert!(!stale.exists());
    for (page, title) in
        [("experiments", "# My experiment"), ("fr/experiments", "# Mon expérience")]
    {
        let page = docs.join(page).join("mine");
        let text = fs::read_to_string(page.join("README.md")).unwrap();
        assert!(text.starts_with(title), "{text}");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(page.join(link).is_file(), "{link}");
        }
    }
    let text = fs::read_to_string(&summary).unwrap();
    assert!(text.starts_with("# Titre\n") && text.ends_with(&format!("{end}\nfin\n")), "{text}");
    assert!(text.contains("| [Mon expérience](mine/README.md) | – | "), "{text}");
    assert!(!text.contains("ancien"), "{text}");
    // An experiment that is not finished has no page.
    let journal = out.join("mine/journal.jsonl");
    let lines = fs::read_to_string(&journal).unwrap();
    let (most, _) = lines.trim_end().rsplit_once('\n').unwrap();
    fs::write(&journal, format!("{most}\n")).unwrap();
    let output = othellier(&arguments).finish();
    assert_eq!(output.status.code(), Some(1));
    assert!(self::text(&output.stderr).contains("`othellier lab run mine` resumes it"));
}

#[test]
fn the_list_names_every_experiment_and_all_can_be_run() {
    let output = othellier(&["lab", "list", "--json"]).finish();
    check_done(&output);
    let listed: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    check_type::<othellier_wire::Experiment>(&listed);
    let names: Vec<_> = listed.iter().map(|line| line["name"].as_str().unwrap()).collect();
    let wished = ["threads", "monte-carlo", "steps", "hash-cost", "mailbox"].map(String::from);
    let mut known: Vec<_> = (1..=17).map(|n| format!("b{n}")).chain(wished).collect();
    known.insert(16, "b16-wthor".to_owned());
    assert_eq!(names, known);
    for line in listed {
        let missing: &[&str] =
            if line["name"] == "b16-wthor" { &["file=WTH_2024.wtb"] } else { &[] };
        assert_eq!(line["waits_for"], serde_json::json!(missing), "{}", line["name"]);
    }
    let french = othellier(&["lab", "list", "--lang", "fr"]).finish();
    assert!(text(&french.stdout).contains("B15 · Élever des poids"));
}

#[test]
fn invalid_experiments_are_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let said = |what: &str| othellier(&["lab", "run", what, "--out", out]).finish();
    check_refused(&said("b77"), "did you mean `b7`?");
    check_refused(&said("nowhere.toml"), "nowhere.toml");
    let waiting = folder.path().join("waiting.toml");
    fs::write(&waiting, "format = 1\nname = \"x\"\nseed = 1\nneeds = [\"eval=luck\"]\n").unwrap();
    let output = said(waiting.to_str().unwrap());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("needs what is missing here: eval=luck"));
    let broken = folder.path().join("broken.toml");
    fs::write(&broken, "format = 1\nname = \"x\"\nsed = 1\n").unwrap();
    check_refused(&said(broken.to_str().unwrap()), "line 3: unknown field `sed`");
    // A journal is never mixed with that of another experiment.
    let file = experiment(folder.path(), 2, 2);
    check_done(&run(&file, folder.path()).finish());
    let other = run(&file, folder.path()).args(["--seed", "9"]).finish();
    check_refused(&other, "another experiment, seed or version");
    // One of another version of the format is neither continued nor reported.
    let mine = folder.path().join("mine");
    let ours = fs::read_to_string(mine.join("journal.jsonl")).unwrap();
    let newer = ours.replacen("\"version\":2", "\"version\":9", 1);
    fs::write(mine.join("journal.jsonl"), &newer).unwrap();
    check_refused(&run(&file, folder.path()).finish(), "written by another version");
    let report = othellier(&["lab", "report", mine.to_str().unwrap()]).finish();
    check_refused(&report, "written by another version");
    assert_eq!(fs::read_to_string(mine.join("journal.jsonl")).unwrap(), newer);
    let empty = tempfile::tempdir().unwrap();
    let report = othellier(&["lab", "report", empty.path().to_str().unwrap()]).finish();
    check_refused(&report, "there is no experiment");
}

/// An experiment whose opponent is set on the command line, by default this program as a separate
/// process; the page names it.
#[test]
fn an_engine_is_named_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine.toml");
    let text = r#"
format = 1
name = "engine"
seed = 3

[[games]]
name = "games"
players = ["level-2"]
grid = { engine = ["gtp(cmd=\"othellier gtp --player random --seed 1\")"] }
opponents = ["{engine}"]
games = 2
measure = ["discs"]
quick = { games = 1 }
"#;
    fs::write(&file, text).unwrap();
    let run = |out: &str, more: &[&str]| {
        let out = folder.path().join(out);
        let mut command = othellier(&["lab", "run", file.to_str().unwrap()]);
        command.args(["--out", out.to_str().unwrap()]).args(more);
        (command.finish(), out.join("engine"))
    };
    let page = |folder: &Path| fs::read_to_string(folder.join("report.md")).unwrap();
    let (output, itself) = run("itself", &[]);
    check_done(&output);
    let said = page(&itself);
    assert!(said.contains("is this program itself") && said.contains("--set engine="), "{said}");
    assert!(said.contains("level-2 scores") && !said.contains("{engine}"), "{said}");

    let (output, other) = run("other", &["--set", "engine=level-1", "--lang", "fr"]);
    check_done(&output);
    let said = page(&other);
    assert!(!said.contains("ce programme lui-même"), "{said}");
    let kept = other.join("experiment.toml");
    let again = format!("lab run {} --set engine=level-1 --seed 3", kept.display());
    assert!(said.contains(&again), "{said}");
    // The folder records the choice: reports and resumed runs use it.
    check_done(&othellier(&["lab", "report", other.to_str().unwrap()]).finish());
    check_refused(&run("other", &[]).0, "another experiment, seed or version");

    let (output, _) = run("third", &["--set", "engin=level-1"]);
    check_refused(&output, "no grid of engine has the key `engin`; expected one of engine");
    let (output, _) = run("third", &["--set", "engine", "--lang", "fr"]);
    check_refused(&output, "depth=3,5");
}
