//! Games of Othello on paper.
//!
//! A [`Game`] is a start position and the moves since: the only type that knows the past. It is
//! written and read as a transcript ([`transcript`]: the moves alone, in any usual spelling) or as
//! a save file ([`save`]: everything, checked, and never half written).

mod game;

pub use game::{Ending, Game, NoSuchMove, Outcome, Played};
