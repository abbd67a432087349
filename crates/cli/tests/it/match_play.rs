//! `othellier match` and the students' form, as the real binary.

use std::process::{Command, Output, Stdio};

use othellier_board::{Color, Position};
use othellier_record::transcript;
use serde_json::Value;

use crate::common::{Finish, othellier, text};

fn run(arguments: &[&str]) -> Output {
    othellier(arguments).finish()
}

/// The text output of the command.
fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// The JSON output of a match: settings, games in index order, total.
struct Report {
    settings: Value,
    games: Vec<Value>,
    total: Value,
}

impl Report {
    fn of(arguments: &[&str]) -> Report {
        Report::read(&said(&[arguments, &["--json"]].concat()))
    }

    fn read(text: &str) -> Report {
        let mut lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let total = lines.pop().unwrap();
        let settings = lines.remove(0);
        lines.sort_by_key(|game| game["index"].as_u64());
        assert_eq!((&settings["type"], &total["type"]), (&"settings".into(), &"total".into()));
        assert!(lines.iter().all(|game| game["type"] == "game"));
        Report { settings, games: lines, total }
    }

    fn timeless(mut self) -> (Vec<Value>, Value) {
        for game in &mut self.games {
            let fields = game.as_object_mut().unwrap();
            fields.retain(|name, _| name != "seconds" && !name.ends_with("_ms"));
        }
        let total = self.total.as_object_mut().unwrap();
        for name in ["seconds", "mean_game_seconds", "mean_ms_per_move", "players"] {
            total.remove(name).unwrap();
        }
        (self.games, self.total)
    }
}

fn sum(values: &Value) -> u64 {
    values.as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).sum()
}

const TWENTY: [&str; 7] = ["match", "random", "random", "--games", "20", "--seed", "1"];

#[test]
fn the_same_seed_plays_the_same_match_on_any_number_of_threads() {
    let with = |threads| Report::of(&[&TWENTY[..], &["--threads", threads]].concat()).timeless();
    let alone = with("1");
    assert_eq!(alone, with("1"));
    assert_eq!(alone, with("2"));
    let other = Report::of(&["match", "random", "random", "--games", "20", "--seed", "2"]);
    assert_ne!(alone, other.timeless());
}

#[test]
fn the_settings_come_first_and_the_counts_add_up() {
    let Report { settings, games, total } = Report::of(&TWENTY);
    for (name, value) in [("games", 20), ("seed", 1), ("size", 8)] {
        assert_eq!(settings[name], value, "{name}");
    }
    // By default: the built-in list of openings.
    assert_eq!((&settings["openings"], &settings["random_plies"]), (&Value::Null, &Value::Null));
    assert!(games.iter().all(|game| game["opening"].as_str().unwrap().len() == 16));
    assert_eq!((&settings["a"], &settings["b"]), (&"random".into(), &"random".into()));
    assert_eq!(settings["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(games.len(), 20);
    let count = |name: &str| total[name].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    assert_eq!(sum(&total["pairs"]), 10);
    let points: f64 = games.iter().map(|game| game["score"].as_f64().unwrap()).sum();
    assert_eq!(total["score_rate"].as_f64().unwrap(), points / 20.0);
    for name in ["illegal", "crashes", "time_losses"] {
        assert_eq!(total[name], 0, "{name}");
    }
    for name in ["elo", "elo_error", "mean_disc_difference"] {
        assert!(total[name].is_number(), "{name}");
    }
    assert!(
        total["mean_ms_per_move"]["a"].is_number() && total["mean_ms_per_move"]["b"].is_number()
    );
    let shares = &total["occupation"];
    let filled: f64 = ["black", "white", "empty"].iter().map(|c| shares[c].as_f64().unwrap()).sum();
    assert!((filled - 1.0).abs() < 1e-9, "{shares}");
}

#[test]
fn each_game_can_be_replayed() {
    let Report { games, .. } = Report::of(&TWENTY);
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!((&pair[0]["a_color"], &pair[1]["a_color"]), (&"black".into(), &"white".into()));
    }
    for game in games {
        let moves = game["moves"].as_str().unwrap();
        assert!(moves.starts_with(game["opening"].as_str().unwrap()));
        let played = transcript::read(Position::start(), moves).unwrap();
        let discs = |color| u64::from(played.position().discs(color).len());
        assert_eq!(game["black_discs"], discs(Color::Black));
        assert_eq!(game["white_discs"], discs(Color::White));
        let black_score = i64::from(played.outcome().unwrap().black_score);
        let sign = if game["a_color"] == "black" { 1 } else { -1 };
        assert_eq!(game["difference"], sign * black_score);
    }
}

#[test]
fn random_players_are_about_equal() {
    let total = Report::of(&["match", "random", "random", "--games", "200", "--seed", "3"]).total;
    let rate = total["score_rate"].as_f64().unwrap();
    assert!((0.35..0.65).contains(&rate), "{rate}");
}

#[test]
fn files_have_a_row_and_a_line_for_each_game() {
    let folder = tempfile::tempdir().unwrap();
    let [csv, out] = ["games.csv", "games.txt"].map(|name| folder.path().join(name));
    let [csv, out] = [csv.to_str().unwrap(), out.to_str().unwrap()];
    let report = Report::of(&[&TWENTY[..], &["--csv", csv, "--games-out", out]].concat());

    let mut reader = csv::Reader::from_path(csv).unwrap();
    let headers = reader.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).unwrap();
    let (index, result, score) = (column("index"), column("result"), column("score"));
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 20);
    for row in &rows {
        let game = &report.games[row[index].parse::<usize>().unwrap()];
        assert_eq!(&row[result], game["result"].as_str().unwrap());
        assert_eq!(row[score].parse::<f64>().unwrap(), game["score"].as_f64().unwrap());
    }

    let lines = std::fs::read_to_string(out).unwrap();
    assert_eq!(lines.lines().count(), 20);
    for line in lines.lines() {
        let game = transcript::read(Position::start(), line).unwrap();
        let black = (64 + game.outcome().unwrap().black_score) / 2;
        assert!(line.ends_with(&format!(" {black}-{}", 64 - black)), "{line}");
    }
}

#[test]
fn openings_come_from_a_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    // White has one move, c1, and then the game is over.
    let board = format!("OX------{} O", "-".repeat(56));
    std::fs::write(&file, format!("# three\nf5d6c3  % Tiger\nstartpos\n\n{board}\n")).unwrap();
    let path = file.path().to_str().unwrap();
    let out = tempfile::NamedTempFile::new().unwrap();
    let out_path = out.path().to_str().unwrap();
    let arguments =
        ["match", "random", "random", "--games", "6", "--openings", path, "--games-out", out_path];
    let report = Report::of(&arguments);
    assert_eq!(report.settings["openings"], path);
    assert_eq!(report.settings["random_plies"], Value::Null);
    let openings: Vec<_> = report.games.iter().map(|game| game["opening"].clone()).collect();
    assert_eq!(openings, ["f5d6c3", "f5d6c3", "startpos", "startpos", &board, &board]);
    assert_eq!(report.games[4]["empties"], 61);
    assert_eq!(report.games[4]["result"], "0-64");
    let lines = std::fs::read_to_string(out).unwrap();
    assert_eq!(lines.lines().filter(|line| line.starts_with(&board)).count(), 2, "{lines}");
    // More pairs than openings: a warning.
    let output = run(&["match", "random", "random", "--games", "8", "--openings", path]);
    assert!(text(&output.stderr).contains("only 3 different openings for 4 pairs"));
}

#[test]
fn a_test_stops_the_match() {
    let asked = ["match", "level-3", "random", "--games", "1000", "--seed", "1", "--sprt", "0,200"];
    let report = Report::of(&asked);
    assert!(report.games.len() < 1000, "{}", report.games.len());
    assert_eq!(report.total["games"], report.games.len());
    let test = &report.total["sprt"];
    assert_eq!(test["verdict"], "h1");
    assert!(test["llr"].as_f64().unwrap() >= test["upper"].as_f64().unwrap());
}

#[test]
fn the_table_is_in_the_users_language() {
    let english = said(&TWENTY);
    for line in ["Result for A after 20 games", "Elo", "the built-in list", "slowest move", "empty"]
    {
        assert!(english.contains(line), "{line}\n{english}");
    }
    let french = said(&[&TWENTY[..], &["--lang", "fr", "--sprt", "-5,5"]].concat());
    for line in ["Résultat de A après", "coup le plus lent", "LLR", "la liste intégrée"] {
        assert!(french.contains(line), "{line}\n{french}");
    }
    let small = said(&["match", "random", "random", "--games", "3", "--size", "4"]);
    assert!(small.contains("4×4"), "{small}");
}

#[test]
fn a_time_limit_is_reported_and_kept() {
    let slow = "pvs(depth=20)";
    let arguments =
        ["match", slow, "random", "--games", "1", "--random-plies", "50", "--time-per-move", "1s"];
    let report = Report::of(&arguments);
    assert_eq!(report.settings["time_per_move"], "1s");
    assert_eq!(report.total["time_losses"], 0);
}

#[test]
fn a_clock_is_reported_and_kept() {
    let arguments = ["match", "pvs(depth=20)", "random", "--games", "1", "--random-plies", "50"];
    let report = Report::of(&[&arguments[..], &["--clock", "5s+1s"]].concat());
    assert_eq!(report.settings["clock"], "5s+1s");
    assert!(report.settings["time_per_move"].is_null());
    assert_eq!(report.total["time_losses"], 0);
}

#[test]
fn every_wrong_argument_is_exit_code_2_before_any_game() {
    let broken = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&broken, "f5d6\n\nf5a1\n").unwrap();
    let broken = broken.path().to_str().unwrap();
    let empty = tempfile::NamedTempFile::new().unwrap();
    let empty = empty.path().to_str().unwrap();
    let with = |rest: &[&'static str]| [&["match", "random", "random"], rest].concat();
    for (arguments, said) in [
        (vec!["match", "random"], "<B>"),
        (vec!["match", "human", "random"], "human"),
        (vec!["match", "random", "random(depth=3)"], "depth"),
        (vec!["match", "rndom", "random"], "random"),
        (with(&["--games", "0"]), "--games"),
        (with(&["--sprt", "10,0"]), "first, such as 0,10"),
        (with(&["--sprt", "10"]), "two numbers"),
        (with(&["--time-per-move", "soon"]), "500ms"),
        (with(&["--clock", "5"]), "500ms"),
        (with(&["--clock", "5m", "--time-per-move", "1s"]), "--time-per-move"),
        (with(&["--csv", "/nowhere/at/all.csv"]), "/nowhere/at/all.csv"),
        (with(&["--games-out", "/nowhere/at/all.txt"]), "/nowhere/at/all.txt"),
        (with(&["--openings", "/nowhere/at/all.txt"]), "/nowhere/at/all.txt"),
        (with(&["--size", "4", "--random-plies", "13"]), "13"),
        (with(&["--random-plies", "4", "--openings", "x"]), "--openings"),
        (vec!["match", "random", "random", "--openings", broken], "line 3"),
        (vec!["match", "random", "random", "--openings", empty], "no opening"),
        (vec!["random"], "<WHITE>"),
        (vec!["minmax", "champion"], "alphabeta"),
        (vec!["player", "random", "--benchmark", "2"], "human"),
        (vec!["random", "random", "--only-final"], "--benchmark"),
    ] {
        let output = run(&arguments);
        let sentence = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
        assert!(sentence.contains(said), "{arguments:?}: {sentence}");
        assert_eq!(sentence.trim_end().lines().count(), 1, "{arguments:?}: {sentence}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_complete_games() {
    use std::io::{BufRead, BufReader, Read};

    let out = tempfile::NamedTempFile::new().unwrap();
    let arguments = ["match", "random", "random", "--games", "20000", "--seed", "1", "--json"];
    let mut command = othellier(&arguments);
    let mut child =
        command.arg("--games-out").arg(out.path()).stdout(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    for _ in 0..3 {
        reader.read_line(&mut shown).unwrap();
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    reader.read_to_string(&mut shown).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let report = Report::read(&shown);
    assert_eq!(report.total["interrupted"], true);
    assert!((2..20_000).contains(&report.games.len()));
    assert_eq!(report.total["games"], report.games.len());
    assert_eq!(std::fs::read_to_string(out).unwrap().lines().count(), report.games.len());
}

#[test]
fn the_students_form_plays_a_benchmark() {
    let arguments = ["random", "random", "--benchmark", "6", "--seed", "1"];
    let output = run(&arguments);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(shown.matches("\nGame ").count(), 6, "{shown}");
    for line in ["Black wins", "White wins", "draws", "mean game time", "board at the end", "seed"]
    {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    assert_eq!(text(&output.stderr), "", "progress is shown on a terminal only");

    let only_final = said(&[&arguments[..], &["--only-final"]].concat());
    assert!(!only_final.contains("\nGame ") && only_final.contains("Result of 6 games"));
    let grids = |more: &[&str]| said(&[&arguments[..], more].concat()).matches("a b c d e").count();
    assert_eq!(grids(&["--display-grid"]), 12, "one above and one below each board");
    assert_eq!(grids(&["--display-grid", "--only-final"]), 2);
}

#[test]
fn the_games_of_a_benchmark_are_reported_in_order() {
    let arguments = ["minmax", "random", "--benchmark", "24", "--size", "6", "--threads", "4"];
    let shown = said(&arguments);
    let numbers: Vec<usize> = shown
        .lines()
        .filter_map(|line| line.strip_prefix("Game ")?.split([':', ' ']).next()?.parse().ok())
        .collect();
    assert_eq!(numbers, (1..=24).collect::<Vec<_>>(), "{shown}");
    let games = Report::of(&arguments).games;
    let indices: Vec<_> = games.iter().map(|game| game["index"].as_u64().unwrap()).collect();
    assert!(indices.is_sorted() && indices.len() == 24, "{indices:?}");
}

#[test]
fn the_students_form_keeps_the_colours_and_reports_its_settings() {
    let form =
        ["minmax", "random", "--benchmark", "4", "--depth-black", "1", "--strategy-black", "mob"];
    let report = Report::of(&form);
    assert_eq!(report.settings["a"], "minimax(depth=1, eval=mobility)");
    assert_eq!(report.settings["colors_swapped"], false);
    assert!(report.games.iter().all(|game| game["a_color"] == "black"));
    assert!(report.games.iter().all(|game| game["opening"] == "startpos"));
    assert_eq!(sum(&report.total["pairs"]), 0);
    let output = run(&["minmax", "alphabeta", "--benchmark", "2", "--depth-black", "1"]);
    assert!(text(&output.stderr).contains("repeat the same game"));
    assert!(text(&output.stdout).contains("alphabeta(depth=3"), "the default is named");
}

/// Commands that a report prints name options of the random player, which its usage ignores.
#[test]
fn an_option_that_a_player_of_the_reports_cannot_use_is_a_warning() {
    let form = ["minmax", "random", "--depth-white", "5", "--strategy-white", "pos"];
    let many = [&form[..], &["--benchmark", "2"]].concat();
    let output = run(&many);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("minimax(depth=3"), "the default is named");
    for form in [&many[..], &form] {
        let warnings = text(&run(form).stderr).to_owned();
        for option in ["--depth-white", "--strategy-white"] {
            let warning =
                format!("othellier: {option} has no effect: random has no such setting\n");
            assert!(warnings.contains(&warning), "{warnings}");
        }
    }
    let french = run(&["random", "minmax", "--depth-black", "2", "--size", "4", "--lang", "fr"]);
    assert_eq!(french.status.code(), Some(0));
    assert!(text(&french.stderr).contains("--depth-black est sans effet"));
}

#[test]
fn without_a_benchmark_the_students_form_plays_one_game() {
    // The last lines contain the time.
    let timeless = |arguments| {
        let shown = said(arguments);
        shown.split_once(" moves in ").unwrap().0.to_owned()
    };
    let shown = timeless(&["random", "random", "--seed", "1"]);
    assert!(shown.contains("wins by") || shown.contains("draw"), "{shown}");
    assert_eq!(shown, timeless(&["play", "random", "random", "--plain", "--seed", "1"]));
}

#[test]
fn help_exists_in_both_languages() {
    for arguments in [&["match"][..], &["benchmark"], &["minmax", "random"]] {
        assert!(said(&[arguments, &["--help"]].concat()).contains("Example"));
        assert!(said(&[arguments, &["--help", "--lang", "fr"]].concat()).contains("Exemple"));
    }
    assert!(said(&["--help"]).contains("othellier minmax random --benchmark"));
}
