//! Reading a file as a whole, up to a cap.
//!
//! A file that a person names may be anything: a gigabyte of something else, or `/dev/zero`, which
//! never ends. A file that says how long it is is refused before a byte of it is read; of any other
//! the reader stops one byte after the cap. A pipe with a name is refused: if nobody writes to it,
//! to open it would be to wait for ever.

use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// A file that cannot be read as a whole.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: FileProblem,
}

/// Why a file cannot be read as a whole.
#[derive(Debug, thiserror::Error)]
pub enum FileProblem {
    /// The system would not give the file's content.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file is longer than what it should hold can be.
    #[error("too large; expected at most {most_bytes} bytes")]
    TooLarge {
        /// The cap.
        most_bytes: u64,
    },
    /// It is a pipe with a name.
    #[error("it is a named pipe; expected a file")]
    NamedPipe,
    /// The bytes are no text.
    #[error("line {line}: not text; expected UTF-8")]
    NotUtf8 {
        /// The first line that is none, from 1.
        line: usize,
    },
}

/// The bytes of a file of at most so many.
pub fn read_file(path: &Path, most_bytes: u64) -> Result<Vec<u8>, FileError> {
    bytes_of(path, most_bytes).map_err(|problem| FileError { path: path.to_owned(), problem })
}

/// The text of a file of at most so many bytes.
pub fn read_text(path: &Path, most_bytes: u64) -> Result<String, FileError> {
    let text = bytes_of(path, most_bytes).and_then(checked_utf8);
    text.map_err(|problem| FileError { path: path.to_owned(), problem })
}

fn bytes_of(path: &Path, most_bytes: u64) -> Result<Vec<u8>, FileProblem> {
    let file = open(path)?;
    let found = file.metadata().map_err(FileProblem::Unreadable)?;
    if found.is_file() && found.len() > most_bytes {
        return Err(FileProblem::TooLarge { most_bytes });
    }
    read_all(file, most_bytes)
}

/// A file to be read, unless it is a pipe with a name.
pub fn open(path: &Path) -> Result<File, FileProblem> {
    if is_named_pipe(path) {
        return Err(FileProblem::NamedPipe);
    }
    File::open(path).map_err(FileProblem::Unreadable)
}

/// Everything that a reader gives, which may be at most so many bytes.
pub fn read_all(reader: impl Read, most_bytes: u64) -> Result<Vec<u8>, FileProblem> {
    let mut bytes = Vec::new();
    let length = reader.take(most_bytes.saturating_add(1)).read_to_end(&mut bytes);
    match length.map_err(FileProblem::Unreadable)? as u64 {
        length if length > most_bytes => Err(FileProblem::TooLarge { most_bytes }),
        _ => Ok(bytes),
    }
}

/// The pipe of a shell, such as `<(command)`, has no name of its own and has a writer.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo());
    is_pipe && fs::canonicalize(path).is_ok()
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

/// The longest line that [`lines`] reads.
pub const LONGEST_LINE: u64 = 1 << 20;

/// The lines of a text that may be of any length, without their ends; one that is longer than
/// [`LONGEST_LINE`] is the last, and an error.
pub fn lines(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    let mut is_done = false;
    std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        let mut line = String::new();
        let read = reader.by_ref().take(LONGEST_LINE + 1).read_line(&mut line);
        let is_too_long = line.len() as u64 > LONGEST_LINE && !line.ends_with('\n');
        is_done = is_too_long || !matches!(read, Ok(1..));
        match read {
            Err(error) => Some(Err(error)),
            Ok(0) => None,
            Ok(_) if is_too_long => {
                Some(Err(FileProblem::TooLarge { most_bytes: LONGEST_LINE }.into()))
            }
            Ok(_) => {
                let ends = line.trim_end_matches(['\n', '\r']).len();
                line.truncate(ends);
                Some(Ok(line))
            }
        }
    })
}

impl From<FileProblem> for io::Error {
    fn from(problem: FileProblem) -> io::Error {
        let kind = match problem {
            FileProblem::Unreadable(error) => return error,
            FileProblem::TooLarge { .. } => io::ErrorKind::FileTooLarge,
            FileProblem::NamedPipe => io::ErrorKind::InvalidInput,
            FileProblem::NotUtf8 { .. } => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, problem)
    }
}

fn checked_utf8(bytes: Vec<u8>) -> Result<String, FileProblem> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        FileProblem::NotUtf8 { line }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a file of these bytes where five are allowed, without its path.
    fn said(content: &[u8]) -> String {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        std::fs::write(&path, content).unwrap();
        match read_text(&path, 5) {
            Ok(text) => text,
            Err(error) => {
                let error = error.to_string();
                error.strip_prefix(&path.display().to_string()).unwrap().to_owned()
            }
        }
    }

    #[test]
    fn a_file_is_read_up_to_its_cap() {
        assert_eq!(said(b""), "");
        assert_eq!(said(b"12345"), "12345");
        assert_eq!(said(b"123456"), ": too large; expected at most 5 bytes");
        assert_eq!(said(b"1\n2\n\xff"), ": line 3: not text; expected UTF-8");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_refused() {
        let error = read_file(Path::new("/dev/zero"), 1 << 20).unwrap_err();
        assert!(matches!(error.problem, FileProblem::TooLarge { most_bytes: 1_048_576 }));
    }

    /// A sparse file: nothing of it is on the disk, and nothing of it is read.
    #[test]
    fn a_large_file_is_refused_before_it_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("sparse");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let error = read_file(&path, (1 << 40) - 1).unwrap_err();
        assert!(matches!(error.problem, FileProblem::TooLarge { .. }));
    }

    #[test]
    fn lines_are_read_until_one_has_no_end() {
        let read = |text: &'static [u8]| lines(text).map(Result::unwrap).collect::<Vec<_>>();
        assert_eq!(read(b"a\r\n\nb"), ["a", "", "b"]);
        assert_eq!(read(b""), [""; 0]);
        let mut endless = lines(io::BufReader::new(io::repeat(0)));
        let error = endless.next().unwrap().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(endless.next().is_none());
    }

    #[test]
    fn what_is_no_file_is_named() {
        let directory = tempfile::tempdir().unwrap();
        for path in [directory.path().to_owned(), directory.path().join("missing")] {
            let error = read_file(&path, 5).unwrap_err();
            assert!(matches!(error.problem, FileProblem::Unreadable(_)));
            assert!(error.to_string().starts_with(&format!("{}: ", path.display())));
        }
    }
}
