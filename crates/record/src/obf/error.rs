//! Why a problem file cannot be read.

use std::io;

use othellier_board::ParsePositionError;

use crate::quote::quoted;

/// The maximum line length in bytes: about a hundred times what the longest problem needs.
pub(super) const LONGEST_LINE: u64 = 64 << 10;

/// A line of a problem file cannot be parsed.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {}{problem}", self.quote())]
pub struct ObfError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The offending text, if known.
    pub text: String,
    /// The fault in the line.
    pub problem: ObfLineProblem,
}

impl ObfError {
    /// The offending text, unless the message quotes it already.
    fn quote(&self) -> String {
        match self.problem {
            ObfLineProblem::Board(_)
            | ObfLineProblem::OtherSize { .. }
            | ObfLineProblem::LineTooLong
            | ObfLineProblem::Unreadable(_) => String::new(),
            _ => format!("{} ", quoted(&self.text)),
        }
    }
}

/// Why a line of a problem file is rejected.
#[derive(Debug, thiserror::Error)]
pub enum ObfLineProblem {
    /// It does not start with a board.
    #[error(transparent)]
    Board(#[from] ParsePositionError),
    /// It starts with a board of another size.
    #[error("the position has {found}x{found} squares; expected {expected}x{expected}")]
    OtherSize {
        /// The size of the board in the line.
        found: u8,
        /// The expected squares per side.
        expected: u8,
    },
    /// The text before a colon is not a move.
    #[error("does not name a move; expected a field such as G8:+18, PS:-4 or +0")]
    NotAMove,
    /// The move is not legal in the position.
    #[error("is not a legal move of this position")]
    Illegal,
    /// The score is out of range or not a number.
    #[error("does not give a score; expected a whole number from -{most} to +{most}")]
    NotAScore {
        /// The maximum score on this board.
        most: i32,
    },
    /// A second score for the same move, or for the position.
    #[error("gives a second score for the same thing")]
    Twice,
    /// The line is too long.
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    LineTooLong,
    /// The file cannot be read further.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

impl ObfLineProblem {
    /// A stable identifier, such as `illegal-move`.
    pub const fn code(&self) -> &'static str {
        match self {
            ObfLineProblem::Board(_) => "bad-start",
            ObfLineProblem::OtherSize { .. } => "other-size",
            ObfLineProblem::NotAMove => "not-a-move",
            ObfLineProblem::Illegal => "illegal-move",
            ObfLineProblem::NotAScore { .. } => "bad-score",
            ObfLineProblem::Twice => "second-score",
            ObfLineProblem::LineTooLong => "too-long",
            ObfLineProblem::Unreadable(_) => "unreadable",
        }
    }
}
