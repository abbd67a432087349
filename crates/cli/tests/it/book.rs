//! `othellier book`: its commands, and books under interruption.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{self, kill_while_running, run, text, wait_for};
use othellier_book::Book;
use serde_json::Value;
use tempfile::TempDir;

const QUICK: [&str; 6] = ["--level", "1", "--threads", "1", "--hash", "64KiB"];

#[track_caller]
fn done(arguments: &[&str]) -> String {
    text(&run(arguments, 0).stdout).to_owned()
}

#[track_caller]
fn refused(arguments: &[&str], code: i32) -> String {
    text(&run(arguments, code).stderr).to_owned()
}

/// The objects in the output of a command.
#[track_caller]
fn objects(arguments: &[&str]) -> Vec<Value> {
    common::objects(&run(&[arguments, &["--json"]].concat(), 0))
}

struct TestDir(TempDir);

impl TestDir {
    fn new() -> TestDir {
        TestDir(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn at(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// A book grown to this many positions.
    fn built(&self, name: &str, positions: usize) -> String {
        let file = self.at(name);
        done(
            &[&["book", "build", &file, "--positions", &positions.to_string()], &QUICK[..]]
                .concat(),
        );
        file
    }

    fn book(&self, name: &str) -> Book {
        sound(&self.path(name))
    }
}

/// The book of a file, which must be consistent.
#[track_caller]
fn sound(path: &Path) -> Book {
    let book = Book::open(path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(book.check().faults, []);
    book
}

#[test]
fn a_book_is_built_probed_and_checked() {
    let dir = TestDir::new();
    let file = dir.at("a.book");
    let build = [&["book", "build", &file, "--positions", "60"], &QUICK[..]].concat();
    let total = &objects(&build)[0];
    assert_eq!((&total["type"], &total["positions"]), (&"total".into(), &60.into()));
    assert_eq!((&total["found"], &total["ended"]), (&0.into(), &"full".into()));
    // Building again adds nothing.
    assert_eq!(objects(&build)[0]["found"], 60);
    assert_eq!(dir.book("a.book").len(), 60);

    let answer = &objects(&["book", "probe", "startpos", "--book", &file])[0];
    assert_eq!((&answer["type"], &answer["known"]), (&"probe".into(), &true.into()));
    assert_eq!(answer["replies"].as_array().unwrap().len(), 4);
    let reply = &answer["replies"][0];
    assert_eq!((&reply["loss"], &reply["value"]), (&0.0.into(), &answer["value"]));
    assert_eq!(reply["pv"][0], reply["move"]);
    let after = reply["move"].as_str().unwrap();
    let next = &objects(&["book", "probe", after, "--book", &file])[0];
    assert_eq!(next["value"].as_f64(), reply["value"].as_f64().map(|value| -value));
    assert_eq!(next["ways"].as_array().unwrap().len(), 1);
    assert!(done(&["book", "probe", "f5", "--book", &file]).starts_with("value "));

    let total = &objects(&["book", "check", &file])[0];
    assert_eq!((&total["ok"], &total["faults"]), (&true.into(), &0.into()));
    let stats = &objects(&["book", "stats", &file])[0];
    assert_eq!((&stats["positions"], &stats["by_ply"]["0"]), (&60.into(), &1.into()));
    assert!(stats["provenance"][0].as_str().unwrap().contains("signature"));
    // Without a file, the built-in book is used.
    done(&["book", "stats"]);
    let shipped = &objects(&["book", "check"])[0];
    assert_eq!((&shipped["ok"], &shipped["file"]), (&true.into(), &Value::Null));
    let unknown = &objects(&["book", "probe", "f5f6e6f4e3", "--book", &file])[0];
    assert!(unknown["known"] == false || unknown["known"] == true);
}

/// Only positions that occur in enough games of the archive are added.
#[test]
fn a_book_is_seeded_from_an_archive() {
    let dir = TestDir::new();
    let [games, archive, file] = ["games.txt", "a.sqlite", "a.book"].map(|name| dir.at(name));
    // One of them rotated.
    std::fs::write(&games, "f5d6c3d3c4\nd3c5f6f5\nf5d6c4\nf5f6\n").unwrap();
    done(&["archive", "import", &games, "--archive", &archive]);
    let build = [&["book", "build", &file, "--archive", &archive], &QUICK[..]].concat();
    let total = &objects(&[&build[..], &["--at-least", "2"]].concat())[0];
    assert_eq!((&total["ended"], &total["positions"]), (&"games".into(), &5.into()));
    let provenance = total["provenance"].as_str().unwrap();
    assert!(provenance.contains("--from-archive --at-least 2;"), "{provenance}");
    for (moves, known) in [("f5d6", true), ("f5d6c3", true), ("f5d6c4", false), ("f5f6", false)] {
        let probed = &objects(&["book", "probe", moves, "--book", &file])[0];
        assert_eq!(probed["known"], known, "{moves}");
    }
    // Then all positions of games with an opening, up to a ply.
    let more = [&build[..], &["--from-archive", "--opening", "f5d6", "--plies", "3"]].concat();
    assert_eq!(objects(&more)[0]["positions"], 6);
    assert_eq!(dir.book("a.book").len(), 6);
    for (options, message) in [
        (["--year", "1999"], "--year has no effect without --from-archive"),
        (["--at-least", "2"], "--at-least has no effect without --games"),
    ] {
        assert!(refused(&[&["book", "build", &file], &options[..]].concat(), 2).contains(message));
    }
    let none = dir.at("none.sqlite");
    assert!(refused(&["book", "build", &file, "--archive", &none], 2).contains("no archive"));
}

#[test]
fn a_game_is_learned_with_the_value_of_every_move() {
    let dir = TestDir::new();
    let file = dir.at("a.book");
    let learn = [&["book", "learn", "f5d6c3d3c4", "--book", &file], &QUICK[..]].concat();
    let lines = objects(&learn);
    assert_eq!(lines.len(), 6);
    assert_eq!((&lines[4]["move"], &lines[4]["number"]), (&"c4".into(), &5.into()));
    assert!(lines[..5].iter().all(|line| line["loss"].as_f64().unwrap() >= 0.0));
    assert_eq!((&lines[5]["added"], &lines[5]["positions"]), (&6.into(), &6.into()));
    assert_eq!(objects(&learn)[5]["added"], 0);
    assert_eq!(dir.book("a.book").len(), 6);
    let error = refused(&["book", "learn", "f5d6a1", "--book", &file], 2);
    assert!(error.contains("move 3"), "{error}");

    // A file of games, with a limit on plies.
    let games = dir.path("games.txt");
    std::fs::write(&games, "f5f6e6f4\nf5d6c3d3\n").unwrap();
    let build = ["book", "build", &file, "--plies", "3", "--games", games.to_str().unwrap()];
    let total = &objects(&[&build[..], &QUICK].concat())[0];
    assert_eq!((&total["positions"], &total["ended"]), (&8.into(), &"games".into()));
}

/// Two machines that share the units find the positions that one finds.
#[test]
fn a_book_of_games_is_made_in_units() {
    let dir = TestDir::new();
    let [games, file, all] = ["games.txt", "a.book", "all"].map(|name| dir.at(name));
    std::fs::write(&games, "f5d6c3d3\n").unwrap();
    let build = |target: &str, options: &[&str]| {
        done(&[&["book", "build", target, "--games", &games], options, &QUICK].concat());
    };
    let parts = ["0/2", "1/2"].map(|shard| {
        let part = dir.at(&format!("part{}", &shard[..1]));
        build(&part, &["--unit", "2", "--shard", shard]);
        part
    });
    done(&["grid", "merge", &parts[0], &parts[1], "--out", &all]);
    build(&file, &[]);
    let [merged, usual] = ["all/results/positions.book", "a.book"].map(|name| dir.book(name));
    assert_eq!(merged.boards().collect::<Vec<_>>(), usual.boards().collect::<Vec<_>>());
    assert_eq!(merged.len(), 5);
    for (options, message) in [
        (&["--shard", "0/2"][..], "no effect without --games"),
        (&["--shard", "0/2", "--positions", "9"], "--positions"),
        (&["--unit", "2"], "--shard"),
    ] {
        let error = refused(&[&["book", "build", &file], options].concat(), 2);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn books_are_merged_without_loss() {
    let dir = TestDir::new();
    let one = dir.built("one.book", 40);
    let other = dir.at("other.book");
    done(&[&["book", "learn", "f5f6e6f4e3c5", "--book", &other], &QUICK[..]].concat());
    let out = dir.at("both.book");
    let merge = [&["book", "merge", &one, &other, "--out", &out], &QUICK[..]].concat();
    let total = &objects(&merge)[0];
    let (one, other, both) = (dir.book("one.book"), dir.book("other.book"), dir.book("both.book"));
    assert_eq!(total["positions"], both.len());
    assert!(one.boards().chain(other.boards()).all(|board| both.contains(board)));
    assert_eq!(both.check().open, 0);
}

#[test]
fn text_and_json_round_trip() {
    let dir = TestDir::new();
    let file = dir.built("a.book", 50);
    for name in ["a.txt", "a.json"] {
        let (text, again) = (dir.at(name), dir.at(&format!("{name}.book")));
        done(&["book", "export", &text, "--book", &file]);
        done(&[&["book", "import", &text, "--book", &again], &QUICK[..]].concat());
        assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(&again).unwrap(), "{name}");
    }
    assert!(done(&["book", "export", "-", "--book", &file]).starts_with("othellier-book 1\n"));
}

#[test]
fn problems_and_lines_are_exchanged() {
    let dir = TestDir::new();
    let file = dir.built("a.book", 50);
    let book = dir.book("a.book");

    let obf = dir.at("a.obf");
    done(&["book", "export", &obf, "--book", &file]);
    let again = dir.at("obf.book");
    done(&[&["book", "import", &obf, "--book", &again], &QUICK[..]].concat());
    let from_obf = dir.book("obf.book");
    assert!(book.boards().all(|board| from_obf.contains(board)));

    let lines = dir.at("a.lines");
    done(&["book", "export", &lines, "--book", &file]);
    let again = dir.at("lines.book");
    done(&[&["book", "import", &lines, "--book", &again], &QUICK[..]].concat());
    let from_lines = dir.book("lines.book");
    assert_eq!(from_lines.boards().collect::<Vec<_>>(), book.boards().collect::<Vec<_>>());

    // Exact scores are kept.
    let proven = dir.path("b.obf");
    let problem =
        "X-X----OX-XXXXXOXXXXXXXOOOOOXXO-OOXOXXO-OOOXOXXOXOXXXXXXXXXXXXXX X; H5:+2; H4:+0;";
    std::fs::write(&proven, problem).unwrap();
    let exact = dir.at("exact.book");
    let proven = proven.to_str().unwrap();
    done(&[&["book", "import", proven, "--book", &exact, "--exact"], &QUICK[..]].concat());
    let (position, _) = problem.split_once(';').unwrap();
    let answer = &objects(&["book", "probe", position, "--book", &exact])[0];
    assert_eq!(answer["value"], 2.0);
    assert_eq!(answer["replies"][1]["value"], 0.0);
}

#[test]
fn an_import_that_fails_leaves_the_book_alone() {
    let dir = TestDir::new();
    let file = dir.built("a.book", 20);
    let before = std::fs::read(&file).unwrap();
    let text = done(&["book", "export", "-", "--book", &file]);
    for (name, content) in [
        ("cut.txt", &text[..text.len() / 2]),
        ("foreign.txt", "f5d6"),
        ("cut.json", "{\"type\":\"book\",\"format\":1,\"positions\":3,\"provenance\":\"\"}\n"),
        ("bad.json", "{\"type\":\"position\""),
        ("bad.obf", "XXX X; A1:+3;"),
    ] {
        let path = dir.path(name);
        std::fs::write(&path, content).unwrap();
        let path = path.to_str().unwrap();
        refused(&[&["book", "import", path, "--book", &file], &QUICK[..]].concat(), 2);
        assert_eq!(std::fs::read(&file).unwrap(), before, "{name}");
    }
    refused(&["book", "import", &dir.at("missing.txt"), "--book", &file], 2);
    let error = refused(&["book", "export", &dir.at("a.josn"), "--book", &file], 2);
    assert!(error.contains(".json"), "{error}");
}

#[test]
fn a_damaged_book_is_rejected_and_never_overwritten() {
    let dir = TestDir::new();
    let file = dir.built("a.book", 20);
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let error = refused(&["book", "check", &file], 1);
    assert!(error.contains("checksum"), "{error}");
    for arguments in [
        &["book", "probe", "startpos", "--book", &file][..],
        &[&["book", "build", &file], &QUICK[..]].concat(),
        &[&["book", "learn", "f5", "--book", &file], &QUICK[..]].concat(),
        &["match", &format!("champion(book={file})"), "random", "--games", "1"],
    ] {
        let error = refused(arguments, 2);
        assert!(error.contains("checksum"), "{error}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    assert_eq!(refused(&["book", "check", &dir.at("missing.book")], 2).lines().count(), 1);
}

#[test]
fn concurrent_changes_to_a_book_are_merged() {
    let dir = TestDir::new();
    let file = dir.at("a.book");
    let build = [&["book", "build", &file, "--positions", "300"], &QUICK[..]].concat();
    let mut builder = Command::new(env!("CARGO_BIN_EXE_othellier"))
        .args(build)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The order of the two must not matter.
    while !dir.path("a.book").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    done(&[&["book", "learn", "f5f6e6f4g6c5", "--book", &file], &QUICK[..]].concat());
    assert!(builder.wait().unwrap().success());
    let book = dir.book("a.book");
    assert!(book.len() >= 300);
    let game = othellier_record::transcript::read(Default::default(), "f5f6e6f4g6c5");
    assert!(book.contains(game.unwrap().position().board()));
}

/// Kills the build repeatedly after new positions were saved: none is lost, and the final book
/// equals that of an uninterrupted build.
#[test]
fn nothing_is_lost_by_kill_9() {
    let dir = TestDir::new();
    let file = dir.at("killed.book");
    let path = dir.path("killed.book");
    // More positions than can be reached.
    let mut build = Command::new(env!("CARGO_BIN_EXE_othellier"));
    build.args(["book", "build", &file, "--positions", "1000000", "--save-every", "0s"]);
    build.args(QUICK).stdout(Stdio::null()).stderr(Stdio::null());

    let mut known = Book::new();
    for kill in 0..12 {
        let mut child = build.spawn().unwrap();
        wait_for(&mut child, "new position", || {
            Book::open(&path).is_ok_and(|book| book.len() > known.len())
        });
        // Many kills hit the next save.
        std::thread::sleep(Duration::from_micros(kill * 700));
        kill_while_running(&mut child);
        let book = dir.book("killed.book");
        assert!(book.len() > known.len(), "kill {kill}");
        assert!(known.boards().all(|board| book.contains(board)), "lost by kill {kill}");
        known = book;
    }
    let positions = known.len() + 10;
    dir.built("killed.book", positions);
    dir.built("undisturbed.book", positions);
    let [killed, undisturbed] = ["killed.book", "undisturbed.book"].map(|name| dir.book(name));
    assert_eq!(killed.len(), positions);
    assert!(killed.entries().eq(undisturbed.entries()), "the books differ");
}
