//! `othellier evolve`, as the real binary.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn othellier(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_othellier"));
    command.args(arguments).env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES");
    command.stdin(Stdio::null());
    command
}

/// Six individuals of one ply on 4×4, seed 4, in this directory.
fn evolve(directory: &Path, arguments: &[&str]) -> Output {
    let words = ["evolve", "--out", "best.txt", "--player", "alphabeta(depth=1)", "--size", "4"];
    let more = ["--population", "6", "--openings", "2", "--random-plies", "2", "--renew", "2"];
    let mut command = othellier(&words);
    command.args(more).args(["--seed", "4"]).args(arguments).current_dir(directory);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[track_caller]
fn check_refused(output: &Output, said: &str) {
    let sentence = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{sentence}");
    assert!(sentence.contains(said), "{sentence}");
    assert_eq!(sentence.trim_end().lines().count(), 1, "{sentence}");
    assert!(output.stdout.is_empty());
}

#[test]
fn what_is_written_is_an_evaluator() {
    let directory = tempfile::tempdir().unwrap();
    let output = evolve(directory.path(), &["--generations", "2", "--csv", "a.csv"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("the best of generation 2 is in best.txt"), "{shown}");
    assert!(shown.contains("environment renewed"), "{shown}");
    let rows = fs::read_to_string(directory.path().join("a.csv")).unwrap();
    let head = "generation,best,mean,worst,deviation,diversity,renewed,genes";
    assert_eq!((rows.lines().next(), rows.lines().count()), (Some(head), 3));
    let best = directory.path().join("best.txt");
    let genome = fs::read_to_string(&best).unwrap();
    assert!(genome.starts_with("othellier-genome 1\n# Bred by othellier evolve: seed 4, "));
    let player = format!("pvs(depth=1, eval=genome(file={}))", best.display());
    let played = othellier(&["match", &player, "random", "--games", "2"]).output().unwrap();
    assert!(played.status.success(), "{}", text(&played.stderr));
}

#[test]
fn the_same_seed_breeds_the_same_in_pieces_and_on_any_number_of_threads() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, pieces] = ["whole", "pieces"].map(|name| directory.path().join(name));
    [&whole, &pieces].into_iter().for_each(|path| fs::create_dir(path).unwrap());
    let files = ["--csv", "a.csv", "--checkpoint", "state.json", "--start", "random"];
    let run = |path: &Path, generations: &str, threads: &str| {
        let more = ["--json", "--generations", generations, "--threads", threads];
        evolve(path, &[&files[..], &more].concat())
    };
    let all = objects(&run(&whole, "5", "1"));
    assert_eq!(all.iter().filter(|object| object["type"] == "generation").count(), 5);
    for generations in ["1", "3", "5"] {
        let objects = objects(&run(&pieces, generations, "3"));
        let last = objects.last().unwrap();
        assert_eq!(last["generations"].to_string(), generations);
    }
    for name in ["a.csv", "best.txt", "state.json"] {
        let [one, other] = [&whole, &pieces].map(|path| fs::read(path.join(name)).unwrap());
        assert_eq!(text(&one), text(&other), "{name}");
    }
    // Nothing is left to do, and the files that are behind are made again.
    fs::remove_file(pieces.join("a.csv")).unwrap();
    let again = objects(&run(&pieces, "5", "1"));
    assert_eq!(again[0]["generations_before"], 5);
    assert_eq!(fs::read(pieces.join("a.csv")).unwrap(), fs::read(whole.join("a.csv")).unwrap());
}

#[test]
fn another_checkpoint_is_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.json");
    let run = |arguments: &[&str]| {
        let files = ["--checkpoint", "state.json", "--generations", "1"];
        evolve(directory.path(), &[&files, arguments].concat())
    };
    assert!(run(&[]).status.success());
    let ours = fs::read_to_string(&path).unwrap();
    let torn = &ours[..ours.len() / 2];
    for (content, arguments, said) in [
        (ours.as_str(), &["--elite", "1"][..], "begun with another elite"),
        (&ours, &["--start", "phased"], "begun with another genome"),
        (torn, &[], "not the checkpoint of an evolution"),
        ("my diary", &[], "not the checkpoint of an evolution"),
    ] {
        fs::write(&path, content).unwrap();
        check_refused(&run(arguments), said);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
}

#[test]
fn wrong_words_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| evolve(directory.path(), arguments);
    check_refused(&run(&["--elite", "6"]), "--elite 6 is refused");
    check_refused(&run(&["--renew-count", "7"]), "--renew-count 7 is refused");
    check_refused(&run(&["--environment", "human"]), "is a person");
    check_refused(&run(&["--environment", "randon"]), "random");
    check_refused(&run(&["--law", "rank:1"]), "power:4");
    check_refused(&run(&["--range", "3,-3"]), "the lesser first");
    check_refused(&run(&["--mutation-rate", "2"]), "from 0 to 1");
    check_refused(&run(&["--start", "nowhere.txt"]), "--start nowhere.txt: ");
    check_refused(&run(&["--lang", "fr", "--elite", "6"]), "est refusé");
    let odd = ["evolve", "--out", "x.txt", "--population", "5"];
    check_refused(&othellier(&odd).output().unwrap(), "an even number");
    let judged = ["evolve", "--out", "x.txt", "--player", "pvs(eval=discs)"];
    check_refused(&othellier(&judged).output().unwrap(), "eval");
    check_refused(&othellier(&["evolve"]).output().unwrap(), "--out");
}
