//! `othellier tournament`, as the real binary.

use std::fs;
use std::process::{Output, Stdio};

use othellier_board::Position;
use othellier_record::transcript;
use serde_json::Value;

use crate::common::{
    Finish, check_refused, kill_while_running, lines_of, objects, othellier, text, wait_for,
};

/// Four random or one-ply players on 6×6, seed 3.
fn tournament(arguments: &[&str]) -> Output {
    let field = ["random", "greedy=minimax(depth=1, eval=discs)", "random", "minimax(depth=1)"];
    let mut command = othellier(&["tournament", "--seed", "3", "--size", "6"]);
    command.args(field).args(arguments).finish()
}

/// The total without the time it took.
fn total(output: &Output) -> Value {
    let mut total = objects(output).pop().unwrap();
    total.as_object_mut().unwrap().remove("seconds").unwrap();
    total
}

const FORMATS: [&str; 4] = ["round-robin", "gauntlet", "swiss", "knock-out"];

#[test]
fn every_format_gives_the_same_standings_on_any_number_of_threads() {
    for (format, least) in FORMATS.into_iter().zip([12, 6, 12, 6]) {
        let alone = tournament(&["--format", format, "--json", "--threads", "1"]);
        let objects = objects(&alone);
        assert_eq!(objects[0]["type"], "settings");
        assert_eq!(objects[0]["players"][2]["name"], "random #2");
        let count = |kind: &str| objects.iter().filter(|object| object["type"] == kind).count();
        let total = total(&alone);
        assert_eq!(total["games"], count("game"));
        assert!(count("game") >= least && count("standings") >= 1, "{format}");
        assert_eq!(total["standings"].as_array().unwrap().len(), 4);
        assert_eq!(total["interrupted"], false);
        for game in objects.iter().filter(|object| object["type"] == "game") {
            let moves = game["moves"].as_str().unwrap();
            transcript::read(Position::<othellier_board::Six>::default(), moves).unwrap();
        }
        let many = tournament(&["--format", format, "--json", "--threads", "4"]);
        assert_eq!(total, self::total(&many), "{format}");
    }
}

#[test]
fn the_cross_table_is_in_the_users_language() {
    let english = tournament(&["--games", "4"]);
    let shown = text(&english.stdout);
    assert!(shown.contains("Standings after 24 games"), "{shown}");
    assert!(shown.contains("Brightwell") && shown.contains("random #2"), "{shown}");
    assert!(shown.contains("greedy: minimax(depth=1"), "{shown}");
    let french = tournament(&["--lang", "fr"]);
    assert!(text(&french.stdout).contains("Classement après 12 parties"));
}

#[test]
fn games_and_standings_are_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let [csv, places, games] = ["a.csv", "b.csv", "c.txt"].map(path);
    let output = tournament(&["--csv", &csv, "--standings-csv", &places, "--games-out", &games]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = |path: &str| fs::read_to_string(path).unwrap().lines().count();
    assert_eq!((lines(&csv), lines(&places), lines(&games)), (13, 5, 12));
    let first = fs::read_to_string(&places).unwrap();
    assert!(first.starts_with("rank,name,spec,points,games,"), "{first}");
}

#[test]
fn players_are_read_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("field.toml");
    fs::write(&path, "[[players]]\nspec = 'random'\n[[players]]\nname = 'B'\nspec = 'level-2'\n")
        .unwrap();
    let path = path.to_str().unwrap();
    let output = othellier(&["tournament", "--players", path, "--json"]).finish();
    assert_eq!(objects(&output)[0]["players"][1]["name"], "B");
    fs::write(path, "[[players]]\nspec = 'nobody'\n[[players]]\nspec = 'random'\n").unwrap();
    let output = othellier(&["tournament", "--players", path]).finish();
    check_refused(&output, "nobody");
}

/// A journal cut at any byte resumes to the same tournament.
#[test]
fn a_journal_cut_anywhere_is_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let name = path.to_str().unwrap();
    for format in ["swiss", "knock-out"] {
        let _ = fs::remove_file(&path);
        let run = || tournament(&["--format", format, "--journal", name, "--json"]);
        let whole = total(&run());
        let games = whole["games"].as_u64().unwrap();
        let journal = fs::read(&path).unwrap();
        for length in (0..journal.len()).step_by(journal.len() / 7) {
            fs::write(&path, &journal[..length]).unwrap();
            let output = run();
            let ends = journal[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(objects(&output)[0]["found_in_journal"], ends.saturating_sub(1));
            assert_eq!(total(&output), whole, "{format} cut at {length}");
            let lines = fs::read_to_string(&path).unwrap().lines().count() as u64;
            assert_eq!(lines, games + 1);
        }
    }
}

/// A killed process leaves everything needed to resume.
#[test]
#[cfg(unix)]
fn a_killed_tournament_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let name = path.to_str().unwrap();
    let greedy = "minimax(depth=1)";
    let words = ["tournament", greedy, "random", greedy, "--games", "300", "--size", "4", "--json"];
    // Its output of 900 games is not read, so it blocks on the pipe before it can end.
    let mut begun = othellier(&words)
        .args(["--seed", "5", "--journal", name, "--threads", "2"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&mut begun, "third game", || lines_of(&path).len() > 3);
    kill_while_running(&mut begun);
    let kept = lines_of(&path);
    // The default seed is that of the journal.
    let resumed = othellier(&words).args(["--journal", name]).finish();
    assert_eq!(objects(&resumed)[0]["seed"], 5);
    assert_eq!(objects(&resumed)[0]["found_in_journal"], kept.len() - 1);
    assert!(lines_of(&path).starts_with(&kept), "finished games are not played again");
    let whole = othellier(&words).args(["--seed", "5"]).finish();
    assert_eq!(total(&resumed), total(&whole));
}

#[test]
fn another_journal_is_refused_and_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let name = path.to_str().unwrap();
    tournament(&["--journal", name]);
    let ours = fs::read_to_string(&path).unwrap();
    let broken = format!("{ours}{{}}\n");
    let first = ours.lines().nth(1).unwrap();
    let twice = format!("{ours}{first}\n");
    let stranger = ours.replacen("\"round\":1", "\"round\":9", 1);
    let newer = ours.replacen("\"version\":1", "\"version\":2", 1);
    for (content, arguments, said) in [
        (ours.as_str(), &["--games", "4"][..], "started with another games"),
        (&ours, &["--format", "swiss"], "started with another format"),
        (&ours, &["level-1"], "started with another players"),
        (&broken, &[], "line 14 is not a game of this tournament"),
        (&twice, &[], "line 14 is not a game of this tournament"),
        (&newer, &[], "written by another version"),
        ("my diary", &[], "not the journal of a tournament"),
    ] {
        fs::write(&path, content).unwrap();
        check_refused(&tournament(&[&["--journal", name], arguments].concat()), said);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    fs::write(&path, stranger).unwrap();
    let output = tournament(&["--journal", name]);
    assert!(text(&output.stderr).contains("a game that this tournament does not"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn wrong_arguments_are_refused() {
    let run = |words: &[&str]| othellier(words).finish();
    check_refused(&run(&["tournament"]), "needs two players");
    check_refused(&run(&["tournament", "random"]), "needs two players");
    check_refused(&run(&["tournament", "human", "random"]), "is a person");
    check_refused(&run(&["tournament", "randon", "random"]), "random");
    check_refused(&tournament(&["--games", "3"]), "an even number");
    check_refused(&tournament(&["--rounds", "3"]), "only be used with --format swiss");
    check_refused(&tournament(&["--runners", "1"]), "only be used with --format gauntlet");
    check_refused(&tournament(&["--format", "gauntlet", "--runners", "4"]), "gauntlet");
    check_refused(&tournament(&["--format", "swis"]), "swiss");
    check_refused(&tournament(&["--journal", "/"]), "journal");
}

/// A foreign engine that exits at once loses, is reported, and the tournament continues.
#[test]
#[cfg(unix)]
fn foreign_engines_take_part() {
    let words = [
        "tournament",
        "dead=gtp(cmd=\"false\")",
        "random",
        "minimax(depth=1)",
        "--json",
        "--prior",
        "1",
    ];
    let output = othellier(&words).finish();
    let total = total(&output);
    let places = total["standings"].as_array().unwrap();
    let last = &places[2];
    assert_eq!((&last["name"], &last["crashes"]), (&"dead".into(), &4.into()));
    assert!(places.iter().all(|place| place["elo"].is_number()), "{places:?}");
    assert!(text(&output.stderr).contains("dead"));
}
