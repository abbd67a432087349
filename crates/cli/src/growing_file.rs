//! A text file that grows by whole lines and outlives the run that writes it.
//!
//! A line that a kill cut short has no end; it is dropped when the file is opened again. A file of
//! another kind is refused and left as it is, and no two runs hold the same one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use othellier_file::read_all;

use crate::complaint::Complaint;
use crate::lang::{Lang, say};
use crate::solve::source::refused;
use crate::whole_file;

/// The most that is read of such a file: millions of games.
pub(crate) const MOST_BYTES: u64 = 1 << 30;

/// The longest that a first line may be.
const LONGEST_HEADER: u64 = 1 << 20;

/// The first line of a file, if it has a whole one that is text.
pub(crate) fn first_line(path: &Path) -> Option<String> {
    let file = BufReader::new(othellier_file::open(path).ok()?);
    let mut line = String::new();
    file.take(LONGEST_HEADER).read_line(&mut line).ok()?;
    Some(line.strip_suffix('\n')?.to_owned())
}

/// How files of one kind are known.
pub(crate) struct Format<'a> {
    /// What all of them begin with.
    pub(crate) beginning: &'a str,
    /// The first line of a new one.
    pub(crate) first_line: &'a str,
    /// The key of what is said of another file.
    pub(crate) stranger: &'static str,
}

/// A file that is open for more.
pub(crate) struct GrowingFile {
    name: String,
    file: File,
}

impl GrowingFile {
    /// Opens a file, or begins one. `read` is given its whole lines, none of a new file, and
    /// answers what they mean or why they will not do.
    pub(crate) fn open<T>(
        lang: Lang,
        path: &Path,
        format: &Format<'_>,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<(GrowingFile, T), Complaint> {
        let name = path.display().to_string();
        let unfit = |why: String| refused(lang, &name, why);
        let failed = |error: io::Error| refused(lang, &name, error);
        let stranger = || unfit(lang.text(format.stranger));
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(stranger());
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(unfit(lang.text("file-in-use")));
        }
        // Whatever is of another kind is not read to its end.
        let mut content = Vec::new();
        let beginning = format.beginning.len() as u64;
        Read::by_ref(&mut file).take(beginning).read_to_end(&mut content).map_err(failed)?;
        if !begins_alike(&content, format.beginning.as_bytes()) {
            return Err(stranger());
        }
        let rest = read_all(&mut file, MOST_BYTES);
        content.extend(rest.map_err(|problem| unfit(whole_file::problem(lang, &problem)))?);
        let whole = std::str::from_utf8(whole_lines(&content)).map_err(|_| stranger())?;
        let found = read(whole).map_err(unfit)?;
        file.set_len(whole.len() as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut growing = GrowingFile { name, file };
        if whole.is_empty() {
            growing.append(lang, format.first_line)?;
        }
        Ok((growing, found))
    }

    /// Adds a line.
    pub(crate) fn append(&mut self, lang: Lang, line: &str) -> Result<(), Complaint> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| self.failed(lang, &error))
    }

    /// Brings what was added to the disk.
    pub(crate) fn sync(&self, lang: Lang) -> Result<(), Complaint> {
        self.file.sync_data().map_err(|error| self.failed(lang, &error))
    }

    fn failed(&self, lang: Lang, error: &io::Error) -> Complaint {
        let (file, why) = (self.name.as_str(), error.to_string());
        Complaint::Failed(say!(lang, "solve-file-refused", file = file, why = why))
    }
}

/// Whether the shorter of both is how the other begins: a kill may have cut the first line short.
fn begins_alike(content: &[u8], beginning: &[u8]) -> bool {
    content.iter().zip(beginning).all(|(one, other)| one == other)
}

/// The content up to the last line that has an end.
fn whole_lines(content: &[u8]) -> &[u8] {
    let end = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &content[..end]
}
