//! The manual of Othellier as HTML.
//!
//! The pages are the Markdown files of `docs/` and the READMEs of the repository, embedded in the
//! program. [`Manual`] renders them with a navigation made from `docs/SUMMARY.md` and
//! `docs/fr/SUMMARY.md`, a search that needs no server, and links that work from a folder on disk as
//! well as over HTTP. `othellier docs` writes the site; `othellier serve` answers with it under
//! `/docs`.
//!
//! ```
//! let manual = othellier_manual::Manual::new();
//! let page = manual.file("tour.html").unwrap();
//! assert!(String::from_utf8_lossy(&page).contains("<h1"));
//! assert!(manual.dead_links().is_empty());
//! ```

mod address;
mod layout;
mod render;
mod sources;
mod summary;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use self::address::{resolve, site_path};
use self::layout::Layout;
use self::render::{Rendered, Target};
use self::summary::Summary;

/// The language of a page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Language {
    /// The pages directly in `docs/`, and those of the repository.
    English,
    /// The pages in `docs/fr/`.
    French,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::French];

    /// `en` or `fr`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }

    fn of(source: &str) -> Language {
        if source.starts_with("docs/fr/") { Language::French } else { Language::English }
    }
}

/// A page of the manual.
pub struct Page {
    /// Where the Markdown stands in the repository, such as `docs/tour.md`.
    pub source: String,
    /// Where the page stands in the site, such as `tour.html`.
    pub path: String,
    pub title: String,
    pub language: Language,
    pub markdown: Cow<'static, str>,
    rendered: Rendered,
}

/// A link that leads nowhere.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{page}: `{link}` leads nowhere")]
pub struct DeadLink {
    /// The Markdown file that has the link.
    pub page: String,
    /// The link as it is written there.
    pub link: String,
}

pub struct Manual {
    pages: BTreeMap<String, Page>,
    summaries: [Summary; 2],
    api: bool,
}

impl Default for Manual {
    fn default() -> Manual {
        Manual::new()
    }
}

impl Manual {
    /// The pages that are part of the program.
    #[must_use]
    pub fn new() -> Manual {
        let pages = sources::markdown().filter(|(source, _)| !source.ends_with("SUMMARY.md"));
        let pages = pages.map(|(source, markdown)| {
            let rendered = render::render(&source, &markdown);
            let path = site_path(&source).expect("a page has an address");
            let title = rendered.title.clone().unwrap_or_else(|| source.clone());
            let language = Language::of(&source);
            (path.clone(), Page { source, path, title, language, markdown, rendered })
        });
        let summaries = ["docs/SUMMARY.md", "docs/fr/SUMMARY.md"].map(|source| {
            let text = sources::text(source).expect("the summaries are embedded");
            Summary::parse(source, &text)
        });
        Manual { pages: pages.collect(), summaries, api: false }
    }

    /// Adds a link to the documentation of the libraries, at `api/` beside the pages.
    #[must_use]
    pub fn with_api(mut self) -> Manual {
        self.api = true;
        self
    }

    /// All pages, in the order of their paths.
    pub fn pages(&self) -> impl Iterator<Item = &Page> {
        self.pages.values()
    }

    /// The pages of a language in the order of its table of contents, then those it leaves out.
    #[must_use]
    pub fn contents(&self, language: Language) -> Vec<&Page> {
        let summary = self.summary(language);
        let listed = summary.links().filter_map(|link| path_of(&summary.source, link));
        let listed: Vec<_> = listed.filter_map(|path| self.pages.get(&path)).collect();
        let is_listed = |page: &Page| listed.iter().any(|listed| listed.path == page.path);
        let others = self.pages().filter(|page| page.language == language && !is_listed(page));
        let others: Vec<_> = others.collect();
        listed.into_iter().chain(others).collect()
    }

    /// The page of this name in a language: `tour`, `results/0001-perft`, or a path in the
    /// repository. A page that is not translated is given in English.
    #[must_use]
    pub fn page(&self, name: &str, language: Language) -> Option<&Page> {
        let name = name.trim_start_matches("docs/").trim_end_matches(".md");
        let french = (language == Language::French).then(|| format!("docs/fr/{name}"));
        let english = [format!("docs/{name}"), name.to_owned()];
        let mut candidates = french.into_iter().chain(english);
        candidates.find_map(|base| {
            let mut endings = [".md", "/README.md"].into_iter();
            endings.find_map(|ending| self.pages.get(&site_path(&format!("{base}{ending}"))?))
        })
    }

    /// The paths of all files of the site, pages, pictures and files to download.
    #[must_use]
    pub fn paths(&self) -> BTreeSet<String> {
        let files = sources::files().filter_map(|source| site_path(&source));
        let assets = layout::ASSETS.iter().map(|(path, _)| (*path).to_owned());
        let indices = Language::ALL.map(layout::search_index_path);
        self.pages.keys().cloned().chain(files).chain(assets).chain(indices).collect()
    }

    /// A file of the site, if there is one at this path. The empty path is the first page.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let path = if path.is_empty() || path.ends_with('/') {
            format!("{path}index.html")
        } else {
            path.to_owned()
        };
        if let Some(page) = self.pages.get(&path) {
            let layout = Layout { summary: self.summary(page.language), api: self.api };
            return Some(Cow::Owned(layout.page(page, self.translation(page)).into_bytes()));
        }
        if let Some((_, text)) = layout::ASSETS.iter().find(|(asset, _)| *asset == path) {
            return Some(Cow::Borrowed(text.as_bytes()));
        }
        if let Some(language) =
            Language::ALL.into_iter().find(|&language| layout::search_index_path(language) == path)
        {
            let pages = self.pages().filter(|page| page.language == language);
            return Some(Cow::Owned(layout::search_index(pages).into_bytes()));
        }
        sources::file(&format!("docs/{path}"))
    }

    /// Every link of a page or a summary that leads nowhere: no page, no such heading on it, no
    /// picture. Links to files that are not part of the site, such as sources, are in
    /// [`Manual::outside_links`].
    #[must_use]
    pub fn dead_links(&self) -> Vec<DeadLink> {
        let in_pages = self.pages().flat_map(|page| {
            page.rendered.links.iter().map(move |link| (page.source.as_str(), link.as_str()))
        });
        let in_summaries = self
            .summaries
            .iter()
            .flat_map(|summary| summary.links().map(move |link| (summary.source.as_str(), link)));
        in_pages
            .chain(in_summaries)
            .filter(|(source, link)| !self.is_alive(source, link))
            .map(|(page, link)| DeadLink { page: page.to_owned(), link: link.to_owned() })
            .collect()
    }

    /// Links to files of the repository that are not part of the site: the page, and the path.
    pub fn outside_links(&self) -> impl Iterator<Item = (&Page, String)> {
        self.pages().flat_map(|page| {
            page.rendered.links.iter().filter_map(move |link| match resolve(&page.source, link) {
                Target::Outside(path) => Some((page, path)),
                _ => None,
            })
        })
    }

    /// The pages that no other page and no summary links to.
    #[must_use]
    pub fn unreachable(&self) -> Vec<&Page> {
        let mut reached = BTreeSet::from(["index.html".to_owned(), "fr/index.html".to_owned()]);
        for summary in &self.summaries {
            reached.extend(summary.links().filter_map(|link| path_of(&summary.source, link)));
        }
        for page in self.pages() {
            reached
                .extend(page.rendered.links.iter().filter_map(|link| path_of(&page.source, link)));
        }
        self.pages().filter(|page| !reached.contains(&page.path)).collect()
    }

    fn is_alive(&self, source: &str, link: &str) -> bool {
        match resolve(source, link) {
            Target::Web | Target::Outside(_) => true,
            Target::File(path) => sources::file(&path).is_some(),
            Target::Page { path, anchor } => self.pages.get(&path).is_some_and(|page| {
                anchor.is_none_or(|anchor| page.rendered.anchors.contains(&anchor))
            }),
        }
    }

    fn summary(&self, language: Language) -> &Summary {
        &self.summaries[language as usize]
    }

    /// The page in the other language.
    fn translation(&self, page: &Page) -> Option<&Page> {
        let other = match (page.language, page.source.as_str()) {
            (Language::French, "docs/fr/README.md") => "README.md".to_owned(),
            (Language::French, source) => source.replacen("docs/fr/", "docs/", 1),
            (Language::English, "README.md") => "docs/fr/README.md".to_owned(),
            (Language::English, source) => source.replacen("docs/", "docs/fr/", 1),
        };
        self.pages.get(&site_path(&other)?).filter(|other| other.language != page.language)
    }
}

fn path_of(source: &str, link: &str) -> Option<String> {
    match resolve(source, link) {
        Target::Page { path, .. } => Some(path),
        _ => None,
    }
}
