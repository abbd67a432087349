//! Journals: append-only text files from which an interrupted job resumes.
//!
//! ```text
//! header line       names the kind of file and the settings of the job
//! line              one result, appended as soon as it is known
//! line
//! li                torn by a kill: dropped when the journal is opened again
//! ```
//!
//! A file of another kind is refused by its first bytes and not changed, and a lock keeps two runs
//! from writing the same file. What the lines mean is up to the caller, who reads them one by one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use othellier_platform::file::{FileProblem, LONGEST_LINE};

/// How a kind of journal is recognised.
#[derive(Clone, Copy, Debug)]
pub struct JournalFormat<'a> {
    /// Its name in messages, in English, such as `journal of a tournament`.
    pub kind: &'static str,
    /// The first bytes of all files of this kind.
    pub prefix: &'a str,
    /// The first line of a new one.
    pub header: &'a str,
}

/// A journal open for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    kind: &'static str,
    file: File,
}

/// A journal cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", path.display(), problem.about(kind))]
pub struct JournalError {
    /// The path of the journal.
    pub path: PathBuf,
    /// The kind of journal that was expected there.
    pub kind: &'static str,
    /// The fault in the journal.
    pub problem: JournalProblem,
}

/// Why a journal cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub enum JournalProblem {
    /// It cannot be opened or read.
    File(FileProblem),
    /// A line cannot be appended, as on a full disk.
    Unwritable(FileProblem),
    /// Another process is writing it.
    InUse,
    /// It is a file of another kind.
    OtherKind,
    /// Another version of the program wrote it.
    OtherVersion,
    /// It belongs to a job with other settings.
    OtherSettings {
        /// The name of the first setting that differs, if known.
        setting: Option<String>,
    },
    /// A line is not a result.
    BadLine {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A line is a result that does not belong to this job.
    UnknownLine {
        /// The number of the line, from 1.
        line: usize,
    },
}

impl JournalProblem {
    /// The problem of a file of some kind, in English.
    fn about(&self, kind: &str) -> String {
        match self {
            JournalProblem::File(problem) => problem.cause().to_string(),
            JournalProblem::Unwritable(problem) => problem.cause().to_string(),
            JournalProblem::InUse => "another run is writing it".to_owned(),
            JournalProblem::OtherKind => format!("it is not a {kind}; name another file"),
            JournalProblem::OtherVersion => {
                "it was written by another version of othellier; name another file".to_owned()
            }
            JournalProblem::OtherSettings { setting } => format!(
                "it was started with another {}; give the same settings, or name another file",
                setting.as_deref().unwrap_or("setting")
            ),
            JournalProblem::BadLine { line } => format!("line {line} is not one of a {kind}"),
            JournalProblem::UnknownLine { line } => {
                format!("line {line} does not belong to this job; name another file")
            }
        }
    }
}

impl From<FileProblem> for JournalProblem {
    fn from(problem: FileProblem) -> JournalProblem {
        JournalProblem::File(problem)
    }
}

impl From<io::Error> for JournalProblem {
    fn from(error: io::Error) -> JournalProblem {
        JournalProblem::File(FileProblem::Unreadable(error))
    }
}

impl Journal {
    /// Opens or creates a journal. `read` gets its complete lines with their numbers, from 1 for the
    /// header; none for a new file.
    ///
    /// ```
    /// use othellier_record::journal::{Journal, JournalFormat};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("squares.txt");
    /// let format = JournalFormat { kind: "list of squares", prefix: "# sq", header: "# squares" };
    /// std::fs::write(&path, "# squares\n1\n4\n9")?;
    /// let mut known = Vec::new();
    /// let mut journal = Journal::open(&path, &format, &mut |_, line| {
    ///     known.push(line.to_owned());
    ///     Ok(())
    /// })?;
    /// assert_eq!(known, ["# squares", "1", "4"], "the last line is torn");
    /// journal.append("9")?;
    /// assert_eq!(std::fs::read_to_string(&path)?, "# squares\n1\n4\n9\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(
        path: &Path,
        format: &JournalFormat<'_>,
        read: &mut dyn FnMut(usize, &str) -> Result<(), JournalProblem>,
    ) -> Result<Journal, JournalError> {
        Journal::open_grouped(path, format, &mut |number, line| read(number, line).map(|()| true))
    }

    /// As [`Journal::open`], for results of several lines: `read` returns whether a result is
    /// complete with this line. What follows the last complete one is dropped.
    pub fn open_grouped(
        path: &Path,
        format: &JournalFormat<'_>,
        read: &mut dyn FnMut(usize, &str) -> Result<bool, JournalProblem>,
    ) -> Result<Journal, JournalError> {
        let file = open_locked(path, format, read).map_err(|problem| error(path, format, problem));
        let mut journal = Journal { path: path.to_owned(), kind: format.kind, file: file? };
        if journal.file.stream_position().is_ok_and(|at| at == 0) {
            journal.append(format.header)?;
        }
        Ok(journal)
    }

    /// Appends a line, or several that are one result.
    pub fn append(&mut self, line: &str) -> Result<(), JournalError> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| self.unwritable(error))
    }

    /// Flushes appended lines to the disk.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(|error| self.unwritable(error))
    }

    fn unwritable(&self, error: io::Error) -> JournalError {
        let problem = JournalProblem::Unwritable(FileProblem::Unreadable(error));
        JournalError { path: self.path.clone(), kind: self.kind, problem }
    }
}

/// Reads the complete lines of a journal without changing it, with their numbers from 1.
pub fn read(
    path: &Path,
    format: &JournalFormat<'_>,
    read: &mut dyn FnMut(usize, &str) -> Result<(), JournalProblem>,
) -> Result<(), JournalError> {
    let read =
        othellier_platform::file::open(path).map_err(JournalProblem::from).and_then(|mut file| {
            read_lines(&mut file, format, &mut |number, line| read(number, line).map(|()| true))
        });
    read.map(|_| ()).map_err(|problem| error(path, format, problem))
}

/// The first line of a file, if it is complete and UTF-8.
pub fn header(path: &Path) -> Option<String> {
    let file = BufReader::new(othellier_platform::file::open(path).ok()?);
    let mut line = String::new();
    file.take(LONGEST_LINE).read_line(&mut line).ok()?;
    Some(line.strip_suffix('\n')?.to_owned())
}

fn error(path: &Path, format: &JournalFormat<'_>, problem: JournalProblem) -> JournalError {
    JournalError { path: path.to_owned(), kind: format.kind, problem }
}

/// The file, locked, without what is incomplete, at its end.
fn open_locked(
    path: &Path,
    format: &JournalFormat<'_>,
    read: &mut dyn FnMut(usize, &str) -> Result<bool, JournalProblem>,
) -> Result<File, JournalProblem> {
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(JournalProblem::OtherKind);
    }
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(JournalProblem::InUse);
    }
    let kept = read_lines(&mut file, format, read)?;
    file.set_len(kept)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// Passes the complete lines on, and returns how many bytes hold complete results.
fn read_lines(
    file: &mut File,
    format: &JournalFormat<'_>,
    read: &mut dyn FnMut(usize, &str) -> Result<bool, JournalProblem>,
) -> Result<u64, JournalProblem> {
    let mut file = BufReader::new(file);
    // A file of another kind is rejected by its first bytes. A kill may have torn the first line.
    let mut bytes = Vec::new();
    file.by_ref().take(format.prefix.len() as u64).read_to_end(&mut bytes)?;
    if !format.prefix.as_bytes().starts_with(&bytes) {
        return Err(JournalProblem::OtherKind);
    }
    let (mut end, mut kept) = (0, 0);
    for number in 1.. {
        file.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        let Some(line) = bytes.strip_suffix(b"\n") else { break };
        // Bytes that are not text are not a header; later lines are judged by the caller.
        let line = match std::str::from_utf8(line) {
            Err(_) if number == 1 => return Err(JournalProblem::OtherKind),
            _ => String::from_utf8_lossy(line),
        };
        end += bytes.len() as u64;
        if read(number, line.strip_suffix('\r').unwrap_or(&line))? {
            kept = end;
        }
        bytes.clear();
    }
    match bytes.len() as u64 {
        torn if torn >= LONGEST_LINE => {
            Err(FileProblem::TooLarge { most_bytes: LONGEST_LINE }.into())
        }
        _ => Ok(kept),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const FORMAT: JournalFormat<'_> =
        JournalFormat { kind: "list", prefix: "# list ", header: "# list of numbers" };

    /// The lines of a journal with this content, and what is left of it after one is appended.
    fn reopened(content: &[u8]) -> Result<(Vec<String>, String), JournalProblem> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        fs::write(&path, content).unwrap();
        let mut lines = Vec::new();
        let opened = Journal::open(&path, &FORMAT, &mut |number, line| {
            lines.push(line.to_owned());
            if line == "bad" { Err(JournalProblem::BadLine { line: number }) } else { Ok(()) }
        });
        match opened {
            Ok(mut journal) => {
                journal.append("new").unwrap();
                journal.sync().unwrap();
                Ok((lines, fs::read_to_string(&path).unwrap()))
            }
            Err(error) => {
                assert_eq!(fs::read(&path).unwrap(), content, "a refused file is not changed");
                assert_eq!(error.path, path);
                Err(error.problem)
            }
        }
    }

    #[test]
    fn a_torn_last_line_is_dropped() {
        let fresh = "# list of numbers\nnew\n".to_owned();
        for torn in ["", "#", "# list of num"] {
            assert_eq!(reopened(torn.as_bytes()), Ok((vec![], fresh.clone())), "{torn}");
        }
        let lines = ["# list of numbers", "1"].map(str::to_owned).to_vec();
        for torn in ["", "2", "2 \u{e9}"] {
            let content = format!("# list of numbers\n1\n{torn}");
            let after = "# list of numbers\n1\nnew\n".to_owned();
            assert_eq!(reopened(content.as_bytes()), Ok((lines.clone(), after)), "{torn}");
        }
    }

    #[test]
    fn other_files_are_refused_and_not_changed() {
        for other in [&b"# lost\n"[..], b"GIF89a", b"# list \xff\n"] {
            assert_eq!(reopened(other), Err(JournalProblem::OtherKind));
        }
        assert_eq!(
            reopened(b"# list of numbers\n1\nbad\n"),
            Err(JournalProblem::BadLine { line: 3 })
        );
        let folder = tempfile::tempdir().unwrap();
        let error = Journal::open(folder.path(), &FORMAT, &mut |_, _| Ok(())).unwrap_err();
        let expected = format!("{}: it is not a list; name another file", folder.path().display());
        assert_eq!(error.to_string(), expected);
        let nowhere = folder.path().join("nowhere").join("list");
        let error = Journal::open(&nowhere, &FORMAT, &mut |_, _| Ok(())).unwrap_err();
        assert!(matches!(error.problem, JournalProblem::File(_)));
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut endless = b"# list ".to_vec();
        endless.resize(2 << 20, b'x');
        let most_bytes = LONGEST_LINE;
        assert_eq!(
            reopened(&endless),
            Err(JournalProblem::File(FileProblem::TooLarge { most_bytes }))
        );
    }

    #[test]
    fn two_runs_do_not_write_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        let open = || Journal::open(&path, &FORMAT, &mut |_, _| Ok(()));
        let first = open().unwrap();
        assert_eq!(open().unwrap_err().problem, JournalProblem::InUse);
        drop(first);
        open().unwrap();
    }

    #[test]
    fn an_incomplete_group_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        fs::write(&path, "# list of numbers\n1\n2\nend\n3\n4\n").unwrap();
        let open = |path: &Path| {
            Journal::open_grouped(path, &FORMAT, &mut |number, line| {
                Ok(number == 1 || line == "end")
            })
        };
        drop(open(&path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "# list of numbers\n1\n2\nend\n");
    }

    #[test]
    fn reading_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        fs::write(&path, "# list of numbers\n1\n2").unwrap();
        let mut lines = Vec::new();
        read(&path, &FORMAT, &mut |number, line| {
            lines.push((number, line.to_owned()));
            Ok(())
        })
        .unwrap();
        assert_eq!(lines, [(1, "# list of numbers".to_owned()), (2, "1".to_owned())]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "# list of numbers\n1\n2");
        assert_eq!(header(&path).as_deref(), Some("# list of numbers"));
        assert_eq!(header(&folder.path().join("missing")), None);
    }
}
