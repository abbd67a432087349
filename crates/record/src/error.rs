//! Errors and warnings about files of games, with their locations.

use std::{fmt, io};

use othellier_board::ParsePositionError;

use crate::obf::error::ObfLineProblem;
use crate::quote::quoted;
use crate::save::error::SaveProblem;
use crate::transcript::{TranscriptError, TranscriptProblem};

/// The maximum size of one game in any text format, in bytes: a thousand times what a game needs.
pub const LONGEST_GAME: usize = 4 << 20;

/// A game of a file cannot be read. Reading can continue with the next game, unless the file itself
/// is unreadable.
#[derive(Debug, thiserror::Error)]
#[error("{location}: {problem}")]
pub struct ReadError {
    /// The place in the source.
    pub location: Location,
    /// The fault at this place.
    pub problem: ReadProblem,
}

/// A location in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// The line of a text file, from 1.
    Line(usize),
    /// The byte offset in a binary file, from 0.
    Offset(u64),
}

impl Location {
    /// An error at this location.
    pub(crate) fn error(self, problem: impl Into<ReadProblem>) -> ReadError {
        ReadError { location: self, problem: problem.into() }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Line(line) => write!(f, "line {line}"),
            Location::Offset(offset) => write!(f, "offset {offset}"),
        }
    }
}

/// Why a game is rejected.
#[derive(Debug, thiserror::Error)]
pub enum ReadProblem {
    /// The file cannot be read further.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The file does not have this format.
    #[error("not a {format} file")]
    OtherFormat {
        /// The name of the expected format.
        format: &'static str,
    },
    /// The file ends, or another game begins, in the middle of a game.
    #[error("the game is cut off")]
    Cut,
    /// The game is too large to be one.
    #[error("the game is longer than {LONGEST_GAME} bytes")]
    TooLong,
    /// Unexpected text between games.
    #[error("{} is not part of a game", quoted(text))]
    NoGame {
        /// The beginning of that text.
        text: String,
    },
    /// A game other than Othello.
    #[error("not a game of Othello, but of {}", quoted(game))]
    OtherGame {
        /// Its name in the file; empty if missing.
        game: String,
    },
    /// An unsupported board size.
    #[error("a board of size {}; expected 4, 6, 8 or 10", quoted(size))]
    OtherSize {
        /// The value in the file.
        size: String,
    },
    /// The start of the game is not a position.
    #[error("the start is not a position: {why}")]
    BadStart {
        /// The fault in the position.
        why: StartFault,
    },
    /// Discs are set up after the first move.
    #[error("discs are set up after move {after}")]
    SetUp {
        /// The number of moves before.
        after: usize,
    },
    /// The text names neither a square nor a pass.
    #[error("move {number}, {}, is not a move", quoted(text))]
    NotAMove {
        /// The text in the file.
        text: String,
        /// Its move number, from 1, counting passes.
        number: usize,
    },
    /// A move is not legal in its position.
    #[error("move {number}, {}, is not legal", quoted(text))]
    IllegalMove {
        /// The text in the file.
        text: String,
        /// The number of the move, from 1.
        number: usize,
    },
    /// A move after the end of the game.
    #[error("move {number}, {}, comes after the end of the game", quoted(text))]
    AfterEnd {
        /// The text in the file.
        text: String,
        /// The number of the move, from 1.
        number: usize,
    },
    /// A pass although there is a legal move.
    #[error("move {number} is a pass, but there is a move to play")]
    PassNotForced {
        /// The number of the move, from 1.
        number: usize,
    },
    /// A score that is impossible on this board.
    #[error("a score of {found}; expected 0 to {most}")]
    BadScore {
        /// The value in the file.
        found: u8,
        /// The number of squares of the board.
        most: u8,
    },
    /// The file has fewer games than its header says.
    #[error("the header promises {promised} games; found {found}")]
    Missing {
        /// The number in the header.
        promised: u32,
        /// The number of complete games.
        found: u32,
    },
    /// The length of a list of names differs from its header.
    #[error("the header promises {promised} names; found {found}")]
    MissingNames {
        /// The number in the header.
        promised: u32,
        /// The number of complete names.
        found: u32,
    },
    /// Bytes after the last game.
    #[error("{bytes} bytes follow the last game")]
    Extra {
        /// The number of bytes that are left over.
        bytes: u64,
    },
    /// A line of an OBF file is wrong.
    #[error(transparent)]
    Obf(ObfLineProblem),
    /// A save file is wrong.
    #[error(transparent)]
    Save(SaveProblem),
}

/// Why the start of a game is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartFault {
    /// It is not a board.
    #[error(transparent)]
    Board(#[from] ParsePositionError),
    /// The moves of a problem lead elsewhere.
    #[error("the game in the comment leads to another position")]
    OtherPosition,
    /// A disc is set up on something else than a square.
    #[error("`{text}` is not a square")]
    NotASquare {
        /// The text in the file.
        text: String,
    },
}

impl ReadProblem {
    /// A stable identifier, such as `illegal-move`.
    pub const fn code(&self) -> &'static str {
        match self {
            ReadProblem::Unreadable(_) => "unreadable",
            ReadProblem::OtherFormat { .. } => "other-format",
            ReadProblem::Cut => "cut",
            ReadProblem::TooLong => "too-long",
            ReadProblem::NoGame { .. } => "no-game",
            ReadProblem::OtherGame { .. } => "other-game",
            ReadProblem::OtherSize { .. } => "other-size",
            ReadProblem::BadStart { .. } => "bad-start",
            ReadProblem::SetUp { .. } => "set-up",
            ReadProblem::NotAMove { .. } => "not-a-move",
            ReadProblem::IllegalMove { .. } => "illegal-move",
            ReadProblem::AfterEnd { .. } => "after-end",
            ReadProblem::PassNotForced { .. } => "pass-not-forced",
            ReadProblem::BadScore { .. } => "bad-score",
            ReadProblem::Missing { .. } => "missing-games",
            ReadProblem::MissingNames { .. } => "missing-names",
            ReadProblem::Extra { .. } => "extra-bytes",
            ReadProblem::Obf(problem) => problem.code(),
            ReadProblem::Save(problem) => problem.code(),
        }
    }

    /// The problem with a word of a transcript.
    pub(crate) fn of_word(problem: TranscriptProblem, text: &str, number: usize) -> ReadProblem {
        let text = text.to_owned();
        match problem {
            TranscriptProblem::NotAMove => ReadProblem::NotAMove { text, number },
            TranscriptProblem::Illegal => ReadProblem::IllegalMove { text, number },
            TranscriptProblem::GameOver => ReadProblem::AfterEnd { text, number },
            TranscriptProblem::PassNotForced => ReadProblem::PassNotForced { number },
        }
    }
}

impl<S: othellier_board::Size> From<TranscriptError<S>> for ReadProblem {
    fn from(error: TranscriptError<S>) -> ReadProblem {
        ReadProblem::of_word(error.problem, &error.text, error.move_number())
    }
}

/// A warning about a game that was read nevertheless.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// The place in the source.
    pub location: Location,
    /// The kind of warning, with its values.
    pub kind: WarningKind,
}

/// The reasons to doubt a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WarningKind {
    /// The score in the file differs from that of the moves.
    #[error("the recorded score is {recorded:+}, the moves lead to {shown:+}")]
    Score {
        /// Black's discs minus White's, according to the file.
        recorded: f64,
        /// The result that the moves lead to.
        shown: i32,
    },
    /// A move is attributed to the side that is not to move.
    #[error("move {number} is given to the wrong side")]
    Color {
        /// The move number, from 1, counting passes.
        number: usize,
    },
    /// A pass after the end of the game; it is ignored.
    #[error("a pass comes after the end of the game")]
    PassAfterEnd,
    /// Variations of the game; only the main line is read.
    #[error("{count} variations are not kept")]
    Variations {
        /// The number of variations that were left out.
        count: usize,
    },
    /// A value that cannot be parsed; it is not kept.
    #[error("the value {} of {name} is not understood", quoted(text))]
    Value {
        /// Its name in the format.
        name: String,
        /// The text in the file.
        text: String,
    },
    /// The number of a player or tournament that is not in the list of names.
    #[error("name {number} is not in the list of {known}")]
    NoName {
        /// The number that the file has instead of a name.
        number: u16,
        /// The number of names in the list.
        known: usize,
    },
}

impl WarningKind {
    /// A stable identifier, such as `wrong-side`.
    pub const fn code(&self) -> &'static str {
        match self {
            WarningKind::Score { .. } => "other-score",
            WarningKind::Color { .. } => "wrong-side",
            WarningKind::PassAfterEnd => "pass-after-end",
            WarningKind::Variations { .. } => "variations",
            WarningKind::Value { .. } => "bad-value",
            WarningKind::NoName { .. } => "no-name",
        }
    }
}
