//! The file of a book under construction.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::file::{BookError, HEAD};
use crate::{Book, shipped};

/// The file of a book, with detection of concurrent changes.
#[derive(Debug)]
pub struct BookFile {
    path: PathBuf,
    /// The header when the file was last read or written here.
    head: Option<[u8; HEAD]>,
    /// The positions that other processes have added to the file meanwhile.
    others: Option<Book>,
}

/// Why the file of a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookFileError {
    /// It cannot be read, or it is not a good book.
    #[error("{}: {error}", path.display())]
    Refused {
        /// The path of the book.
        path: PathBuf,
        /// The fault in the book.
        error: BookError,
    },
    /// It cannot be written.
    #[error("{} cannot be written: {error}", path.display())]
    NotSaved {
        /// The path of the book.
        path: PathBuf,
        /// The error of the file system.
        error: io::Error,
    },
}

impl BookFile {
    /// Opens a book; a missing file is an empty book.
    pub fn open_or_begin(path: &Path) -> Result<(BookFile, Book), BookFileError> {
        let file = BookFile::to_replace(path);
        let book = match Book::open(path) {
            Err(BookError::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(Book::new()),
            found => found,
        };
        let refused = |error| BookFileError::Refused { path: path.to_owned(), error };
        Ok((file, book.map_err(refused)?))
    }

    /// A file that will be replaced, whatever it contains.
    pub fn to_replace(path: &Path) -> BookFile {
        BookFile { path: path.to_owned(), head: head(path), others: None }
    }

    /// The book of a file, or the built-in one.
    pub fn read(path: Option<&Path>) -> Result<Book, BookFileError> {
        let Some(path) = path else { return Ok(shipped().clone()) };
        Book::open(path).map_err(|error| BookFileError::Refused { path: path.to_owned(), error })
    }

    /// Replaces the file with a book. Changes by other processes since it was last read are merged, so
    /// that nothing is lost.
    pub fn save(&mut self, book: &Book) -> Result<(), BookFileError> {
        if head(&self.path) != self.head
            && let Ok(others) = Book::open(&self.path)
        {
            self.others.get_or_insert_default().merge(&others);
        }
        let saved = match &self.others {
            None => book.save(&self.path),
            Some(others) => {
                let mut both = book.clone();
                both.merge(others);
                both.save(&self.path)
            }
        };
        saved.map_err(|error| BookFileError::NotSaved { path: self.path.clone(), error })?;
        self.head = head(&self.path);
        Ok(())
    }
}

fn head(path: &Path) -> Option<[u8; HEAD]> {
    let mut head = [0; HEAD];
    File::open(path).ok()?.read_exact(&mut head).ok()?;
    Some(head)
}

#[cfg(test)]
mod tests {
    use othellier_board::{Board, Move};

    use super::*;

    fn book_of(board: Board) -> Book {
        Book::from_entries("", [(board, None)]).unwrap()
    }

    #[test]
    fn what_another_process_wrote_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("our.book");
        let (mut file, book) = BookFile::open_or_begin(&path).unwrap();
        assert!(book.is_empty());
        let start = Board::default();
        let played: Move = "f5".parse().unwrap();
        let next = crate::book::after(start, played);
        file.save(&book_of(start)).unwrap();
        // Another process replaces the file, and we save again.
        book_of(next).save(&path).unwrap();
        file.save(&book_of(start)).unwrap();
        let both = BookFile::read(Some(&path)).unwrap();
        assert!(both.contains(start) && both.contains(next));
    }

    #[test]
    fn errors_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("no.book");
        std::fs::write(&path, "something else").unwrap();
        let refused = BookFile::open_or_begin(&path).unwrap_err();
        assert_eq!(refused.to_string(), format!("{}: this is not a book", path.display()));
        let nowhere = folder.path().join("nowhere").join("new.book");
        let refused = BookFile::to_replace(&nowhere).save(&Book::new()).unwrap_err();
        assert!(matches!(refused, BookFileError::NotSaved { .. }), "{refused}");
    }
}
