//! `othellier evolve`, as the real binary.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{
    Finish, check_refused, kill_while_running, objects, othellier, text, wait_for,
};

/// Six individuals of one ply on 4×4, seed 4, in this directory.
fn evolving(directory: &Path, arguments: &[&str]) -> Command {
    let words = ["evolve", "--out", "evolution", "--player", "alphabeta(depth=1)", "--size", "4"];
    let more = ["--population", "6", "--openings", "2", "--random-plies", "2", "--renew", "2"];
    let mut command = othellier(&words);
    command.args(more).args(["--seed", "4"]).args(arguments).current_dir(directory);
    command
}

fn evolve(directory: &Path, arguments: &[&str]) -> Output {
    evolving(directory, arguments).finish()
}

#[test]
fn the_best_genome_is_an_evaluator() {
    let directory = tempfile::tempdir().unwrap();
    let output = evolve(directory.path(), &["--generations", "2", "--charts", "drawn", "--json"]);
    let total = objects(&output).pop().unwrap();
    assert_eq!((&total["units"], &total["done"]), (&12.into(), &12.into()), "{total}");
    let results = directory.path().join("evolution/results");
    let rows = fs::read_to_string(results.join("generations.csv")).unwrap();
    let head = "generation,best,mean,worst,deviation,diversity,renewed,genes,reached";
    assert_eq!((rows.lines().next(), rows.lines().count()), (Some(head), 3));
    for figure in ["fitness", "diversity", "wheel", "weights"] {
        for ending in [".svg", ".png", "-dark.svg", "-dark.png"] {
            let file = directory.path().join(format!("drawn/evolution-{figure}{ending}"));
            assert!(fs::metadata(&file).is_ok_and(|metadata| metadata.len() > 0), "{file:?}");
        }
    }
    let best = results.join("best.txt");
    let genome = fs::read_to_string(&best).unwrap();
    assert!(genome.starts_with("othellier-genome 1\n# Bred by othellier evolve: seed 4, "));
    let player = format!("pvs(depth=1, eval=genome(file={}))", best.display());
    let played = othellier(&["match", &player, "random", "--games", "2"]).finish();
    assert!(played.status.success(), "{}", text(&played.stderr));
    // Its file is a start.
    let start = best.to_str().unwrap();
    let again = directory.path().join("again");
    let again = again.to_str().unwrap();
    let words = ["evolve", "--out", again, "--generations", "1", "--start", start, "--size", "4"];
    let again = othellier(&words)
        .args(["--population", "2", "--elite", "1", "--openings", "1", "--random-plies", "2"])
        .finish();
    assert!(again.status.success(), "{}", text(&again.stderr));
}

/// Killed while it runs: no generation is lost or repeated, and the result is that of an uninterrupted run.
#[test]
#[cfg(unix)]
fn a_killed_evolution_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| directory.path().join(name));
    [&whole, &killed].into_iter().for_each(|path| fs::create_dir(path).unwrap());
    let arguments = ["--generations", "40"];
    let mut child = evolving(&killed, &arguments).stdout(Stdio::piped()).spawn().unwrap();
    wait_for(&mut child, "third generation", || killed.join("evolution/stage-3").exists());
    kill_while_running(&mut child);
    assert!(evolve(&killed, &arguments).status.success());
    assert!(evolve(&whole, &[&arguments[..], &["--threads", "1"]].concat()).status.success());
    for name in ["best.txt", "generations.csv", "generations.jsonl"] {
        let [one, other] = [&whole, &killed]
            .map(|path| fs::read(path.join("evolution/results").join(name)).unwrap());
        assert_eq!(text(&one), text(&other), "{name}");
    }
    check_refused(&evolve(&killed, &["--generations", "41"]), "another job");
}

#[test]
fn wrong_arguments_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| evolve(directory.path(), arguments);
    check_refused(&run(&["--elite", "6"]), "an elite of 6 of 6");
    check_refused(&run(&["--renew-count", "7"]), "renew_count: expected a number from 1 to 6");
    check_refused(&run(&["--until", "17"]), "from -16 to 16");
    check_refused(&run(&["--environment", "human"]), "is a person");
    check_refused(&run(&["--environment", "randon"]), "random");
    check_refused(&run(&["--law", "rank:1"]), "power:4");
    check_refused(&run(&["--range", "3,-3"]), "first, such as -20,20");
    check_refused(&run(&["--mutation-rate", "2"]), "from 0 to 1");
    check_refused(&run(&["--start", "nowhere.txt"]), "nowhere.txt");
    check_refused(&run(&["--lang", "fr", "--elite", "6"]), "attendu");
    let odd = ["evolve", "--out", "x", "--population", "5"];
    check_refused(&othellier(&odd).finish(), "an even number");
    let judged = ["evolve", "--out", "x", "--player", "pvs(eval=discs)"];
    check_refused(&othellier(&judged).finish(), "eval");
    check_refused(&othellier(&["evolve"]).finish(), "--out");
}
