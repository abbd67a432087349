//! Markdown to HTML: links lead to the pages of the site, headings have anchors.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::address::{relative, resolve, site_path};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A page of the site, and perhaps a heading on it.
    Page { path: String, anchor: Option<String> },
    /// A picture, or a file to download, in `docs/`.
    File(String),
    /// A file of the repository that is not part of the site, such as a source.
    Outside(String),
    /// The rest of the world.
    Web,
}

/// A page without the layout around it.
pub(crate) struct Rendered {
    pub(crate) html: String,
    pub(crate) title: Option<String>,
    /// The links as they are written in the Markdown.
    pub(crate) links: Vec<String>,
    pub(crate) anchors: BTreeSet<String>,
    /// The headings with their anchors and the plain text below them, for the search.
    pub(crate) sections: Vec<Section>,
}

/// A heading and what follows it.
pub(crate) struct Section {
    pub(crate) anchor: String,
    pub(crate) heading: String,
    pub(crate) text: String,
}

/// Renders the Markdown of a file of the repository.
pub(crate) fn render(source: &str, markdown: &str) -> Rendered {
    let here = site_path(source).expect("a page has an address");
    let mut page = Rendered {
        html: String::new(),
        title: None,
        links: vec![],
        anchors: BTreeSet::new(),
        sections: vec![],
    };
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut events: Vec<Event<'_>> = Parser::new_ext(markdown, options).collect();
    let anchors = anchors(&events);
    let mut headings = anchors.into_iter();
    let mut outside = Vec::new();
    let mut in_heading = false;
    for event in &mut events {
        match event {
            Event::Start(Tag::Heading { id, .. }) => {
                let (heading, anchor) = headings.next().expect("as many as there are headings");
                page.title.get_or_insert_with(|| heading.clone());
                page.anchors.insert(anchor.clone());
                *id = Some(CowStr::from(anchor.clone()));
                page.sections.push(Section { anchor, heading, text: String::new() });
                in_heading = true;
            }
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.to_string());
                match resolve(source, dest_url) {
                    Target::Page { path, anchor } => {
                        let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
                        *dest_url = format!("{}{anchor}", relative(&here, &path)).into();
                        outside.push(false);
                    }
                    Target::File(file) => {
                        let path = site_path(&file).expect("a file of `docs` has an address");
                        *dest_url = relative(&here, &path).into();
                        outside.push(false);
                    }
                    Target::Web => outside.push(false),
                    // There is no page for it: the words stay, with the path of the file.
                    Target::Outside(path) => {
                        let opened = format!("<span class=\"source\" title=\"{}\">", escape(&path));
                        *event = Event::InlineHtml(opened.into());
                        outside.push(true);
                    }
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) if outside.pop() == Some(true) => {
                *event = Event::InlineHtml("</span>".into());
            }
            Event::Text(text) | Event::Code(text) if !in_heading => {
                if let Some(section) = page.sections.last_mut() {
                    section.text.push_str(text);
                    section.text.push(' ');
                }
            }
            _ => {}
        }
    }
    html::push_html(&mut page.html, events.into_iter());
    page.html = without_inline_styles(page.html)
        .replace("<table>", "<div class=\"table\"><table>")
        .replace("</table>", "</table></div>");
    page
}

/// The columns of tables are aligned by classes: a policy without inline styles holds.
fn without_inline_styles(html: String) -> String {
    ["left", "center", "right"].into_iter().fold(html, |html, side| {
        html.replace(&format!(" style=\"text-align: {side}\""), &format!(" class=\"{side}\""))
    })
}

/// The text and the anchor of every heading: the words in small letters with hyphens, and a number
/// where a heading repeats.
fn anchors(events: &[Event<'_>]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading: Option<String> = None;
    for event in events {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let heading = heading.take().unwrap_or_default();
                let words = slug(&heading);
                let count = used.entry(words.clone()).or_default();
                let anchor = if *count == 0 { words } else { format!("{words}-{count}") };
                *count += 1;
                found.push((heading, anchor));
            }
            _ => {}
        }
    }
    found
}

/// As common Markdown hosts do it: small letters, digits, hyphens and underscores.
fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|sign| match sign {
        ' ' => Some('-'),
        '-' | '_' => Some(sign),
        sign if sign.is_alphanumeric() => Some(sign),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// Text that can stand in HTML, in an attribute as well.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_anchors_that_differ() {
        let page = render("docs/x.md", "# A `b` (c)!\n\n## Now\n\nyes\n\n## Now\n");
        assert_eq!(page.title.as_deref(), Some("A b (c)!"));
        assert_eq!(Vec::from_iter(&page.anchors), ["a-b-c", "now", "now-1"]);
        assert!(page.html.contains("<h1 id=\"a-b-c\">"), "{}", page.html);
        assert_eq!(page.sections[1].text.trim(), "yes");
    }

    #[test]
    fn columns_are_aligned_without_inline_styles() {
        let page = render("docs/x.md", "| a | b |\n|--:|:-:|\n| 1 | 2 |\n");
        assert!(
            page.html.contains("<td class=\"right\">1</td><td class=\"center\">2"),
            "{}",
            page.html
        );
        assert!(!page.html.contains("style="), "{}", page.html);
    }

    #[test]
    fn links_are_those_of_the_site() {
        let page = render(
            "docs/tour.md",
            "[a](../README.md#play) [b](../crates/board/src/rules.rs) ![c](pictures/play.png) [d](https://rustup.rs)",
        );
        assert!(page.html.contains("<a href=\"index.html#play\">a</a>"), "{}", page.html);
        assert!(
            page.html
                .contains("<span class=\"source\" title=\"crates/board/src/rules.rs\">b</span>")
        );
        assert!(page.html.contains("src=\"pictures/play.png\""), "{}", page.html);
        assert!(page.html.contains("href=\"https://rustup.rs\""), "{}", page.html);
        assert_eq!(page.links.len(), 4);
    }
}
