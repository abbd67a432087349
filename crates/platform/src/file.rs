//! Reading a whole file, up to a size limit; and files with keys, which nobody else can read.
//!
//! A path from a user may name anything: a gigabyte of unrelated data, or `/dev/zero`, which never
//! ends. A regular file that is too large is rejected by its length, before any byte is read; for
//! anything else the reader stops one byte after the limit. Named pipes are rejected: opening one
//! without a writer would block forever.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// A file cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct FileError {
    /// The path of the file.
    pub path: PathBuf,
    /// The fault in the file.
    pub problem: FileProblem,
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FileProblem {
    /// The operating system reports an error.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file is larger than the limit.
    #[error("too large; expected at most {most_bytes} bytes")]
    TooLarge {
        /// The size limit in bytes.
        most_bytes: u64,
    },
    /// It is a named pipe.
    #[error("it is a named pipe; expected a file")]
    NamedPipe,
    /// The bytes are not UTF-8.
    #[error("line {line}: not text; expected UTF-8")]
    NotUtf8 {
        /// The first invalid line, from 1.
        line: usize,
    },
}

impl FileProblem {
    /// The reason alone: where the operating system reports an error, its message.
    pub fn cause(&self) -> &dyn std::fmt::Display {
        match self {
            FileProblem::Unreadable(error) => error,
            problem => problem,
        }
    }
}

/// An error of the operating system can only be compared by its message.
impl PartialEq for FileProblem {
    fn eq(&self, other: &FileProblem) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for FileProblem {}

/// The bytes of a file of at most `most_bytes`.
pub fn read_file(path: &Path, most_bytes: u64) -> Result<Vec<u8>, FileError> {
    bytes_of(path, most_bytes).map_err(|problem| FileError { path: path.to_owned(), problem })
}

/// The text of a file of at most `most_bytes`.
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

/// Opens a file for reading, unless it is a named pipe.
pub fn open(path: &Path) -> Result<File, FileProblem> {
    if is_named_pipe(path) {
        return Err(FileProblem::NamedPipe);
    }
    File::open(path).map_err(FileProblem::Unreadable)
}

/// Everything that a reader yields; an error beyond `most_bytes`.
pub fn read_all(reader: impl Read, most_bytes: u64) -> Result<Vec<u8>, FileProblem> {
    let mut bytes = Vec::new();
    let length = reader.take(most_bytes.saturating_add(1)).read_to_end(&mut bytes);
    match length.map_err(FileProblem::Unreadable)? as u64 {
        length if length > most_bytes => Err(FileProblem::TooLarge { most_bytes }),
        _ => Ok(bytes),
    }
}

/// Opens a file for writing, which is created if there is none, and which only its owner can read: one
/// that others could read is closed to them first. On Windows the folder decides who can.
pub fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, OWNER_ONLY);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = file.metadata()?.permissions();
        if permissions.mode() & 0o777 & !OWNER_ONLY != 0 {
            permissions.set_mode(OWNER_ONLY);
            file.set_permissions(permissions)?;
        }
    }
    Ok(file)
}

/// The owner reads and writes, nobody else does either.
#[cfg(unix)]
const OWNER_ONLY: u32 = 0o600;

/// Whether two paths name the same file or folder, which may not exist yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let location = location(one);
    location.is_some() && location == self::location(other)
}

/// The absolute path of a file that may not exist yet.
fn location(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    })
}

/// A shell's process substitution `<(command)` is a pipe without a path of its own, and has a
/// writer.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = std::fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo());
    is_pipe && std::fs::canonicalize(path).is_ok()
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

/// The longest line that [`lines`] accepts, in bytes.
pub const LONGEST_LINE: u64 = 1 << 20;

/// The lines of a text of any length, without line ends. A line longer than [`LONGEST_LINE`] yields
/// an error and ends the iteration.
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

    /// The text of a file with this content and a limit of five bytes, or the error without its
    /// path.
    fn text_or_error(content: &[u8]) -> String {
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
    fn a_file_is_read_up_to_its_limit() {
        assert_eq!(text_or_error(b""), "");
        assert_eq!(text_or_error(b"12345"), "12345");
        assert_eq!(text_or_error(b"123456"), ": too large; expected at most 5 bytes");
        assert_eq!(text_or_error(b"1\n2\n\xff"), ": line 3: not text; expected UTF-8");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_refused() {
        let error = read_file(Path::new("/dev/zero"), 1 << 20).unwrap_err();
        assert!(matches!(error.problem, FileProblem::TooLarge { most_bytes: 1_048_576 }));
    }

    /// A sparse file: it occupies no disk space, and nothing of it is read.
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
    fn the_error_names_the_path() {
        let directory = tempfile::tempdir().unwrap();
        for path in [directory.path().to_owned(), directory.path().join("missing")] {
            let error = read_file(&path, 5).unwrap_err();
            assert!(matches!(error.problem, FileProblem::Unreadable(_)));
            assert!(error.to_string().starts_with(&format!("{}: ", path.display())));
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_private_file_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("key");
        let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        private(&path).unwrap();
        assert_eq!(mode(), 0o600);
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        private(&path).unwrap();
        assert_eq!((mode(), std::fs::read_to_string(&path).unwrap().as_str()), (0o600, "old"));
    }
}
