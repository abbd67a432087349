//! `othellier tournament`, as the real binary.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use othellier_board::Position;
use othellier_record::transcript;
use serde_json::Value;

use crate::common::{
    Finish, check_refused, kill_while_running, objects, othellier, text, wait_for,
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
        assert_eq!(objects[0]["participants"][2]["name"], "random #2");
        assert_eq!(objects[0]["players"][1], "greedy=minimax(depth=1, eval=discs)");
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
    assert_eq!(objects(&output)[0]["participants"][1]["name"], "B");
    fs::write(path, "[[players]]\nspec = 'nobody'\n[[players]]\nspec = 'random'\n").unwrap();
    let output = othellier(&["tournament", "--players", path]).finish();
    check_refused(&output, "nobody");
}

/// In a folder the games are those of the command alone, in every format.
#[test]
fn a_folder_has_the_same_standings() {
    let directory = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let out = directory.path().join(format);
        let words = ["--format", format, "--prior", "1"];
        let folder = ["--out", out.to_str().unwrap()];
        let done = tournament(&[&words[..], &folder].concat());
        assert!(done.status.success(), "{}", text(&done.stderr));
        let found = fs::read_to_string(out.join("results/total.json")).unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        let mut usual = total(&tournament(&[&words[..], &["--json"]].concat()));
        usual.as_object_mut().unwrap().remove("type");
        for (key, value) in usual.as_object().unwrap() {
            assert_eq!(found[key], *value, "{format} {key}");
        }
    }
    let output = tournament(&["--out", directory.path().join("swiss").to_str().unwrap()]);
    check_refused(&output, "another job");
}

/// A killed process leaves everything needed to resume.
#[test]
#[cfg(unix)]
fn a_killed_tournament_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| directory.path().join(name));
    let command = |out: &Path| {
        let greedy = "minimax(depth=2)";
        let words = ["tournament", greedy, "random", greedy, "--games", "200", "--format", "swiss"];
        let mut command = othellier(&words);
        command.args(["--size", "6", "--seed", "5", "--threads", "2", "--out"]).arg(out);
        command
    };
    let units = killed.join("units");
    let count = || fs::read_dir(&units).map_or(0, |units| units.count());
    let mut begun = command(&killed).stdout(Stdio::piped()).spawn().unwrap();
    wait_for(&mut begun, "third unit", || count() > 3);
    kill_while_running(&mut begun);
    assert!(count() > 3);
    assert!(command(&killed).finish().status.success());
    assert!(command(&whole).finish().status.success());
    for name in ["games.jsonl", "games.csv", "standings.csv", "total.json"] {
        let [one, other] = [&whole, &killed].map(|path| fs::read(path.join("results").join(name)));
        assert_eq!(text(&one.unwrap()), text(&other.unwrap()), "{name}");
    }
}

#[test]
fn wrong_arguments_are_refused() {
    let run = |words: &[&str]| othellier(words).finish();
    check_refused(&run(&["tournament"]), "needs two players");
    check_refused(&run(&["tournament", "random"]), "needs two players");
    check_refused(&run(&["tournament", "human", "random"]), "is a person");
    check_refused(&run(&["tournament", "randon", "random"]), "random");
    check_refused(&tournament(&["--games", "3"]), "an even number");
    check_refused(&tournament(&["--rounds", "3"]), "only be used with the format swiss");
    check_refused(&tournament(&["--runners", "1"]), "only be used with the format gauntlet");
    check_refused(&tournament(&["--format", "gauntlet", "--runners", "4"]), "gauntlet");
    check_refused(&tournament(&["--format", "swis"]), "swiss");
    check_refused(&run(&["tournament", "=random", "random"]), "a name before the equals sign");
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
