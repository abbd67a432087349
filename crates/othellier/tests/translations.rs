//! The French pages say what the English ones say, as far as a program can tell.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Pages and their French counterparts, below the root.
const TRANSLATED: [(&str, &str); 5] = [
    ("README.md", "docs/fr/README.md"),
    ("docs/student-guide.md", "docs/fr/student-guide.md"),
    ("docs/write-your-own-player.md", "docs/fr/write-your-own-player.md"),
    ("docs/mistakes.md", "docs/fr/mistakes.md"),
    ("docs/experiments/README.md", "docs/fr/experiments/README.md"),
];

fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// What two translations of a page share: the level of each heading, each code block, the columns
/// and the first cell of each row of a table, each item of a list.
fn skeleton(page: &str) -> Vec<String> {
    let mut skeleton = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let level = line.chars().take_while(|&sign| sign == '#').count();
        if line.starts_with("```") {
            let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            skeleton.push(format!("{line}\n{}", block.join("\n")));
        } else if level > 0 {
            skeleton.push(format!("heading {level}"));
        } else if line.starts_with('|') {
            let columns = line.matches('|').count();
            let number = line.split('|').nth(1).unwrap_or_default().trim();
            let number = if number.starts_with(char::is_numeric) { number } else { "" };
            skeleton.push(format!("row {columns} {number}"));
        } else if line.starts_with("- ") {
            skeleton.push("item".to_owned());
        }
    }
    skeleton
}

#[test]
fn the_french_pages_have_what_the_english_ones_have() {
    for (english, french) in TRANSLATED {
        let [ours, theirs] = [english, french].map(|page| skeleton(&read(page)));
        assert!(ours.iter().any(|line| line.starts_with("heading")), "{english}");
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(ours, theirs, "{english} and {french} part here");
        }
        assert_eq!(ours.len(), theirs.len(), "one of {english} and {french} goes on");
    }
}

#[test]
fn a_page_is_told_from_one_that_lacks_a_heading_a_row_or_a_line_of_code() {
    let page = "# A\n\n- b\n\n| 1 | c |\n\n```sh\nd\n```\n## E\n";
    for (from, to) in [("## E", "### E"), ("| 1 |", "| 2 |"), ("d\n", "f\n"), ("- b", "b")] {
        assert_ne!(skeleton(page), skeleton(&page.replace(from, to)), "{from}");
    }
    assert_eq!(skeleton(page), skeleton(&page.replace("# A", "# Z").replace("- b", "- z")));
}

#[test]
fn every_page_links_to_its_other_language() {
    for (english, french) in TRANSLATED {
        for (page, other, words) in [(english, french, "Français"), (french, english, "English")] {
            let text = read(page);
            let link =
                text.split(&format!("[{words}](")).nth(1).and_then(|rest| rest.split(')').next());
            let folder = root().join(page).parent().unwrap().to_owned();
            let leads = link.map(|link| folder.join(link).canonicalize().unwrap());
            assert_eq!(leads, root().join(other).canonicalize().ok(), "{page}");
        }
    }
}

#[test]
fn the_links_of_these_pages_lead_somewhere() {
    let mut checked = 0;
    for page in TRANSLATED.into_iter().flat_map(|(english, french)| [english, french]) {
        let text = read(page);
        let folder = root().join(page).parent().unwrap().to_owned();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            assert!(folder.join(link).exists(), "{page}: {link}");
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} links");
}
