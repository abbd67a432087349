//! `othellier cassio` as an engine, through the real command.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};

use crate::common::{check_refused, feed, spawn, text};

const START: &str = "---------------------------OX------XO---------------------------X";

/// A session as Cassio runs it, with invalid lines in between.
#[test]
fn a_session() {
    let mut child = spawn(&["cassio", "--threads", "1", "--hash", "1MiB"]);
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut ask = |request: &str| {
        input.write_all(request.as_bytes()).unwrap();
        let mut said: Vec<String> = Vec::new();
        while said.last().is_none_or(|line| line != "ready." && line != "bye bye.") {
            said.push(lines.next().expect("an answer"));
        }
        said
    };
    assert_eq!(ask("ENGINE-PROTOCOL init\n"), ["ready."]);
    assert_eq!(ask("\r\n"), ["ready."]);
    assert!(ask("ENGINE-PROTOCOL get-version\n")[0].starts_with("version: Othellier "));
    let unknown = "ERROR: Unknown protocol `hello`; expected ENGINE-PROTOCOL";
    assert_eq!(ask("hello\n\n"), [unknown, "ready."]);
    assert_eq!(ask("ENGINE-PROTOCOL new-position\n"), ["ready."]);
    let found = ask(&format!("ENGINE-PROTOCOL midgame-search {START} -64.00 64.00 3 73\n"));
    assert_eq!(found.len(), 2, "a result, and ready: {found:?}");
    let fields: Vec<_> = found[0].split(", ").collect();
    assert_eq!((fields[0], fields[2], fields[3]), (START, "depth 3", "@73%"));
    assert_eq!(fields[1].strip_prefix("move "), fields[5].get(..2));
    let (lower, upper) = fields[4].split_once(" <= v <= ").unwrap();
    assert!(lower == upper && lower.starts_with('B'), "{lower} {upper}");
    assert!(fields[6].starts_with("node ") && fields[7].starts_with("time "), "{fields:?}");
    // A long search is stopped, and a heartbeat is answered meanwhile.
    let found = ask(&format!(
        "ENGINE-PROTOCOL endgame-search {START} -64 64 100\n\nENGINE-PROTOCOL stop\n"
    ));
    assert_eq!(found, ["ok.", "ready."]);
    assert_eq!(ask("ENGINE-PROTOCOL quit\n"), ["bye bye."]);
    assert!(child.wait().unwrap().success());
}

/// The options that scripts append, and the results of all iterations where they are wanted.
#[test]
fn letters_of_other_engines_and_iterations() {
    let asked = format!("ENGINE-PROTOCOL midgame-search {START} -64 64 3 73\n");
    for (appended, results) in [("-l 21 -n 1", 1), ("-t 1 --iterations", 2)] {
        let words = ["cassio", "--hash", "1MiB"].into_iter().chain(appended.split(' '));
        let mut child = spawn(&words.collect::<Vec<_>>());
        let mut input = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        input.write_all(asked.as_bytes()).unwrap();
        let found = lines.by_ref().take_while(|line| line != "ready.").count();
        assert_eq!(found, results, "{appended}");
        input.write_all(b"ENGINE-PROTOCOL quit\n").unwrap();
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let asked = format!("\u{fffd}\0\nENGINE-PROTOCOL endgame-search {START} -64 64 100\n");
    let output = feed(&["cassio", "--threads", "1", "--hash", "1MiB"], asked.as_bytes());
    assert!(output.status.success());
    assert!(text(&output.stdout).ends_with("ready.\nbye bye.\n"), "{}", text(&output.stdout));
    check_refused(&feed(&["cassio", "--hash", "much"], b""), "256MiB");
}
