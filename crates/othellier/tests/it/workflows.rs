//! The workflows run no code of others that can change without a commit here.

use std::path::Path;

/// The lines of a workflow that use an action.
fn used(workflow: &str) -> impl Iterator<Item = &str> {
    let words = workflow.lines().map(|line| line.trim_start().trim_start_matches("- "));
    words.filter_map(|line| line.strip_prefix("uses:")).map(str::trim)
}

/// Whether it is an action of this repository, or named by a whole commit.
fn is_pinned(action: &str) -> bool {
    let action = action.split_whitespace().next().unwrap_or_default();
    let commit = action.rsplit_once('@').map_or("", |(_, commit)| commit);
    let is_commit = commit.len() == 40 && commit.bytes().all(|digit| digit.is_ascii_hexdigit());
    action.starts_with("./") || is_commit
}

#[test]
fn every_action_is_named_by_its_commit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.github/workflows");
    let mut count = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let workflow = std::fs::read_to_string(&path).unwrap();
        for action in used(&workflow) {
            assert!(is_pinned(action), "{}: {action}", path.display());
            count += 1;
        }
    }
    assert!(count > 10, "only {count} actions");
}

#[test]
fn a_tag_or_a_short_commit_is_detected() {
    let commit = "11d5960a326750d5838078e36cf38b85af677262";
    let workflow = format!("steps:\n  - uses: a/b@{commit} # v4\n    uses: c/d@v4\n  # uses: e\n");
    let actions: Vec<_> = used(&workflow).collect();
    assert_eq!(actions, [format!("a/b@{commit} # v4"), "c/d@v4".to_owned()]);
    assert!(is_pinned(actions[0]) && is_pinned("./.github/actions/own"));
    for action in [actions[1], "a/b", "a/b@", &format!("a/b@{}", &commit[1..]), "a/b@main"] {
        assert!(!is_pinned(action), "{action}");
    }
}
