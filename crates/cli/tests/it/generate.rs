//! `othellier generate` and `othellier bench`, as the real binary.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use othellier_record::obf::{self, Problem};
use serde_json::Value;

use crate::common::{
    Finish, check_refused, check_type, kill_while_running, lines_of, objects, othellier, text,
    wait_for,
};

/// Six endgames of seven empties, unless the arguments say otherwise.
fn endgames(arguments: &[&str]) -> Output {
    let mut command = othellier(&["generate", "endgames", "--hash", "2MiB"]);
    let defaults = [("--empties", "7"), ("--count", "6"), ("--seed", "5")];
    for (option, value) in defaults.into_iter().filter(|(option, _)| !arguments.contains(option)) {
        command.args([option, value]);
    }
    command.args(arguments).finish()
}

fn endgames_to(path: &Path, arguments: &[&str]) -> Output {
    endgames(&[&["--out", path.to_str().unwrap()], arguments].concat())
}

fn problems(text: &str) -> Vec<Problem> {
    obf::read(text.as_bytes()).map(|read| read.unwrap().1).collect()
}

#[test]
fn the_same_seed_writes_the_same_whatever_the_threads() {
    let output = endgames(&["--threads", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("6 positions of 7 empties, seed 5"));
    let written = text(&output.stdout);
    assert!(written.starts_with("% othellier generate endgames --empties 7 --seed 5\n"));
    let made = problems(written);
    assert_eq!(made.len(), 6);
    for problem in &made {
        assert_eq!(problem.position.board().empties().len(), 7);
        assert!(problem.has_every_move(), "{problem}");
    }
    assert_eq!(text(&endgames(&["--threads", "3"]).stdout), written);
    assert_ne!(text(&endgames(&["--seed", "6"]).stdout), written);
    assert!(text(&endgames(&["--count", "9"]).stdout).starts_with(written));
}

#[test]
fn generated_scores_are_correct() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.obf");
    assert!(endgames_to(&path, &["--empties", "10"]).stdout.is_empty());
    let output = othellier(&["solve", "--json"]).arg(&path).finish();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn boards_only_gives_the_boards_of_the_same_seed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.obf");
    let boards = |arguments: &[&str]| {
        let mut command = othellier(&["generate", "endgames", "--boards-only", "--empties", "7"]);
        command.args(["--count", "6", "--seed", "5"]).args(arguments).finish()
    };
    let output = boards(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let written = text(&output.stdout);
    assert!(
        written.starts_with("% othellier generate endgames --empties 7 --seed 5 --boards-only")
    );
    let solved = problems(text(&endgames(&[]).stdout));
    let bare: Vec<Problem> = solved.iter().map(|solved| Problem::new(solved.position)).collect();
    assert_eq!(problems(written), bare);
    let out = ["--out", path.to_str().unwrap()];
    for length in [0, 60, 100, 300, written.len()] {
        fs::write(&path, &written[..length]).unwrap();
        assert_eq!(boards(&out).status.code(), Some(0));
        assert_eq!(fs::read_to_string(&path).unwrap(), written);
    }
    let mut reported = objects(&boards(&["--json"]));
    assert_eq!(reported.pop().unwrap()["selectivity"], Value::Null);
    assert!(reported.iter().all(|board| board["score"].is_null() && board["nodes"] == 0));
    check_refused(&endgames_to(&path, &[]), "other scores");
    check_refused(&endgames(&["--boards-only"]), "--boards-only");
}

#[test]
fn positions_are_taken_from_games() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let games = path("games.txt");
    let mut played = othellier(&["match", "random", "random", "--games", "40", "--seed", "1"]);
    assert!(played.args(["--games-out", &games]).finish().status.success());
    let output = endgames(&["--games", &games]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let written = text(&output.stdout);
    let first_line = format!("% othellier generate endgames --empties 7 --seed 5 --games {games}");
    assert_eq!(written.lines().next(), Some(&*first_line));
    let made = problems(written);
    assert_eq!(made.len(), 6);
    assert!(made.iter().all(Problem::has_every_move));
    assert_ne!(problems(text(&endgames(&["--games", &games, "--seed", "6"]).stdout)), made);
    let part = written.lines().take(4).map(|line| format!("{line}\n")).collect::<String>();
    let partial = path("partial.obf");
    fs::write(&partial, part).unwrap();
    endgames_to(Path::new(&partial), &["--games", &games]);
    assert_eq!(fs::read_to_string(&partial).unwrap(), written);
    let all = endgames(&["--games", &games, "--count", "41", "--boards-only"]);
    check_refused(&all, "--boards-only");
    let more = endgames(&["--games", &games, "--count", "41"]);
    assert_eq!(more.status.code(), Some(1));
    assert!(
        text(&more.stderr).contains("different positions were found"),
        "{}",
        text(&more.stderr)
    );
    check_refused(&endgames(&["--games", &path("none.txt")]), "none.txt");
}

/// The champion's games give other positions than noisy play; each is in one of the halves.
#[test]
fn positions_are_beside_the_line_of_the_champion() {
    let made = |arguments: &[&str]| {
        let output = endgames(&[&["--champion", "1"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let all = made(&["--threads", "1"]);
    let first_line = "% othellier generate endgames --empties 7 --seed 5 --champion 1";
    assert_eq!(all.lines().next(), Some(first_line));
    assert_eq!(made(&["--threads", "2"]), all);
    assert_ne!(problems(&all), problems(text(&endgames(&[]).stdout)));
    let halves = ["tune", "report"].map(|half| made(&["--half", half]));
    assert_eq!(halves[0].lines().next(), Some(&*format!("{first_line} --half tune")));
    let halves = halves.map(|half| problems(&half));
    assert!(problems(&all).iter().all(|problem| halves.iter().any(|of| of.contains(problem))));
    assert!(halves[0].iter().all(|problem| !halves[1].contains(problem)));
    check_refused(&endgames(&["--champion", "1", "--games", "g.txt"]), "--games");
    check_refused(&endgames(&["--half", "tun"]), "`tune`");
}

#[test]
fn json_gives_the_same_problems() {
    let made = problems(text(&endgames(&[]).stdout));
    let mut objects = objects(&endgames(&["--json"]));
    check_type::<othellier_wire::EndgamesEvent>(&objects);
    let total = objects.pop().unwrap();
    assert_eq!((&total["type"], &total["positions"]), (&"total".into(), &6.into()));
    assert_eq!((&total["seed"], &total["interrupted"]), (&5.into(), &false.into()));
    for (object, problem) in objects.iter().zip(&made) {
        assert_eq!(object["type"], "position");
        assert_eq!(object["position"], problem.position.to_string());
        assert_eq!(object["score"], problem.best().unwrap());
        assert_eq!(object["moves"].as_array().unwrap().len(), problem.scores.len());
    }
    assert_eq!(objects.len(), made.len());
}

#[test]
fn a_file_truncated_anywhere_is_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.obf");
    endgames_to(&path, &[]);
    let whole = fs::read(&path).unwrap();
    assert_eq!(text(&whole), text(&endgames(&[]).stdout));
    for length in (0..=whole.len()).step_by(61) {
        fs::write(&path, &whole[..length]).unwrap();
        let output = endgames_to(&path, &["--json"]);
        let total = objects(&output).pop().unwrap();
        let ends = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(total["found_in_file"], ends.saturating_sub(1), "{length}");
        assert_eq!(total["positions"], 6, "{length}");
        assert_eq!(text(&fs::read(&path).unwrap()), text(&whole), "{length}");
    }
    // Existing positions are kept.
    assert_eq!(endgames_to(&path, &["--count", "2"]).status.code(), Some(0));
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn another_file_is_refused_and_not_changed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.obf");
    endgames_to(&path, &[]);
    let ours = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = ours.lines().collect();
    let (first, second) = (lines[1], lines[2]);
    let swapped = ours.replacen(first, second, 1);
    let unsolved = ours.replacen(first, first.split_once(';').unwrap().0, 1);
    let torn = "% othellier gen";
    for (content, arguments, said) in [
        (ours.as_str(), &["--seed", "6"][..], "another seed"),
        (&ours, &["--empties", "8"], "another number of empties"),
        (&swapped, &[], "line 2 is not the endgame"),
        (&unsolved, &[], "line 2 is not the endgame"),
        ("my diary", &[], "not a file of generated endgames"),
        ("my diary\n", &[], "not a file of generated endgames"),
    ] {
        fs::write(&path, content).unwrap();
        check_refused(&endgames_to(&path, arguments), said);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    fs::write(&path, torn).unwrap();
    endgames_to(&path, &[]);
    assert_eq!(fs::read_to_string(&path).unwrap(), ours);
    check_refused(&endgames_to(directory.path(), &[]), "not a file of generated endgames");
    check_refused(&endgames_to(&directory.path().join("no/where"), &[]), "no/where: ");
}

#[test]
fn wrong_arguments_are_refused() {
    check_refused(&endgames(&["--empties", "0"]), "from 1 to 60");
    check_refused(&endgames(&["--empties", "61"]), "from 1 to 60");
    check_refused(&endgames(&["--count", "0"]), "--count");
    check_refused(&endgames(&["--sed", "1"]), "--seed");
    let output = othellier(&["generate", "endgame"]).finish();
    check_refused(&output, "there is no command `endgame`; the nearest is `endgames`");
    let output = othellier(&["endgames"]).finish();
    check_refused(&output, "there is no command `endgames`");
    assert_eq!(othellier(&["generate"]).finish().status.code(), Some(2));
}

#[test]
fn messages_are_in_french() {
    let output = endgames(&["--lang", "fr", "--count", "1"]);
    let said = "1 position de 7 cases vides, graine 5";
    assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    let output = othellier(&["generate", "endgames", "--help", "--lang", "fr"]).finish();
    assert!(
        text(&output.stdout).contains("Graine des nombres aléatoires"),
        "{}",
        text(&output.stdout)
    );
}

/// A killed run keeps what was written; the next one makes the rest.
#[test]
fn a_killed_run_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let [path, whole] = ["a.obf", "whole.obf"].map(|name| directory.path().join(name));
    let mut command = othellier(&["generate", "endgames", "--empties", "7", "--seed", "5"]);
    command.args(["--count", "1000000000", "--hash", "2MiB", "--out"]).arg(&path);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&mut child, "third position", || lines_of(&path).len() > 3);
    kill_while_running(&mut child);
    // The first line holds the settings.
    let kept = lines_of(&path);
    let count = (kept.len() + 1).to_string();
    let total = objects(&endgames_to(&path, &["--count", &count, "--json"])).pop().unwrap();
    assert_eq!(total["found_in_file"], kept.len() - 1);
    assert!(lines_of(&path).starts_with(&kept), "existing lines are kept");
    endgames_to(&whole, &["--count", &count]);
    assert_eq!(lines_of(&path), lines_of(&whole));
}

/// The requested number of positions would take forever.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.obf");
    let mut command = othellier(&["generate", "endgames", "--empties", "9", "--seed", "5"]);
    command.args(["--count", "1000000000", "--hash", "2MiB", "--json", "--out"]).arg(&path);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    for _ in 0..5 {
        reader.read_line(&mut shown).unwrap();
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    reader.read_to_string(&mut shown).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let total: Value = serde_json::from_str(shown.lines().last().unwrap()).unwrap();
    assert_eq!((&total["type"], &total["interrupted"]), (&"total".into(), &true.into()));
    let kept = problems(&fs::read_to_string(&path).unwrap());
    assert_eq!(total["positions"], kept.len());
    assert!(kept.len() >= 5 && kept.iter().all(Problem::has_every_move));
}

#[test]
fn the_bench_has_the_signature_of_the_version() {
    let output = othellier(&["bench", "--json"]).finish();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let bench = &objects(&output)[0];
    let version = &objects(&othellier(&["version", "--json"]).finish())[0];
    assert_eq!((&bench["type"], &bench["wrong"]), (&"bench".into(), &0.into()));
    assert_eq!(bench["signature"], version["signature"]);
    assert!(bench["nodes_per_second"].is_f64() && bench["seconds"].is_f64());
    let parts = bench["parts"].as_array().unwrap();
    let sum = |field: &str| parts.iter().map(|part| part[field].as_u64().unwrap()).sum::<u64>();
    assert_eq!(
        (&bench["signature"], &bench["positions"]),
        (&sum("nodes").into(), &sum("positions").into())
    );
    let output = othellier(&["bench", "--kernel", "scaler"]).finish();
    check_refused(&output, "the nearest is `scalar`");
}

#[test]
fn the_bench_compares_numbers_of_threads() {
    let midgame = ["bench", "--midgame", "--depth", "6", "--hash", "1MiB"];
    let bench = |arguments: &[&str]| {
        let output = othellier(&[&midgame, arguments].concat()).finish();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        output
    };
    // One thread is measured even if it is not asked for.
    let objects = objects(&bench(&["--threads", "2,3", "--json"]));
    let of = |kind: &str| objects.iter().filter(|one| one["type"] == kind).collect::<Vec<_>>();
    let (positions, rows) = (of("position"), of("threads"));
    let threads = |objects: &[&Value]| -> Vec<u64> {
        objects.iter().map(|object| object["threads"].as_u64().unwrap()).collect()
    };
    assert_eq!(threads(&rows), [1, 2, 3]);
    assert_eq!((&rows[0]["speedup"], &rows[0]["nodes_ratio"]), (&1.0.into(), &1.0.into()));
    for row in &rows {
        let own = positions.iter().filter(|position| position["threads"] == row["threads"]);
        let nodes: Vec<u64> = own.map(|position| position["nodes"].as_u64().unwrap()).collect();
        assert_eq!(row["positions"], nodes.len());
        assert_eq!((&row["nodes"], &row["depth"]), (&nodes.iter().sum::<u64>().into(), &6.into()));
        assert!(row["seconds"].is_f64() && row["mean_speedup"].as_f64().unwrap() > 0.0);
    }
    for (lang, said) in [("en", "speed-up"), ("fr", "accélération")] {
        let output = bench(&["--threads", "1", "--lang", lang]);
        assert!(text(&output.stdout).contains(said), "{}", text(&output.stdout));
        assert_eq!(text(&output.stdout).lines().count(), 3);
    }
    let refused = |arguments: &[&str], said: &str| {
        check_refused(&othellier(arguments).finish(), said);
    };
    refused(&["bench", "--midgame"], "--threads");
    refused(&["bench", "--threads", "2", "--depth", "6"], "--midgame");
    refused(&["bench", "--threads", "0"], "from 1 to 256");
    refused(&["bench", "--threads", "2", "--midgame", "--depth", "30"], "from 1 to 29");
}

/// Those of the fourteen openings of three plies that are near a draw.
fn openings_to(path: &Path, arguments: &[&str]) -> Output {
    let mut command = othellier(&["generate", "openings", "--plies", "3"]);
    command.args(["--within", "4", "--out", path.to_str().unwrap()]);
    if !arguments.contains(&"--depth") {
        command.args(["--depth", "2"]);
    }
    command.args(arguments).finish()
}

#[test]
fn a_list_of_openings_is_the_same_however_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    let output = openings_to(&path, &["--threads", "2", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let reported = objects(&output);
    check_type::<othellier_wire::OpeningsEvent>(&reported);
    let (total, kept) = reported.split_last().unwrap();
    assert_eq!((&total["type"], &total["openings"]), (&"total".into(), &14.into()));
    assert_eq!((&total["searched"], &total["kept"]), (&14.into(), &kept.len().into()));
    assert!((1..14).contains(&kept.len()), "{kept:?}");
    assert!(kept.iter().all(|opening| opening["score"].as_f64().unwrap().abs() <= 4.0));
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.ends_with("# looked at 14\n"), "{whole}");

    // Truncated anywhere, it becomes the same file again.
    for cut in [0, 10, whole.len() / 2, whole.len() - 3, whole.len()] {
        fs::write(&path, &whole[..cut]).unwrap();
        let output = openings_to(&path, &["--threads", "1"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(fs::read_to_string(&path).unwrap(), whole, "cut at {cut}");
    }
    check_refused(&openings_to(&path, &["--depth", "1"]), "another depth");
    fs::write(&path, "f5d6\n").unwrap();
    check_refused(&openings_to(&path, &[]), "not a list of generated openings");
}
