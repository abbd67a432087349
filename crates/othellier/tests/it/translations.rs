//! The French pages have the structure and the figures of the English ones.

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

/// Every page that exists in both languages, those that `lab` writes included.
fn in_both_languages() -> Vec<(String, String)> {
    let mut pairs = vec![("README.md".to_owned(), "docs/fr/README.md".to_owned())];
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join("docs/fr").join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}{}", entry.file_name().into_string().unwrap());
            if entry.file_type().unwrap().is_dir() {
                folders.push(format!("{name}/"));
            } else if name.ends_with(".md") && root().join("docs").join(&name).exists() {
                pairs.push((format!("docs/{name}"), format!("docs/fr/{name}")));
            }
        }
    }
    assert!(pairs.len() > translated().len(), "{pairs:?}");
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

/// The tables of a page: their rows.
fn tables(page: &str) -> Vec<Vec<&str>> {
    let mut tables = Vec::new();
    let (mut is_code, mut is_table) = (false, false);
    for line in page.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let is_row = !is_code && line.starts_with('|');
        match (is_row, is_table) {
            (true, false) => tables.push(vec![line]),
            (true, true) => tables.last_mut().expect("a table began").push(line),
            (false, _) => {}
        }
        is_table = is_row;
    }
    tables
}

/// The numbers of each cell of a table row.
fn cells(row: &str) -> Vec<Vec<String>> {
    // An escaped bar is part of its cell.
    row.replace("\\|", " ").split('|').map(numbers).collect()
}

/// The numbers of a cell with their signs, sorted: a date may be written the other way round. Targets of links
/// do not count, and `−12 345,6` is `-12345.6`.
fn numbers(cell: &str) -> Vec<String> {
    let shown: String = cell
        .split("](")
        .enumerate()
        .map(|(at, part)| match at {
            0 => part,
            _ => part.split_once(')').map_or("", |(_, after)| after),
        })
        .collect();
    let signs: Vec<char> = shown.chars().collect();
    let is_digit = |at: usize| signs.get(at).is_some_and(char::is_ascii_digit);
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        // A hyphen in a word, a date or a range is no sign.
        let is_first = at == 0 || !signs[at - 1].is_alphanumeric();
        let sign =
            Some(signs[at]).filter(|sign| is_first && is_digit(at + 1) && "+-−±".contains(*sign));
        let prefix = sign.map(|sign| if sign == '−' { '-' } else { sign });
        at += usize::from(prefix.is_some());
        let mut number = String::new();
        while let Some(&sign) = signs.get(at) {
            let is_thousand = (1..=3).all(|next| is_digit(at + next)) && !is_digit(at + 4);
            match sign {
                _ if sign.is_ascii_digit() => number.push(sign),
                '.' | ',' if !number.is_empty() && is_digit(at + 1) => number.push('.'),
                _ if sign.is_whitespace() && !number.is_empty() && is_thousand => {}
                _ => break,
            }
            at += 1;
        }
        if !number.is_empty() {
            numbers.push(prefix.into_iter().chain(number.chars()).collect());
        }
        at += 1;
    }
    numbers.sort();
    numbers
}

#[test]
fn every_table_row_has_the_same_numbers_in_both_languages() {
    let mut compared = 0;
    for (english, french) in in_both_languages() {
        let pages = [&english, &french].map(|page| read(page));
        let [ours, theirs] = pages.each_ref().map(|page| tables(page).concat());
        assert_eq!(ours.len(), theirs.len(), "{english} and {french}");
        for (ours, theirs) in ours.into_iter().zip(theirs) {
            assert_eq!(cells(ours), cells(theirs), "{english}\n{ours}\n{french}\n{theirs}");
            compared += cells(ours).concat().len();
        }
    }
    assert!(compared > 1000, "only {compared} numbers");
}

#[test]
fn numbers_are_compared_as_they_are_meant() {
    let same = |one: &str, other: &str| cells(one) == cells(other);
    let read = cells("| B4 | [1](x2.md) | −12 345.6 s, or 7-10 |");
    assert_eq!(read, [&[][..], &["4"], &["1"], &["-12345.6", "10", "7"], &[]]);
    assert!(same("| **14.4 s** | 2026-11-16 |", "| **14,4\u{a0}s** | 16/11/2026 |"));
    assert!(same("| 3 005 288 nodes |", "| 3\u{202f}005\u{202f}288 nœuds |"));
    assert!(!same("| 32.6 s |", "| 58,3 s |"));
    assert!(!same("| 1 | 1 |", "| 1 | |"));
    assert!(!same("| 1 | 2 |", "| 2 | 1 |"));
    assert!(same("| −0.5 ± 1 |", "| -0,5 ± 1 |") && !same("| −0.5 |", "| 0,5 |"));
    assert!(!same("| +12 |", "| −12 |"));
}

/// A blank line in a table would show its other rows as text.
#[test]
fn every_table_has_a_head() {
    for page in in_both_languages().into_iter().flat_map(|(english, french)| [english, french]) {
        for table in tables(&read(&page)) {
            let is_rule = |row: &&&str| row.chars().all(|sign| "|-: ".contains(sign));
            assert!(table.get(1).filter(is_rule).is_some(), "{page}: {}", table[0]);
        }
    }
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
