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
    let [out, other] = ["sum.jsonl", "batches.jsonl"].map(|name| folder.path().join(name));
    let (out_text, other) = (out.to_str().unwrap(), other.to_str().unwrap());
    let first = objects(&run(&tune(out_text, &["--iterations", "5", "--json"]), 0));
    let [.., total] = &first[..] else { panic!("{first:?}") };
    assert_eq!((first.len(), &total["iterations"]), (6, &5.into()));
    assert_eq!(total["parameters"][0]["name"], "corners");
    let written = lines_of(&out);
    assert_eq!(written.len(), 6);
    assert!(!written[0].contains("batch"), "{}", written[0]);

    // A torn line is played again; a finished run stays as it is.
    let torn = written.join("\n");
    std::fs::write(&out, &torn[..torn.len() - 3]).unwrap();
    run(&tune(out_text, &["--iterations", "5", "--threads", "2"]), 0);
    assert_eq!(lines_of(&out), written);
    let again = objects(&run(&tune(out_text, &["--iterations", "5", "--json"]), 0));
    assert_eq!(again.iter().collect::<Vec<_>>(), [total]);
    check_refused(
        &execute(&tune(out_text, &["--iterations", "6", "--json"])),
        "another iterations",
    );

    run(&tune(other, &["--iterations", "5", "--batch", "4"]), 0);
    let batches = lines_of(other.as_ref());
    assert_eq!(batches[1], written[1], "the first iteration of a batch is as without one");
    assert_ne!(batches[2..], written[2..]);
}

#[test]
fn what_cannot_be_tuned() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x.jsonl");
    let refused = |more: &[&str], said: &str| {
        let arguments = [&["tune", "--out", out.to_str().unwrap()], more].concat();
        check_refused(&execute(&arguments), said);
        assert!(!out.exists());
    };
    refused(&[], "--features tune");
    refused(&["--parameter", "lmr"], "the champion has no parameter `lmr`");
    refused(&["--player", "random"], "expected the champion without `parameters`");
    refused(&["--number", "x=3:0..9"], "does not mention {x}");
    refused(&["--number", "x=3"], "expected NAME=START:MIN..MAX");
    assert!(text(&run(&["tune", "--list"], 0).stdout).contains("lmr_reduction"));
}
