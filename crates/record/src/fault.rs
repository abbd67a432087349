//! What can be wrong with a file of games, and where.

use std::{fmt, io};

use crate::obf::ObfFault;
use crate::quote::quoted;
use crate::save::SaveProblem;
use crate::transcript::{TranscriptError, TranscriptProblem};

/// The most bytes of one game in any text format: a thousand times what a game needs.
pub const LONGEST_GAME: usize = 4 << 20;

/// A game of a file cannot be read. The next one still can, unless the file itself cannot.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct ReadError {
    /// Where it is.
    pub place: Place,
    /// What is wrong there.
    pub fault: Fault,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text: the line, from 1.
    Line(usize),
    /// In a binary file: the byte, from 0.
    Offset(u64),
}

impl Place {
    /// Something is wrong here.
    pub(crate) fn error(self, fault: impl Into<Fault>) -> ReadError {
        ReadError { place: self, fault: fault.into() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Offset(offset) => write!(f, "offset {offset}"),
        }
    }
}

/// Why a game is refused.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The file cannot be read any further.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The file is not of this format at all.
    #[error("this is no {format} file")]
    OtherFormat {
        /// The format that was expected.
        format: &'static str,
    },
    /// The file ends, or another game begins, in the middle of a game.
    #[error("the game has no end")]
    Cut,
    /// There are more bytes to one game than any game has.
    #[error("the game is longer than {LONGEST_GAME} bytes")]
    TooLong,
    /// Something that is no game, between the games.
    #[error("{} is no part of a game", quoted(text))]
    NoGame {
        /// How it begins.
        text: String,
    },
    /// A game, but not of Othello.
    #[error("no game of Othello, but of {}", quoted(game))]
    OtherGame {
        /// What the file calls it; empty if it does not say.
        game: String,
    },
    /// A board of a size that we do not play on.
    #[error("a board of size {}; expected 4, 6, 8 or 10", quoted(size))]
    OtherSize {
        /// What the file says.
        size: String,
    },
    /// The start of the game is no position.
    #[error("the start is no position: {why}")]
    BadStart {
        /// What is wrong with it.
        why: String,
    },
    /// Discs are set up in the middle of a game.
    #[error("discs are set up after move {after}")]
    SetUp {
        /// How many moves were played before.
        after: usize,
    },
    /// What should be a move names neither a square nor a pass.
    #[error("move {number}, {}, is no move", quoted(text))]
    NotAMove {
        /// What was read.
        text: String,
        /// Which move of the game it should be, from 1, passes included.
        number: usize,
    },
    /// A move that the rules forbid.
    #[error("move {number}, {}, is not legal", quoted(text))]
    IllegalMove {
        /// What was read.
        text: String,
        /// Which move of the game it would be.
        number: usize,
    },
    /// A move after the end of the game.
    #[error("move {number}, {}, comes after the end of the game", quoted(text))]
    AfterEnd {
        /// What was read.
        text: String,
        /// Which move of the game it would be.
        number: usize,
    },
    /// A pass where there is a square to play.
    #[error("move {number} is a pass, but there is a move to play")]
    PassNotForced {
        /// Which move of the game it would be.
        number: usize,
    },
    /// A score that no game of this size has.
    #[error("a score of {found}; expected 0 to {most}")]
    BadScore {
        /// What the file says.
        found: u8,
        /// The most discs there are.
        most: u8,
    },
    /// The file has fewer games than it says.
    #[error("the file should hold {promised} games and holds {found}")]
    Missing {
        /// Games according to the beginning of the file.
        promised: u32,
        /// Whole games that there are.
        found: u32,
    },
    /// A list of names is longer or shorter than it says.
    #[error("the file should hold {promised} names and holds {found}")]
    MissingNames {
        /// Names according to the beginning of the file.
        promised: u32,
        /// Whole names that there are.
        found: u32,
    },
    /// Bytes after the last game.
    #[error("{bytes} bytes follow the last game")]
    Extra {
        /// How many.
        bytes: u64,
    },
    /// A line of a problem file.
    #[error(transparent)]
    Problem(ObfFault),
    /// A save file of ours.
    #[error(transparent)]
    Save(SaveProblem),
}

impl Fault {
    /// What is wrong with the word of a transcript.
    pub(crate) fn of_word(problem: TranscriptProblem, text: &str, number: usize) -> Fault {
        let text = text.to_owned();
        match problem {
            TranscriptProblem::NotAMove => Fault::NotAMove { text, number },
            TranscriptProblem::Illegal => Fault::IllegalMove { text, number },
            TranscriptProblem::GameOver => Fault::AfterEnd { text, number },
            TranscriptProblem::PassNotForced => Fault::PassNotForced { number },
        }
    }
}

impl<S: othellier_board::Size> From<TranscriptError<S>> for Fault {
    fn from(error: TranscriptError<S>) -> Fault {
        Fault::of_word(error.problem, &error.text, error.move_number())
    }
}

/// Something doubtful in a game that was read all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub doubt: Doubt,
}

/// What can be doubtful.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Doubt {
    /// The score that the file gives is not that of the moves.
    #[error("the score is said to be {said:+}, the moves lead to {shown:+}")]
    Score {
        /// Black's discs less White's, as the file has it.
        said: f64,
        /// As the moves show.
        shown: i32,
    },
    /// A move is given to the side whose turn it is not.
    #[error("move {number} is given to the wrong side")]
    Color {
        /// Which move, from 1, passes included.
        number: usize,
    },
    /// A pass after the end of the game; it is left out.
    #[error("a pass comes after the end of the game")]
    PassAfterEnd,
    /// Lines beside the game; only the game itself is read.
    #[error("{count} variations stand beside the game, which are not kept")]
    Variations {
        /// How many lines end elsewhere.
        count: usize,
    },
    /// A value that does not say what it should; it is not kept.
    #[error("{name} is {}, which is not understood", quoted(text))]
    Value {
        /// What the format calls it.
        name: String,
        /// What was read.
        text: String,
    },
    /// A number of a player or a tournament that the lists of names do not have.
    #[error("name {number} is not in the list of {known}")]
    NoName {
        /// The number.
        number: u16,
        /// How many names there are.
        known: usize,
    },
}
