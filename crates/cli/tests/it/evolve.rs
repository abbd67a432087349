//! `othellier evolve`, as the real binary.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{
    Finish, check_refused, check_type, kill_while_running, objects, othellier, text, wait_for,
};
use serde_json::Value;

/// Six individuals of one ply on 4×4, seed 4, in this directory.
fn evolving(directory: &Path, arguments: &[&str]) -> Command {
    let words = ["evolve", "--out", "best.txt", "--player", "alphabeta(depth=1)", "--size", "4"];
    let more = ["--population", "6", "--openings", "2", "--random-plies", "2", "--renew", "2"];
    let mut command = othellier(&words);
    command.args(more).args(["--seed", "4"]).args(arguments).current_dir(directory);
    command
}

fn evolve(directory: &Path, arguments: &[&str]) -> Output {
    evolving(directory, arguments).finish()
}

#[test]
fn the_output_file_is_an_evaluator() {
    let directory = tempfile::tempdir().unwrap();
    let files = ["--csv", "a.csv", "--charts", "drawn"];
    let output = evolve(directory.path(), &[&["--generations", "2"], &files[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("the best of generation 2 is in best.txt"), "{shown}");
    assert!(shown.contains("environment renewed"), "{shown}");
    let rows = fs::read_to_string(directory.path().join("a.csv")).unwrap();
    let head = "generation,best,mean,worst,deviation,diversity,renewed,genes,reached";
    assert_eq!((rows.lines().next(), rows.lines().count()), (Some(head), 3));
    for figure in ["fitness", "diversity", "wheel", "weights"] {
        for ending in [".svg", ".png", "-dark.svg", "-dark.png"] {
            let file = directory.path().join(format!("drawn/evolution-{figure}{ending}"));
            assert!(fs::metadata(&file).is_ok_and(|metadata| metadata.len() > 0), "{file:?}");
        }
    }
    let best = directory.path().join("best.txt");
    let genome = fs::read_to_string(&best).unwrap();
    assert!(genome.starts_with("othellier-genome 1\n# Bred by othellier evolve: seed 4, "));
    let player = format!("pvs(depth=1, eval=genome(file={}))", best.display());
    let played = othellier(&["match", &player, "random", "--games", "2"]).finish();
    assert!(played.status.success(), "{}", text(&played.stderr));
}

#[test]
fn the_same_seed_gives_the_same_result_resumed_and_on_any_number_of_threads() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, pieces] = ["whole", "pieces"].map(|name| directory.path().join(name));
    [&whole, &pieces].into_iter().for_each(|path| fs::create_dir(path).unwrap());
    let files = ["--csv", "a.csv", "--checkpoint", "state.json", "--start", "random"];
    let run = |path: &Path, generations: &str, threads: &str| {
        let more = ["--json", "--generations", generations, "--threads", threads];
        evolve(path, &[&files[..], &more].concat())
    };
    let all = objects(&run(&whole, "5", "1"));
    check_type::<othellier_wire::EvolveEvent>(&all);
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
    // Nothing is left to do, and outdated files are rebuilt.
    fs::remove_file(pieces.join("a.csv")).unwrap();
    let again = objects(&run(&pieces, "5", "1"));
    assert_eq!(again[0]["generations_before"], 5);
    assert_eq!(fs::read(pieces.join("a.csv")).unwrap(), fs::read(whole.join("a.csv")).unwrap());
}

/// A run of five generations reaches some best fitness. A lower goal is reached earlier, and the
/// run stops there with the state of that generation.
#[test]
fn breeding_stops_at_a_fitness() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, until] = ["whole", "until"].map(|name| directory.path().join(name));
    [&whole, &until].into_iter().for_each(|path| fs::create_dir(path).unwrap());
    let files = ["--csv", "a.csv", "--checkpoint", "state.json", "--json", "--start", "random"];
    let run = |path: &Path, more: &[&str]| objects(&evolve(path, &[&files[..], more].concat()));
    let generations = |objects: &[serde_json::Value]| -> Vec<f64> {
        let of_generations = objects.iter().filter(|object| object["type"] == "generation");
        of_generations.map(|object| object["best"].as_f64().unwrap()).collect()
    };
    let all = run(&whole, &["--generations", "5"]);
    let bests = generations(&all);
    assert_eq!(
        (&all[0]["until"], &all.last().unwrap()["reached"]),
        (&serde_json::Value::Null, &false.into())
    );

    // A fitness that a later generation reaches but the first does not.
    let later = bests.iter().copied().find(|best| *best > bests[0]).expect("evolution");
    let at = bests.iter().position(|best| *best >= later).unwrap() + 1;
    let wanted = later.to_string();
    let first = run(&until, &["--generations", "1", "--until", &wanted]);
    assert_eq!(first.last().unwrap()["reached"], false);

    // Resumed without the option: the checkpoint has the goal.
    let resumed = run(&until, &["--generations", "5"]);
    assert_eq!(resumed[0]["until"], later);
    let total = resumed.last().unwrap();
    assert_eq!(
        (total["generations"].as_u64(), total["reached"].as_bool()),
        (Some(at as u64), Some(true))
    );
    assert_eq!(generations(&resumed), bests[1..at]);
    let rows = fs::read_to_string(until.join("a.csv")).unwrap();
    let reached: Vec<bool> = rows.lines().skip(1).map(|row| row.ends_with(",true")).collect();
    assert_eq!(reached.len(), at);
    assert!(reached[at - 1] && !reached[..at - 1].contains(&true));

    // It does not continue, also in text output; with a higher goal it does.
    let again =
        evolve(&until, &["--checkpoint", "state.json", "--start", "random", "--generations", "5"]);
    let shown = text(&again.stdout);
    assert!(shown.contains(&format!("generation {at} has reached the fitness")), "{shown}");
    let more = run(&until, &["--generations", "5", "--until", "16"]);
    assert_eq!(generations(&more), bests[at..]);
    let refused = evolve(directory.path(), &["--until", "17"]);
    check_refused(&refused, "from -16 to 16");
}

/// The number of generations in a checkpoint; 0 without a checkpoint.
fn generations_in(checkpoint: &Path) -> usize {
    let Ok(bytes) = fs::read(checkpoint) else { return 0 };
    let state: Value = serde_json::from_slice(&bytes).expect("a complete checkpoint");
    state["history"].as_array().unwrap().len()
}

/// Killed several times while it runs: no generation is lost or repeated, and the result is that of
/// an uninterrupted run.
#[test]
fn a_killed_evolution_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| directory.path().join(name));
    [&whole, &killed].into_iter().for_each(|path| fs::create_dir(path).unwrap());
    let arguments =
        |generations| ["--json", "--generations", generations, "--checkpoint", "state.json"];
    let state = killed.join("state.json");
    let mut kept = 0;
    for _ in 0..3 {
        // More generations than can finish in time.
        let mut command = evolving(&killed, &arguments("1000000"));
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        wait_for(&mut child, "new generation", || generations_in(&state) > kept);
        kill_while_running(&mut child);
        assert!(generations_in(&state) > kept);
        kept = generations_in(&state);
    }
    let generations = (kept + 2).to_string();
    let resumed = objects(&evolve(&killed, &arguments(&generations)));
    assert_eq!(resumed[0]["generations_before"], kept);
    assert_eq!(resumed.iter().filter(|object| object["type"] == "generation").count(), 2);
    objects(&evolve(&whole, &arguments(&generations)));
    for name in ["best.txt", "state.json"] {
        let [one, other] = [&whole, &killed].map(|path| fs::read(path.join(name)).unwrap());
        assert_eq!(text(&one), text(&other), "{name}");
    }
}

#[test]
fn another_checkpoint_is_refused_and_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.json");
    let run = |arguments: &[&str]| {
        let files = ["--checkpoint", "state.json", "--generations", "1"];
        evolve(directory.path(), &[&files, arguments].concat())
    };
    assert!(run(&[]).status.success());
    let ours = fs::read_to_string(&path).unwrap();
    let torn = &ours[..ours.len() / 2];
    let newer = ours.replacen("\"version\":1", "\"version\":2", 1);
    for (content, arguments, said) in [
        (ours.as_str(), &["--elite", "1"][..], "started with another elite"),
        (&ours, &["--start", "phased"], "started with another genome"),
        (&newer, &[], "written by another version"),
        (torn, &[], "not the checkpoint of an evolution"),
        ("my diary", &[], "not the checkpoint of an evolution"),
    ] {
        fs::write(&path, content).unwrap();
        check_refused(&run(arguments), said);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
}

#[test]
fn wrong_arguments_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| evolve(directory.path(), arguments);
    check_refused(&run(&["--elite", "6"]), "--elite 6 is refused");
    check_refused(&run(&["--renew-count", "7"]), "--renew-count 7 is refused");
    check_refused(&run(&["--environment", "human"]), "is a person");
    check_refused(&run(&["--environment", "randon"]), "random");
    check_refused(&run(&["--law", "rank:1"]), "power:4");
    check_refused(&run(&["--range", "3,-3"]), "first, such as -20,20");
    check_refused(&run(&["--mutation-rate", "2"]), "from 0 to 1");
    check_refused(&run(&["--start", "nowhere.txt"]), "--start nowhere.txt: ");
    check_refused(&run(&["--lang", "fr", "--elite", "6"]), "est refusé");
    let odd = ["evolve", "--out", "x.txt", "--population", "5"];
    check_refused(&othellier(&odd).finish(), "an even number");
    let judged = ["evolve", "--out", "x.txt", "--player", "pvs(eval=discs)"];
    check_refused(&othellier(&judged).finish(), "eval");
    check_refused(&othellier(&["evolve"]).finish(), "--out");
}
