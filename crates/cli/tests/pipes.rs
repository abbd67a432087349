//! The real binary, driven through pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn othellier(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_othellier"));
    command.args(arguments).env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES");
    command
}

fn run(arguments: &[&str]) -> Output {
    othellier(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs with these lines as input.
fn run_with(arguments: &[&str], input: &str) -> Output {
    let mut child = othellier(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn perft_counts_in_both_conventions() {
    for (arguments, nodes) in [
        (&["perft", "9", "--json"][..], 3_005_320),
        (&["perft", "9", "--pass-as-ply", "--json"], 3_005_288),
        (&["perft", "9", "--kernel", "scalar", "--threads", "1", "--json"], 3_005_320),
        (&["perft", "11", "--size", "4", "--json"], 60_060),
        (&["perft", "0", "--json"], 1),
        (&["perft", "1", "--position", "f5d6", "--json"], 5),
    ] {
        let report = json(&run(arguments));
        assert_eq!(report["nodes"], nodes, "{arguments:?}");
        for field in ["depth", "seconds", "nodes_per_second"] {
            assert!(report[field].is_number(), "{field}");
        }
    }
    let divided = json(&run(&["perft", "5", "--divide", "--json"]));
    let branches = divided["divide"].as_array().unwrap();
    let sum: u64 = branches.iter().map(|branch| branch["nodes"].as_u64().unwrap()).sum();
    assert_eq!((branches.len(), sum), (4, 1396));
}

#[test]
fn a_position_that_begins_with_empty_squares_is_a_value() {
    let board = "---------------------------OX------XO--------------------------- X";
    let report = json(&run(&["moves", "--position", board, "--json"]));
    assert_eq!(report["moves"].as_array().unwrap().len(), 4);
    let first = &report["moves"][0];
    assert_eq!(first["move"], "d3");
    assert_eq!(first["flips"], serde_json::json!(["d4"]));
    let after = first["after"].as_str().unwrap();
    assert!(after.ends_with(" O") && after.len() == 66, "{after}");
}

#[test]
fn moves_of_a_pass_and_of_an_end() {
    let must_pass = format!("OX-{} X", "-".repeat(61));
    let report = json(&run(&["moves", "--position", &must_pass, "--json"]));
    assert_eq!(report["status"], "pass");
    assert_eq!(report["moves"][0]["move"], "pass");
    assert_eq!(report["moves"][0]["flips"], serde_json::json!([]));
    let over = json(&run(&["moves", "--position", "f5d6c5f4e3f6g5e6e7", "--json"]));
    assert_eq!(over["status"], "over");
    assert_eq!(over["moves"], serde_json::json!([]));
}

#[test]
fn version_names_the_kernel() {
    let version = json(&run(&["version", "--json"]));
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    let kernel = version["kernel"].as_str().unwrap();
    assert!(["scalar", "avx2", "avx512"].contains(&kernel));
}

#[test]
fn every_wrong_argument_is_exit_code_2_and_one_sentence() {
    let broken = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&broken, "othellier-game 1\nsize 8\n").unwrap();
    let broken = broken.path().to_str().unwrap();
    let config = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(&config, "[players]\nblak = \"human\"\n").unwrap();
    let config = config.path().to_str().unwrap();
    for (arguments, said) in [
        (&["perff", "3"][..], "perft"),
        (&["perft"], "DEPTH"),
        (&["perft", "deep"], "a number from 0 on"),
        (&["perft", "-1"], "-1"),
        (&["perft", "3", "--sise", "4"], "--size"),
        (&["perft", "3", "--size", "5"], "4, 6, 8 or 10"),
        (&["perft", "3", "--size", "6", "--kernel", "scalar"], "8×8"),
        (&["perft", "3", "--kernel", "avx3"], "avx2"),
        (&["perft", "3", "--threads", "0"], "--threads"),
        (&["perft", "3", "4"], "4"),
        (&["moves", "--position", "f5f5"], "f5"),
        (&["moves", "--position", "XO"], "64"),
        (&["moves", "--position", ""], "startpos"),
        (&["moves", "--size", "6", "--position", "h8"], "h8"),
        (&["play", "rando"], "random"),
        (&["play", "random(depth=3)"], "depth"),
        (&["play", "random("], "random("),
        (&["play", "human", "human", "human"], "human"),
        (&["play", "--load", "no-such-file"], "no-such-file"),
        (&["play", "--load", broken], "line 3"),
        (&["play", "--config", "no-such-file.toml"], "no-such-file.toml"),
        (&["play", "--config", config], "blak"),
        (&["play", "--clock", "soon"], "soon"),
        (&["play", "--load", broken, "--size", "8"], "--size"),
        (&["players", "--colour"], "--"),
        (&["--lang", "de", "players"], "de"),
        (&["completions", "fsh"], "fish"),
    ] {
        let output = run(arguments);
        let sentence = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
        assert!(sentence.contains(said), "{arguments:?}: {sentence}");
        assert_eq!(sentence.trim_end().lines().count(), 1, "{arguments:?}: {sentence}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_is_there_in_both_languages() {
    for command in ["play", "players", "moves", "perft", "version", "completions"] {
        let english = run(&[command, "--help"]);
        let french = run(&[command, "--help", "--lang", "fr"]);
        assert!(text(&english.stdout).contains("Example"), "{command}");
        assert!(text(&french.stdout).contains("Exemple"), "{command}");
        assert!(text(&french.stdout).contains("Utilisation"), "{command}");
        assert_eq!(english.status.code(), Some(0));
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed| {
        let output = run(&["play", "random", "random", "--seed", seed, "--json"]);
        let lines = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap());
        let events: Vec<Value> = lines.collect();
        let result = events.last().unwrap().clone();
        assert_eq!(result["type"], "result");
        assert_eq!(events[0]["seed"].to_string(), seed);
        result["moves"].as_str().unwrap().to_owned()
    };
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
}

#[test]
fn a_whole_game_between_two_people() {
    let input = "f5\nd6\nc5\nf4\ne3\nf6\ng5\ne6\ne7\nquit\n";
    let output = run_with(&["play", "human", "human", "--plain"], input);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(shown.contains("Player 1 (X) wins by 64."), "{shown}");
    assert!(shown.contains("Black 13, White 0, empty 51; 9 moves"), "{shown}");
}

#[test]
fn the_board_looks_as_in_the_report() {
    let output = run_with(&["play", "--plain", "--lang", "fr"], "quitter\n");
    let expected = "   a b c d e f g h
 1 . . . . . . . . 1
 2 . . . . . . . . 2
 3 . . . * . . . . 3
 4 . . * O X . . . 4
 5 . . . X O * . . 5
 6 . . . . * . . . 6
 7 . . . . . . . . 7
 8 . . . . . . . . 8
   a b c d e f g h
4 coups possibles : d3 c4 f5 e6
Longueur : 0
Pions noirs : 2
Pions blancs : 2
Différence : +0
Au tour de Joueur (X)> ";
    assert_eq!(text(&output.stdout), expected);
}

#[test]
fn wrong_input_is_explained_and_the_game_goes_on() {
    let input = "a1\nd4\npass\nz9\nfoo\ngoto\ngoto 7\nback\nforward\nload nowhere\nflips a1\n\
                 save /nowhere/at/all\nresing\n\nf5\nquit\n";
    let output = run_with(&["play", "human", "human", "--plain"], input);
    let shown = text(&output.stdout);
    for said in [
        "a1 is not legal here; possible: d3 c4 f5 e6",
        "d4 is taken; possible:",
        "A pass is only for a side without a move",
        "`z9` is not a square; the squares are a1 to h8",
        "`foo` is neither a square nor a command",
        "`goto` needs the number of a move",
        "There is no move 7; expected 0 to 0",
        "This is the start already.",
        "This is the last move already.",
        "Not loaded: nowhere",
        "Not saved: ",
        "/nowhere/at/all",
        "the nearest command is `resign`",
        "Length: 1",
    ] {
        assert!(shown.contains(said), "{said}\n{shown}");
    }
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn any_bytes_are_survived() {
    let mut child = othellier(&["play", "human", "human", "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    bytes.extend_from_slice(b"\nf5\nquit\n");
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("Length: 1"));
}

#[test]
fn back_forward_restart_and_swap() {
    let input =
        "f5\nd6\nc3\nback\nforward\nrestart\nforward\ngoto 1\ngoto 3\nswap\ntranscript\nquit\n";
    let output = run_with(&["play", "human", "human", "--plain", "--lang", "en"], input);
    let shown = text(&output.stdout);
    let lengths: Vec<&str> =
        shown.lines().filter_map(|line| line.strip_prefix("Length: ")).collect();
    // White, to move after three, goes back to White's own turn, at one; and so on.
    assert_eq!(lengths, ["0", "1", "2", "3", "1", "3", "0", "2", "1", "3", "3"]);
    assert!(shown.contains("Player 2 is Black (X), Player 1 is White (O)"));
    assert!(shown.contains("f5d6c3"));
}

#[test]
fn a_program_waits_while_the_person_looks_back() {
    let input = "f5\nrestart\nswap\ncontinue\nquit\n";
    let output = run_with(&["play", "human", "random", "--plain", "--seed", "5"], input);
    let shown = text(&output.stdout);
    assert!(shown.contains("the old game is kept until a move is made"), "{shown}");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(shown.matches("random plays").count(), 2, "{shown}");
}

#[test]
fn the_configuration_chooses_players_names_and_size() {
    let config = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    let printed = run(&["play", "--print-config"]);
    assert!(printed.status.success());
    let edited = text(&printed.stdout)
        .replace("# black = \"Alice\"", "black = \"Zoé\"")
        .replace("size = 8", "size = 6")
        .replace("# seed = 1", "seed = 1");
    std::fs::write(&config, edited).unwrap();
    let path = config.path().to_str().unwrap();
    let shown = run_with(&["play", "--plain", "--config", path], "quit\n");
    assert!(text(&shown.stdout).contains("Zoé (X) to move"), "{}", text(&shown.stdout));
    assert!(text(&shown.stdout).contains("   a b c d e f\n"));
    assert!(text(&shown.stderr).contains("Seed: 1"));
}

#[test]
fn the_students_yaml_is_read() {
    let config = tempfile::Builder::new().suffix(".yaml").tempfile().unwrap();
    std::fs::write(&config, "mode: [1, 1]   # aléatoire\ndisplay: False\n").unwrap();
    let output = run(&["play", "--plain", "--config", config.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    let shown = text(&output.stdout);
    assert!(shown.contains("wins by") || shown.contains("draw"), "{shown}");
    assert!(!shown.contains(" a b c"), "{shown}");
}

/// Plays Black through pipes, always the first possible move, until the game is over or that many
/// moves are on the board; then says `then`, and kills the program once it has saved.
fn play_on(arguments: &[&str], until: u64, then: &str) -> Vec<Value> {
    let mut child =
        othellier(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut events = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let event: Value = serde_json::from_str(&line.unwrap()).unwrap();
        match event["type"].as_str().unwrap() {
            "turn" if event["length"].as_u64().unwrap() >= until => {
                writeln!(input, "{then}").unwrap();
            }
            "turn" => writeln!(input, "{}", event["moves"][0].as_str().unwrap()).unwrap(),
            "result" => writeln!(input, "quit").unwrap(),
            "message" if event["text"].as_str().unwrap().starts_with("Saved") => {
                child.kill().unwrap();
            }
            _ => {}
        }
        events.push(event);
    }
    child.wait().unwrap();
    events
}

#[test]
fn saved_killed_loaded_and_finished() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let save = format!("save {file}");
    let first =
        play_on(&["play", "human", "random", "--size", "6", "--seed", "4", "--json"], 8, &save);
    assert!(first.iter().all(|event| event["type"] != "result"), "killed before the end");
    let second = play_on(&["play", "human", "random", "--load", file, "--json"], 1000, "quit");
    assert_eq!((&second[0]["type"], &second[0]["size"]), (&"start".into(), &6.into()));
    assert!(second[1]["length"].as_u64().unwrap() >= 8);
    assert_eq!(second.last().unwrap()["type"], "result");
}

#[test]
fn a_kept_game_survives_a_kill_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.txt");
    for round in 0..5 {
        let mut child = othellier(&["play", "human", "human", "--plain", "--save"])
            .arg(&file)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        // Moves there and back as fast as they are read, so that the kill falls among the writes.
        writeln!(input, "f5\nd6\nc3\nd3\nc4").unwrap();
        for _ in 0..50 {
            let _ = writeln!(input, "back\nback\nc3\nd3\nc4");
        }
        std::thread::sleep(std::time::Duration::from_millis(5 + 7 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        if file.exists() {
            assert!(is_whole(&file), "round {round}");
        }
    }
}

/// Whether a saved game can be loaded.
fn is_whole(file: &Path) -> bool {
    let mut load = othellier(&["play", "human", "human", "--plain", "--load"]);
    load.arg(file).stdin(Stdio::null()).output().unwrap().status.code() == Some(0)
}

#[test]
fn a_game_of_another_size_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.txt");
    let save = format!("save {}\nquit\n", file.display());
    run_with(&["play", "human", "human", "--plain", "--size", "4"], &save);
    let load = format!("load {}\nquit\n", file.display());
    let output = run_with(&["play", "human", "human", "--plain"], &load);
    assert!(text(&output.stdout).contains("   a b c d\n"), "{}", text(&output.stdout));
}

#[test]
fn time_runs_out() {
    let output = run_with(&["play", "human", "human", "--plain", "--clock", "0s"], "f5\nquit\n");
    let shown = text(&output.stdout);
    assert!(shown.contains("The time of Player 1 is up."), "{shown}");
    assert!(shown.contains("Player 2 (O) wins by 64."), "{shown}");
}

#[test]
fn completions_are_for_this_program() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&["completions", shell]);
        assert!(text(&output.stdout).contains("othellier"), "{shell}");
    }
}

/// What a file says beside the moves outlives a visit, as far as it still holds.
#[test]
fn what_is_said_of_a_game_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (game, kept) = (path("game.ggf"), path("kept.othellier"));
    let written = "(;GM[Othello]PC[Open]DT[1999]PB[a]PW[b]RB[1800]RE[+4]B[f5/1.5]W[d6/-2]B[c3/3];)";
    std::fs::write(&game, written).unwrap();
    assert!(run(&["convert", &game, &kept]).status.success());
    let saved = || std::fs::read_to_string(&kept).unwrap();
    let before = saved();
    let play = |input: &str| {
        let arguments = ["play", "human", "human", "--plain", "--load", &kept, "--save", &kept];
        assert!(run_with(&arguments, input).status.success());
        saved()
    };
    assert_eq!(play(&format!("save {kept}\nquit\n")), before);
    // Another third move: what was said of the old one, and of the end, is gone.
    let after = play("goto 2\nc4\nquit\n");
    for (part, is_kept) in [
        ("event Open", true),
        ("date 1999", true),
        ("rating 1800", true),
        ("eval -2", true),
        ("eval 3", false),
        ("score 4", false),
    ] {
        assert_eq!(
            (before.contains(part), after.contains(part)),
            (true, is_kept),
            "{part}: {after}"
        );
    }
}
