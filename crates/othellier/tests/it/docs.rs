//! The documentation agrees with the code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use othellier::board::Eight;
use othellier::play::{LEVELS, Setup, build_seat};

/// The example is compiled here again, so that its tests run.
#[path = "../../examples/own_player.rs"]
#[allow(dead_code, unreachable_pub)]
mod own_player;

const WALK_THROUGH: &str = include_str!("../../../../docs/write-your-own-player.md");
const EXAMPLE: &str = include_str!("../../examples/own_player.rs");

/// The code blocks of a page with exactly this language tag.
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

/// Trims every line.
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

/// The examples in the README of the crate are doctests.
#[test]
fn the_code_of_the_readme_and_of_the_library_page_is_tested() {
    let tested = without_indentation(include_str!("../../README.md"));
    for page in ["README.md", "docs/library.md"] {
        let blocks = blocks(&fs::read_to_string(root().join(page)).unwrap(), "rust");
        assert!(!blocks.is_empty(), "{page}");
        for block in blocks {
            let block = without_indentation(&block);
            assert!(tested.contains(&block), "{page}: not in crates/othellier/README.md:\n{block}");
        }
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
fn the_links_of_the_walk_through_exist() {
    let links = WALK_THROUGH.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let mut checked = 0;
    for link in links.filter(|link| !link.is_empty() && !link.contains("://")) {
        assert!(root().join("docs").join(link).exists(), "{link}");
        checked += 1;
    }
    assert!(checked > 5, "only {checked} links");
}

const MISTAKES: &str = include_str!("../../../../docs/mistakes.md");
const MISTAKES_IN_FRENCH: &str = include_str!("../../../../docs/fr/mistakes.md");
/// The passages of the reports that may be quoted.
const QUOTATIONS: &str = include_str!("../../../../testdata/reports/quotations.toml");

/// The mistakes without a quotation: of reports whose text is not at hand, and 35, of a version
/// whose text is not.
const WITHOUT_QUOTATION: [&str; 18] = [
    "3", "6", "9", "17", "18", "20", "23", "24", "25", "27", "35", "36", "37", "38", "39", "40",
    "41", "42",
];

/// Every file below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The rows of the tables of mistakes: numbers, place in the reports, mistake, correction, test.
fn mistakes(page: &str) -> Vec<[&str; 5]> {
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| #"));
    rows.map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        cells.try_into().unwrap_or_else(|_| panic!("five cells in {line}"))
    })
    .collect()
}

/// Whether one of the sources has a test function with this name.
fn is_test(sources: &[String], name: &str) -> bool {
    let declared = format!("fn {name}(");
    sources.iter().any(|source| {
        source.match_indices(&declared).any(|(at, _)| {
            let above = source[..at].rsplit("\n\n").next();
            above.is_some_and(|near| near.contains("#[test]"))
        })
    })
}

#[test]
fn every_test_named_on_the_page_of_mistakes_exists() {
    let sources: BTreeMap<PathBuf, String> = files(&root().join("crates"), "rs")
        .into_iter()
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect();
    let texts: Vec<String> = sources.values().cloned().collect();
    let mut named = 0;
    for [number, place, _, _, test] in mistakes(MISTAKES) {
        assert!(place.starts_with('S'), "{number}: {place}");
        assert!(quoted(test).next().is_some() || test.starts_with("no test yet: "), "{number}");
        for name in quoted(test) {
            if name.ends_with(".rs") {
                assert!(sources.keys().any(|path| path.ends_with(name)), "{number}: {name}");
            } else {
                assert!(is_test(&texts, name), "{number}: there is no test `{name}`");
                named += 1;
            }
        }
    }
    assert!(named > 50, "only {named} tests are named");
}

/// The passages of a report, by its short name.
fn passages(report: &str) -> Vec<&'static str> {
    let passages = QUOTATIONS.split("[[passage]]").skip(1);
    let own = passages.filter(|passage| value(passage, "report") == report);
    own.map(|passage| value(passage, "text")).collect()
}

/// The value of a key in a passage.
fn value<'a>(passage: &'a str, key: &str) -> &'a str {
    let begin = format!("{key} = \"");
    let found = passage.lines().find_map(|line| line.strip_prefix(&begin)?.strip_suffix('"'));
    found.unwrap_or_else(|| panic!("{key} of {passage}"))
}

/// Every row quotes its reports, except those of [`WITHOUT_QUOTATION`], in both languages alike: S1
/// and S3 always, whose text is at hand. A quotation is a part of a passage.
#[test]
fn every_mistake_is_quoted_where_the_text_is_at_hand() {
    let quotes = |cell: &str| -> Vec<String> {
        let parts = cell.split("« ").skip(1);
        parts.map(|rest| rest.split_once(" »").expect("a closing sign").0.to_owned()).collect()
    };
    let mut without = Vec::new();
    let french = MISTAKES_IN_FRENCH.replace('\u{a0}', " ");
    for ([number, place, ..], [_, theirs, ..]) in mistakes(MISTAKES).iter().zip(mistakes(&french)) {
        assert_eq!(quotes(place), quotes(theirs), "{number}");
        if quotes(place).is_empty() {
            without.push(*number);
            continue;
        }
        for part in place.split("; ") {
            let report = part.get(..2).expect("a report");
            let said = quotes(part);
            assert!(!said.is_empty() || !["S1", "S3"].contains(&report), "{number}: {part}");
            for quote in said {
                let found = passages(report).iter().any(|text| text.contains(&quote));
                assert!(found, "{number}: {report} does not say: {quote}");
            }
        }
    }
    without.sort_by_key(|number| number.parse::<u32>().unwrap());
    assert_eq!(without, WITHOUT_QUOTATION);
}

#[test]
fn every_mistake_has_a_row() {
    let numbers: BTreeSet<u32> = mistakes(MISTAKES)
        .iter()
        .flat_map(|row| row[0].split(", ").map(|number| number.parse().unwrap()))
        .collect();
    assert_eq!(numbers, (1..=43).collect());
}

#[test]
fn every_level_is_another_player_and_is_described() {
    let pages = files(&root().join("docs/results"), "md").into_iter();
    let page = pages
        .map(|page| fs::read_to_string(page).unwrap())
        .find(|page| page.contains("\n| `level-1` | "))
        .expect("a page of docs/results has the table of levels");
    let specs: BTreeSet<_> = LEVELS.iter().map(|level| level.spec).collect();
    assert_eq!(specs.len(), LEVELS.len(), "two levels are the same player");
    for (level, number) in LEVELS.iter().zip(1..) {
        assert_eq!(level.name, format!("level-{number}"));
        let [name, spec] = [level.name, level.spec].map(|text| format!("`{text}`"));
        let row = page.lines().find(|line| line.starts_with(&format!("| {name} |")));
        assert!(row.is_some_and(|row| row.contains(&spec)), "{name} stands for {spec}");
        assert!(!level.about.is_empty());
        assert!(
            build_seat::<Eight>(
                &level.spec.parse().unwrap(),
                &Setup { seed: 1, access: othellier_play::Access::Sealed }
            )
            .is_ok(),
            "{spec}"
        );
    }
}

/// The pages of the experiments with their figures: caption and file.
fn figures() -> Vec<(PathBuf, Vec<(String, PathBuf)>)> {
    let pages = files(&root().join("docs/experiments"), "md").into_iter();
    let pages = pages.map(|page| {
        let text = fs::read_to_string(&page).unwrap();
        let shown = text.split("![").skip(1).map(|rest| {
            let (caption, rest) = rest.split_once("](").expect("a link");
            let link = rest.split(')').next().unwrap();
            (caption.to_owned(), page.parent().unwrap().join(link))
        });
        let shown: Vec<_> = shown.collect();
        (page, shown)
    });
    pages.collect()
}

#[test]
fn every_caption_is_the_title_of_its_figure() {
    let mut checked = 0;
    for (page, shown) in figures() {
        let captions: BTreeSet<_> = shown.iter().map(|(caption, _)| caption).collect();
        assert_eq!(captions.len(), shown.len(), "{page:?} has two figures of one caption");
        for (caption, file) in
            shown.iter().filter(|(_, file)| file.extension() == Some("svg".as_ref()))
        {
            let svg = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
            let title = svg.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
            let title = title.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            assert_eq!(caption.replace('\\', ""), title, "{file:?}");
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} figures");
}

#[test]
fn no_report_needs_anything_from_elsewhere() {
    let mut checked = 0;
    for (page, shown) in figures() {
        for (_, file) in shown {
            assert!(file.is_file(), "{page:?} shows {file:?}");
        }
    }
    for file in files(&root().join("docs/experiments"), "svg") {
        let svg = fs::read_to_string(&file).unwrap();
        let svg = svg.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for address in ["://", "href", "<image", "@import", "<script"] {
            assert!(!svg.contains(address), "{file:?}: {address}");
        }
        checked += 1;
    }
    assert!(checked > 50, "only {checked} figures");
}
