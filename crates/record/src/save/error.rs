//! What can go wrong with a save file.

use std::io;
use std::path::{Path, PathBuf};

use othellier_board::ParsePositionError;

use super::{FORMAT, MOST_BYTES, PLAIN_VERSION, VERSION};
use crate::quote::quoted;

/// A saved game cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}{problem}", place(path.as_deref(), *line))]
pub struct SaveError {
    /// The file, if the text came from one.
    pub path: Option<PathBuf>,
    /// The line, from 1, if it is one line's fault.
    pub line: Option<usize>,
    /// What is wrong there.
    pub problem: SaveProblem,
}

/// What can be wrong with a saved game.
#[derive(Debug, thiserror::Error)]
pub enum SaveProblem {
    /// The system would not give the file's content.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file is much longer than any game.
    #[error("too large for a saved game; expected at most {MOST_BYTES} bytes")]
    TooLarge,
    /// The bytes are no text.
    #[error("not text; expected UTF-8")]
    NotUtf8,
    /// The first line is not that of a save file.
    #[error("not a saved game; expected `{FORMAT} {PLAIN_VERSION}`, read {}", quoted(read))]
    NotAGame {
        /// That line.
        read: String,
    },
    /// The file was written by a later program.
    #[error("version {version} is newer than this program understands ({VERSION})")]
    NewerVersion {
        /// The version of the file.
        version: u32,
    },
    /// The game is on another board than the caller wants.
    #[error("a game on {found}x{found}; expected one on {expected}x{expected}")]
    OtherSize {
        /// Squares to a side of the board of the file.
        found: u8,
        /// Squares to a side of the board that was wanted.
        expected: u8,
    },
    /// A line is not what should stand there.
    #[error("expected {expected}, read {}", quoted(read))]
    Unexpected {
        /// What should stand there.
        expected: String,
        /// What does.
        read: String,
    },
    /// The text is not all there.
    #[error("the text stops where {expected} was expected")]
    Stops {
        /// What should follow.
        expected: String,
    },
    /// The start is no position.
    #[error(transparent)]
    Start(ParsePositionError),
    /// The rules forbid a move.
    #[error("{} is not legal here", quoted(attempted))]
    IllegalMove {
        /// The move.
        attempted: String,
    },
}

impl SaveError {
    /// The same error, in this file: for a text that the caller had from [`load`](super::load).
    pub fn in_file(self, path: &Path) -> SaveError {
        SaveError { path: Some(path.to_owned()), ..self }
    }

    pub(super) fn at_line(line: usize, problem: SaveProblem) -> SaveError {
        SaveError { path: None, line: Some(line), problem }
    }
}

impl From<SaveProblem> for SaveError {
    fn from(problem: SaveProblem) -> SaveError {
        SaveError { path: None, line: None, problem }
    }
}

/// Where the problem is, to begin a message with.
fn place(path: Option<&Path>, line: Option<usize>) -> String {
    match (path, line) {
        (Some(path), Some(line)) => format!("{}, line {line}: ", path.display()),
        (Some(path), None) => format!("{}: ", path.display()),
        (None, Some(line)) => format!("line {line}: "),
        (None, None) => String::new(),
    }
}

/// A game cannot be saved. What the file held before, it still holds.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {cause}", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// What the system says.
    pub cause: io::Error,
}
