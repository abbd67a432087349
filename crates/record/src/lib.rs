//! Games of Othello on paper.
//!
//! A [`Game`] is a start position and the moves since: the only type that knows the past. It is
//! written and read as a transcript ([`transcript`]: the moves alone, in any usual spelling) or as
//! a save file ([`save`]: everything, checked, and never half written). A single position is read
//! from whatever a person may write for it by [`parse_position`], and positions with the scores of
//! their moves from the problem files of [`obf`].
//!
//! A [`Record`] is a game with all that is said of it, and what every format of games is read into
//! and written from: [`ggf`], [`sgf`], [`pgn`], [`wthor`], and the formats above. [`format`](mod@format)
//! finds the right one. Readers give a game at a time and survive any bytes; what is wrong is said
//! with its place ([`ReadError`], [`Remark`]), and so is what a format cannot hold ([`Part`]).
//!
//! What openings are called is in [`openings`].

mod distinct;
mod game;
mod record;

pub mod transcript;

mod position_text;

pub mod save;

pub mod obf;

mod brackets;
pub mod ggf;
pub mod pgn;
pub mod sgf;
pub mod wthor;

pub mod format;
mod losses;

pub mod diagram;

pub mod openings;

mod fault;
mod latin;
mod lines;
mod quote;
mod replace;

pub use distinct::distinct_games;
pub use fault::{Doubt, Fault, LONGEST_GAME, Place, ReadError, Remark};
pub use format::Format;
pub use game::{Ending, Game, NoSuchMove, Outcome, Played};
pub use losses::{Part, Unwritable};
pub use othellier_file::{FileError, FileProblem, read_file, read_text};
pub use position_text::{PositionTextError, guess_side, parse_position};
pub use record::{AnyGame, MoveCost, Note, Record, Records, Tag, Theoretical};
pub use replace::replace_file;
