//! The frame of a page: the table of contents, the search, the neighbours.

use std::fmt::Write as _;

use crate::address::{relative, resolve};
use crate::render::{Target, escape};
use crate::summary::{Entry, Summary};
use crate::{Language, Page};

/// The files that every page needs.
pub(crate) const ASSETS: &[(&str, &str)] = &[
    ("assets/manual.css", include_str!("../assets/manual.css")),
    ("assets/manual.js", include_str!("../assets/manual.js")),
];

/// Where the search finds the text of all pages of a language.
pub(crate) fn search_index_path(language: Language) -> String {
    format!("assets/search-{}.js", language.code())
}

/// The text of all pages as a script, because a page on disk cannot fetch a file.
pub(crate) fn search_index<'a>(pages: impl Iterator<Item = &'a Page>) -> String {
    let sections = pages.flat_map(|page| {
        page.rendered.sections.iter().map(move |section| {
            let path = format!("{}#{}", page.path, section.anchor);
            serde_json::json!([path, page.title, section.heading, section.text.trim()])
        })
    });
    format!("window.searchIndex = {};\n", serde_json::Value::from_iter(sections))
}

/// The frame of the pages of one language.
pub(crate) struct Layout<'a> {
    pub(crate) summary: &'a Summary,
    /// Whether the documentation of the libraries stands at `api/`.
    pub(crate) api: bool,
}

impl Layout<'_> {
    /// A page as a whole document.
    pub(crate) fn page(&self, page: &Page, translation: Option<&Page>) -> String {
        let here = page.path.as_str();
        let [search, contents, none] = match page.language {
            Language::English => ["Search", "Contents", "No page has all of these words."],
            Language::French => {
                ["Rechercher", "Sommaire", "Aucune page ne contient tous ces mots."]
            }
        };
        let mut html = format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{}</title>\n<link rel=\"stylesheet\" href=\"{}\">\n\
             <script src=\"{}\" defer></script>\n<script src=\"{}\" defer></script>\n</head>\n",
            page.language.code(),
            escape(&self.title(page)),
            relative(here, "assets/manual.css"),
            relative(here, &search_index_path(page.language)),
            relative(here, "assets/manual.js"),
        );
        let root = "../".repeat(here.matches('/').count());
        let _ = write!(
            html,
            "<body data-root=\"{root}\">\n<nav aria-label=\"{contents}\">\n\
             <details open><summary>{contents}</summary>\n\
             <p class=\"title\"><a href=\"{}\">{}</a></p>\n\
             <input id=\"search\" type=\"search\" placeholder=\"{search}\" aria-label=\"{search}\">\n\
             <ol id=\"found\" hidden></ol>\n<p id=\"none\" role=\"status\" hidden>{none}</p>\n",
            relative(here, self.home(page.language)),
            escape(&self.summary.title),
        );
        self.contents(&mut html, here, page.language);
        let _ = write!(html, "</details>\n</nav>\n<main>\n");
        if let Some(other) = translation {
            let (language, name) = match other.language {
                Language::English => ("en", "English"),
                Language::French => ("fr", "Français"),
            };
            let _ = writeln!(
                html,
                "<p class=\"translation\"><a lang=\"{language}\" href=\"{}\">{name}</a></p>",
                relative(here, &other.path),
            );
        }
        html.push_str(&without_own_link(page, translation));
        self.neighbours(&mut html, here);
        html.push_str("</main>\n</body>\n</html>\n");
        html
    }

    fn title(&self, page: &Page) -> String {
        if page.title == self.summary.title {
            page.title.clone()
        } else {
            format!("{} · {}", page.title, self.summary.title)
        }
    }

    fn home(&self, language: Language) -> &'static str {
        match language {
            Language::English => "index.html",
            Language::French => "fr/index.html",
        }
    }

    fn contents(&self, html: &mut String, here: &str, language: Language) {
        html.push_str("<ul>\n");
        for entry in &self.summary.entries {
            let _ = match entry {
                Entry::Part(title) => writeln!(html, "<li class=\"part\">{}</li>", escape(title)),
                Entry::Page { title, link, depth } => {
                    let Some(path) = self.path_of(link) else { continue };
                    let current = if path == here { " aria-current=\"page\"" } else { "" };
                    writeln!(
                        html,
                        "<li class=\"depth-{depth}\"><a href=\"{}\"{current}>{}</a></li>",
                        relative(here, &path),
                        escape(title),
                    )
                }
            };
        }
        if self.api {
            let title = match language {
                Language::English => "API of the libraries (rustdoc)",
                Language::French => "API des bibliothèques (rustdoc)",
            };
            let link = relative(here, "api/othellier/index.html");
            let _ = writeln!(html, "<li class=\"part\"><a href=\"{link}\">{title}</a></li>");
        }
        html.push_str("</ul>\n");
    }

    /// The pages before and after this one in the table of contents.
    fn neighbours(&self, html: &mut String, here: &str) {
        let pages = self.summary.entries.iter().filter_map(|entry| match entry {
            Entry::Page { title, link, .. } => Some((self.path_of(link)?, title)),
            Entry::Part(_) => None,
        });
        let pages: Vec<_> = pages.collect();
        let Some(at) = pages.iter().position(|(path, _)| path == here) else { return };
        let before = at.checked_sub(1).and_then(|at| pages.get(at));
        html.push_str("<p class=\"neighbours\">");
        for (neighbour, rel, [left, right]) in
            [(before, "prev", ["← ", ""]), (pages.get(at + 1), "next", ["", " →"])]
        {
            if let Some((path, title)) = neighbour {
                let link = relative(here, path);
                let title = escape(title);
                let _ = write!(html, "<a rel=\"{rel}\" href=\"{link}\">{left}{title}{right}</a> ");
            }
        }
        html.push_str("</p>\n");
    }

    fn path_of(&self, link: &str) -> Option<String> {
        match resolve(&self.summary.source, link) {
            Target::Page { path, .. } => Some(path),
            _ => None,
        }
    }
}

/// The page without the paragraph that links to its translation: the frame has that link.
fn without_own_link(page: &Page, translation: Option<&Page>) -> String {
    let Some(other) = translation else { return page.rendered.html.clone() };
    let link = relative(&page.path, &other.path);
    ["English", "Français"].into_iter().fold(page.rendered.html.clone(), |html, name| {
        html.replacen(&format!("<p><a href=\"{link}\">{name}</a></p>\n"), "", 1)
    })
}
