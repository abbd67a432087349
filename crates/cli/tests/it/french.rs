//! Errors of every reader in French: one sentence without a word of English, and the same error in
//! English with `--lang en`.

use std::path::Path;

use crate::common::{Finish, othellier, text};

/// Words that give English away.
const ENGLISH: [&str; 16] = [
    " the ",
    " is ",
    " not ",
    " has ",
    " does ",
    " cannot ",
    "there ",
    "expected",
    "No such",
    "directory",
    "denied",
    "line ",
    "found ",
    "invalid ",
    "missing",
    "unknown",
];

/// The text outside guillemets and backquotes.
fn outside_quotes(sentence: &str) -> String {
    let parts = sentence.split(['«', '»']).step_by(2);
    parts.flat_map(|part| part.split('`').step_by(2)).collect::<Vec<_>>().join(" ")
}

fn said(arguments: &[&str], lang: &str, code: i32) -> String {
    let output = othellier(&[arguments, &["--lang", lang]].concat()).finish();
    let sentence = text(&output.stderr).trim_end().to_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {sentence}");
    assert_eq!(sentence.lines().count(), 1, "{arguments:?}: {sentence}");
    sentence
}

/// Writes the broken files, and returns the path of each as text.
fn broken_files(folder: &Path) -> impl Fn(&str) -> String {
    let start = "---------------------------OX------XO--------------------------- X";
    let files = [
        ("weights.bin", "not weights".to_owned()),
        ("matrix.txt", "1 2 three".to_owned()),
        ("short.txt", "1 2 3".to_owned()),
        ("genome.txt", "othellier-genome 1\nphases 10 30\n".to_owned()),
        ("header.txt", "hello\n".to_owned()),
        ("broken.book", "not a book".to_owned()),
        ("book.txt", "hello\n".to_owned()),
        ("book.json", "{\"type\":\n".to_owned()),
        ("problems.obf", format!("{start}; f5:+900\n")),
        ("short.obf", "---XO X; f5:+2\n".to_owned()),
        ("game.sgf", "(;GM[2]FF[4]SZ[8];B[f5];W[a1])\n".to_owned()),
        ("game.ggf", "(;GM[Othello]TY[8]BO[8 --X *]B[f5];)\n".to_owned()),
        ("game.save", "othellier-game 1\nsize 7\n".to_owned()),
        ("other.save", "hello\n".to_owned()),
        ("part.toml", "format = 1\nname = \"x\"\nseed = 1\n[[games]]\nname = \"A b\"\n".to_owned()),
        ("syntax.toml", "format = = 1\n".to_owned()),
        ("openings.txt", "f5d6\nz9\n".to_owned()),
        ("players.toml", "[[players]]\nspec = 'random'\nlevel = 3\n".to_owned()),
        ("spec.toml", "[[players]]\nspec = 'pvs(depth'\n".to_owned()),
        ("settings.yaml", "black: [1\n".to_owned()),
        ("checkpoint.json", "{\"type\":\"something\"}\n".to_owned()),
        ("games.db", "not a database, but long enough to look like a file".to_owned()),
    ];
    for (name, content) in files {
        std::fs::write(folder.join(name), content).unwrap();
    }
    let folder = folder.to_owned();
    move |name: &str| folder.join(name).display().to_string()
}

#[test]
fn every_error_is_french() {
    let folder = tempfile::tempdir().unwrap();
    let at = broken_files(folder.path());
    let spec = |name: &str, key: &str, file: &str| format!("{name}({key}=\"{}\")", at(file));
    let eval = |name: &str, file: &str| format!("pvs(depth=1, eval={name}(file=\"{}\"))", at(file));
    let (nowhere, here) = (at("nowhere.txt"), folder.path().display().to_string());
    let cases: Vec<(i32, Vec<String>)> = [
        (2, vec!["solve", &nowhere]),
        (2, vec!["solve", &here]),
        (2, vec!["match", "random", "random", "--csv", &at("nowhere/games.csv")]),
        (2, vec!["match", "random", "random", "--csv", &here]),
        (2, vec!["match", "random", &spec("champion", "weights", "weights.bin")]),
        (2, vec!["match", "random", &spec("champion", "weights", "nowhere.bin")]),
        (2, vec!["match", "random", &spec("champion", "book", "broken.book")]),
        (2, vec!["match", "random", &eval("matrix", "matrix.txt")]),
        (2, vec!["match", "random", &eval("matrix", "short.txt")]),
        (2, vec!["match", "random", &eval("matrix", "nowhere.txt")]),
        (2, vec!["match", "random", &eval("genome", "genome.txt")]),
        (2, vec!["match", "random", "gtp(cmd=\"no-such-engine\")"]),
        (2, vec!["match", "random", "gtp(cmd=\"'open\")"]),
        (2, vec!["match", "random", "pvs(depth=soon)"]),
        (2, vec!["match", "random", "pvs(depth"]),
        (2, vec!["match", "random", "random", "--openings", &at("openings.txt")]),
        (2, vec!["evolve", "--out", &at("best.txt"), "--start", &at("header.txt")]),
        (2, vec!["book", "probe", "startpos", "--book", &at("broken.book")]),
        (2, vec!["book", "import", &at("book.txt"), "--book", &at("new.book")]),
        (2, vec!["book", "import", &at("book.json"), "--book", &at("new.book")]),
        (2, vec!["solve", &at("problems.obf")]),
        (2, vec!["solve", &at("short.obf")]),
        (2, vec!["analyze", &at("game.sgf")]),
        (2, vec!["analyze", &at("game.ggf")]),
        (2, vec!["play", "--load", &at("game.save")]),
        (2, vec!["play", "--load", &at("other.save")]),
        (2, vec!["play", "--load", &nowhere]),
        (2, vec!["play", "--config", &at("settings.yaml")]),
        (2, vec!["lab", "run", &at("part.toml"), "--out", &at("results")]),
        (2, vec!["lab", "run", &at("syntax.toml"), "--out", &at("results")]),
        (2, vec!["tournament", "--players", &at("players.toml")]),
        (2, vec!["tournament", "--players", &at("spec.toml")]),
        (2, vec!["archive", "stats", "--archive", &at("games.db")]),
        (2, vec!["moves", "--position", "f5z9"]),
    ]
    .into_iter()
    .map(|(code, words)| (code, words.into_iter().map(str::to_owned).collect()))
    .collect();
    for (code, words) in &cases {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let french = said(&words, "fr", *code);
        let english = said(&words, "en", *code);
        assert_ne!(french, english, "{words:?}");
        let shown = outside_quotes(&french);
        let found = ENGLISH.iter().find(|word| shown.contains(*word));
        assert_eq!(found, None, "{words:?}: {french}");
        let shown = format!("{} ", outside_quotes(&english));
        assert!(ENGLISH.iter().any(|word| shown.contains(word)), "{words:?}: {english}");
    }
}
