//! `othellier tune`: a run, its end, and what it refuses.

use crate::common::{check_refused, execute, lines_of, objects, run, text};

const PLAYER: &str = "alphabeta(depth=1, eval=sum(corners={corners}, mobility={mobility}))";

fn tune<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let usual =
        ["tune", "--out", out, "--player", PLAYER, "--games", "2", "--seed", "2", "--rate", "0.5"];
    let numbers = ["--number", "corners=10:0..50", "--number", "mobility=1:0..20"];
    [&usual[..], &numbers, more].concat()
}

#[test]
fn numbers_that_a_player_leaves_open() {
    let folder = tempfile::tempdir().unwrap();
    let [out, other] = ["sum", "single"].map(|name| folder.path().join(name));
    let (out_text, other_text) = (out.to_str().unwrap(), other.to_str().unwrap());
    let five = ["--iterations", "5", "--batch", "4", "--json"];
    let total = |words: &[&str]| objects(&run(&tune(out_text, words), 0)).pop().unwrap();
    let first = total(&five);
    assert_eq!(
        (&first["units"], &first["done"], &first["older"]),
        (&5.into(), &5.into(), &0.into())
    );
    let written = lines_of(&out.join("results/tune.jsonl"));
    assert_eq!(written.len(), 5);
    let values = lines_of(&out.join("results/values.csv"));
    assert!(values[1].starts_with("corners,10,"), "{values:?}");

    // What is missing is played again; a finished run stays as it is.
    std::fs::remove_file(out.join("stage-2/units/00000000.unit")).unwrap();
    assert_eq!(total(&[&five[..], &["--threads", "2"]].concat())["older"], 4);
    assert_eq!(total(&five)["older"], 5);
    assert_eq!(lines_of(&out.join("results/tune.jsonl")), written);
    check_refused(&execute(&tune(out_text, &["--iterations", "6"])), "another job");

    run(&tune(other_text, &["--iterations", "5", "--batch", "1"]), 0);
    let single = lines_of(&other.join("results/tune.jsonl"));
    assert_eq!(single[0], written[0], "the first iteration of a batch is as without one");
    assert_ne!(single[1..], written[1..]);
}

#[test]
fn what_cannot_be_tuned() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x");
    let refused = |more: &[&str], said: &str| {
        let arguments = [&["tune", "--out", out.to_str().unwrap()], more].concat();
        check_refused(&execute(&arguments), said);
        assert!(!out.exists());
    };
    refused(&[], "build with the feature `tune`");
    refused(&["--parameter", "lmr"], "the champion has no parameter `lmr`");
    refused(&["--player", "random"], "expected the champion without `parameters`");
    refused(&["--number", "x=3:0..9"], "does not mention {x}");
    refused(&["--number", "x=3"], "expected NAME=START:MIN..MAX");
    refused(&["--games", "3"], "even");
    assert!(text(&run(&["tune", "--list"], 0).stdout).contains("lmr_reduction"));
}
