//! `othellier convert`, `check` and `diagram`, as the real binary.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const GAMES: &str = "f5d6c3d3c4\nf5f6e6f4\n";

fn othellier(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_othellier"));
    command.args(arguments).env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES");
    command.stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Runs to the end with this exit code.
#[track_caller]
fn run(arguments: &[&str], code: i32) -> Output {
    let output = othellier(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
    output
}

fn objects(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// A folder with two games as transcripts.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.txt"), GAMES).unwrap();
    folder
}

#[test]
fn games_go_through_every_format_and_back() {
    let folder = folder();
    let source = path(&folder, "games.txt");
    for name in ["a.sgf", "a.ggf", "a.pgn", "a.obf", "a.wtb", "a.othellier", "A.SGF"] {
        let there = path(&folder, name);
        run(&["convert", &source, &there], 0);
        let back = run(&["convert", &there, "-", "--to", "transcript"], 0);
        // An archive has no unfinished games: the discs on the board are its scores.
        let moves: Vec<_> =
            text(&back.stdout).lines().map(|line| line.split(':').next().unwrap()).collect();
        assert_eq!(moves, GAMES.lines().collect::<Vec<_>>(), "{name}");
    }
    assert!(Path::new(&path(&folder, "a.jou")).exists());
}

#[test]
fn what_is_lost_and_refused_is_counted() {
    let folder = folder();
    let source = path(&folder, "names.ggf");
    let game = "(;GM[Othello]PB[Alice]PW[Bob]B[f5//1.5]W[d6];)";
    fs::write(&source, format!("{game}\n(;GM[Othello]B[a1];)\n{game}\n")).unwrap();
    let out = path(&folder, "out.txt");
    let output = run(&["convert", &source, &out, "--json"], 0);
    let objects = objects(&output);
    assert_eq!(objects[0]["type"], "refused");
    assert_eq!(objects[0]["line"], 2);
    assert_eq!(objects[0]["reason"], "move 1, `a1`, is not legal");
    let total = &objects[1];
    assert_eq!(total["type"], "total");
    assert_eq!([&total["read"], &total["written"], &total["refused"]], [2, 2, 1]);
    assert_eq!([&total["lost"]["names"], &total["lost"]["times"]], [2, 2]);

    let output = run(&["convert", &source, &out, "--lang", "fr"], 0);
    let said = text(&output.stderr);
    assert!(said.contains("ligne 2: le coup 1, `a1`, n'est pas légal"), "{said}");
    assert!(said.contains("non gardé : les noms des joueurs (2 parties)"), "{said}");
    run(&["convert", &source, &out, "--strict"], 1);
    run(&["convert", &path(&folder, "games.txt"), &out, "--strict"], 0);
}

#[test]
fn pipes_are_read_and_written_whatever_they_hold() {
    for (content, format) in [
        (GAMES, "transcript"),
        ("(;GM[2];B[f5])", "sgf"),
        ("1 (;GM[Othello]B[f5];)", "ggf"),
        ("[Black \"Alice\"]\n\n1. f5 d6\n", "pgn"),
    ] {
        let mut child = othellier(&["check", "-", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(content.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(objects(&output)[0]["format"], format, "{content}");
        assert_eq!(objects(&output)[0]["refused"], 0, "{content}");
    }
}

#[test]
fn check_lists_what_is_wrong() {
    let folder = folder();
    let file = path(&folder, "games.sgf");
    fs::write(&file, "(;GM[2]\n;B[f5])\nhello\n(;GM[2]\n;B[f5]\n;B[d6])").unwrap();
    let output = run(&["check", &file], 0);
    let expected = format!(
        "{file}: line 3: `hello` is no part of a game\n\
         {file}: line 6: move 2 is given to the wrong side\n\
         {file} (sgf): 2 games read, 1 refused, 1 doubtful\n"
    );
    assert_eq!(text(&output.stdout), expected);
    run(&["check", &file, "--strict"], 1);
    run(&["check", &path(&folder, "games.txt"), "--strict"], 0);
    let all = run(&["check", folder.path().to_str().unwrap(), "--json"], 0);
    let objects = objects(&all);
    let total = objects.last().unwrap();
    assert_eq!([&total["files"], &total["read"], &total["refused"]], [2, 4, 1]);
}

#[test]
fn wrong_arguments_are_one_sentence() {
    let folder = folder();
    let source = path(&folder, "games.txt");
    for (arguments, said) in [
        (&["convert", &source, "out.xyz"][..], "does not tell a format"),
        (&["convert", "nowhere.sgf", "-", "--to", "ggf"], "nowhere.sgf"),
        (&["convert", &source, "-", "--to", "ggff"], "the nearest is `ggf`"),
        (&["check", "nowhere.sgf"], "nowhere.sgf"),
        (&["diagram", "f5", "out.gif"], ".svg or .png"),
        (&["diagram", "f5a1", "out.svg"], "is not legal"),
        (&["diagram", "f5", "out.svg", "--from", "2"], "expected 0 to 1"),
        (&["diagram", &source, "out.svg", "--number", "3"], "it has 2"),
    ] {
        let output = run(arguments, 2);
        let sentence = text(&output.stderr);
        assert!(sentence.contains(said), "{sentence}");
        assert_eq!(sentence.trim_end().lines().count(), 1, "{sentence}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn an_output_that_cannot_be_written_is_told() {
    let folder = folder();
    let out = folder.path().join("missing").join("out.sgf");
    let output = run(&["convert", &path(&folder, "games.txt"), out.to_str().unwrap()], 2);
    assert!(text(&output.stderr).contains("out.sgf"));
}

#[test]
fn names_beside_an_archive_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let game = |black: &str| format!("(;GM[Othello]PB[{black}]PW[Bob]DT[1999]B[f5]W[d6];)\n");
    for (name, black) in [("a", "Alice"), ("b", "Carol")] {
        let source = path(&folder, &format!("{name}.ggf"));
        fs::write(&source, game(black)).unwrap();
        run(&["convert", &source, &path(&folder, &format!("{name}.wtb"))], 0);
    }
    assert!(!Path::new(&path(&folder, "b.jou")).exists());
    for (name, black) in [("a", "Alice"), ("b", "Carol")] {
        let archive = path(&folder, &format!("{name}.wtb"));
        let output = run(&["convert", &archive, "-", "--to", "ggf"], 0);
        let written = text(&output.stdout);
        assert!(written.contains(&format!("PB[{black}]PW[Bob]")), "{written}");
    }
}

#[test]
fn diagrams_are_drawn() {
    let folder = folder();
    let source = path(&folder, "games.txt");
    let svg = path(&folder, "game.svg");
    let output = run(&["diagram", &source, &svg, "--number", "2"], 0);
    assert!(text(&output.stdout).contains("moves 1 to 4"), "{}", text(&output.stdout));
    let drawn = fs::read_to_string(&svg).unwrap();
    // Four discs of the start and four moves, four dots of the grid.
    assert_eq!(drawn.matches("<circle").count(), 12);

    let png = path(&folder, "game.png");
    run(&["diagram", "f5d6c3", &png, "--from", "3", "--width", "200"], 0);
    let bytes = fs::read(&png).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(bytes[16..24], [0, 0, 0, 200, 0, 0, 0, 200]);

    let start = "-----OX--XO----- X";
    run(&["diagram", start, &svg], 0);
    assert_eq!(fs::read_to_string(&svg).unwrap().matches("<circle").count(), 5);
}
