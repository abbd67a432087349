//! Append-only text files from which an interrupted job resumes: journals and lists of results.
//!
//! A kill may leave a last line without a line end; it is dropped when the file is opened again. A
//! file of another kind is refused and not changed, and a lock keeps two runs from sharing one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use othellier_file::read_all;
use othellier_locale::{Lang, Localized, message};

use crate::error::CliError;
use crate::solve::source::refused;

/// The largest file that is read: millions of games.
pub(crate) const MAX_BYTES: u64 = 1 << 30;

/// The longest first line.
const MAX_FIRST_LINE: u64 = 1 << 20;

/// The first line of a file, if it is complete and UTF-8.
pub(crate) fn first_line(path: &Path) -> Option<String> {
    let file = BufReader::new(othellier_file::open(path).ok()?);
    let mut line = String::new();
    file.take(MAX_FIRST_LINE).read_line(&mut line).ok()?;
    Some(line.strip_suffix('\n')?.to_owned())
}

/// How a kind of file is recognised.
pub(crate) struct Format<'a> {
    /// The prefix of all files of this kind.
    pub(crate) prefix: &'a str,
    /// The first line of a new one.
    pub(crate) first_line: &'a str,
    /// The key of the message for a file of another kind.
    pub(crate) wrong_kind: &'static str,
}

/// A file open for appending.
pub(crate) struct AppendFile {
    name: String,
    file: File,
}

impl AppendFile {
    /// Opens or creates a file. `read` gets its complete lines, none for a new file, and returns what
    /// they mean or why they are rejected.
    pub(crate) fn open<T>(
        lang: Lang,
        path: &Path,
        format: &Format<'_>,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<(AppendFile, T), CliError> {
        let name = path.display().to_string();
        let rejected = |why: String| refused(&name, why);
        let failed = |error: io::Error| refused(&name, error);
        let wrong_kind = || rejected(lang.text(format.wrong_kind));
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(wrong_kind());
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(rejected(lang.text("file-in-use")));
        }
        // A file of another kind is rejected by its prefix, not read to its end.
        let mut content = Vec::new();
        let beginning = format.prefix.len() as u64;
        Read::by_ref(&mut file).take(beginning).read_to_end(&mut content).map_err(failed)?;
        if !has_common_prefix(&content, format.prefix.as_bytes()) {
            return Err(wrong_kind());
        }
        let rest = read_all(&mut file, MAX_BYTES);
        content.extend(rest.map_err(|problem| rejected(problem.in_language(lang)))?);
        let whole = std::str::from_utf8(whole_lines(&content)).map_err(|_| wrong_kind())?;
        let found = read(whole).map_err(rejected)?;
        file.set_len(whole.len() as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut growing = AppendFile { name, file };
        if whole.is_empty() {
            growing.append(lang, format.first_line)?;
        }
        Ok((growing, found))
    }

    /// Appends a line.
    pub(crate) fn append(&mut self, lang: Lang, line: &str) -> Result<(), CliError> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| self.failed(lang, &error))
    }

    /// Flushes appended lines to the disk.
    pub(crate) fn sync(&self, lang: Lang) -> Result<(), CliError> {
        self.file.sync_data().map_err(|error| self.failed(lang, &error))
    }

    fn failed(&self, lang: Lang, error: &io::Error) -> CliError {
        let (file, why) = (self.name.as_str(), error.in_language(lang));
        CliError::failed(message!("solve-file-refused", file = file, why = why))
    }
}

/// Whether the shorter is a prefix of the longer: a kill may have truncated the first line.
fn has_common_prefix(content: &[u8], beginning: &[u8]) -> bool {
    content.iter().zip(beginning).all(|(one, other)| one == other)
}

/// The content up to the last line end.
fn whole_lines(content: &[u8]) -> &[u8] {
    let end = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &content[..end]
}
