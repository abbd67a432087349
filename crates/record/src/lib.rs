//! Game records of Othello: history, notation, file formats.
//!
//! A [`Game`] is a start position and the moves since: the only type with a history. It is written
//! and read as a transcript ([`transcript`]: the moves only, in any usual notation) or as a save
//! file ([`save`]: everything, checked, written atomically). [`parse_position`] reads a single
//! position in any usual notation, and [`obf`] positions with the scores of their moves.
//!
//! A [`Record`] is a game with its metadata. Every format is read into it and written from it:
//! [`ggf`], [`sgf`], [`pgn`], [`wthor`], and the formats above; [`format`](mod@format) chooses one.
//! Readers are iterators and accept any bytes; errors and warnings carry their location
//! ([`ReadError`], [`Warning`]). Writers report what a format cannot hold ([`LostPart`]).
//!
//! [`source`] finds the files that an argument names and reads them, [`problems`] reads numbered
//! problems, and a [`journal`] keeps the results of a long job so that it can resume.
//!
//! [`openings`] has the names of openings. [`TimeControl`] computes the [`Clock`] of a side from the
//! durations in its game.

#![warn(missing_docs)]

mod distinct;
mod game;
mod record;
mod time_control;

pub mod transcript;

mod position_text;

pub mod save;

pub mod obf;

pub mod ggf;
pub mod pgn;
mod properties;
pub mod sgf;
pub mod wthor;

pub mod format;
mod format_name;
mod losses;

pub mod journal;
pub mod problems;
pub mod source;

pub mod diagram;

pub mod openings;

mod error;
mod latin;
mod lines;
mod quote;
mod replace;
#[cfg(not(feature = "sizes"))]
mod sizes;

#[cfg(not(feature = "sizes"))]
#[doc(hidden)]
pub use othellier_board::with_size as with_size_of;
#[cfg(feature = "sizes")]
pub use othellier_board::{each_size, with_size};

pub use distinct::distinct_games;
pub use error::{LONGEST_GAME, Location, ReadError, ReadProblem, StartFault, Warning, WarningKind};
pub use format::Format;
pub use game::{Ending, Game, NoSuchMove, Outcome, Played};
pub use losses::{LostPart, UnsupportedGame};
pub use othellier_platform::file::{FileError, FileProblem, read_file, read_text};
pub use position_text::{PositionTextError, guess_side, parse_position};
pub use record::{AnyGame, MoveCost, Note, Record, Records, Tag, Theoretical};
pub use replace::replace_file;
pub use time_control::{
    Clock, MoveOverhead, ParseDurationError, TimeAllotment, TimeControl, parse_duration,
    show_duration,
};
