//! `othellier archive`, as the real binary.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;

use crate::common::{
    Finish, check_refused, kill_while_running, othellier, run, spawn, text, wait_for,
};
use othellier_record::{Game, transcript};
use serde_json::Value;

/// A resigned game, a drawn one, one rotated by 180°, a broken one.
const GAMES: &str = "\
    (;GM[Othello]PC[Worlds]DT[1999]PB[Alice Adams]PW[Bob]RE[+64:r]B[f5]W[d6]B[c3];)
    (;GM[Othello]PC[Open]DT[2001.5.1]PB[Bob]PW[Carla]RE[0]B[f5]W[d6]B[c4];)
    (;GM[Othello]PC[Open]DT[2002]PB[Carla]PW[Alice Adams]RE[-2]B[c4]W[e3]B[f6];)
    (;GM[Othello]B[a1];)\n";

/// The last object in the output of a command.
#[track_caller]
fn object(arguments: &[&str]) -> Value {
    object_with_code(arguments, 0)
}

/// The first JSON object of a command that ends with an exit code.
#[track_caller]
fn object_with_code(arguments: &[&str], code: i32) -> Value {
    let output = run(&[arguments, &["--json"]].concat(), code);
    serde_json::from_str(text(&output.stdout).lines().last().unwrap()).unwrap()
}

/// A folder with an archive of the games above: the folder, the archive, the file of games.
fn archived() -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let [archive, games] =
        ["a.sqlite", "games.ggf"].map(|name| folder.path().join(name).display().to_string());
    fs::write(&games, GAMES).unwrap();
    // One game is refused, the others are imported.
    run(&["archive", "import", &games, "--archive", &archive], 1);
    (folder, archive, games)
}

#[test]
fn duplicates_are_not_added() {
    let (_folder, archive, games) = archived();
    let import = ["archive", "import", &games, &games, "--archive", &archive];
    let total = object_with_code(&import, 1);
    assert_eq!([&total["read"], &total["added"], &total["known"]], [6, 0, 6]);
    assert_eq!([&total["refused"], &total["games"]], [2, 3]);
    let output = run(&["archive", "import", &games, "--archive", &archive], 1);
    assert!(text(&output.stderr).contains("line 4: move 1, `a1`, is not legal"));
    assert!(text(&output.stderr).contains("games.ggf: one game is refused"));
    let stats = object(&["archive", "stats", "--archive", &archive, "--check"]);
    assert_eq!([&stats["games"], &stats["players"], &stats["events"]], [3, 3, 2]);
    assert_eq!([&stats["black_wins"], &stats["draws"], &stats["white_wins"]], [1, 1, 1]);
    assert_eq!([&stats["first_year"], &stats["last_year"]], [1999, 2002]);
    let shown = run(&["archive", "stats", "--archive", &archive, "--lang", "fr"], 0);
    assert!(text(&shown.stdout).contains("gagnées par Noir"));
}

#[test]
fn an_import_of_nothing_makes_no_archive() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (archive, empty, none) = (path("a.sqlite"), path("empty"), path("none.txt"));
    fs::create_dir(&empty).unwrap();
    fs::write(&none, "").unwrap();
    fs::write(path("broken.ggf"), "(;GM[Othello]B[a1];)").unwrap();
    let import = |file: &str, code| run(&["archive", "import", file, "--archive", &archive], code);
    for (file, code) in [(path("nofile"), 2), (empty, 2), (none, 0), (path("broken.ggf"), 1)] {
        import(&file, code);
        assert!(!fs::exists(&archive).unwrap(), "{file}");
    }
    let output = run(&["archive", "stats", "--archive", &archive], 2);
    assert!(text(&output.stderr).contains("make one with `othellier archive import`"));
    // An archive that is there stays as it is.
    fs::write(path("game.txt"), "f5d6c3\n").unwrap();
    import(&path("game.txt"), 0);
    import(&path("nofile"), 2);
    let nothing = ["archive", "import", &path("none.txt"), "--archive", &archive];
    assert_eq!(object(&nothing)["games"], 1);
}

#[test]
fn games_are_found() {
    let (_folder, archive, _) = archived();
    let found = |more: &[&str]| {
        object(&[&["archive", "search", "--archive", &archive], more].concat())["found"].clone()
    };
    assert_eq!(found(&[]), 3);
    assert_eq!(found(&["--player", "alice"]), 2);
    assert_eq!(found(&["--player", "alice", "--player", "bob"]), 1);
    assert_eq!(found(&["--black", "bob", "--event", "open"]), 1);
    assert_eq!(found(&["--year", "2000-2002"]), 2);
    assert_eq!(found(&["--result", "white"]), 1);
    assert_eq!(found(&["--opening", "f5d6c3"]), 2, "one of them rotated");
    assert_eq!(found(&["--position", "f5d6c3", "--result", "black"]), 1);
    assert_eq!(found(&["--position", "f5f4"]), 0);
    assert_eq!(found(&["--opening", "perpendicular opening"]), 3);

    let search = ["archive", "search", "--archive", &archive];
    let shown = run(&[&search[..], &["--limit", "1"]].concat(), 0);
    let shown = text(&shown.stdout);
    assert!(shown.contains("2002") && shown.ends_with("3 games of 3, 1 shown\n"), "{shown}");
    let shown = run(&[&search[..], &["--to", "transcript", "--event", "worlds"]].concat(), 0);
    assert!(text(&shown.stdout).starts_with("f5d6c3"), "{}", text(&shown.stdout));
}

#[test]
fn positions_are_explored() {
    let (_folder, archive, _) = archived();
    let explore = |more: &[&str]| {
        object(&[&["archive", "explore", "--archive", &archive, "--level", "1"], more].concat())
    };
    let start = explore(&[]);
    assert_eq!([&start["games"], &start["wins"], &start["draws"]], [3, 1, 1]);
    assert_eq!(start["replies"][0]["move"], "f5");
    assert_eq!(start["replies"][0]["same"].as_array().unwrap().len(), 3);
    let here = explore(&["f5d6"]);
    assert_eq!(here["games"], 3);
    let c3 = &here["replies"][0];
    assert_eq!([&c3["move"], &c3["games"]], [&Value::from("c3"), &2.into()]);
    assert_eq!([&c3["last_year"], &c3["mean_discs"]], [&Value::from(2002), &31.0.into()]);
    assert_eq!(c3["score_rate"], 0.5);
    let replies = here["replies"].as_array().unwrap();
    assert!(replies.iter().all(|reply| reply["score"].is_number()), "{here}");
    assert_eq!(explore(&["f5d6", "--player", "bob"])["games"], 2);
    assert_eq!(explore(&["f5d6c3"])["ended"], 2);

    let shown = run(&["archive", "explore", "f5d6", "--archive", &archive, "--lang", "fr"], 0);
    let shown = text(&shown.stdout);
    assert!(shown.starts_with("3 parties\u{a0}; le camp au trait en a gagné 1"), "{shown}");
}

#[test]
fn exported_games_equal_imported_games() {
    let (folder, archive, games) = archived();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in ["out.ggf", "out.sgf", "out.othellier"] {
        let out = path(name);
        let total = object(&["archive", "export", &out, "--archive", &archive]);
        assert_eq!([&total["written"], &total["refused"]], [3, 0]);
        let [one, other] = [(&games, 1), (&out, 0)].map(|(file, code)| {
            let output = run(&["convert", file, "-", "--to", "save"], code);
            text(&output.stdout).to_owned()
        });
        assert_eq!(one, other, "{name}");
    }
    run(&["archive", "export", &path("some.wtb"), "--player", "bob", "--archive", &archive], 0);
    let checked = object(&["check", &path("some.wtb")]);
    assert_eq!(checked["read"], 2);
    assert!(fs::exists(path("some.jou")).unwrap());

    // WTHOR has no boards of 6×6.
    fs::write(path("small.txt"), "b3\n").unwrap();
    run(&["archive", "import", &path("small.txt"), "--size", "6", "--archive", &archive], 0);
    let all = path("all.wtb");
    let output = run(&["archive", "export", &all, "--archive", &archive, "--json"], 1);
    let refused: Value =
        serde_json::from_str(text(&output.stdout).lines().next().unwrap()).unwrap();
    assert_eq!((&refused["type"], &refused["game"]), (&"refused".into(), &4.into()));
    assert_eq!((&refused["code"], &refused["file"]), (&"unsupported-size".into(), &archive.into()));
}

#[test]
fn errors_are_reported() {
    let (folder, archive, games) = archived();
    let none = folder.path().join("none.sqlite").display().to_string();
    for (arguments, message) in [
        (&["archive", "stats", "--archive", &none][..], "there is no archive"),
        (&["archive", "stats", "--archive", &games], "is not an archive of games"),
        (&["archive", "import", &games, "--archive", &games], "is not an archive of games"),
        (&["archive", "search", "--archive", &archive, "--player", "alcie"], "Alice Adams"),
        (&["archive", "search", "--archive", &archive, "--event", "wrlds"], "Worlds"),
        (&["archive", "search", "--archive", &archive, "--year", "soon"], "1990-1999"),
        (&["archive", "search", "--archive", &archive, "--opening", "Tigre rouge"], "Tig"),
        (&["archive", "explore", "f5a1", "--archive", &archive], "a1"),
        (&["archive", "import", "/no/such/file", "--archive", &archive], "/no/such/file"),
        (&["archive", "exprt"], "export"),
    ] {
        check_refused(&run(arguments, 2), message);
    }
    assert_eq!(fs::read_to_string(&games).unwrap(), GAMES);
}

#[test]
fn the_default_archive_is_in_the_data_folder() {
    let (folder, _, games) = archived();
    let data = folder.path().join("data");
    let mut command = othellier(&["archive", "import", &games]);
    let command = command.env("XDG_DATA_HOME", &data).env("HOME", folder.path());
    let output = command.finish();
    assert_eq!(output.status.code(), Some(1), "one game is refused: {}", text(&output.stderr));
    if cfg!(target_os = "linux") {
        assert!(data.join("othellier/archive.sqlite").is_file());
    }
}

/// Distinct random games, one per line.
fn random_games(count: usize) -> BTreeSet<String> {
    let mut state = 7_u64;
    let mut rng = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize
    };
    let mut games = BTreeSet::new();
    while games.len() < count {
        let mut game = Game::new();
        for _ in 0..20 {
            let moves: Vec<_> = game.position().moves().collect();
            let Some(played) = moves.get(rng() % moves.len().max(1)) else { break };
            game.play(*played).unwrap();
        }
        games.insert(transcript::write(&game));
    }
    games
}

/// The number of games in an archive; `None` while it cannot be read yet.
fn games_in(archive: &str, more: &[&str]) -> Option<u64> {
    let arguments = [&["archive", "stats", "--archive", archive, "--json"], more].concat();
    let output = othellier(&arguments).finish();
    let stats: Value = serde_json::from_str(text(&output.stdout)).ok()?;
    output.status.success().then(|| stats["games"].as_u64())?
}

/// An import that is killed, between batches or within one, and repeated ends like an uninterrupted
/// one: nothing is lost, nothing is duplicated, and the file is sound after every kill.
#[cfg(unix)]
#[test]
fn a_killed_import_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = random_games(6000);
    let lines: Vec<_> = games.iter().map(String::as_str).collect();
    let archive = path("a.sqlite");
    // The games come through a pipe that stays open, so that the import cannot finish by itself.
    let import = |count: usize| {
        let from_pipe = ["archive", "import", "-", "--from", "transcript", "--archive", &archive];
        let mut child = spawn(&from_pipe);
        let text = lines[..count].join("\n") + "\n";
        let mut pipe = child.stdin.take().unwrap();
        let feeding = std::thread::spawn(move || {
            // The kill breaks the pipe.
            let _ = pipe.write_all(text.as_bytes());
            pipe
        });
        (child, feeding)
    };
    let mut before = 0;
    while before < 4000 {
        // Between two batches: the next thousand games are committed.
        let wanted = before / 1000 * 1000 + 1000;
        let (mut child, feeding) = import(wanted as usize + 500);
        wait_for(&mut child, "batch", || {
            games_in(&archive, &[]).is_some_and(|games| games >= wanted)
        });
        kill_while_running(&mut child);
        drop(feeding.join());
        assert_eq!(games_in(&archive, &["--check"]), Some(wanted));
        // During further batches: committed games stay.
        let (mut child, feeding) = import(5999);
        wait_for(&mut child, "further batch", || {
            games_in(&archive, &[]).is_some_and(|games| games > wanted)
        });
        kill_while_running(&mut child);
        drop(feeding.join());
        before = games_in(&archive, &["--check"]).expect("a sound archive");
        assert!(before > wanted, "{wanted} games became {before}");
    }
    let all = path("all.txt");
    fs::write(&all, lines.join("\n") + "\n").unwrap();
    let total = object(&["archive", "import", "--archive", &archive, &all]);
    assert_eq!([&total["read"], &total["games"]], [6000, 6000]);
    assert_eq!(total["known"].as_u64(), Some(before), "committed games are not added again");
    object(&["archive", "stats", "--archive", &archive, "--check"]);
    let exported = run(&["archive", "export", "-", "--to", "transcript", "--archive", &archive], 0);
    let mut exported: Vec<_> = text(&exported.stdout).lines().collect();
    exported.sort_unstable();
    assert_eq!(exported, lines);
}
