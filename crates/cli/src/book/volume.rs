//! The file of a book that is being changed.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use othellier_book::file::BookError;
use othellier_book::{Book, shipped};

use crate::complaint::Complaint;
use crate::games::refused;
use crate::lang::{Lang, say};

/// The beginning of a file: magic, version and checksum.
type Head = [u8; 14];

/// The file that a book is kept in.
pub(super) struct Volume {
    path: PathBuf,
    /// How the file began when it was last read or written here.
    head: Option<Head>,
    /// What somebody else has put into the file meanwhile.
    others: Option<Book>,
}

impl Volume {
    /// Opens a book, or begins one where there is no file.
    pub(super) fn open_or_begin(lang: Lang, path: &Path) -> Result<(Volume, Book), Complaint> {
        let head = head(path);
        let book = match Book::open(path) {
            Ok(book) => book,
            Err(BookError::Io(error)) if error.kind() == ErrorKind::NotFound => Book::new(),
            Err(error) => return Err(refused(lang, &path.display().to_string(), error)),
        };
        Ok((Volume { path: path.to_owned(), head, others: None }, book))
    }

    /// A file that will be replaced whatever it is.
    pub(super) fn to_replace(path: &Path) -> Volume {
        Volume { path: path.to_owned(), head: head(path), others: None }
    }

    /// Puts a book in the place of the file. What somebody else has put there since it was read is
    /// taken in, so that nothing of it is lost.
    pub(super) fn save(&mut self, lang: Lang, book: &Book) -> Result<(), Complaint> {
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

/// The book of a file, or the one that comes with the program.
pub(super) fn open(lang: Lang, path: Option<&Path>) -> Result<Book, Complaint> {
    match path {
        None => Ok(shipped().clone()),
        Some(path) => {
            Book::open(path).map_err(|error| refused(lang, &path.display().to_string(), error))
        }
    }
}

/// Puts a book in the place of a file.
fn write(lang: Lang, book: &Book, path: &Path) -> Result<(), Complaint> {
    book.save(path).map_err(|error| {
        let (file, why) = (path.display().to_string(), error.to_string());
        Complaint::Failed(say!(lang, "book-not-saved", file = file, why = why))
    })
}

fn head(path: &Path) -> Option<Head> {
    let mut head = Head::default();
    File::open(path).ok()?.read_exact(&mut head).ok()?;
    Some(head)
}
