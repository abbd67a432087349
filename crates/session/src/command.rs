//! Commands of a session, its events, and its refusals.

use std::time::Duration;

use othellier_board::{Color, Eight, IllegalMove, Move, Size};
use othellier_record::{Ending, NoSuchMove};

use crate::Thought;

/// A command to a session.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<S: Size = Eight> {
    /// A person plays.
    Play(Move<S>),
    /// The program to move has chosen.
    Choose {
        /// The program's move.
        chosen: Move<S>,
        /// The program's thoughts on it.
        thought: Option<Thought<S>>,
    },
    /// A move that was played elsewhere, by either kind of player: the word of a controller. It implies
    /// a forced pass that was not sent, and revokes a resignation or a fallen flag.
    Receive {
        /// The move of the other side.
        played: Move<S>,
        /// The time it took, if it was reported.
        took: Option<Duration>,
    },
    /// The program to move resigns.
    Concede,
    /// The program to move gave no legal move.
    Fail,
    /// Back to the last choice of a person.
    Undo,
    /// Forward to the next choice of a person, or to the end.
    Redo,
    /// To the position after this many moves.
    GoTo(usize),
    /// Programs stop and wait.
    Pause,
    /// The program to move plays, here and from now on.
    Resume,
    /// A person resigns: this one, else the only one, else the one to move.
    Resign(Option<Color>),
    /// The players change sides.
    Swap,
    /// A new game from the same start. To go back to the start of this one, `GoTo(0)`.
    NewGame,
    /// Returns to a variation by its number, from 1.
    Recall(usize),
    /// Ends the game if the time of the side to move is up; nothing otherwise.
    CheckClock,
}

/// An effect of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<S: Size = Eight> {
    /// A move was played.
    Played {
        /// The side that played it.
        color: Color,
        /// The move that was played.
        played: Move<S>,
    },
    /// The line up to now became the last variation.
    Branched {
        /// The number of moves that both lines have.
        at: usize,
        /// The number of moves that were cut off.
        cut: usize,
    },
    /// Another position of the game, or of a variation, is current.
    WentTo {
        /// The number of moves before it.
        ply: usize,
    },
    /// The waiting program plays on.
    Resumed {
        /// The side of the program.
        color: Color,
    },
    /// The program to move failed, and waits.
    Failed {
        /// The side of the program.
        color: Color,
    },
    /// The players changed sides.
    Swapped,
    /// A new game began.
    NewGame,
    /// The game is over: played to the end, or in this way.
    Ended(Option<Ending>),
}

/// Why a session refuses a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError<S: Size = Eight> {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the turn of the other kind of player.
    #[error("it is the turn of {color}")]
    NotYourTurn {
        /// The side whose turn it is.
        color: Color,
    },
    /// It is the turn of a program, which waits.
    #[error("it is the turn of {color}, which is paused")]
    Paused {
        /// The side whose turn it is.
        color: Color,
    },
    /// The move is not legal.
    #[error(transparent)]
    Illegal(IllegalMove<S>),
    /// The game has no such move.
    #[error(transparent)]
    NoSuchMove(#[from] NoSuchMove),
    /// There is no such variation.
    #[error("there is no variation {wanted}; there are {last}")]
    NoSuchVariation {
        /// The number that was asked for.
        wanted: usize,
        /// The greatest number that exists.
        last: usize,
    },
    /// No person had a choice before.
    #[error("there is nothing to undo")]
    AtStart,
    /// There is no later move.
    #[error("there is nothing to redo")]
    AtEnd,
    /// No program waits.
    #[error("no program is paused")]
    NothingPaused,
    /// Only a person can resign.
    #[error("{color} is not a person")]
    NotAPerson {
        /// The side that should resign.
        color: Color,
    },
}
