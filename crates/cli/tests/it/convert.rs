//! `othellier convert`, `check` and `diagram`, as the real binary.

use std::fs;
use std::path::Path;

use crate::common::{check_refused, check_type, feed, objects, run, text};
use serde_json::Value;

const GAMES: &str = "f5d6c3d3c4\nf5f6e6f4\n";

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
        // WTHOR has no unfinished games: the discs on the board become the score.
        let moves: Vec<_> =
            text(&back.stdout).lines().map(|line| line.split(':').next().unwrap()).collect();
        assert_eq!(moves, GAMES.lines().collect::<Vec<_>>(), "{name}");
    }
    assert!(Path::new(&path(&folder, "a.jou")).exists());
}

#[test]
fn losses_and_rejections_are_counted() {
    let folder = folder();
    let source = path(&folder, "names.ggf");
    let game = "(;GM[Othello]PB[Alice]PW[Bob]B[f5//1.5]W[d6];)";
    fs::write(&source, format!("{game}\n(;GM[Othello]B[a1];)\n{game}\n")).unwrap();
    let out = path(&folder, "out.txt");
    // The games that can be converted are converted.
    let output = run(&["convert", &source, &out, "--json"], 1);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 2);
    assert!(text(&output.stderr).contains("names.ggf: one game is refused"));
    let lines = text(&output.stdout).lines();
    let objects: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    check_type::<othellier_wire::ConvertEvent>(&objects);
    assert_eq!(objects[0]["type"], "refused");
    assert_eq!((&objects[0]["file"], &objects[0]["line"]), (&source.as_str().into(), &2.into()));
    assert_eq!(objects[0]["code"], "illegal-move");
    assert_eq!(objects[0]["text"]["en"], "move 1, `a1`, is not legal");
    assert_eq!(objects[0]["text"]["fr"], "le coup 1, `a1`, n'est pas légal");
    let total = &objects[1];
    assert_eq!(total["type"], "total");
    assert_eq!([&total["read"], &total["written"], &total["refused"]], [2, 2, 1]);
    assert_eq!([&total["lost"]["names"], &total["lost"]["times"]], [2, 2]);
    // With the games on the standard output the objects are on the standard error.
    let piped = run(&["convert", &source, "-", "--to", "transcript", "--json"], 1);
    assert_eq!(piped.stdout, fs::read(&out).unwrap());
    let lines = text(&piped.stderr).lines().filter(|line| line.starts_with('{'));
    let on_stderr: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((on_stderr.len(), &on_stderr[0]), (2, &objects[0]));
    assert_eq!(on_stderr[1]["written"], 2);

    let output = run(&["convert", &source, &out, "--lang", "fr"], 1);
    let message = text(&output.stderr);
    assert!(message.contains("ligne 2: le coup 1, `a1`, n'est pas légal"), "{message}");
    assert!(message.contains("non conservé\u{a0}: les noms des joueurs (2 parties)"), "{message}");
    assert!(text(&run(&["convert", &source, "-", "--to", "ggf"], 1).stdout).contains("Alice"));
    let sound = path(&folder, "sound.ggf");
    fs::write(&sound, game).unwrap();
    run(&["convert", &sound, &out], 0);
    run(&["convert", &sound, &out, "--strict"], 1);
    run(&["convert", &path(&folder, "games.txt"), &out, "--strict"], 0);
}

#[test]
fn the_format_of_a_pipe_is_detected() {
    for (content, format) in [
        (GAMES, "transcript"),
        ("(;GM[2];B[f5])", "sgf"),
        ("1 (;GM[Othello]B[f5];)", "ggf"),
        ("[Black \"Alice\"]\n\n1. f5 d6\n", "pgn"),
    ] {
        let checked = &objects(&feed(&["check", "-", "--json"], content.as_bytes()))[0];
        assert_eq!((&checked["format"], &checked["refused"]), (&format.into(), &0.into()));
        // From a pipe to a pipe.
        let moves = feed(&["convert", "-", "-", "--to", "transcript"], content.as_bytes());
        assert!(text(&moves.stdout).starts_with("f5"), "{content}: {}", text(&moves.stdout));
    }
    // WTHOR is binary, and recognised too.
    let archive = feed(&["convert", "-", "-", "--to", "wthor"], GAMES.as_bytes()).stdout;
    let checked = &objects(&feed(&["check", "-", "--json"], &archive))[0];
    assert_eq!((&checked["format"], &checked["read"]), (&"wthor".into(), &2.into()));
}

#[test]
fn check_lists_errors_and_warnings() {
    let folder = folder();
    let file = path(&folder, "games.sgf");
    fs::write(&file, "(;GM[2]\n;B[f5])\nhello\n(;GM[2]\n;B[f5]\n;B[d6])").unwrap();
    let output = run(&["check", &file], 1);
    let expected = format!(
        "{file}: line 3: `hello` is not part of a game\n\
         {file}: line 6: move 2 is given to the wrong side\n\
         {file} (sgf): 2 games read, 1 refused, 1 doubtful\n"
    );
    assert_eq!(text(&output.stdout), expected);
    run(&["check", &file, "--strict"], 1);
    run(&["check", &path(&folder, "games.txt"), "--strict"], 0);
    let all = run(&["check", folder.path().to_str().unwrap(), "--json"], 1);
    let total: serde_json::Value =
        serde_json::from_str(text(&all.stdout).lines().last().unwrap()).unwrap();
    assert_eq!([&total["files"], &total["read"], &total["refused"]], [2, 4, 1]);
}

/// Variations cause a warning, or are read as separate games.
#[test]
fn variations_are_never_lost_silently() {
    let folder = tempfile::tempdir().unwrap();
    let [source, out] = ["study.sgf", "lines.txt"].map(|name| path(&folder, name));
    fs::write(&source, "(;GM[2]\n;B[f5](;W[d6];B[c3])\n(;W[f6])(;W[f4]))\n").unwrap();
    let checked = run(&["check", &source], 0);
    let message = format!("{source}: line 3: 2 variations of the game are not kept;");
    assert!(text(&checked.stdout).starts_with(&message), "{}", text(&checked.stdout));
    let total = &objects(&run(&["convert", &source, &out, "--json"], 0))[0];
    assert_eq!((&total["written"], &total["lost"]["variations"]), (&1.into(), &1.into()));
    let output = run(&["convert", &source, &out, "--strict"], 1);
    assert!(text(&output.stderr).contains("not kept: variations"), "{}", text(&output.stderr));
    let archive = path(&folder, "a.sqlite");
    let import = ["archive", "import", &source, "--archive", &archive, "--json"];
    assert_eq!(objects(&run(&import, 0))[0]["lost"]["variations"], 1);

    run(&["convert", &source, &out, "--variations", "--strict"], 0);
    assert_eq!(fs::read_to_string(&out).unwrap(), "f5d6c3\nf5f6\nf5f4\n");
    let total = &objects(&run(&["check", &source, "--variations", "--strict", "--json"], 0))[0];
    assert_eq!(total["read"], 3);
}

/// A correct and a wrong recorded score; proofs are journalled and not repeated.
#[test]
fn scores_of_perfect_play_are_proven() {
    let folder = tempfile::tempdir().unwrap();
    let [games, journal] = ["games.sgf", "proofs.jsonl"].map(|name| path(&folder, name));
    let game = |theory: &str| {
        let start = "AB[c1][d1][e1]AW[b1][f1]PL[B]";
        format!("(;GM[2]{start}TH[{theory}];B[a1];W[];B[g1])\n")
    };
    fs::write(&games, game("+64@59") + &game("+2@58")).unwrap();
    let check = ["check", &games, "--theory", "2", "--seed", "1", "--json"];
    let with_journal = [&check[..], &["--journal", &journal]].concat();
    for arguments in [&check[..], &with_journal, &with_journal] {
        let output = run(arguments, 1);
        let message: Vec<serde_json::Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        check_type::<othellier_wire::CheckEvent>(&message);
        let proven: Vec<_> = message.iter().filter(|object| object["type"] == "theory").collect();
        assert_eq!(proven.len(), 2);
        for proven in proven {
            assert_eq!(
                (&proven["proven"], &proven["ok"]),
                (&64.into(), &(proven["recorded"] == 64).into())
            );
        }
        let total = message.last().unwrap();
        assert_eq!((&total["proven"], &total["wrong"]), (&2.into(), &1.into()));
    }
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 3, "a header and two proofs");
    let output = run(&["check", &games, "--theory", "2", "--journal", &journal], 2);
    assert!(text(&output.stderr).contains("--seed"), "{}", text(&output.stderr));
}

#[test]
fn wrong_arguments_are_one_sentence() {
    let folder = folder();
    let source = path(&folder, "games.txt");
    for (arguments, message) in [
        (&["convert", &source, "out.xyz"][..], "does not imply a format"),
        (&["convert", "nowhere.sgf", "-", "--to", "ggf"], "nowhere.sgf"),
        (&["convert", &source, "-", "--to", "ggff"], "the nearest is `ggf`"),
        (&["check", "nowhere.sgf"], "nowhere.sgf"),
        (&["diagram", "f5", "out.gif"], ".svg or .png"),
        (&["diagram", "f5a1", "out.svg"], "is not legal"),
        (&["diagram", "f5", "out.svg", "--from", "2"], "expected 0 to 1"),
        (&["diagram", &source, "out.svg", "--number", "3"], "it has 2"),
    ] {
        check_refused(&run(arguments, 2), message);
    }
}

#[test]
fn an_unwritable_output_is_reported() {
    let folder = folder();
    let out = folder.path().join("missing").join("out.sgf");
    let output = run(&["convert", &path(&folder, "games.txt"), out.to_str().unwrap()], 2);
    assert!(text(&output.stderr).contains("out.sgf"));
}

#[test]
fn lists_of_names_are_continued() {
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
