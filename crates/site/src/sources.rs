//! What the site is made of: the files of `docs/`, and the Markdown files of the repository beside it.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../docs"]
#[include = "*.md"]
#[include = "*.svg"]
#[include = "*.png"]
#[include = "*.toml"]
#[include = "*.txt"]
struct Docs;

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../", $path)))),*]
    };
}

const REPOSITORY: &[(&str, &str)] = files![
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "crates/archive/README.md",
    "crates/board/README.md",
    "crates/book/README.md",
    "crates/cli/README.md",
    "crates/clock/README.md",
    "crates/desk/README.md",
    "crates/eval/README.md",
    "crates/file/README.md",
    "crates/fuzz/README.md",
    "crates/lab/README.md",
    "crates/locale/README.md",
    "crates/parallel/README.md",
    "crates/play/README.md",
    "crates/protocol/README.md",
    "crates/record/README.md",
    "crates/review/README.md",
    "crates/search/README.md",
    "crates/server/README.md",
    "crates/site/README.md",
    "crates/spec/README.md",
    "crates/train/README.md",
    "crates/tui/README.md",
    "crates/weights/README.md",
    "crates/wire/README.md",
    "python/train/README.md",
    "testdata/README.md",
    "ui/README.md",
];

/// Every Markdown file with its path in the repository.
pub(crate) fn markdown() -> impl Iterator<Item = (String, Cow<'static, str>)> {
    let docs = Docs::iter().filter(|path| path.ends_with(".md")).map(|path| {
        let source = format!("docs/{path}");
        let text = text(&source).expect("a file that was listed");
        (source, text)
    });
    REPOSITORY.iter().map(|&(path, text)| (path.to_owned(), Cow::Borrowed(text))).chain(docs)
}

/// A Markdown file by its path in the repository.
pub(crate) fn text(source: &str) -> Option<Cow<'static, str>> {
    match source.strip_prefix("docs/") {
        Some(path) => Some(match Docs::get(path)?.data {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        }),
        None => {
            let file = REPOSITORY.iter().find(|(path, _)| *path == source)?;
            Some(Cow::Borrowed(file.1))
        }
    }
}

/// The paths of all files of `docs/` beside the pages: pictures, and files to download.
pub(crate) fn files() -> impl Iterator<Item = String> {
    Docs::iter().filter(|path| !path.ends_with(".md")).map(|path| format!("docs/{path}"))
}

/// Such a file by its path in the repository.
pub(crate) fn file(source: &str) -> Option<Cow<'static, [u8]>> {
    let path = source.strip_prefix("docs/").filter(|path| !path.ends_with(".md"))?;
    Some(Docs::get(path)?.data)
}

/// Whether a Markdown file is part of the site.
pub(crate) fn is_page(source: &str) -> bool {
    match source.strip_prefix("docs/") {
        Some(path) => path.ends_with(".md") && Docs::get(path).is_some(),
        None => REPOSITORY.iter().any(|(path, _)| *path == source),
    }
}
