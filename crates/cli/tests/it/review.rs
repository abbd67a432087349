//! `othellier analyze` and `othellier exercise`, as the real binary.

use std::fs;

use crate::common::{check_refused, execute, feed, objects, text};
use tempfile::TempDir;

/// A short game that ends with a wipe-out: White's last moves are blunders.
const SHORT: &str = "f5d6c5f4e3f6g5e6e7";

#[test]
fn a_review_is_printed_as_json() {
    let output = execute(&["analyze", SHORT, "--level", "4", "--json"]);
    let mut lines = objects(&output);
    let total = lines.pop().unwrap();
    assert_eq!(lines.len(), 9);
    let numbers: Vec<u64> = lines.iter().map(|line| line["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [9, 8, 7, 6, 5, 4, 3, 2, 1]);
    for line in &lines {
        assert_eq!(line["type"], "move");
        let score = |key: &str| line[key]["score"].as_f64().unwrap();
        let loss = line["loss"].as_f64().unwrap();
        assert!((score("before") - score("after") - loss).abs() < 0.011, "{line}");
        assert!(line["best"]["move"].is_string() && line["before"]["trust"].is_string());
        assert!(line["best"]["pv"].as_array().is_some_and(|moves| !moves.is_empty()));
        for key in ["color", "move", "mark", "position"] {
            assert!(line[key].is_string(), "{key}");
        }
    }
    assert_eq!(lines[0]["after"]["score"], 64.0);
    assert_eq!(total["type"], "total");
    assert_eq!((&total["moves"], &total["complete"]), (&9.into(), &true.into()));
    assert_eq!(total["method"], "champion");
    assert!(total["turning_point"].is_u64(), "{total}");
    assert!(total["black"]["accuracy"].as_f64() > total["white"]["accuracy"].as_f64());
    assert_eq!(total["opening"]["name"]["en"], "Fishhook");
}

#[test]
fn a_review_is_printed_in_both_languages() {
    let output = execute(&["analyze", "-", "--level", "3", "--lang", "en"]);
    check_refused(&output, "there is no game 1");

    let output = feed(&["analyze", "-", "--level", "3"], SHORT);
    let message = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        message.contains("Opening: Fishhook") && message.contains("Turning point: White"),
        "{message}"
    );
    assert!(message.contains("loses every disc"), "{message}");
    assert!(!message.contains('\u{1b}'), "no colours in a pipe");

    let output = execute(&["analyze", SHORT, "--level", "3", "--lang", "fr"]);
    let message = text(&output.stdout);
    assert!(
        message.contains("Ouverture\u{a0}: Hameçon") && message.contains("Tournant"),
        "{message}"
    );
    assert!(message.contains("perd tous ses pions"), "{message}");
}

#[test]
fn a_review_is_drawn_and_written_as_a_page() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (game, chart, page) = (path("game.txt"), path("course.svg"), path("review.html"));
    fs::write(&game, format!("f5d6c3\n{SHORT}\n")).unwrap();
    let arguments =
        ["analyze", &game, "--game", "2", "--level", "3", "--svg", &chart, "--html", &page];
    let output = execute(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let chart = fs::read_to_string(chart).unwrap();
    assert!(chart.starts_with("<svg") && chart.contains("??"), "{chart}");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<html lang=\"en\">") && page.contains(SHORT));
    assert!(page.matches("<svg").count() >= 4, "two charts and two boards at least");
    assert!(!page.contains("<script") && !page.contains("http://www.w3.org/1999/xlink"));

    check_refused(&execute(&["analyze", &game, "--game", "3"]), "there is no game 3");
    check_refused(&execute(&["analyze", "f5f5"]), "f5");
    check_refused(&execute(&["analyze", "no-such-file.sgf"]), "no-such-file.sgf: No such file");
    check_refused(&execute(&["analyze", SHORT, "--level", "61"]), "--level");
    check_refused(&execute(&["analyze", SHORT, "--dark"]), "--svg");
}

#[test]
fn other_sizes_report_their_method() {
    let lines = objects(&execute(&["analyze", "--size", "4", "b1", "--json"]));
    let total = lines.last().unwrap();
    assert_eq!(total["method"], "proof");
    assert_eq!(lines[0]["after"]["score"], -10.0);
    assert_eq!(lines[0]["after"]["trust"], "exact");
}

#[test]
fn time_limits_a_review() {
    let arguments = ["analyze", SHORT, "--time", "30s", "--level", "6", "--json"];
    let lines = objects(&execute(&arguments));
    assert_eq!((&lines[0]["type"], &lines[0]["level"]), (&"level".into(), &6.into()));
    assert_eq!(lines.last().unwrap()["complete"], true);
}

#[test]
fn exercises_are_generated_graded_and_played() {
    let new = ["exercise", "new", "--empties", "6", "--count", "2", "--seed", "5", "--json"];
    let made = objects(&execute(&new));
    assert_eq!(made, objects(&execute(&new)), "the same seed makes the same exercises");
    assert_eq!(made.len(), 3);
    assert_eq!(made[0]["empties"], 6);
    let difficulty = &made[0]["difficulty"];
    assert!(difficulty["good"].as_u64() < difficulty["moves"].as_u64());
    let position = made[0]["position"]["text"].as_str().unwrap();

    // Every legal move is graded; the number of good moves agrees.
    let moves = objects(&execute(&["moves", "--position", position, "--json"]));
    let mut good = 0;
    let mut best = String::new();
    for entry in moves[0]["moves"].as_array().unwrap() {
        let answer = entry["move"].as_str().unwrap();
        let arguments = ["exercise", "grade", "--position", position, "--answer", answer, "--json"];
        let grade = &objects(&execute(&arguments))[0];
        assert_eq!((&grade["type"], &grade["trust"]), (&"grade".into(), &"exact".into()));
        if grade["found"] == true {
            good += 1;
            best = answer.to_owned();
        }
    }
    assert_eq!(difficulty["good"], good);

    let play = ["exercise", "play", "--empties", "6", "--count", "1", "--seed", "5"];
    let output = feed(&play, format!("nonsense\nhint\n{best}\n"));
    let message = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(message.contains("`nonsense` is not a legal move"), "{message}");
    assert!(message.contains("quarter of the board"), "{message}");
    assert!(message.contains("1 of 1 found, 1 at the first try"), "{message}");

    let refused = execute(&["exercise", "grade", "--position", position, "--answer", "d4"]);
    check_refused(&refused, "`d4` is not a legal move here");
}

#[test]
fn the_mistakes_of_a_game_become_exercises() {
    let arguments = ["exercise", "game", SHORT, "--level", "4", "--side", "white", "--json"];
    let lines = objects(&feed(&arguments, "solution\nquit\n"));
    let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(kinds.first(), Some(&"exercise"));
    assert!(lines[0]["missed"]["number"].as_u64().unwrap().is_multiple_of(2), "a move of White");
    assert!(lines[0]["missed"]["loss"].as_f64().unwrap() >= 2.0);
    assert!(kinds.contains(&"grade"));
    assert_eq!(kinds.last(), Some(&"total"));
}
