//! The sources of the site: the files of `docs/`, and the Markdown files of the repository beside it.
//!
//! `manual/` of this crate has a link to each of them, so that they are part of its package.

use std::borrow::Cow;

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file by its path in the repository.
fn find(source: &str) -> Option<&'static [u8]> {
    let found = FILES.binary_search_by_key(&source, |&(path, _)| path).ok()?;
    Some(FILES[found].1)
}

/// Every Markdown file with its path in the repository.
pub(crate) fn markdown() -> impl Iterator<Item = (String, Cow<'static, str>)> {
    let files = FILES.iter().filter(|(path, _)| path.ends_with(".md"));
    files.map(|(path, bytes)| ((*path).to_owned(), String::from_utf8_lossy(bytes)))
}

/// A Markdown file by its path in the repository.
pub(crate) fn text(source: &str) -> Option<Cow<'static, str>> {
    find(source).map(String::from_utf8_lossy)
}

/// The paths of all files of `docs/` beside the pages: pictures, and files to download.
pub(crate) fn files() -> impl Iterator<Item = String> {
    FILES.iter().filter(|(path, _)| !path.ends_with(".md")).map(|(path, _)| (*path).to_owned())
}

/// Such a file by its path in the repository.
pub(crate) fn file(source: &str) -> Option<Cow<'static, [u8]>> {
    find(source).filter(|_| !source.ends_with(".md")).map(Cow::Borrowed)
}

/// Whether a Markdown file is part of the site.
pub(crate) fn is_page(source: &str) -> bool {
    source.ends_with(".md") && find(source).is_some()
}
