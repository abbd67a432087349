//! `othellier solve` and `othellier accuracy`, as the real binary.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use crate::common::{
    Finish, check_refused, execute, feed, kill_while_running, lines_of, othellier, text,
};
use othellier_board::{Board, Four, Move, Position, Six, Size, Ten};
use othellier_record::obf::Problem;
use serde_json::Value;
use tempfile::TempDir;

/// The objects of a run: one for each position, and the total.
fn report(output: &Output) -> (Vec<Value>, Value) {
    objects(text(&output.stdout)).unwrap_or_else(|| panic!("{}", text(&output.stderr)))
}

fn objects(shown: &str) -> Option<(Vec<Value>, Value)> {
    let mut lines: Vec<Value> =
        shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let total = lines.pop()?;
    assert_eq!(total["type"], "total");
    assert!(lines.iter().all(|line| line["type"] == "position"));
    Some((lines, total))
}

fn ids(positions: &[Value]) -> Vec<u64> {
    positions.iter().map(|position| position["id"].as_u64().unwrap()).collect()
}

/// The final score of perfect play, by exhaustive search.
fn truth<S: Size>(board: Board<S>) -> i32 {
    if board.is_over() {
        return board.final_score();
    }
    let moves = board.legal_moves();
    let scores = moves.into_iter().map(|square| -truth(board.after(square)));
    scores.max().unwrap_or_else(|| -truth(board.passed()))
}

/// A position with the true score of every move.
fn with_truth<S: Size>(position: Position<S>) -> Problem<S> {
    let score = |played| (played, -truth(position.after(played).board()));
    let scores: Vec<_> = position.moves().map(score).collect();
    let score = scores.is_empty().then(|| truth(position.board()));
    Problem { scores, score, ..Problem::new(position) }
}

/// A position with at most this many empties, from a pseudo-random game.
fn position<S: Size>(seed: usize, empties: u32) -> Position<S> {
    let mut position = Position::default();
    let mut state = seed;
    while position.board().empties().len() > empties {
        let moves: Vec<Move<S>> = position.moves().collect();
        if moves.is_empty() {
            break;
        }
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        position = position.after(moves[(state >> 33) % moves.len()]);
    }
    position
}

/// Problems with their true scores, from finished games to eight empties.
fn problems(count: usize) -> Vec<Problem> {
    (0..count).map(|seed| with_truth(position(seed, seed as u32 % 9))).collect()
}

fn lines<S: Size>(problems: &[Problem<S>]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

/// A directory with a problem file in it.
struct Fixture {
    directory: TempDir,
    file: PathBuf,
}

impl Fixture {
    fn new(name: &str, content: &str) -> Fixture {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join(name);
        fs::write(&file, content).unwrap();
        Fixture { directory, file }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn command(&self, command: &str, arguments: &[&str]) -> Command {
        let mut all = othellier(&[command, "--json"]);
        all.arg(&self.file).args(arguments);
        if command == "solve" {
            all.args(["--hash", "4MiB"]);
        }
        all
    }

    fn solve(&self, arguments: &[&str]) -> Output {
        self.command("solve", arguments).finish()
    }

    fn solve_with_journal(&self, journal: &Path, arguments: &[&str]) -> Output {
        self.command("solve", arguments).arg("--journal").arg(journal).finish()
    }

    fn accuracy(&self, arguments: &[&str]) -> Output {
        self.command("accuracy", arguments).finish()
    }
}

#[cfg(unix)]
#[test]
fn a_file_may_have_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = TempDir::new().unwrap();
    let file = folder.path().join(OsStr::from_bytes(b"probl\xe8mes.obf"));
    let written = with_truth(Position::<Four>::default()).to_string();
    // Some file systems refuse such names; then there is nothing to test.
    if fs::write(&file, written + "\n").is_ok() {
        let output = othellier(&["solve", "--json"]).arg(&file).finish();
        assert_eq!(report(&output).1["positions"], 1);
    }
    let bytes = OsStr::from_bytes(b"champion\xff");
    let output = othellier(&["search", "--player"]).arg(bytes).finish();
    check_refused(&output, "not valid UTF-8");
}

#[test]
fn scores_are_correct() {
    let problems = problems(40);
    let fixture = Fixture::new("a.obf", &lines(&problems));
    let output = fixture.solve(&[]);
    let (positions, total) = report(&output);
    assert_eq!(output.status.code(), Some(0), "{total}");
    assert_eq!(ids(&positions), (1..=40).collect::<Vec<_>>());
    for (found, problem) in positions.iter().zip(&problems) {
        let best = problem.best().unwrap();
        assert_eq!((&found["score"], &found["expected"]), (&best.into(), &best.into()), "{found}");
        assert_eq!(found["ok"], true, "{found}");
        assert_eq!(found["empties"], problem.position.board().empties().len());
        assert!(found["nodes"].is_u64() && found["seconds"].is_f64());
        // The move is a best one, and the line leads to the end of the game with that score.
        let mut position = problem.position;
        let pv = found["pv"].as_array().unwrap();
        for played in pv {
            position = position.play(played.as_str().unwrap().parse().unwrap()).unwrap();
        }
        assert!(position.board().is_over(), "{found}");
        assert_eq!(position.final_score(problem.position.side_to_move()), best, "{found}");
        assert_eq!(found["move"], pv.first().cloned().unwrap_or_default(), "{found}");
    }
    let sum: u64 = positions.iter().map(|position| position["nodes"].as_u64().unwrap()).sum();
    assert_eq!((&total["positions"], &total["wrong"]), (&40.into(), &0.into()));
    assert_eq!(total["nodes"], sum);
    assert!(total["nodes_per_second"].is_number() && total["seconds"].is_f64());
}

#[test]
fn outcomes_have_the_right_sign() {
    let fixture = Fixture::new("a.obf", &lines(&problems(40)));
    let output = fixture.solve(&["--outcome"]);
    let (positions, total) = report(&output);
    assert_eq!(output.status.code(), Some(0), "{total}");
    assert_eq!((positions.len(), &total["goal"]), (40, &"outcome".into()));
}

#[test]
fn a_wrong_score_is_found() {
    let mut problems = problems(4);
    problems[2].scores.clear();
    problems[2].score = Some(problems[2].position.board().final_score().clamp(-62, 62) + 1);
    let fixture = Fixture::new("a.obf", &lines(&problems));
    let output = fixture.solve(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("1 of 4 scores differs"), "{}", text(&output.stderr));
    let (positions, total) = report(&output);
    assert_eq!((&positions[2]["ok"], &total["wrong"]), (&false.into(), &1.into()));

    let file = fixture.file.to_str().unwrap();
    for (lang, heads, wrong) in [("en", "empties", "WRONG, expected"), ("fr", "vides", "FAUX")] {
        let output = execute(&["solve", file, "--lang", lang, "--hash", "1MiB"]);
        let shown = text(&output.stdout);
        assert!(shown.contains(heads) && shown.contains(wrong), "{shown}");
        assert_eq!((shown.lines().count(), output.status.code()), (6, Some(1)), "{shown}");
    }
}

#[test]
fn without_an_expected_score_nothing_is_wrong() {
    let position = position::<othellier_board::Eight>(5, 6);
    let text = position.to_string();
    let output = execute(&["solve", "--position", &text, "--json", "--hash", "1MiB"]);
    let (positions, total) = report(&output);
    assert_eq!((output.status.code(), &total["positions"]), (Some(0), &1.into()));
    let found = &positions[0];
    assert_eq!((&found["expected"], &found["ok"]), (&Value::Null, &true.into()));
    assert_eq!(found["score"], truth(position.board()));
    let output = execute(&["solve", "--position", &text, "--hash", "1MiB"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    let pv: Vec<&str> = found["pv"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
    assert!(shown.contains(&format!("best line: {}\n", pv.join(" "))), "{shown}");
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let text = format!("X{} O", "-".repeat(63));
    let (positions, _) = report(&execute(&["solve", "--position", &text, "--json"]));
    let found = &positions[0];
    assert_eq!((&found["score"], &found["move"]), (&(-64).into(), &Value::Null));
    assert_eq!(found["pv"], Value::Array(Vec::new()));
}

#[test]
fn the_small_board_is_solved_too() {
    let problems: Vec<Problem<Four>> =
        (0..20).map(|seed| with_truth(position(seed, seed as u32 % 10))).collect();
    let fixture = Fixture::new("four.obf", &lines(&problems));
    for arguments in [&[][..], &["--size", "4"]] {
        let output = fixture.solve(arguments);
        let (positions, total) = report(&output);
        assert_eq!(output.status.code(), Some(0), "{total}");
        assert_eq!(positions.len(), 20);
    }
    check_refused(&fixture.solve(&["--size", "8"]), "4x4 squares; expected 8x8");
    let output = execute(&["solve", "--position", "startpos", "--size", "10"]);
    check_refused(&output, "8×8, 6×6 and 4×4");
    let (positions, _) =
        report(&execute(&["solve", "--position", "startpos", "--size", "4", "--json"]));
    assert_eq!(positions[0]["score"], truth(Board::<Four>::default()));
}

#[test]
fn six_by_six_is_solved_too() {
    let problems: Vec<Problem<Six>> =
        (0..20).map(|seed| with_truth(position(seed, seed as u32 % 10))).collect();
    let output = Fixture::new("six.obf", &lines(&problems)).solve(&[]);
    let (positions, total) = report(&output);
    assert_eq!((output.status.code(), positions.len()), (Some(0), 20), "{total}");
}

#[test]
fn problems_are_read_from_a_pipe() {
    let input = format!("% three\n\n{}", lines(&problems(3)));
    for arguments in [&["solve", "--json"][..], &["solve", "-", "--json"]] {
        let output = feed(arguments, &input);
        assert_eq!(ids(&report(&output).0), [1, 2, 3], "{arguments:?}");
        assert_eq!(output.status.code(), Some(0));
    }
    check_refused(&feed(&["solve"], "% nothing\n"), "standard input: there is no position");
}

#[test]
fn a_file_name_can_give_the_problem_numbers() {
    let content = lines(&problems(5));
    let fixture = Fixture::new("suite-40-44.obf", &content);
    assert_eq!(ids(&report(&fixture.solve(&[])).0), [40, 41, 42, 43, 44]);
    assert_eq!(ids(&report(&fixture.solve(&["--only", "44,40-41"])).0), [40, 41, 44]);
    assert_eq!(ids(&report(&fixture.solve(&["--only", "43-99"])).0), [43, 44]);
    let said = "--only 45-49 finds no problem; those of";
    check_refused(&fixture.solve(&["--only", "40,45-49"]), said);
    check_refused(&fixture.solve(&["--only", "1"]), "have the numbers 40 to 44");
    for wrong in ["", "x", "44-40", "40-", "40,,41"] {
        check_refused(&fixture.solve(&["--only", wrong]), "numbers and ranges such as 40-44,47");
    }
    let fixture = Fixture::new("suite-40-45.obf", &content);
    assert_eq!(ids(&report(&fixture.solve(&[])).0), [1, 2, 3, 4, 5]);
}

#[test]
fn broken_files_and_arguments_are_refused() {
    let good = lines(&problems(2));
    let start = Position::start();
    for (content, said) in [
        ("", "there is no position in it"),
        ("hello\n", "line 1: unexpected `h`"),
        (&format!("{good}{start}; A1:+2;\n"), "line 3: `A1:+2` is not a legal move"),
        (&format!("{good}{start}; F5:+99;\n"), "line 3: `F5:+99` does not give a score"),
        (&format!("{good}{}\n", "X".repeat(1 << 20)), "line 3: the line is longer than"),
    ] {
        check_refused(&Fixture::new("a.obf", content).solve(&[]), said);
    }
    let bytes: Vec<u8> = (0..=255).collect();
    let fixture = Fixture::new("a.obf", "");
    fs::write(&fixture.file, bytes).unwrap();
    check_refused(&fixture.solve(&[]), "line 1: unexpected");
    check_refused(&execute(&["solve", "/nowhere.obf"]), "/nowhere.obf: ");
    check_refused(&execute(&["solve", "/"]), "/: ");
    check_refused(&execute(&["solve", "a.obf", "--position", "f5"]), "--position");
    check_refused(&execute(&["solve", "--position", "f5f5"]), "`f5`, is not legal");
    check_refused(&execute(&["solve", "--position", "f5", "--hash", "many"]), "256MiB");
    check_refused(
        &execute(&["solve", "--position", "f5", "--hash", "99999999GiB"]),
        "not enough memory",
    );
    check_refused(&execute(&["solve", "--position", "f5", "--threads", "0"]), "from 1 to 256");
    check_refused(&execute(&["solve", "--positoin", "f5"]), "--position");
}

#[test]
fn a_journal_is_resumed() {
    let fixture = Fixture::new("a.obf", &lines(&problems(8)));
    let journal = fixture.path("journal.jsonl");
    let (_, first) = report(&fixture.solve_with_journal(&journal, &["--only", "1-3,6"]));
    assert_eq!((&first["positions"], &first["journalled"]), (&4.into(), &0.into()));
    let kept = fs::read_to_string(&journal).unwrap();
    assert_eq!(kept.lines().count(), 5);

    let (positions, total) = report(&fixture.solve_with_journal(&journal, &[]));
    assert_eq!((&total["positions"], &total["journalled"]), (&8.into(), &4.into()));
    let is_journalled = |position: &Value| position["journalled"].as_bool().unwrap();
    let known: Vec<bool> = positions.iter().map(is_journalled).collect();
    assert_eq!(known, [true, true, true, false, false, true, false, false]);
    let sum: u64 = positions.iter().map(|position| position["nodes"].as_u64().unwrap()).sum();
    assert_eq!(total["nodes"], sum);
    let whole = fs::read_to_string(&journal).unwrap();
    assert!(whole.starts_with(&kept));
    assert_eq!(whole.lines().count(), 9);

    // The journal alone gives these results again, and nothing is appended.
    let (again, total) = report(&fixture.solve_with_journal(&journal, &[]));
    assert_eq!(total["journalled"], 8);
    for (before, after) in positions.iter().zip(&again) {
        for field in ["id", "score", "move", "pv", "nodes", "seconds", "expected", "ok"] {
            assert_eq!(before[field], after[field], "{field}");
        }
    }
    assert_eq!(fs::read_to_string(&journal).unwrap(), whole);
}

#[test]
fn a_journal_truncated_anywhere_is_resumed() {
    let fixture = Fixture::new("a.obf", &lines(&problems(3)));
    let journal = fixture.path("journal.jsonl");
    fixture.solve_with_journal(&journal, &[]);
    let whole = fs::read(&journal).unwrap();
    for length in (0..whole.len()).step_by(29) {
        fs::write(&journal, &whole[..length]).unwrap();
        let output = fixture.solve_with_journal(&journal, &[]);
        assert_eq!(output.status.code(), Some(0), "{length}: {}", text(&output.stderr));
        let ends = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
        let (_, total) = report(&output);
        assert_eq!(total["positions"], 3, "{length}");
        assert_eq!(total["journalled"], ends.saturating_sub(1), "{length}");
        assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 4, "{length}");
    }
}

#[test]
fn a_foreign_journal_is_refused_and_not_changed() {
    let fixture = Fixture::new("a.obf", &lines(&problems(3)));
    let journal = fixture.path("journal.jsonl");
    fixture.solve_with_journal(&journal, &[]);
    let ours = fs::read_to_string(&journal).unwrap();
    let other = Fixture::new("a.obf", &lines(&problems(12)[9..]));
    let broken = ours.replacen("\"id\":2", "\"id\":", 1);
    let newer = ours.replacen("\"version\":1", "\"version\":2", 1);
    for (fixture, content, arguments, said) in [
        (&other, ours.as_str(), &[][..], "line 2 is about a position that is not in these"),
        (&fixture, &ours, &["--outcome"], "another goal"),
        (&fixture, &broken, &[], "line 3 is not the result of a position"),
        (&fixture, &newer, &[], "another version"),
        (&fixture, "my diary", &[], "not a journal"),
        (&fixture, "my diary\nof today\n", &[], "not a journal"),
        (&fixture, "{}\n", &[], "not a journal"),
    ] {
        fs::write(&journal, content).unwrap();
        check_refused(&fixture.solve_with_journal(&journal, arguments), said);
        assert_eq!(fs::read_to_string(&journal).unwrap(), content);
    }
    let file = fs::read(&fixture.file).unwrap();
    check_refused(&fixture.solve_with_journal(&fixture.file, &[]), "not a journal");
    assert_eq!(fs::read(&fixture.file).unwrap(), file);
    check_refused(&fixture.solve_with_journal(fixture.directory.path(), &[]), "not a journal");
    check_refused(&fixture.solve_with_journal(&fixture.path("no/where"), &[]), "no/where: ");
    // No journal is created if there is nothing to solve.
    let never = fixture.path("never.jsonl");
    check_refused(&fixture.solve_with_journal(&never, &["--only", "9"]), "finds no problem");
    assert!(!never.exists());
}

/// A run that has reported five positions and will not end: the sixth is the start of the game.
fn endless(fixture: &Fixture, journal: &Path) -> (Child, BufReader<ChildStdout>, String) {
    let mut command = fixture.command("solve", &["--threads", "1"]);
    let command = command.arg("--journal").arg(journal).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    for _ in 0..5 {
        reader.read_line(&mut shown).unwrap();
    }
    (child, reader, shown)
}

fn five_and_the_start() -> Fixture {
    Fixture::new("a.obf", &format!("{}{};\n", lines(&problems(5)), Position::start()))
}

#[test]
fn a_killed_run_is_resumed() {
    let fixture = five_and_the_start();
    let journal = fixture.path("journal.jsonl");
    let (mut child, _, _) = endless(&fixture, &journal);
    let second = fixture.solve_with_journal(&journal, &["--only", "1"]);
    check_refused(&second, "another run is writing it");
    kill_while_running(&mut child);
    assert_eq!(lines_of(&journal).len(), 6, "five positions could be lost");
    let mut file = fs::OpenOptions::new().append(true).open(&journal).unwrap();
    file.write_all(b"{\"id\":6,\"board\":\"--").unwrap();
    let output = fixture.solve_with_journal(&journal, &["--only", "1-5"]);
    let (_, total) = report(&output);
    assert_eq!((&total["positions"], &total["journalled"]), (&5.into(), &5.into()));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 6);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_journal() {
    use std::io::Read;

    let fixture = five_and_the_start();
    let journal = fixture.path("journal.jsonl");
    let (mut child, mut reader, mut shown) = endless(&fixture, &journal);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    reader.read_to_string(&mut shown).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let (positions, total) = objects(&shown).unwrap();
    assert_eq!((positions.len(), &total["interrupted"]), (5, &true.into()));
    let (_, total) = report(&fixture.solve_with_journal(&journal, &["--only", "1-5"]));
    assert_eq!(total["journalled"], 5);
}

#[test]
fn a_player_that_solves_is_never_wrong() {
    let fixture = Fixture::new("a.obf", &lines(&problems(27)));
    let output = fixture.accuracy(&["--player", "pvs(endgame=10, table=zobrist)"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("positions are skipped"), "{}", text(&output.stderr));
    let (positions, total) = report(&output);
    assert_eq!(total["positions"], positions.len());
    assert_eq!(total["skipped"], 27 - positions.len());
    for measured in positions.iter().chain([&total]) {
        assert_eq!(measured["mean_abs_error"], 0.0, "{measured}");
        assert_eq!(measured["best_move_rate"], 1.0, "{measured}");
        assert_eq!(measured["within_3_rate"], 1.0, "{measured}");
        assert_eq!(measured["mean_loss"], 0.0, "{measured}");
        assert!(measured["nodes"].is_u64() && measured["seconds"].is_f64());
    }
}

#[test]
fn accuracy_does_not_depend_on_the_threads() {
    let fixture = Fixture::new("a.obf", &lines(&problems(27)));
    let measured = |arguments: &[&str]| {
        let (mut positions, mut total) = report(&fixture.accuracy(arguments));
        for measured in positions.iter_mut().chain([&mut total]) {
            forget_times(measured);
        }
        (positions, total)
    };
    for player in ["random", "level-2", "pvs(eval=genome, table=zobrist)"] {
        let with = |threads| measured(&["--player", player, "--seed", "7", "--threads", threads]);
        assert_eq!(with("1"), with("2"), "{player}");
    }
    let (positions, total) = measured(&["--player", "random", "--seed", "7"]);
    assert_eq!((&total["mean_abs_error"], &total["seed"]), (&Value::Null, &7.into()));
    let mean = |field: &str| {
        let values = positions.iter().map(|position| position[field].as_f64().unwrap());
        values.sum::<f64>() / positions.len() as f64
    };
    assert!(mean("loss") > 0.0);
    for (field, of) in [("mean_loss", "loss"), ("best_move_rate", "best_move_rate")] {
        assert!((total[field].as_f64().unwrap() - mean(of)).abs() < 1e-9, "{field}");
    }
    let (few, _) = measured(&["--depth", "1", "--only", "2-9"]);
    assert!(few.iter().all(|position| (2..=9).contains(&position["id"].as_u64().unwrap())));
}

#[test]
fn accuracy_is_reported_in_both_languages() {
    let fixture = Fixture::new("a.obf", &lines(&problems(20)));
    let file = fixture.file.to_str().unwrap();
    for (lang, said) in [("en", "mean error of the score"), ("fr", "erreur moyenne du score")] {
        let output = execute(&["accuracy", file, "--depth", "2", "--lang", lang]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains(said), "{}", text(&output.stdout));
        // A mean and its interval: 1.25 discs  (95 %: 0.75 to 1.75).
        assert!(text(&output.stdout).contains("  (95"), "{}", text(&output.stdout));
    }
}

/// Every time has its positions and its total, and every mean its interval.
#[test]
fn accuracy_is_measured_at_equal_time() {
    let fixture = Fixture::new("a.obf", &lines(&problems(20)));
    let output = fixture.accuracy(&["--time", "5ms,10ms", "--seed", "7"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let objects = crate::common::objects(&output);
    let totals: Vec<&Value> = objects.iter().filter(|object| object["type"] == "total").collect();
    let players = totals.iter().map(|total| total["player"].as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(players, ["champion(time=5ms)", "champion(time=10ms)"]);
    let count = totals[0]["positions"].as_u64().unwrap();
    assert_eq!(objects.len() as u64, 2 * (count + 1));
    for total in totals {
        assert_eq!(total["positions"], count);
        assert!(total["cpu_seconds"].as_f64().unwrap() > 0.0);
        for mean in ["mean_abs_error", "bias", "best_move_rate", "within_3_rate", "mean_loss"] {
            let ends = [0, 1].map(|end| total["intervals"][mean][end].as_f64().unwrap());
            let value = total[mean].as_f64().unwrap();
            assert!(ends[0] <= value && value <= ends[1], "{mean}: {total}");
        }
    }
}

/// The champion is not right at one ply, and what it errs by is the bias with its sign.
#[test]
fn accuracy_reports_the_bias() {
    let fixture = Fixture::new("a.obf", &lines(&problems(20)));
    let (positions, total) = report(&fixture.accuracy(&["--depth", "1"]));
    let number = |object: &Value, field: &str| object[field].as_f64().unwrap();
    for position in &positions {
        let error = number(position, "score") - number(position, "expected");
        assert!((number(position, "bias") - error).abs() < 1e-9);
        assert!((number(position, "mean_abs_error") - error.abs()).abs() < 1e-9);
    }
    let biases = positions.iter().map(|position| number(position, "bias"));
    let mean = biases.sum::<f64>() / positions.len() as f64;
    assert!((number(&total, "bias") - mean).abs() < 1e-9 && mean != 0.0);
}

#[test]
fn accuracy_refuses_what_cannot_be_measured() {
    let fixture = Fixture::new("a.obf", &lines(&problems(20)));
    check_refused(&fixture.accuracy(&[]), "--depth");
    check_refused(&fixture.accuracy(&["--player", "human"]), "a human cannot be measured");
    check_refused(&fixture.accuracy(&["--player", "random", "--depth", "3"]), "`depth`");
    check_refused(&fixture.accuracy(&["--player", "rundum"]), "`random`");
    check_refused(&fixture.accuracy(&["--depth", "3", "--only", "99"]), "numbers 1 to 20");
    check_refused(&execute(&["accuracy", "/nowhere.obf", "--depth", "3"]), "/nowhere.obf: ");
    let bare = Fixture::new("a.obf", &format!("{}\n", Position::start()));
    let output = bare.accuracy(&["--depth", "3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no position of"), "{}", text(&output.stderr));
}

/// The objects of a run without the times, which vary.
fn measured(output: &Output) -> (Vec<Value>, Value) {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let (mut positions, mut total) = report(output);
    for measured in positions.iter_mut().chain([&mut total]) {
        forget_times(measured);
    }
    (positions, total)
}

/// Removes the times, which vary.
fn forget_times(measured: &mut Value) {
    for field in ["seconds", "cpu_seconds"] {
        assert!(measured[field].is_f64(), "{measured}");
        measured[field] = Value::Null;
    }
}

/// These measures without the `proved` fields.
fn without_proofs((mut positions, mut total): (Vec<Value>, Value)) -> (Vec<Value>, Value) {
    for measured in positions.iter_mut().chain([&mut total]) {
        measured.as_object_mut().unwrap().remove("proved");
    }
    (positions, total)
}

#[test]
fn missing_scores_are_solved() {
    let full: Vec<Problem> =
        (0..10).map(|seed| with_truth(position(seed, 6 + seed as u32 % 3))).collect();
    let bare: String = full.iter().map(|problem| format!("{}\n", problem.position)).collect();
    // Some give the score of the position, some that of a move, some both.
    let some = full.iter().cloned().enumerate().map(|(number, mut problem)| {
        problem.score = problem.best().filter(|_| number % 2 == 0);
        problem.scores.truncate(number % 3);
        problem
    });
    let some = lines(&some.collect::<Vec<_>>());
    let (full, bare) = (Fixture::new("a.obf", &lines(&full)), Fixture::new("a.obf", &bare));
    let some = Fixture::new("a.obf", &some);
    for player in ["random", "champion(depth=1)"] {
        let player = ["--player", player, "--seed", "7"];
        let with = |fixture: &Fixture, more: &[&str]| {
            measured(&fixture.accuracy(&[&player, more].concat()))
        };
        let known = with(&full, &[]);
        assert_eq!(known.1["proved"], 0);
        assert!(known.0.iter().all(|position| position.get("proved").is_none()));
        let proof = ["--prove", "100", "--hash", "1MiB"];
        assert_eq!(with(&full, &proof), known);
        let proven = with(&bare, &proof);
        assert_eq!(proven.1["proved"], proven.0.len());
        assert!(proven.0.iter().all(|position| position["proved"] == 100));
        let (known, proven) = (without_proofs(known), without_proofs(proven));
        assert_eq!(proven.0, known.0);
        for field in ["positions", "mean_loss", "best_move_rate", "mean_abs_error", "nodes"] {
            assert_eq!(proven.1[field], known.1[field], "{field}");
        }
        assert_eq!(without_proofs(with(&some, &proof)).0, known.0);
        let likely = [&proof[2..], &["--prove", "73"]].concat();
        let with = |threads| with(&bare, &[&likely[..], &["--threads", threads]].concat());
        let likely = with("1");
        assert_eq!(likely, with("2"));
        assert!(likely.0.iter().all(|position| position["loss"].as_i64() >= Some(0)));
    }
}

#[test]
fn smaller_boards_are_solved_and_larger_ones_refused() {
    let four = Fixture::new("a.obf", &format!("{}\n", Position::<Four>::default()));
    let arguments = ["--player", "random", "--prove", "87", "--hash", "1MiB"];
    let (positions, total) = report(&four.accuracy(&arguments));
    // A smaller board is always solved exactly: the second player wins by ten.
    assert_eq!((&positions[0]["expected"], &positions[0]["proved"]), (&(-10).into(), &100.into()));
    assert_eq!(total["proved"], 1);
    let ten = Fixture::new("a.obf", &format!("{}\n", Position::<Ten>::default()));
    check_refused(&ten.accuracy(&arguments), "not of 10×10");
    check_refused(&four.accuracy(&["--depth", "1", "--prove", "90"]), "73, 87, 95, 98, 99 or 100");
    check_refused(&four.accuracy(&["--depth", "1", "--hash", "1MiB"]), "--prove");
    let over = Fixture::new("a.obf", &format!("X{} O\n", "-".repeat(63)));
    let output = over.accuracy(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("a move to choose"), "{}", text(&output.stderr));
}

/// Solving the start position would take forever.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_proof() {
    use std::io::Read;

    let fixture = five_and_the_start();
    let mut command = fixture.command("accuracy", &["--depth", "1", "--prove", "100"]);
    command.args(["--hash", "1MiB", "--threads", "1"]).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    reader.read_line(&mut shown).unwrap();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    reader.read_to_string(&mut shown).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let (positions, total) = objects(&shown).unwrap();
    assert_eq!(total["positions"], positions.len());
    assert_eq!(total["interrupted"], true);
}
