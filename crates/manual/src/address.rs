//! Where a file of the repository stands in the site, and where a link of it leads.
//!
//! `README.md` is the first page and `docs/fr/README.md` its French one; `docs/` is left out of the
//! path of all others, files elsewhere in the repository stand below `project/`, and the README of a
//! folder is its index.

use crate::render::Target;
use crate::sources;

/// The path in the site of a Markdown file or a picture of the repository.
pub(crate) fn site_path(source: &str) -> Option<String> {
    let placed = match source.strip_prefix("docs/") {
        Some(path) => path.to_owned(),
        None if source == "README.md" => source.to_owned(),
        None => format!("project/{source}"),
    };
    match placed.strip_suffix(".md") {
        Some("README") => Some("index.html".to_owned()),
        Some(path) => Some(match path.strip_suffix("/README") {
            Some(folder) => format!("{folder}/index.html"),
            None => format!("{path}.html"),
        }),
        None => source.starts_with("docs/").then_some(placed),
    }
}

/// Where a link in a Markdown file leads.
pub(crate) fn resolve(source: &str, link: &str) -> Target {
    if link.contains("://") || link.starts_with("mailto:") {
        return Target::Web;
    }
    let (file, anchor) = match link.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor.to_owned())),
        None => (link, None),
    };
    let path = if file.is_empty() { source.to_owned() } else { join(source, file) };
    for candidate in [path.clone(), format!("{}/README.md", path.trim_end_matches('/'))] {
        let candidate = candidate.trim_start_matches('/').to_owned();
        if sources::is_page(&candidate) {
            let path = site_path(&candidate).expect("a page has an address");
            return Target::Page { path, anchor };
        }
    }
    match path.starts_with("docs/") {
        true if path.ends_with(".md") => {
            Target::Page { path: site_path(&path).expect("Markdown has an address"), anchor }
        }
        true => Target::File(path),
        false => Target::Outside(path),
    }
}

/// A link from one path of the site to another.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let here: Vec<_> = from.split('/').collect();
    let there: Vec<_> = to.split('/').collect();
    let folders = here.len().min(there.len()) - 1;
    let shared = (0..folders).take_while(|&at| here[at] == there[at]).count();
    let up = "../".repeat(here.len() - 1 - shared);
    format!("{up}{}", there[shared..].join("/"))
}

/// A relative path, seen from a file; `..` beyond the root is dropped.
fn join(source: &str, link: &str) -> String {
    let mut parts: Vec<_> = source.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_repository_have_their_places() {
        for (source, path) in [
            ("README.md", "index.html"),
            ("docs/fr/README.md", "fr/index.html"),
            ("docs/tour.md", "tour.html"),
            ("docs/results/README.md", "results/index.html"),
            ("docs/pictures/play.png", "pictures/play.png"),
            ("crates/board/README.md", "project/crates/board/index.html"),
            ("ARCHITECTURE.md", "project/ARCHITECTURE.html"),
        ] {
            assert_eq!(site_path(source).as_deref(), Some(path));
        }
        assert_eq!(site_path("crates/board/src/lib.rs"), None);
    }

    #[test]
    fn a_link_is_relative_to_its_page() {
        for (from, to, link) in [
            ("index.html", "tour.html", "tour.html"),
            ("fr/index.html", "tour.html", "../tour.html"),
            ("fr/tour.html", "fr/index.html", "index.html"),
            ("fr/experiments/b1/index.html", "results/index.html", "../../../results/index.html"),
        ] {
            assert_eq!(relative(from, to), link);
        }
    }

    #[test]
    fn links_lead_to_pages_pictures_and_out_of_the_site() {
        let page = |path: &str, anchor: Option<&str>| Target::Page {
            path: path.to_owned(),
            anchor: anchor.map(str::to_owned),
        };
        for (source, link, target) in [
            ("README.md", "docs/tour.md#play", page("tour.html", Some("play"))),
            ("docs/tour.md", "../README.md", page("index.html", None)),
            ("docs/tour.md", "results", page("results/index.html", None)),
            ("docs/tour.md", "#play", page("tour.html", Some("play"))),
            ("docs/tour.md", "no-such-page.md", page("no-such-page.html", None)),
            ("docs/tour.md", "pictures/play.png", Target::File("docs/pictures/play.png".into())),
            ("docs/tour.md", "../crates/a.rs", Target::Outside("crates/a.rs".into())),
            ("docs/tour.md", "https://rustup.rs", Target::Web),
            ("README.md", "../../../etc/passwd", Target::Outside("etc/passwd".into())),
        ] {
            assert_eq!(resolve(source, link), target, "{source}: {link}");
        }
    }
}
