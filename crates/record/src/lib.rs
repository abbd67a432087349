//! Games of Othello on paper.
//!
//! A [`Game`] is a start position and the moves since: the only type that knows the past. It is
//! written and read as a transcript ([`transcript`]: the moves alone, in any usual spelling) or as
//! a save file ([`save`]: everything, checked, and never half written). A single position is read
//! from whatever a person may write for it by [`parse_position`], and positions with the scores of
//! their moves from the problem files of [`obf`].

mod game;

pub mod transcript;

mod position_text;

pub mod save;

pub mod obf;

mod quote;
mod replace;

pub use game::{Ending, Game, NoSuchMove, Outcome, Played};
pub use position_text::{PositionTextError, guess_side, parse_position};
pub use replace::replace_file;
