//! Errors of save files.

use std::io;
use std::path::{Path, PathBuf};

use othellier_board::{Color, ParsePositionError};

use super::version::{FORMAT, MOST_BYTES, PLAIN_VERSION, VERSION};
use crate::quote::quoted;

/// A saved game cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}{problem}", location(path.as_deref(), *line))]
pub struct SaveError {
    /// The file, if the text was read from one.
    pub path: Option<PathBuf>,
    /// The line, from 1, if the problem is in one line.
    pub line: Option<usize>,
    /// The fault in that line.
    pub problem: SaveProblem,
}

/// Why a saved game cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SaveProblem {
    /// The operating system reports an error.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file is larger than the limit.
    #[error("too large for a saved game; expected at most {MOST_BYTES} bytes")]
    TooLarge,
    /// The bytes are not UTF-8.
    #[error("not text; expected UTF-8")]
    NotUtf8,
    /// The first line is not that of a save file.
    #[error("not a saved game; expected `{FORMAT} {PLAIN_VERSION}`, read {}", quoted(read))]
    NotAGame {
        /// The text of that line.
        read: String,
    },
    /// The file was written by a newer program.
    #[error("version {version} is newer than this program understands ({VERSION})")]
    NewerVersion {
        /// The version of the file.
        version: u32,
    },
    /// The game has another board size than requested.
    #[error("a game on {found}x{found}; expected one on {expected}x{expected}")]
    OtherSize {
        /// Squares per side in the file.
        found: u8,
        /// The requested squares per side.
        expected: u8,
    },
    /// An unexpected line.
    #[error("expected {expected}, read {}", quoted(read))]
    Unexpected {
        /// The value that was expected.
        expected: SaveExpected,
        /// The line in the file.
        read: String,
    },
    /// The text is truncated.
    #[error("unexpected end of text; expected {expected}")]
    Stops {
        /// The value that was expected.
        expected: SaveExpected,
    },
    /// The start is not a position.
    #[error(transparent)]
    Start(ParsePositionError),
    /// The move is not legal in its position.
    #[error("{} is not legal here", quoted(attempted))]
    IllegalMove {
        /// The text of the move.
        attempted: String,
    },
}

/// Values that a save file should have where it has something else.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveExpected {
    /// A line of this form.
    #[error("`{0}`")]
    Form(&'static str),
    /// The size of the board.
    #[error("`size 4`, `size 6`, `size 8` or `size 10`")]
    Size,
    /// The name of a player.
    #[error("`{0} NAME`")]
    Name(Color),
    /// The position at the start.
    #[error("`start` and a position")]
    Start,
    /// The next of the moves that the file announces.
    #[error("move {number} of {moves}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The number of moves that are announced.
        moves: usize,
    },
    /// The duration of a move.
    #[error("a time such as 1.25s")]
    Time,
    /// The spec of a player.
    #[error("a player such as `human` or `champion(level=2)`")]
    Player,
    /// A time control, or none.
    #[error("a clock such as `5m`, `5m+2s` or `5m/30s`")]
    Clock,
    /// The search cost of a move.
    #[error("`nodes NUMBER` or `nodes NUMBER reused NUMBER`")]
    Nodes,
    /// The ending of a game that the board did not end.
    #[error("`ending resigned COLOUR` or `ending out-of-time COLOUR`")]
    Ending,
    /// The result of the moves.
    #[error("`result {0}`, where the moves lead")]
    Result(String),
    /// No result, as the game is not over.
    #[error("no result, since the game is not over")]
    NoResult,
    /// A number within these bounds.
    #[error("a number from {first} to {last}")]
    Within {
        /// The smallest number that fits.
        first: usize,
        /// The largest number that fits.
        last: usize,
    },
    /// A known letter after a backslash.
    #[error(r"one of \\ \n \r \t \u{{…}} after a backslash")]
    Escape,
    /// The end of the text.
    #[error("nothing after `end`")]
    Nothing,
}

impl SaveProblem {
    /// The first line of a save file.
    pub const FIRST_LINE: (&str, u32) = (FORMAT, PLAIN_VERSION);
    /// The newest version that is read.
    pub const NEWEST: u32 = VERSION;

    /// A stable identifier, such as `illegal-move`.
    pub const fn code(&self) -> &'static str {
        match self {
            SaveProblem::Unreadable(_) => "unreadable",
            SaveProblem::TooLarge => "too-long",
            SaveProblem::NotUtf8 => "not-text",
            SaveProblem::NotAGame { .. } => "other-format",
            SaveProblem::NewerVersion { .. } => "newer-version",
            SaveProblem::OtherSize { .. } => "other-size",
            SaveProblem::Unexpected { .. } => "unexpected",
            SaveProblem::Stops { .. } => "cut",
            SaveProblem::Start(_) => "bad-start",
            SaveProblem::IllegalMove { .. } => "illegal-move",
        }
    }
}

impl SaveError {
    /// Adds the path, for a text that came from [`load`](super::load).
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

/// The location as the start of a message.
fn location(path: Option<&Path>, line: Option<usize>) -> String {
    match (path, line) {
        (Some(path), Some(line)) => format!("{}, line {line}: ", path.display()),
        (Some(path), None) => format!("{}: ", path.display()),
        (None, Some(line)) => format!("line {line}: "),
        (None, None) => String::new(),
    }
}

/// A game cannot be saved. The old file is unchanged.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {cause}", path.display())]
pub struct WriteError {
    /// The path of the file.
    pub path: PathBuf,
    /// The error of the operating system.
    pub cause: io::Error,
}
