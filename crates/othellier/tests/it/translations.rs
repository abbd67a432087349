//! The French pages have the structure of the English ones.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Pages and their French versions, relative to the root: the README, every page in `docs/fr`, and
/// the index and the file format of the experiments.
fn translated() -> Vec<(String, String)> {
    let mut pairs: Vec<_> = ["experiments/README.md", "experiments/file-format.md"]
        .map(|page| (format!("docs/{page}"), format!("docs/fr/{page}")))
        .into();
    for entry in std::fs::read_dir(root().join("docs/fr")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // The tables of contents differ where a page is not translated.
        if name.ends_with(".md") && name != "SUMMARY.md" {
            let english = if name == "README.md" { name.clone() } else { format!("docs/{name}") };
            pairs.push((english, format!("docs/fr/{name}")));
        }
    }
    assert!(pairs.len() >= 5, "{pairs:?}");
    pairs
}

fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The structure that two translations of a page share: the level of each heading, each code block,
/// the columns and the leading number of each table row, each list item.
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
fn french_pages_have_the_structure_of_the_english_ones() {
    for (english, french) in &translated() {
        let [ours, theirs] = [english, french].map(|page| skeleton(&read(page)));
        assert!(ours.iter().any(|line| line.starts_with("heading")), "{english}");
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(ours, theirs, "{english} and {french} differ here");
        }
        assert_eq!(ours.len(), theirs.len(), "one of {english} and {french} is longer");
    }
}

#[test]
fn a_missing_heading_row_or_line_of_code_is_detected() {
    let page = "# A\n\n- b\n\n| 1 | c |\n\n```sh\nd\n```\n## E\n";
    for (from, to) in [("## E", "### E"), ("| 1 |", "| 2 |"), ("d\n", "f\n"), ("- b", "b")] {
        assert_ne!(skeleton(page), skeleton(&page.replace(from, to)), "{from}");
    }
    assert_eq!(skeleton(page), skeleton(&page.replace("# A", "# Z").replace("- b", "- z")));
}

#[test]
fn every_page_links_to_its_other_language() {
    for (english, french) in &translated() {
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
fn the_links_of_these_pages_exist() {
    let mut checked = 0;
    for page in translated().into_iter().flat_map(|(english, french)| [english, french]) {
        let text = read(&page);
        let folder = root().join(&page).parent().unwrap().to_owned();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.contains("://")) {
            assert!(folder.join(link).exists(), "{page}: {link}");
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} links");
}
