//! The table of contents: `SUMMARY.md`, in the form that mdBook reads.
//!
//! Headings are the parts; a list of links below each is its pages, and a list below an item the
//! pages below that one.

/// A line of the table of contents.
pub(crate) enum Entry {
    Part(String),
    /// A page: its title, its link as written, and how deep it stands.
    Page {
        title: String,
        link: String,
        depth: usize,
    },
}

pub(crate) struct Summary {
    pub(crate) source: String,
    /// The title of the whole: the first heading.
    pub(crate) title: String,
    pub(crate) entries: Vec<Entry>,
}

impl Summary {
    /// Reads a summary; lines that are neither headings nor items are left out.
    pub(crate) fn parse(source: &str, text: &str) -> Summary {
        let mut title = String::new();
        let mut entries = Vec::new();
        for line in text.lines() {
            let depth = line.chars().take_while(|sign| *sign == ' ').count() / 2;
            if let Some(heading) = line.strip_prefix("# ") {
                if title.is_empty() {
                    title = heading.to_owned()
                } else {
                    entries.push(Entry::Part(heading.to_owned()))
                }
            } else if let Some((title, link)) =
                line.trim_start().strip_prefix("- [").and_then(|rest| rest.split_once("]("))
            {
                let link = link.trim_end().trim_end_matches(')').to_owned();
                entries.push(Entry::Page { title: title.to_owned(), link, depth });
            }
        }
        Summary { source: source.to_owned(), title, entries }
    }

    /// The links of all pages.
    pub(crate) fn links(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Page { link, .. } => Some(link.as_str()),
            Entry::Part(_) => None,
        })
    }
}
