//! Every link of the manual leads somewhere, and every page is linked from somewhere.

use std::path::Path;

use othellier_manual::{Language, Manual};

#[test]
fn no_link_is_dead() {
    let dead = Manual::new().dead_links();
    let dead: Vec<_> = dead.iter().map(ToString::to_string).collect();
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn links_to_sources_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manual = Manual::new();
    let mut checked = 0;
    for (page, path) in manual.outside_links() {
        assert!(root.join(&path).exists(), "{}: there is no {path}", page.source);
        checked += 1;
    }
    assert!(checked > 5, "only {checked} links");
}

#[test]
fn every_page_is_linked() {
    let manual = Manual::new();
    let lost: Vec<_> = manual.unreachable().into_iter().map(|page| &page.source).collect();
    assert!(lost.is_empty(), "nothing links to {lost:?}");
}

#[test]
fn every_markdown_file_of_the_repository_is_a_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manual = Manual::new();
    let mut folders = vec![root.join("crates")];
    folders.push(root.join("docs"));
    let mut checked = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let source = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            if path.is_symlink() {
                continue;
            } else if path.is_dir() {
                folders.push(path);
            } else if source.ends_with(".md") && !source.ends_with("SUMMARY.md") {
                assert!(manual.pages().any(|page| page.source == source), "{source} is no page");
                checked += 1;
            }
        }
    }
    assert!(checked > 80, "only {checked} pages");
}

#[test]
fn every_file_is_served_and_pages_need_nothing_from_elsewhere() {
    let manual = Manual::new();
    for path in manual.paths() {
        let file = manual.file(&path).unwrap_or_else(|| panic!("no {path}"));
        if path.ends_with(".html") {
            let html = String::from_utf8(file.into_owned()).unwrap();
            for part in [
                "src=\"http",
                "<link rel=\"stylesheet\" href=\"http",
                "<style",
                " style=",
                " onclick=",
            ] {
                assert!(!html.contains(part), "{path}: {part}");
            }
        }
    }
    assert_eq!(manual.file(""), manual.file("index.html"));
    assert_eq!(manual.file("fr/"), manual.file("fr/index.html"));
    for path in ["no-such-page.html", "../Cargo.toml", "/etc/passwd", "tour.md"] {
        assert_eq!(manual.file(path), None, "{path}");
    }
}

#[test]
fn a_page_is_found_by_its_name_in_both_languages() {
    let manual = Manual::new();
    let source = |name, language| manual.page(name, language).map(|page| page.source.as_str());
    assert_eq!(source("tour", Language::English), Some("docs/tour.md"));
    assert_eq!(source("tour", Language::French), Some("docs/fr/tour.md"));
    assert_eq!(source("api", Language::French), Some("docs/api.md"));
    assert_eq!(source("results", Language::English), Some("docs/results/README.md"));
    assert_eq!(source("ARCHITECTURE.md", Language::French), Some("ARCHITECTURE.md"));
    assert_eq!(source("crates/board", Language::English), Some("crates/board/README.md"));
    assert_eq!(source("nothing", Language::English), None);
}
