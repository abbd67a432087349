//! The real binary, driven through pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{
    Finish, check_type, execute, feed, kill_while_running, othellier, text, wait_for,
};
use serde_json::Value;

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
        let report = json(&execute(arguments));
        assert_eq!(report["nodes"], nodes, "{arguments:?}");
        for field in ["depth", "seconds", "nodes_per_second"] {
            assert!(report[field].is_number(), "{field}");
        }
    }
    let divided = json(&execute(&["perft", "5", "--divide", "--json"]));
    let branches = divided["divide"].as_array().unwrap();
    let sum: u64 = branches.iter().map(|branch| branch["nodes"].as_u64().unwrap()).sum();
    assert_eq!((branches.len(), sum), (4, 1396));
}

#[test]
fn perft_on_an_array_of_cells() {
    for (arguments, nodes, bits) in [
        (&["perft", "7", "--kernel", "mailbox"][..], 55_092, 512),
        (&["perft", "5", "--size", "4", "--kernel", "mailbox"], 436, 128),
        (&["perft", "5", "--size", "4", "--pass-as-ply", "--kernel", "mailbox"], 424, 128),
        (&["perft", "4", "--size", "6", "--kernel", "mailbox"], 244, 288),
        (&["perft", "4", "--size", "10", "--kernel", "mailbox"], 244, 800),
    ] {
        let report = json(&execute(&[arguments, &["--json"]].concat()));
        assert_eq!(report["nodes"], nodes, "{arguments:?}");
        assert_eq!(report["board_bits"], bits, "{arguments:?}");
        assert_eq!(report["kernel"], "mailbox");
    }
    let report = json(&execute(&["perft", "5", "--json"]));
    assert_eq!(report["board_bits"], 128);
    assert_ne!(report["kernel"], "mailbox", "never chosen by itself");
    let report = json(&execute(&["perft", "4", "--size", "10", "--json"]));
    assert_eq!(report["board_bits"], 256);

    let divide = |kernel| json(&execute(&["perft", "6", "--kernel", kernel, "--divide", "--json"]));
    assert_eq!(divide("mailbox")["divide"], divide("scalar")["divide"]);
}

#[test]
fn a_position_that_begins_with_empty_squares_is_a_value() {
    let board = "---------------------------OX------XO--------------------------- X";
    let report = json(&execute(&["moves", "--position", board, "--json"]));
    assert_eq!(report["moves"].as_array().unwrap().len(), 4);
    let first = &report["moves"][0];
    assert_eq!(first["move"], "d3");
    assert_eq!(first["flips"], serde_json::json!(["d4"]));
    let after = first["after"].as_str().unwrap();
    assert!(after.ends_with(" O") && after.len() == 66, "{after}");
}

#[test]
fn evaluations_have_probabilities_where_they_are_predicted() {
    let evaluate = |more: &[&str]| {
        let output = execute(&[&["evaluate", "--json"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let lines = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap());
        let evaluations: Vec<Value> = lines.collect();
        check_type::<othellier_wire::Evaluation>(&evaluations);
        evaluations
    };
    let number = |value: &Value| value.as_f64().unwrap();
    let all = evaluate(&["--position", "f5d6c3d3c4"]);
    let has = |name: &str| all.iter().filter(|one| one["evaluator"] == name).count();
    assert_eq!((has("discs"), has("patterns"), has("net"), has("sum")), (1, 1, 1, 0));
    for one in &all {
        let [win, draw, loss] = match (&one["probabilities"], one["evaluator"] == "net") {
            (Value::Null, false) => continue,
            (chances, true) => ["win", "draw", "loss"].map(|name| number(&chances[name])),
            (chances, false) => panic!("{} of {}", chances, one["evaluator"]),
        };
        assert!(
            (win + draw + loss - 1.0).abs() < 1e-9
                && [win, draw, loss].iter().all(|one| *one > 0.0)
        );
    }
    // A won game is certain, whoever has to move; a score is that of the side to move.
    let lost = "OOOOOOOOO------------------------------------------------------- X";
    let net = &evaluate(&["--position", lost, "--eval", "net"])[0];
    assert_eq!(net["probabilities"], serde_json::json!({"win": 0.0, "draw": 0.0, "loss": 1.0}));
    assert_eq!(number(&net["score"]), -64.0);
    let other = &evaluate(&["--position", &lost.replace('X', "O"), "--eval", "net"])[0];
    assert_eq!(number(&other["probabilities"]["win"]), 1.0);
    // Elsewhere only what supports the size; what cannot is refused when it is named.
    let small = evaluate(&["--size", "6", "--eval", "sum(discs=2)", "--eval", "mobility"]);
    assert_eq!((small.len(), &small[0]["evaluator"]), (2, &Value::from("sum(discs=2)")));
    assert!(evaluate(&["--size", "6"]).iter().all(|one| one["evaluator"] != "net"));
    assert_eq!(execute(&["evaluate", "--size", "6", "--eval", "net"]).status.code(), Some(2));
    let shown = execute(&["evaluate", "--eval", "net", "--lang", "fr"]);
    assert!(text(&shown.stdout).contains("victoire 4"), "{}", text(&shown.stdout));
}

#[test]
fn moves_of_a_pass_and_of_an_end() {
    let must_pass = format!("OX-{} X", "-".repeat(61));
    let report = json(&execute(&["moves", "--position", &must_pass, "--json"]));
    assert_eq!(report["status"], "must_pass");
    assert_eq!(report["moves"][0]["move"], "pass");
    assert_eq!(report["moves"][0]["flips"], serde_json::json!([]));
    let over = json(&execute(&["moves", "--position", "f5d6c5f4e3f6g5e6e7", "--json"]));
    assert_eq!(over["status"], "over");
    assert_eq!(over["moves"], serde_json::json!([]));
}

#[test]
fn version_names_the_kernel() {
    let version = json(&execute(&["version", "--json"]));
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    let kernel = version["kernel"].as_str().unwrap();
    assert!(["scalar", "avx2", "avx512"].contains(&kernel));
}

#[test]
fn version_names_the_commit() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let head = std::process::Command::new("git").args(["-C", root, "rev-parse", "HEAD"]).output();
    let is_repository = std::path::Path::new(root).join(".git").exists();
    let head = head.ok().filter(|head| is_repository && head.status.success());
    let head = head.map(|head| text(&head.stdout).trim().to_owned());
    let expected = std::env::var("OTHELLIER_COMMIT").ok().or(head);
    let version = json(&execute(&["version", "--json"]));
    assert_eq!(version["commit"].as_str(), expected.as_deref());
    let said = execute(&["version"]);
    let line = text(&said.stdout).lines().nth(1).unwrap();
    assert!(line.contains(expected.as_deref().unwrap_or("unknown")), "{line}");
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
        let output = execute(arguments);
        let sentence = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
        assert!(sentence.contains(said), "{arguments:?}: {sentence}");
        assert_eq!(sentence.trim_end().lines().count(), 1, "{arguments:?}: {sentence}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_is_there_in_both_languages() {
    for command in ["play", "players", "evaluate", "moves", "perft", "version", "completions"] {
        let english = execute(&[command, "--help"]);
        let french = execute(&[command, "--help", "--lang", "fr"]);
        assert!(text(&english.stdout).contains("Example"), "{command}");
        assert!(text(&french.stdout).contains("Exemple"), "{command}");
        assert!(text(&french.stdout).contains("Utilisation"), "{command}");
        assert_eq!(english.status.code(), Some(0));
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed| {
        let output = execute(&["play", "random", "random", "--seed", seed, "--json"]);
        let lines = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap());
        let events: Vec<Value> = lines.collect();
        check_type::<othellier_wire::PlayEvent>(&events);
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
    let output = feed(&["play", "human", "human", "--plain"], input);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(shown.contains("Player 1 (X) wins by 64."), "{shown}");
    assert!(shown.contains("Black 13, White 0, empty 51; 9 moves"), "{shown}");
}

#[test]
fn the_board_looks_as_in_the_report() {
    let output = feed(&["play", "--plain", "--lang", "fr"], "quitter\n");
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
4 coups possibles : d3 c4 f5 e6
Longueur : 0
Pions noirs : 2
Pions blancs : 2
Différence : +0
Au tour de Joueur (X)> ";
    assert_eq!(text(&output.stdout), expected);
}

#[test]
fn wrong_input_is_explained_and_the_game_continues() {
    let input = "a1\nd4\npass\nz9\nfoo\ngoto\ngoto 7\nback\nforward\nload nowhere\nflips a1\n\
                 save /nowhere/at/all\nresing\n\nf5\nquit\n";
    let output = feed(&["play", "human", "human", "--plain"], input);
    let shown = text(&output.stdout);
    for said in [
        "a1 is not legal here; possible: d3 c4 f5 e6",
        "d4 is taken; possible:",
        "A pass is only for a side without a move",
        "`z9` is not a square; the squares are a1 to h8",
        "`foo` is neither a square nor a command",
        "`goto` needs a number",
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
    assert_eq!(output.status.code(), Some(1), "the game was to be saved and is not");
    assert!(text(&output.stderr).contains("/nowhere/at/all"), "{}", text(&output.stderr));
}

/// The folder is deleted after the first move.
#[test]
fn a_game_that_could_not_be_saved_is_exit_code_1() {
    for (lang, said) in [("en", "Not saved: "), ("fr", "Partie non sauvée\u{a0}: ")] {
        for (then, code) in [("quit", 1), ("save SAFE\nquit", 0)] {
            let (folder, safe) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let file = folder.path().join("game.txt");
            let safe = safe.path().join("game.txt");
            let arguments = ["play", "human", "human", "--plain", "--lang", lang, "--save"];
            let mut child = othellier(&arguments)
                .arg(&file)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take().unwrap();
            writeln!(input, "f5").unwrap();
            while !file.exists() {
                std::thread::yield_now();
            }
            folder.close().unwrap();
            writeln!(input, "d6\n{}", then.replace("SAFE", safe.to_str().unwrap())).unwrap();
            let output = child.wait_with_output().unwrap();
            let sentence = text(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{sentence}");
            assert!(text(&output.stdout).contains(said));
            let reported = sentence.contains(said) && sentence.contains(file.to_str().unwrap());
            assert_eq!(reported, code == 1, "{sentence}");
            assert_eq!(safe.exists(), code == 0);
        }
    }
}

#[test]
fn a_game_reports_its_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let players = ["minimax(depth=4, memory=tree)", "random", "--size", "4", "--seed", "1"];
    let play = |more: &[&str]| {
        let arguments = [&["play", "--plain"][..], &players, more].concat();
        let output = execute(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let totals = play(&["--save", file.to_str().unwrap()]);
    assert!(totals.contains("Statistics of the game") && !totals.contains("By move"), "{totals}");
    assert!(totals.contains("random (O)"), "{totals}");
    assert!(!play(&["--statistics", "none"]).contains("Statistics"));
    let moves = play(&["--statistics", "moves", "--lang", "fr"]);
    assert!(moves.contains("Statistiques de la partie") && moves.contains("Par coup"), "{moves}");

    // The file holds the same numbers as the output.
    let json = play(&["--json"]);
    let events: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [.., statistics, result] = &events[..] else { panic!("{json}") };
    assert_eq!((&statistics["type"], &result["type"]), (&"statistics".into(), &"result".into()));
    let rows = statistics["moves"].as_array().unwrap();
    let last = rows.last().unwrap();
    assert_eq!((&last["black"], &last["white"]), (&result["black"], &result["white"]));
    let searched: u64 = rows.iter().filter(|row| row["color"] == "black").map(nodes).sum();
    assert_eq!(statistics["players"][0]["nodes"], searched);
    assert!(statistics["players"][0]["reused_nodes"].as_u64().unwrap() > 0);
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.starts_with("othellier-game 4\n"), "{saved}");
    for row in rows.iter().filter(|row| row["move"] != "pass") {
        let (number, played) = (&row["number"], row["move"].as_str().unwrap());
        let line = saved.lines().find(|line| line.starts_with(&format!("{number} {played} ")));
        assert!(line.unwrap().contains(&format!(" nodes {}", nodes(row))), "{saved}");
    }
    // A loaded game has them too.
    let loaded = ["play", "human", "human", "--plain", "--load", file.to_str().unwrap()];
    let shown = feed(&loaded, "stats\nquit\n");
    assert!(text(&shown.stdout).contains("By move"), "{}", text(&shown.stdout));
    let (_, table) = text(&shown.stdout).split_once("Statistics of the game\n").unwrap();
    let total = table.lines().find(|line| line.contains("(X)")).unwrap();
    assert!(total.split("  ").any(|cell| cell.trim().replace(' ', "") == searched.to_string()));
}

fn nodes(row: &Value) -> u64 {
    row["nodes"].as_u64().unwrap_or(0)
}

#[test]
fn any_bytes_are_handled() {
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
        "f5\nd6\nc3\nback\nforward\nnew\nvariations 1\ngoto 1\ngoto 3\nswap\ntranscript\nquit\n";
    let output = feed(&["play", "human", "human", "--plain", "--lang", "en"], input);
    let shown = text(&output.stdout);
    let lengths: Vec<&str> =
        shown.lines().filter_map(|line| line.strip_prefix("Length: ")).collect();
    assert_eq!(lengths, ["0", "1", "2", "3", "2", "3", "0", "3", "1", "3", "3"]);
    assert!(shown.contains("Player 2 is Black (X), Player 1 is White (O)"));
    assert!(shown.contains("f5d6c3"));
}

#[test]
fn a_restarted_game_stays_until_a_move_is_played() {
    let input =
        "f5\nd6\nc3\nrelancer\navancer\navancer\nrelancer\nd3\navancer\nvariantes\nquitter\n";
    let output = feed(&["play", "human", "human", "--plain", "--lang", "fr"], input);
    let shown = text(&output.stdout);
    let lengths: Vec<&str> =
        shown.lines().filter_map(|line| line.strip_prefix("Longueur\u{a0}: ")).collect();
    assert_eq!(lengths, ["0", "1", "2", "3", "0", "1", "2", "0", "1"], "{shown}");
    assert!(shown.contains("`avancer` la reparcourt, un nouveau coup la remplace"), "{shown}");
    assert!(shown.contains("C'est déjà le dernier coup."), "{shown}");
    assert!(shown.contains("  1  f5d6c3\n"), "{shown}");
}

/// Sides swapped and an earlier save loaded: names, players and clocks are those of the file.
#[test]
fn a_saved_game_has_its_seats_and_clocks() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.oth").display().to_string();
    let names = ["--black-name", "Cedric", "--white-name", "Retro"];
    let start = ["play", "human", "minimax(depth=1)", "--plain", "--clock", "5m+2s"];
    let input = format!("save {file}\nswap\nload {file}\nflips\nquit\n");
    let output = feed(&[&start[..], &names].concat(), &input);
    let shown = text(&output.stdout);
    assert!(shown.contains("Retro is Black (X), Cedric is White (O)"), "{shown}");
    assert!(shown.ends_with("Cedric (X) to move> "), "{shown}");

    // Resumed without arguments, it has its players and clocks, and is saved in its file again.
    let resume = ["play", "--plain", "--load", &file];
    let output = feed(&resume, "f5\nquit\n");
    let shown = text(&output.stdout);
    assert!(shown.contains("Retro plays"), "{shown}");
    assert!(shown.contains("Time left for Cedric: "), "{shown}");
    let saved = std::fs::read_to_string(&file).unwrap();
    for line in ["white-player minimax(depth=1)", "black-clock 5m+2s", "moves 2"] {
        assert!(saved.contains(&format!("\n{line}\n")), "{line}: {saved}");
    }
    let again = feed(&resume, "quit\n");
    assert!(text(&again.stdout).contains("Length: 2\n"), "{}", text(&again.stdout));
    assert!(!text(&again.stderr).contains("saved game"), "{}", text(&again.stderr));

    // Another file is written in its place; another player takes a seat under its own name.
    let other = folder.path().join("q.oth").display().to_string();
    let replaced =
        ["play", "minimax(depth=1)", "human", "--plain", "--load", &file, "--save", &other];
    let output = feed(&replaced, "continue\nquit\n");
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert!(said.contains("Black is minimax(depth=1); the saved game has human"), "{said}");
    assert!(said.contains("White is human; the saved game has minimax(depth=1)"), "{said}");
    assert!(shown.contains("minimax(depth=1) plays"), "{shown}");
    assert!(!shown.contains("Cedric") && !shown.contains("Retro"), "{shown}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved);
    assert!(std::fs::read_to_string(&other).unwrap().contains("\nmoves 3\n"));
}

/// A save file that somebody sends starts nothing.
#[cfg(unix)]
#[test]
fn a_saved_game_starts_no_program_and_reads_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (file, small, touched) = (at("sent.oth"), at("small.oth"), at("touched"));
    feed(&["play", "human", "random", "--plain"], format!("save {file}\nquit\n"));
    feed(&["play", "human", "random", "--plain", "--size", "4"], format!("save {small}\nquit\n"));
    let sound = [&file, &small].map(|file| std::fs::read_to_string(file).unwrap());
    let program = format!("gtp(cmd=touch {touched})");
    for player in
        [&*program, "champion(weights=/etc/hostname)", "pvs(eval=genome(file=/etc/hostname))"]
    {
        for (file, sound) in [&file, &small].into_iter().zip(&sound) {
            let line = format!("white-player {player}");
            std::fs::write(file, sound.replace("white-player random", &line)).unwrap();
        }
        let refusal =
            format!("the saved game seats {player}, which starts a program or reads a file");
        let output = feed(&["play", "--plain", "--load", &file], "f5\nquit\n");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&refusal), "{said}");
        // In a game, it continues.
        let input = format!("load {file}\nload {small}\nf5\nquit\n");
        let output = feed(&["play", "human", "human", "--plain"], &input);
        let shown = text(&output.stdout);
        assert_eq!(shown.matches(&refusal).count(), 2, "{shown}");
        assert!(shown.contains("Length: 1\n"), "{shown}");
    }
    assert!(!Path::new(&touched).exists());
    // Another player may be named in its place.
    let output = feed(&["play", "human", "random", "--plain", "--load", &file], "quit\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_program_waits_while_the_person_looks_back() {
    let input = "f5\ngoto 1\ncontinue\nquit\n";
    let output = feed(&["play", "human", "random", "--plain", "--seed", "5"], input);
    let shown = text(&output.stdout);
    assert!(shown.contains("random waits so as not to overwrite the moves ahead"), "{shown}");
    assert!(shown.contains("`variations 1` returns to it"), "{shown}");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(shown.matches("random plays").count(), 2, "{shown}");
}

#[test]
fn the_configuration_chooses_players_names_and_size() {
    let config = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    let printed = execute(&["play", "--print-config"]);
    assert!(printed.status.success());
    let edited = text(&printed.stdout)
        .replace("# black = \"Alice\"", "black = \"Zoé\"")
        .replace("size = 8", "size = 6")
        .replace("# seed = 1", "seed = 1");
    std::fs::write(&config, edited).unwrap();
    let path = config.path().to_str().unwrap();
    let shown = feed(&["play", "--plain", "--config", path], "quit\n");
    assert!(text(&shown.stdout).contains("Zoé (X) to move"), "{}", text(&shown.stdout));
    assert!(text(&shown.stdout).contains("   a b c d e f\n"));
    assert!(text(&shown.stderr).contains("Seed: 1"));
}

/// A configuration file in a folder of its own.
fn config(name: &str, content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn the_students_yaml_is_read() {
    let (_folder, path) = config("config.yaml", "mode: [1, 1]   # aléatoire\ndisplay: False\n");
    let output = execute(&["play", "--plain", "--config", &path]);
    assert_eq!(output.status.code(), Some(0));
    let shown = text(&output.stdout);
    assert!(shown.contains("wins by") || shown.contains("draw"), "{shown}");
    assert!(!shown.contains(" a b c"), "{shown}");
}

#[test]
fn the_students_searches_choose_at_random_among_equals() {
    let students = "mode: [5, 5]\nh_table: [2, 1]\nmax_depth: [2, 1]\nsize: 6\n";
    let (_folder, path) = config("config.yaml", students);
    let play = |seed: &str| {
        let output = execute(&["play", "--config", &path, "--seed", seed, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(&format!("Seed: {seed}")));
        text(&output.stdout).to_owned()
    };
    let events: Vec<Value> =
        play("1").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["black"], "minimax(depth=2, eval=mixed(matrix=2), ties=random)");
    assert_eq!(events[0]["white"], "minimax(depth=1, eval=mixed, ties=random)");
    let moves = |seed| {
        let shown = play(seed);
        let result: Value = serde_json::from_str(shown.lines().last().unwrap()).unwrap();
        result["moves"].as_str().unwrap().to_owned()
    };
    assert_eq!(moves("1"), moves("1"));
    assert!(["2", "3", "4", "5"].iter().any(|seed| moves(seed) != moves("1")));
}

#[test]
fn a_person_at_a_pipe_always_sees_the_board() {
    let example = "mode: [0, 4]\nminimax_mode: [3, 3]\nmax_depth: [2, 2]\nh_table: [1, 1]\n\
                   display: False\n";
    let (_folder, path) = config("config.yaml", example);
    let output = feed(&["play", "--config", &path], "f5\nquit\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout).matches("   a b c d e f g h\n").count(), 6);
    // Keys that a mode does not use are named, one line per side.
    let said = text(&output.stderr);
    assert!(
        said.contains("mode 0 of Black does not use minimax_mode, max_depth, h_table"),
        "{said}"
    );
    assert!(said.contains("mode 4 of White does not use h_table\n"), "{said}");
    let french = feed(&["play", "--config", &path, "--lang", "fr"], "");
    let said = text(&french.stderr).to_owned();
    assert!(said.contains("le mode 4 de Blanc n'utilise pas h_table"), "{said}");
}

#[test]
fn configuration_errors_are_in_the_language_of_the_user() {
    for (name, content, english, french) in [
        (
            "a.yaml",
            "mode: [1, 1]\nsise: 6\n",
            "line 2: there is no key `sise`",
            "ligne 2\u{a0}: il n'y a",
        ),
        (
            "a.toml",
            "[board]\nsize = 7\n",
            "line 2: `7` is not a value of board.size",
            "ligne 2\u{a0}: `7`",
        ),
        (
            "a.yaml",
            "mode: [5, 5]\nh_table: [2, 0]\n",
            "line 1: mode 5 of White",
            "ligne 1\u{a0}: le mode 5",
        ),
    ] {
        let (_folder, path) = config(name, content);
        for (lang, said) in [("en", english), ("fr", french)] {
            let output = execute(&["play", "--config", &path, "--lang", lang]);
            let sentence = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2));
            assert!(sentence.contains(&path) && sentence.contains(said), "{sentence}");
            assert_eq!(sentence.lines().count(), 1, "{sentence}");
        }
    }
}

#[test]
fn a_configuration_that_is_too_large_is_refused() {
    for name in ["large.toml", "large.yaml"] {
        let (_folder, path) = config(name, &"#".repeat((1 << 20) + 1));
        let output = execute(&["play", "--config", &path]);
        assert_eq!(output.status.code(), Some(2));
        let sentence = text(&output.stderr);
        assert!(sentence.contains(&path) && sentence.contains("1 048 576 bytes"), "{sentence}");
    }
}

#[test]
fn the_printed_yaml_is_a_configuration() {
    for lang in ["en", "fr"] {
        let printed = execute(&["play", "--print-config", "--yaml", "--lang", lang]);
        let edited = text(&printed.stdout)
            .replace("size: 8", "size: 6")
            .replace("# mode: [0, 5]", "mode: [1, 1]")
            .replace("display: True", "display: False");
        let (_folder, path) = config("printed.yaml", &edited);
        let output = execute(&["play", "--config", &path, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).starts_with(r#"{"type":"start","size":6"#));
    }
    assert_eq!(execute(&["play", "--yaml"]).status.code(), Some(2));
}

#[test]
fn the_default_is_a_game_against_a_weak_program() {
    for (size, white) in [("8", "champion(level=2)"), ("6", "level-3"), ("10", "level-3")] {
        let output = feed(&["play", "--json", "--size", size], "quit\n");
        let start: Value =
            serde_json::from_str(text(&output.stdout).lines().next().unwrap()).unwrap();
        assert_eq!((&start["black"], &start["white"]), (&"Player".into(), &white.into()));
    }
}

/// Plays Black through pipes, always the first legal move, until the game is over or `until` moves
/// were played; then sends `then`, and kills the program once it has saved.
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
                kill_while_running(&mut child);
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
fn a_saved_game_survives_a_kill_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..5 {
        let file = folder.path().join(format!("kept-{round}.txt"));
        let mut child = othellier(&["play", "human", "human", "--plain", "--save"])
            .arg(&file)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        // An endless stream of moves and undos, so that the kill hits a write.
        let moving = std::thread::spawn(move || {
            let mut moves = "f5\nd6\nc3\nd3\nc4\n";
            while input.write_all(moves.as_bytes()).is_ok() {
                moves = "back\nback\nc3\nd3\nc4\n";
            }
        });
        let mut seen = String::new();
        for _ in 0..=round {
            wait_for(&mut child, "save", || {
                // The first save has no move.
                let now = std::fs::read_to_string(&file).unwrap_or_default();
                now.contains("\n1 ") && now != seen
            });
            seen = std::fs::read_to_string(&file).unwrap();
        }
        kill_while_running(&mut child);
        moving.join().unwrap();
        assert!(is_whole(&file), "round {round}");
        let kept = std::fs::read_to_string(&file).unwrap();
        assert!(kept.contains("\nend"), "round {round}: {kept}");
    }
}

/// Whether a saved game can be loaded.
fn is_whole(file: &Path) -> bool {
    let mut load = othellier(&["play", "human", "human", "--plain", "--load"]);
    load.arg(file).stdin(Stdio::null()).finish().status.code() == Some(0)
}

#[test]
fn a_game_of_another_size_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.txt");
    let save = format!("save {}\nquit\n", file.display());
    feed(&["play", "human", "human", "--plain", "--size", "4"], &save);
    let load = format!("load {}\nquit\n", file.display());
    let output = feed(&["play", "human", "human", "--plain"], &load);
    assert!(text(&output.stdout).contains("   a b c d\n"), "{}", text(&output.stdout));
}

#[test]
fn time_runs_out() {
    let output = feed(&["play", "human", "human", "--plain", "--clock", "0s"], "f5\nquit\n");
    let shown = text(&output.stdout);
    assert!(shown.contains("The time of Player 1 is up."), "{shown}");
    assert!(shown.contains("Player 2 (O) wins by 64."), "{shown}");
}

#[test]
fn completions_are_for_this_program() {
    for shell in ["bash", "zsh", "fish"] {
        let output = execute(&["completions", shell]);
        assert!(text(&output.stdout).contains("othellier"), "{shell}");
    }
}

/// Metadata of a file is kept as far as it still applies.
#[test]
fn metadata_of_a_game_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (game, kept) = (path("game.ggf"), path("kept.othellier"));
    let written = "(;GM[Othello]PC[Open]DT[1999]PB[a]PW[b]RB[1800]RE[+4]B[f5/1.5]W[d6/-2]B[c3/3];)";
    std::fs::write(&game, written).unwrap();
    assert!(execute(&["convert", &game, &kept]).status.success());
    let saved = || std::fs::read_to_string(&kept).unwrap();
    let before = saved();
    let play = |input: &str| {
        let arguments = ["play", "human", "human", "--plain", "--load", &kept, "--save", &kept];
        assert!(feed(&arguments, input).status.success());
        saved()
    };
    let saved_again = play(&format!("save {kept}\nquit\n"));
    let is_seat = |line: &&str| line.contains("-player ") || line.starts_with("othellier-game ");
    let [one, other] = [&before, &saved_again]
        .map(|text| text.lines().filter(|line| !is_seat(line)).collect::<Vec<_>>());
    assert_eq!(one, other);
    // A new third move: the evaluation of the old one and the result are dropped.
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
