//! `othellier picture` and `search --tree`, as the real binary.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{Finish, check_refused, objects, othellier, text};

fn run(directory: &Path, arguments: &[&str]) -> Output {
    othellier(arguments).current_dir(directory).finish()
}

/// The file exists, and has the format of its extension.
#[track_caller]
fn check_picture(file: &Path) {
    let bytes = fs::read(file).unwrap();
    match file.extension().unwrap().to_str().unwrap() {
        "svg" => {
            assert!(bytes.starts_with(b"<svg ") && bytes.trim_ascii_end().ends_with(b"</svg>"))
        }
        _ => {
            assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{file:?}");
            assert!(bytes.ends_with(b"IEND\xaeB`\x82"), "{file:?}");
        }
    }
}

#[test]
fn every_picture_in_both_forms_and_languages() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["indices", "zones", "crossover", "mutation", "tree"] {
        for (lang, ending) in [("en", "svg"), ("fr", "svg"), ("fr", "png")] {
            let file = format!("{name}-{lang}.{ending}");
            let arguments = ["picture", name, &file, "--json", "--lang", lang];
            let drawn = objects(&run(directory.path(), &arguments));
            assert_eq!(
                (&drawn[0]["type"], &drawn[0]["picture"]),
                (&"picture".into(), &name.into())
            );
            assert_eq!(drawn[0]["file"], file);
            check_picture(&directory.path().join(file));
        }
        let svg =
            |lang| fs::read_to_string(directory.path().join(format!("{name}-{lang}.svg"))).unwrap();
        assert_ne!(svg("en"), svg("fr"), "{name}");
        check_refused(
            &run(directory.path(), &["picture", name, "out.pdf"]),
            "expected .svg or .png",
        );
    }
    let indices = fs::read_to_string(directory.path().join("indices-en.svg")).unwrap();
    assert!((0..64).all(|index| indices.contains(&format!(">{index}</text>"))));
}

#[test]
fn crossover_and_mutation_are_those_of_the_genetic_algorithm() {
    let directory = tempfile::tempdir().unwrap();
    let drawn = |arguments: &[&str]| {
        let arguments = [&["picture"], arguments, &["--json"]].concat();
        objects(&run(directory.path(), &arguments)).remove(0)
    };
    let one = drawn(&["crossover", "one.svg"]);
    // The parents and the children of the report.
    let parents = [[-6, -5, -6, -1, 10, -5, -1, 3, 1, -2], [-7, 5, -8, -9, -9, -1, -9, -10, -7, 8]];
    let children =
        [[-7, 5, -8, -1, 10, -5, -1, 3, 1, -2], [-6, -5, -6, -9, -9, -1, -9, -10, -7, 8]];
    assert_eq!(one["before"], serde_json::json!(parents));
    assert_eq!(one["after"], serde_json::json!(children));
    let two = drawn(&[
        "crossover",
        "two.svg",
        "--points",
        "1,2",
        "--first",
        "1,2,3",
        "--second",
        "4,5,6",
    ]);
    assert_eq!(two["after"], serde_json::json!([[1, 5, 3], [4, 2, 6]]));
    let mutation = |seed| drawn(&["mutation", "m.svg", "--mutation-rate", "1", "--seed", seed]);
    assert_eq!(mutation("7")["before"], serde_json::json!(parents[0]));
    assert_eq!(mutation("7"), mutation("7"));
    assert_ne!(mutation("7")["after"], mutation("8")["after"]);
    for points in ["0", "10", "7,3", "0,10", "1,2,3"] {
        let refused = run(directory.path(), &["picture", "crossover", "x.svg", "--points", points]);
        check_refused(&refused, "expected a number from 1 to 9");
    }
    let refused = run(directory.path(), &["picture", "crossover", "x.svg", "--first", "1,2"]);
    check_refused(&refused, "2 and 10 genes");
}

#[test]
fn the_node_tree_of_a_position() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["picture", "tree", "t.svg", "--depth", "3", "--eval", "discs", "--json"];
    let tree = objects(&run(directory.path(), &arguments)).remove(0);
    assert_eq!(tree["by_depth"], serde_json::json!([1, 4, 12, 56]));
    assert_eq!((tree["nodes"].as_u64(), tree["generated"].as_u64()), (Some(73), Some(73)));
    // The picture shows the value of an exhaustive search.
    let player = "minimax(depth=3, eval=discs)";
    let search = objects(&run(directory.path(), &["search", "--player", player, "--json"]));
    assert_eq!(search.last().unwrap()["lines"][0]["score"], tree["value"]);
}

#[test]
fn the_tree_of_a_search_is_drawn_as_its_file_says() {
    let directory = tempfile::tempdir().unwrap();
    let player = ["search", "--player", "alphabeta(depth=2, eval=mobility)", "--position", "d3c3"];
    for file in ["t.png", "t.svg"] {
        let output = run(directory.path(), &[&player[..], &["--tree", file]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        check_picture(&directory.path().join(file));
    }
    let output = run(directory.path(), &[&player[..], &["--tree", "t.jpg"]].concat());
    check_refused(&output, "expected .svg or .png");
    assert!(!directory.path().join("t.jpg").exists());
}
