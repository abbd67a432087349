//! The web page of Othellier, embedded.
//!
//! ```
//! let page = othellier_page::file("index.html").unwrap();
//! assert!(page.starts_with(b"<!doctype html>"));
//! assert!(othellier_page::paths().count() > 20);
//! assert_eq!(othellier_page::file("../README.md"), None);
//! ```

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file by its path, such as `index.html` or `style/board.css`.
pub fn file(path: &str) -> Option<&'static [u8]> {
    let found = FILES.binary_search_by_key(&path, |&(path, _)| path).ok()?;
    Some(FILES[found].1)
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(path, _)| path)
}
