//! The web page of Othellier, embedded.
//!
//! The files of `page/` have their own paths. What a visitor loads is joined into a few files under
//! `a/`, whose path changes with their content, so that a browser may keep them for ever.
//!
//! ```
//! let page = std::str::from_utf8(othellier_page::file("index.html").unwrap().bytes).unwrap();
//! assert!(page.starts_with("<!doctype html>"));
//! assert!(othellier_page::paths().count() > 20);
//! assert!(othellier_page::file("../README.md").is_none());
//!
//! let app = othellier_page::paths().find(|path| path.ends_with("/main.js")).unwrap();
//! assert!(page.contains(app) && othellier_page::is_immutable(app));
//! let app = othellier_page::file(app).unwrap();
//! assert!(app.gzip.unwrap().len() * 2 < app.bytes.len());
//! assert!(app.brotli.unwrap().len() < app.gzip.unwrap().len());
//! assert!(othellier_page::texts("fr").is_some() && othellier_page::texts("en").is_none());
//! ```

mod site;

/// Part of the build script; its tests run here.
#[cfg(test)]
#[path = "../build/join.rs"]
mod join;

pub use site::{Engine, SiteFile, site};

/// A file of the page.
pub struct File {
    /// Its content.
    pub bytes: &'static [u8],
    /// The file compressed with gzip, if it is text.
    pub gzip: Option<&'static [u8]>,
    /// The file compressed with Brotli, if visitors load it.
    pub brotli: Option<&'static [u8]>,
}

static FILES: &[(&str, File)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file by its path, such as `index.html` or `style/board.css`.
pub fn file(path: &str) -> Option<&'static File> {
    let found = FILES.binary_search_by_key(&path, |(path, _)| path).ok()?;
    Some(&FILES[found].1)
}

/// Whether the path of a file changes with its content: joined files have a hash, fonts a number.
pub fn is_immutable(path: &str) -> bool {
    path.starts_with("a/") || path.starts_with("font/")
}

/// The file with the texts of a language that `main.js` loads when it is wanted; English is part of it.
pub fn texts(language: &str) -> Option<&'static str> {
    let name = format!("/main-locales-{language}.js");
    paths().find(|path| path.starts_with("a/") && path.ends_with(&name))
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(path, _)| *path)
}
