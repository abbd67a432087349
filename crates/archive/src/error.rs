//! What can be wrong with an archive.

use std::path::PathBuf;

use rusqlite::ErrorCode;

/// Why the archive did not answer.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// There is no such file.
    #[error("there is no archive `{}`", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else, and was left as it is.
    #[error("`{}` is no archive of games", path.display())]
    Stranger {
        /// The file.
        path: PathBuf,
    },
    /// The file was made by a later program.
    #[error("the archive is of version {found}; expected {expected}")]
    OtherVersion {
        /// Its version.
        found: i64,
        /// Ours.
        expected: i64,
    },
    /// Another program writes to it.
    #[error("another program is writing to the archive")]
    InUse,
    /// Something in it is not as we write it.
    #[error("game {game} of the archive is damaged")]
    Damaged {
        /// Its number.
        game: u32,
    },
    /// Nobody in the archive is called so.
    #[error("there is no player `{text}` in the archive")]
    NoSuchPlayer {
        /// What was asked for.
        text: String,
    },
    /// No event in the archive is called so.
    #[error("there is no event `{text}` in the archive")]
    NoSuchEvent {
        /// What was asked for.
        text: String,
    },
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
