//! `othellier train` with the real binary: from nothing to trained weights.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{
    self, Finish, check_refused, check_type, kill_while_running, othellier, text, wait_for,
};
use othellier_wire as wire;
use serde_json::Value;

fn train(folder: &Path, arguments: &str) -> Command {
    let mut command = othellier(&["train"]);
    command.args(arguments.split(' ')).current_dir(folder);
    command
}

#[track_caller]
fn objects(folder: &Path, arguments: &str) -> Vec<Value> {
    common::objects(&train(folder, arguments).arg("--json").finish())
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Six empty squares, every move with its score.
const PROBLEM: &str = "generate endgames --empties 6 --count 20 --seed 1";

const PLAY: &str = "selfplay games --weights rule --shards 2 --games 40 --depth 1 --solve-from 8";

#[test]
fn the_training_pipeline_produces_weights() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    let totals = objects(folder, PLAY);
    check_type::<wire::SelfplayTotal>(&totals);
    let total = &totals[0];
    assert_eq!((&total["type"], &total["shards"]), (&"total".into(), &2.into()));
    assert_eq!((&total["games"], &total["weights"]), (&80.into(), &"rule".into()));
    let examples = total["examples"].as_u64().unwrap();
    assert!(examples > 500, "{examples}");
    // Existing shards are not played again, and other settings need another folder.
    let shards = files(&folder.join("games"));
    let again = objects(folder, PLAY).pop().unwrap();
    assert_eq!((&again["older_shards"], &again["games"]), (&2.into(), &0.into()));
    assert_eq!(files(&folder.join("games")), shards);
    let other = train(folder, &format!("{PLAY} --seed 2")).finish();
    check_refused(&other, "it was made with other settings (selfplay weights=rule games=40");

    let labels = "label games --to labelled --weights rule --depth 2 --solve-from 9 --empties 0-30";
    let totals = objects(folder, labels);
    check_type::<wire::LabelTotal>(&totals);
    let total = &totals[0];
    assert_eq!((&total["shards"], &total["older_shards"]), (&2.into(), &0.into()));
    assert!((1..examples).contains(&total["labelled"].as_u64().unwrap()));

    let lines = objects(folder, "fit labelled --out new.bin --steps 4 --validation 5 --blend 0.5");
    check_type::<wire::FitEvent>(&lines);
    let steps = lines.iter().filter(|line| line["type"] == "step").count();
    let total = lines.last().unwrap();
    assert_eq!((steps, &total["type"], &total["steps"]), (4, &"total".into(), &4.into()));
    let validation = total["count"].as_u64().unwrap();
    assert_eq!(total["examples"].as_u64().unwrap() + validation, examples);
    assert_eq!((&total["validation_one_in"], &total["blend"]), (&5.into(), &0.5.into()));
    assert!(total["weights"].as_str().unwrap().starts_with("new#"), "{total}");

    // A network for the same weights: errors are reported with it and without.
    let with_net = "fit labelled --out net.bin --steps 4 --validation 5 --blend 0.5 --net 2";
    let lines = objects(folder, with_net);
    check_type::<wire::FitEvent>(&lines);
    let epochs = lines.iter().filter(|line| line["type"] == "epoch").count();
    let with_net = lines.last().unwrap();
    let net = &with_net["net"];
    assert_eq!((epochs, &net["epochs"], &net["learning_rate"]), (2, &2.into(), &0.001.into()));
    assert_eq!(with_net["count"], total["count"]);
    let [with, without, linear] = [&with_net["mae"], &with_net["mae_without_net"], &total["mae"]]
        .map(|mae| mae.as_f64().unwrap());
    assert!((without - linear).abs() < 0.02 && with != without, "{with} {without} {linear}");

    let problems = Command::new(env!("CARGO_BIN_EXE_othellier"))
        .args(PROBLEM.split(' '))
        .stderr(Stdio::null())
        .finish();
    fs::write(folder.join("six.obf"), problems.stdout).unwrap();
    let lines = objects(folder, "check six.obf labelled --weights new.bin");
    check_type::<wire::EvaluationEvent>(&lines);
    let total = lines.last().unwrap();
    assert_eq!(total["count"].as_u64().unwrap(), examples + 20);
    assert_eq!(total["evaluation"], lines_weights(folder));
    let six = lines.iter().find(|line| line["empties_from"] == 6).unwrap();
    assert!(six["best_move_rate"].as_f64().unwrap() > 0.1, "{six}");
    assert!(six["mean_loss"].as_f64().unwrap() > 0.0, "{six}");
    // The fit is better than counting discs.
    let mae = |line: &Value| line["mae"].as_f64().unwrap();
    let learned = mae(objects(folder, "check labelled --weights new.bin").last().unwrap());
    let discs = mae(objects(folder, "check labelled --eval discs").last().unwrap());
    assert!(learned < discs, "{learned} {discs}");
}

fn lines_weights(folder: &Path) -> Value {
    let infos = objects(folder, "export --weights new.bin --info --to tables");
    check_type::<wire::WeightsInfo>(&infos);
    let info = &infos[0];
    assert_eq!((&info["name"], &info["patterns"]), (&"new".into(), &16.into()));
    assert_eq!(files(&folder.join("tables")).len(), 17);
    let (name, checksum) = (info["name"].as_str().unwrap(), info["checksum"].as_str().unwrap());
    format!("{name}#{checksum}").into()
}

#[test]
fn tables_are_readable() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    let table =
        format!("board\tside\tscore\n{}XO------OX{}\tX\t+2\n", "-".repeat(27), "-".repeat(27));
    fs::write(folder.join("a.tsv"), table).unwrap();
    let output = train(folder, "check a.tsv --eval discs").finish();
    let shown = text(&output.stdout);
    assert_eq!(shown.lines().count(), 4, "{shown}");
    assert!(shown.contains("60            1    -2.00     2.00     2.00     0.0 %"), "{shown}");
    let french = train(folder, "check a.tsv --eval discs --lang fr").finish();
    assert!(text(&french.stdout).contains("plateaux"), "{}", text(&french.stdout));
    let help = train(folder, "selfplay --help --lang fr").finish();
    assert!(text(&help.stdout).contains("ne sont pas rejoués"), "{}", text(&help.stdout));
}

#[test]
fn probcut_models_are_fitted_and_the_patterns_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    objects(folder, PLAY);
    let measure = "probcut games --weights rule --depth 3 --solve-from 10";
    let lines = objects(folder, &format!("{measure} --boards 1500"));
    check_type::<wire::ProbcutEvent>(&lines);
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).count();
    assert_eq!(of("model"), 2);
    assert!(of("calibration") > 3, "{lines:?}");
    assert_eq!(lines.last().unwrap()["boards"], 1500);
    let few = train(folder, &format!("{measure} --boards 20")).finish();
    assert_eq!(few.status.code(), Some(1), "{few:?}");
    assert!(text(&few.stderr).contains("20 boards are too few"), "{few:?}");
    objects(folder, "picture patterns.svg");
    assert!(fs::read_to_string(folder.join("patterns.svg")).unwrap().starts_with("<svg"));
}

#[test]
fn the_endgame_move_ordering_is_trained() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    objects(folder, "selfplay games --shards 1 --games 40 --depth 1 --solve-from 8");
    let learn = "ordering --costs costs.txt --out ordering.bin --validation 2";
    let nothing = train(folder, learn).finish();
    check_refused(&nothing, "costs.txt: ");
    let mut layers = objects(folder, &format!("{learn} games --boards 2"));
    check_type::<wire::OrderingEvent>(&layers);
    let total = layers.pop().unwrap();
    assert_eq!((total["type"].as_str(), total["seed"].as_u64()), (Some("total"), Some(1)));
    assert!(layers.len() > 3, "{layers:?}");
    assert!(layers.iter().all(|layer| layer["learned"].as_f64().unwrap() >= 1.0), "{layers:?}");
    // Costs are not measured twice, and training is deterministic.
    let costs = fs::read(folder.join("costs.txt")).unwrap();
    let order = fs::read(folder.join("ordering.bin")).unwrap();
    objects(folder, &format!("{learn} games --boards 2"));
    assert_eq!(fs::read(folder.join("costs.txt")).unwrap(), costs);
    assert_eq!(fs::read(folder.join("ordering.bin")).unwrap(), order);
    fs::write(folder.join("costs.txt"), "my diary\n").unwrap();
    check_refused(&train(folder, learn).finish(), "line 1 is not a position");
    let measure = train(folder, &format!("{learn} games --boards 2")).finish();
    check_refused(&measure, "it is not a file of costs");
    assert_eq!(fs::read_to_string(folder.join("costs.txt")).unwrap(), "my diary\n");
}

#[test]
fn the_demonstration_runs() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    let lines = objects(folder, "demo --to kept --games 30 --match-games 4 --threads 2");
    check_type::<wire::DemoEvent>(&lines);
    let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["generation", "generation", "match", "match", "match", "total"]);
    assert!(folder.join("kept/first.bin").exists() && folder.join("kept/second.bin").exists());
}

#[test]
fn errors_are_reported() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    fs::write(folder.join("diary.txt"), "my diary").unwrap();
    fs::write(folder.join("a.examples"), "my diary").unwrap();
    fs::write(folder.join("a.tsv"), "my diary").unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    for (arguments, message) in [
        ("fit empty --out a.bin", "empty: there is no shard of examples in it"),
        ("fit nowhere --out a.bin", "nowhere: "),
        ("fit a.examples --out a.bin", "a.examples: it is not a shard of examples"),
        ("fit a.examples --out a.bin --blend 2", "expected a number from 0 to 1"),
        ("fit a.examples --out a.bin --learning-rate 0", "expected a number above 0, at most 1"),
        ("fit a.examples --out a.bin --validation 1", "leaves nothing to learn from"),
        ("fit a.examples --out nowhere/a.bin", "nowhere/a.bin: "),
        ("ordering --costs c.txt --validation 1", "leaves nothing to learn from"),
        ("ordering --costs c.txt --out ./c.txt", "--out names the file of costs"),
        ("ordering --costs c.txt --out empty", "empty: "),
        ("check a.tsv", "a.tsv: line 1 is not a board"),
        ("check a.tsv --weights diary.txt", "diary.txt: it is not a file of pattern weights"),
        ("check a.tsv --eval mobilty", "mobility"),
        ("selfplay out --openings 12", "expected a number from 1 to 9"),
        ("selfplay out --random 9-3", "expected a range"),
        ("selfplay out --selectivity 80", "expected 73, 87, 95, 98, 99 or 100"),
        ("label empty --to out", "empty: there is no shard of examples in it"),
        ("export", "--to"),
        ("selfply out", "the nearest is `selfplay`"),
    ] {
        check_refused(&train(folder, arguments).finish(), message);
    }
    assert!(!folder.join("out").exists());
}

/// A killed run keeps its finished shards and does not play them again.
#[test]
fn a_killed_run_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    let play = "--weights rule --games 5 --depth 1 --solve-from 6 --threads 1";
    let mut command = train(folder, &format!("selfplay games {play} --shards 100000"));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let shard = folder.join("games/games-00002.examples");
    wait_for(&mut child, "third shard", || shard.exists());
    kill_while_running(&mut child);
    let is_shard = |path: &Path| path.extension().is_some_and(|ending| ending == "examples");
    let shards = |name: &str| -> Vec<_> {
        files(&folder.join(name)).into_iter().filter(|(path, _)| is_shard(path)).collect()
    };
    let kept = shards("games");
    let wanted = kept.len() + 2;
    let total = objects(folder, &format!("selfplay games {play} --shards {wanted}")).pop().unwrap();
    assert_eq!(total["older_shards"], kept.len());
    let resumed = shards("games");
    assert_eq!(resumed.len(), wanted);
    assert!(kept.iter().all(|shard| resumed.contains(shard)), "finished shards are kept");
    objects(folder, &format!("selfplay whole {play} --shards {wanted}"));
    let bytes = |shards: Vec<(PathBuf, Vec<u8>)>| -> Vec<_> {
        shards.into_iter().map(|(_, bytes)| bytes).collect()
    };
    assert_eq!(bytes(resumed), bytes(shards("whole")));
}

/// The run is too long to finish.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_finished_shards() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    let long = "selfplay games --weights rule --shards 100000 --games 5 --depth 1 --solve-from 6";
    let mut command = train(folder, long);
    let child = command.arg("--json").stdout(Stdio::piped()).spawn().unwrap();
    while !folder.join("games/games-00002.examples").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let total: Value = serde_json::from_str(text(&output.stdout).trim()).unwrap();
    assert_eq!(total["interrupted"], true);
    let shards = files(&folder.join("games"));
    assert_eq!(total["shards"], shards.len());
    assert!(
        shards.len() >= 3 && shards.iter().all(|(path, _)| path.extension().unwrap() == "examples")
    );
}
