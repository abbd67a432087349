//! Errors of an archive.

use std::path::PathBuf;

use rusqlite::ErrorCode;

/// Why an operation on an archive failed.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// There is no such file.
    #[error("there is no archive `{}`", path.display())]
    Missing { path: PathBuf },
    /// The file is not an archive; it was not changed.
    #[error("`{}` is not an archive of games", path.display())]
    NotAnArchive { path: PathBuf },
    /// The file was written by a newer program.
    #[error("the archive has version {found}; expected {expected}")]
    OtherVersion { found: i64, expected: i64 },
    /// Another program is writing to it.
    #[error("another program is writing to the archive")]
    InUse,
    /// A stored game cannot be decoded.
    #[error("game {game} of the archive is damaged")]
    Damaged { game: u32 },
    /// No player name in the archive matches.
    #[error("there is no player `{text}` in the archive")]
    NoSuchPlayer { text: String },
    /// No event name in the archive matches.
    #[error("there is no event `{text}` in the archive")]
    NoSuchEvent { text: String },
    /// The file cannot be read or written.
    #[error("the archive cannot be read or written: {0}")]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for ArchiveError {
    fn from(error: rusqlite::Error) -> ArchiveError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ArchiveError::InUse,
            _ => ArchiveError::Sqlite(error),
        }
    }
}
