//! Hostile or careless input to the real binary: absurd numbers, files that are too large or endless,
//! full disks.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Finish, check_refused, othellier, run, text};
use tempfile::TempDir;

/// A command that still runs after this time hangs; none takes a tenth of it.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Runs a command that must terminate.
#[track_caller]
fn ends(mut command: Command) -> Output {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > TIMEOUT {
            child.kill().unwrap();
            panic!("{command:?} does not terminate");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().unwrap()
}

/// Checks, with limited memory, that a program ends.
#[cfg(target_os = "linux")]
#[track_caller]
fn ends_with_little_memory(arguments: &[&str]) -> Output {
    let plain = othellier(arguments);
    let mut command = Command::new("sh");
    // Half a gibibyte of address space, and two more for thread stacks and reservations.
    command.arg("-c").arg("ulimit -v 2500000 && exec \"$0\" \"$@\"");
    command.arg(plain.get_program()).args(plain.get_args()).env("LANG", "C").env_remove("LC_ALL");
    ends(command)
}

fn folder() -> (TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    (folder, move |name: &str| path.join(name).display().to_string())
}

/// NaN, infinite and absurd values for every option that takes a decimal number.
#[test]
fn a_decimal_option_has_bounds() {
    let options: [(&[&str], &str); 10] = [
        (&["tournament", "random", "r=random"], "--prior"),
        (&["tournament", "random", "r=random"], "--brightwell"),
        (&["evolve", "--out", "g.txt"], "--crossover-rate"),
        (&["evolve", "--out", "g.txt"], "--mutation-rate"),
        (&["train", "fit", "games", "--out", "w.bin"], "--penalty"),
        (&["train", "fit", "games", "--out", "w.bin"], "--blend"),
        (&["train", "fit", "games", "--out", "w.bin"], "--learning-rate"),
        (&["book", "build", "b.book"], "--band"),
        (&["generate", "openings"], "--within"),
        (&["match", "random", "random"], "--sprt"),
    ];
    for (command, option) in options {
        for value in ["nan", "inf", "-inf", "-1", "1e20", "1e308"] {
            let mut words = command.to_vec();
            words.extend([option, value]);
            let output = ends(othellier(&words));
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
            assert!(said.contains(&format!("is not a value of {option}")), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
    let output = ends(othellier(&["tournament", "random", "r=random", "--prior", "1e20"]));
    check_refused(&output, "`1e20` is not a value of --prior; expected a number from 0 to 1000");
}

/// An absurd number of games, individuals or plies is refused, or started like any other; memory is
/// never allocated for it in advance.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_allocated_in_advance() {
    const MANY: &str = "1000000000000000000";
    let (_folder, at) = folder();
    let genome = at("genome.txt");
    let refused: [&[&str]; 6] = [
        &["evolve", "--out", &genome, "--population", MANY],
        &["evolve", "--out", &genome, "--openings", MANY, "--random-plies", "2"],
        &["perft", "99999"],
        &["perft", "13", "--size", "4"],
        &["train", "selfplay", "games", "--solve-from", "60"],
        &["solve", "--position", "startpos", "--size", "4", "--hash", "1024TiB"],
    ];
    for words in refused {
        let output = ends_with_little_memory(words);
        check_refused(&output, "");
    }
    let started: [&[&str]; 5] = [
        &["tournament", "random", "r=random", "--games", MANY],
        &["tournament", "random", "r=random", "--games", MANY, "--random-plies", "2"],
        &["tournament", "random", "r=random", "q=random", "--format", "swiss", "--games", MANY],
        &["tournament", "random", "r=random", "--format", "knock-out", "--games", MANY],
        &["match", "random", "random", "--random-plies", "2", "--games", MANY],
    ];
    for words in started {
        check_started(words);
    }
}

/// Starts its games and stops when asked.
#[cfg(target_os = "linux")]
#[track_caller]
fn check_started(words: &[&str]) {
    use std::io::{BufRead, BufReader};
    let mut words = words.to_vec();
    words.extend(["--threads", "1", "--json"]);
    let mut child = crate::common::spawn(&words);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The settings, and the first game.
    let seen = lines.by_ref().take(2).filter(|line| line.is_ok()).count();
    assert_eq!(seen, 2, "{words:?}: {:?}", child.wait_with_output());
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let began = Instant::now();
    // Its output must be read, or it would block.
    let reader = std::thread::spawn(move || lines.count());
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > TIMEOUT {
            child.kill().unwrap();
            panic!("{words:?} does not stop");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    reader.join().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{words:?}");
}

#[test]
fn an_absurd_experiment_is_refused() {
    let (_folder, at) = folder();
    let part = "players = [\"random\"]\nmeasure = [\"wins\"]\n";
    let head = "format = 1\nname = \"x\"\nseed = 1\n";
    let grid: Vec<String> =
        (0..8).map(|key| format!("k{key} = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]")).collect();
    let keys: Vec<String> = (0..8).map(|key| format!("k{key}={{k{key}}}")).collect();
    for (rest, said) in [
        (
            format!(
                "[[games]]\nname = \"g\"\nopponents = [\"random\"]\ngames = 1000000000000000000\n\
                 random_plies = 4\n{part}"
            ),
            "at most 1000000",
        ),
        (
            format!(
                "[[positions]]\nname = \"p\"\nphases = {{ a = 10 }}\ncount = 1000000000000\n{part}"
            ),
            "at most 1000000",
        ),
        (
            format!(
                "[[positions]]\nname = \"p\"\nphases = {{ a = 10 }}\nrepetitions = 1000000000000\n\
                 {part}"
            ),
            "at most 1000000",
        ),
        (
            format!(
                "[[games]]\nname = \"g\"\nopponents = [\"random\"]\ngames = 2\n\
                 players = [\"pvs({})\"]\nmeasure = [\"wins\"]\ngrid = {{ {} }}\n",
                keys.join(", "),
                grid.join(", ")
            ),
            "at most 1000000",
        ),
        (
            "[[roulette]]\nname = \"r\"\nfitnesses = [1.0, nan]\nlaws = [\"power:4\"]\n".to_owned(),
            "from -100 to 100",
        ),
    ] {
        let file = at("x.toml");
        std::fs::write(&file, format!("{head}{rest}")).unwrap();
        check_refused(&ends(othellier(&["lab", "run", &file, "--out", &at("out")])), said);
    }
}

/// A sparse file of this many bytes.
fn sparse(path: &str, bytes: u64) {
    File::create(path).unwrap().set_len(bytes).unwrap();
}

/// Every file that is read as a whole: as a gibibyte of zeros, as an endless device, and as a pipe
/// without a writer.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_too_large_or_endless_is_refused_at_once() {
    let (_folder, at) = folder();
    let (out, lab) = (at("out"), at("lab"));
    let large = at("large");
    sparse(&large, 1 << 30);
    let pipe = at("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (random, games) = (["tournament", "random", "r=random"], ["--games", "2"]);
    for file in [large.as_str(), "/dev/zero", pipe.as_str()] {
        let toml = at("config.toml");
        let yaml = at("config.yaml");
        for link in [&toml, &yaml] {
            let _ = std::fs::remove_file(link);
            std::os::unix::fs::symlink(file, link).unwrap();
        }
        let (book, weights) = (
            format!("champion(level=1, book={file})"),
            format!("champion(level=1, weights={file})"),
        );
        let genome = format!("alphabeta(depth=1, eval=genome(file={file}))");
        let patterns = format!("alphabeta(depth=1, eval=patterns(file={file}))");
        let commands: Vec<Vec<&str>> = vec![
            vec!["play", "--config", &toml, "--plain"],
            vec!["play", "--config", &yaml, "--plain"],
            vec!["search", "--player", &book, "--position", "startpos"],
            vec!["search", "--player", &weights, "--position", "startpos"],
            vec!["search", "--player", &genome, "--position", "startpos"],
            vec!["search", "--player", &patterns, "--position", "startpos"],
            vec!["match", "random", "random", "--games", "2", "--openings", file],
            [&random[..], &games, &["--openings", file]].concat(),
            [&random[..], &games, &["--players", file]].concat(),
            vec!["evolve", "--out", &out, "--start", file],
            vec!["lab", "run", file, "--out", &lab],
            vec!["book", "stats", file],
            vec!["book", "import", file, "--book", &out, "--from", "text"],
            vec!["train", "check", "--weights", file, file],
            vec!["train", "export", "--weights", file, "--to", &out],
            vec!["solve", "--position", "startpos", "--size", "4", "--journal", file],
            vec!["generate", "endgames", "--empties", "8", "--count", "1", "--out", file],
        ];
        for words in commands {
            let output = ends_with_little_memory(&words);
            let said = text(&output.stderr);
            let code = output.status.code();
            assert!(matches!(code, Some(1 | 2)), "{words:?}: {code:?} {said}");
            let name = Path::new(file).file_name().unwrap().to_str().unwrap();
            assert!(said.contains(name) || said.contains("config."), "{words:?}: {said}");
            assert!(
                !said.contains("panicked") && !said.contains("allocation"),
                "{words:?}: {said}"
            );
        }
    }
    let output = ends(othellier(&["match", "random", "random", "--openings", &large]));
    check_refused(&output, "large: the file is too large; expected at most 16 777 216 bytes");
    let output = ends(othellier(&["match", "random", "random", "--openings", &pipe]));
    check_refused(&output, "pipe: it is a named pipe; expected a file");
}

/// Files that are read as streams do not hang on an endless device.
#[cfg(target_os = "linux")]
#[test]
fn an_endless_device_is_not_read_for_ever() {
    let (_folder, at) = folder();
    let (table, shard) = (at("boards.tsv"), at("games.examples"));
    for link in [&table, &shard] {
        std::os::unix::fs::symlink("/dev/zero", link).unwrap();
    }
    for words in [
        &["train", "check", &table][..],
        &["train", "check", &shard],
        &["check", "/dev/zero"],
        &["check", "/dev/zero", "--from", "ggf"],
        &["solve", "/dev/zero"],
    ] {
        let output = ends_with_little_memory(words);
        assert!(matches!(output.status.code(), Some(0..=2)), "{words:?}: {output:?}");
    }
}

/// The pipe of a shell has a writer, and is read like a file.
#[cfg(target_os = "linux")]
#[test]
fn the_output_of_a_command_is_a_file_too() {
    let script = "\"$0\" match random random --games 2 --json --openings <(echo f5d6c3)";
    let mut command = Command::new("bash");
    command.args(["-c", script, env!("CARGO_BIN_EXE_othellier")]).env("LANG", "C");
    let output = ends(command);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// `/dev/full` behaves like a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_write_names_the_file_and_exits_with_1() {
    let (_folder, at) = folder();
    let games = at("games.txt");
    std::fs::write(&games, "f5d6c3\n").unwrap();
    for words in [
        &["match", "random", "random", "--games", "2", "--csv", "/dev/full"][..],
        &["match", "random", "random", "--games", "2", "--games-out", "/dev/full"],
        &["tournament", "random", "r=random", "--csv", "/dev/full"],
        &["tournament", "random", "r=random", "--games-out", "/dev/full"],
        &["tournament", "random", "r=random", "--standings-csv", "/dev/full"],
        &["convert", &games, "/dev/full", "--to", "sgf"],
    ] {
        let output = ends(othellier(words));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        assert!(said.contains("/dev/full: No space left"), "{words:?}: {said}");
    }
    let mut command = othellier(&["players"]);
    command.stdout(File::options().write(true).open("/dev/full").unwrap());
    let output = command.finish();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("stdout: No space left"), "{output:?}");
}

/// The message names the folder that cannot be created.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let (_folder, at) = folder();
    let (games, home) = (at("games.txt"), at("no-folder"));
    std::fs::write(&games, "f5d6c3\n").unwrap();
    // A file in place of the user's folder: not even root can create folders in it.
    std::fs::write(&home, "").unwrap();
    let mut command = othellier(&["archive", "import", &games]);
    command.env("HOME", &home).env_remove("XDG_DATA_HOME");
    check_refused(&ends(command), "no-folder/.local/share/othellier");
}

#[test]
fn a_picture_that_cannot_be_written_leaves_nothing_behind() {
    let (_folder, at) = folder();
    let nowhere = at("nowhere/game.svg");
    check_refused(&run(&["diagram", "f5d6c3", &nowhere], 2), "game.svg");
    // An existing file is replaced atomically.
    let old = at("game.svg");
    run(&["diagram", "f5d6c3", &old], 0);
    let before = std::fs::read(&old).unwrap();
    run(&["diagram", "f5d6c3", &old], 0);
    assert_eq!(std::fs::read(&old).unwrap(), before);
    let folder = PathBuf::from(&old);
    assert_eq!(std::fs::read_dir(folder.parent().unwrap()).unwrap().count(), 1);
}

/// A file size limit simulates a full disk: no partial file is left.
#[cfg(target_os = "linux")]
#[test]
fn a_partial_picture_is_not_kept() {
    let (folder, at) = folder();
    let picture = at("game.svg");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    for words in [&["diagram", "f5d6c3"][..], &["analyze", "f5d6c3", "--level", "1", "--html"]] {
        let mut command = Command::new("bash");
        command.args(["-c", script, env!("CARGO_BIN_EXE_othellier")]).args(words).arg(&picture);
        let output = ends(command);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("game.svg: "), "{}", text(&output.stderr));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{words:?}");
    }
}

#[test]
fn the_error_of_a_negative_value_says_what_is_expected() {
    for (words, said) in [
        (
            &["match", "random", "random", "--time-per-move", "-1s"][..],
            "`-1s` is not a value of --time-per-move; expected a time such as 500ms",
        ),
        (&["search", "--time", "-2m"], "`-2m` is not a value of --time; expected a time"),
        (&["solve", "--position", "startpos", "--hash", "-1MiB"], "expected a size such as"),
        (&["tournament", "random", "r=random", "--prior", "-1e3"], "from 0 to 1000"),
        (&["match", "random", "random", "--games", "-5"], "--games"),
        (&["train", "selfplay", "g", "--random", "-6-40"], "--random"),
        (&["match", "random", "random", "-1s"], "-1"),
    ] {
        check_refused(&run(words, 2), said);
    }
    run(&["match", "random", "random", "--games", "2", "--sprt", "-5,5"], 0);
}

#[test]
fn check_exits_with_1_where_a_game_is_refused() {
    let (_folder, at) = folder();
    let (sound, broken, archive) = (at("sound.txt"), at("broken.txt"), at("games.wtb"));
    std::fs::write(&sound, "f5d6c3\nf5f6\n").unwrap();
    std::fs::write(&broken, "f5d6c3\nf5a1\n").unwrap();
    run(&["check", &sound], 0);
    run(&["check", &sound, "--strict"], 0);
    for words in [&["check", &broken][..], &["check", &broken, "--strict"]] {
        let output = run(words, 1);
        let said = text(&output.stderr);
        assert!(said.contains("broken.txt: one game is refused"), "{said}");
        assert!(text(&output.stdout).contains("a1"), "{:?}", output);
    }
    // A file that ends in the middle of a game.
    run(&["convert", &sound, &archive], 0);
    run(&["check", &archive], 0);
    let bytes = std::fs::read(&archive).unwrap();
    std::fs::write(&archive, &bytes[..bytes.len() - 5]).unwrap();
    let output = run(&["check", &archive, "--json"], 1);
    assert!(text(&output.stderr).contains("games.wtb"), "{}", text(&output.stderr));
}

#[test]
fn a_file_that_is_not_a_database_is_named_once() {
    let (_folder, at) = folder();
    std::fs::write(at("games.db"), "this is not a database, and long enough to be read").unwrap();
    let output = ends(othellier(&["serve", "--port", "0", "--data", &at("")]));
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.matches("cannot be kept").count(), 1, "{said}");
    assert!(said.contains("games.db"), "{said}");
}

#[test]
fn a_table_that_does_not_fit_is_refused_everywhere() {
    let solve = ["solve", "--position", "startpos", "--size", "4", "--hash"];
    for size in ["1000TiB", "1024000GiB"] {
        check_refused(&run(&[&solve[..], &[size]].concat(), 2), "MiB");
        let champion = format!("champion(level=1, hash={size})");
        let words = ["search", "--player", &champion, "--position", "startpos"];
        check_refused(&run(&words, 2), "room");
    }
}
