//! The file of a book under construction.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use othellier_book::file::BookError;
use othellier_book::{Book, shipped};
use othellier_locale::{Lang, Localized, message};

use crate::common::error::CliError;
use crate::common::games::refused;

/// The header of a file: magic, version and checksum.
type Head = [u8; 14];

/// The file of a book, with detection of concurrent changes.
pub(super) struct BookFile {
    path: PathBuf,
    /// The header when the file was last read or written here.
    head: Option<Head>,
    /// What other processes have added to the file meanwhile.
    others: Option<Book>,
}

impl BookFile {
    /// Opens a book; a missing file is an empty book.
    pub(super) fn open_or_begin(path: &Path) -> Result<(BookFile, Book), CliError> {
        let head = head(path);
        let book = match Book::open(path) {
            Ok(book) => book,
            Err(BookError::Io(error)) if error.kind() == ErrorKind::NotFound => Book::new(),
            Err(error) => return Err(refused(&path.display().to_string(), error)),
        };
        Ok((BookFile { path: path.to_owned(), head, others: None }, book))
    }

    /// A file that will be replaced, whatever it contains.
    pub(super) fn to_replace(path: &Path) -> BookFile {
        BookFile { path: path.to_owned(), head: head(path), others: None }
    }

    /// Replaces the file with a book. Changes by other processes since it was last read are merged,
    /// so that nothing is lost.
    pub(super) fn save(&mut self, lang: Lang, book: &Book) -> Result<(), CliError> {
        if head(&self.path) != self.head
            && let Ok(others) = Book::open(&self.path)
        {
            self.others.get_or_insert_default().merge(&others);
        }
        match &self.others {
            None => write(lang, book, &self.path)?,
            Some(others) => {
                let mut both = book.clone();
                both.merge(others);
                write(lang, &both, &self.path)?;
            }
        }
        self.head = head(&self.path);
        Ok(())
    }
}

/// The book of a file, or the built-in one.
pub(super) fn open(path: Option<&Path>) -> Result<Book, CliError> {
    match path {
        None => Ok(shipped().clone()),
        Some(path) => Book::open(path).map_err(|error| refused(&path.display().to_string(), error)),
    }
}

/// Replaces a file with a book.
fn write(lang: Lang, book: &Book, path: &Path) -> Result<(), CliError> {
    book.save(path).map_err(|error| {
        let (file, why) = (path.display().to_string(), error.in_language(lang));
        CliError::failed(message!("book-not-saved", file = file, why = why))
    })
}

fn head(path: &Path) -> Option<Head> {
    let mut head = Head::default();
    File::open(path).ok()?.read_exact(&mut head).ok()?;
    Some(head)
}
