//! What the walk-throughs show is what there is.

use std::path::{Path, PathBuf};

/// The example is compiled here once more, so that its tests are run.
#[path = "../examples/own_player.rs"]
#[allow(dead_code, unreachable_pub)]
mod own_player;

const WALK_THROUGH: &str = include_str!("../../../docs/write-your-own-player.md");
const EXAMPLE: &str = include_str!("../examples/own_player.rs");

/// The code blocks of a page that are marked with exactly this word.
fn blocks(page: &str, marked: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(mark) = line.strip_prefix("```") else { continue };
        let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
        if mark == marked {
            blocks.push(block.join("\n"));
        }
    }
    blocks
}

/// Every line without the white space around it.
fn without_indentation(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_code_of_the_walk_through_is_that_of_the_example() {
    let example = without_indentation(EXAMPLE);
    let blocks = blocks(WALK_THROUGH, "rust");
    assert!(blocks.len() >= 5, "only {} blocks", blocks.len());
    for block in blocks {
        assert!(example.contains(&without_indentation(&block)), "not in the example:\n{block}");
    }
}

#[test]
fn the_lines_around_a_change_are_in_the_file_it_is_for() {
    let changes = blocks(WALK_THROUGH, "diff");
    assert!(changes.len() >= 4, "only {} changes", changes.len());
    for change in changes {
        let path = change.lines().next().and_then(|line| line.strip_prefix("+++ "));
        let file = std::fs::read_to_string(root().join(path.expect("a file"))).unwrap();
        for around in change.lines().filter_map(|line| line.strip_prefix(' ')) {
            assert!(file.lines().any(|line| line == around), "`{around}` is not in {path:?}");
        }
    }
}

#[test]
fn the_links_of_the_walk_through_lead_somewhere() {
    let links = WALK_THROUGH.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let mut checked = 0;
    for link in links.filter(|link| !link.contains("://")) {
        assert!(root().join("docs").join(link).exists(), "{link}");
        checked += 1;
    }
    assert!(checked > 5, "only {checked} links");
}
