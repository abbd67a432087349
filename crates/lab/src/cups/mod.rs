//! Tournaments: who meets whom, and what the results say of everyone.
//!
//! ```text
//! entrants ─▶ Format::draw ─▶ rounds ─▶ games on all cores ─▶ Sheet ─▶ standings, cross table,
//!                 ▲                                             │       ratings
//!                 └─────────────────────────────────────────────┘
//! ```
//!
//! A [`Cup`] plays in rounds. A [`Format`] draws the next ones from the [`Sheet`] of what was played
//! and from nothing else, so a tournament that was interrupted goes on exactly where it stopped once
//! the sheet is filled in again. Players who meet play an even number of games, each opening twice
//! with the colours swapped; all meetings of a round begin with the same openings.
//!
//! [`standings()`] rank by points and then by Brightwell's tie-break; who is stronger, by how much
//! and how sure that is, say the [`Ratings`](crate::stats::Ratings).

mod cup;
mod format;
mod gauntlet;
mod knockout;
mod round_robin;
mod sheet;
mod standings;
mod swiss;

pub use cup::{Cup, CupError, CupGame, Entrant, KnownGame};
pub use format::Format;
pub use sheet::{GameId, GameResult, Lapse, Meeting, Round, Sheet};
pub use standings::{BRIGHTWELL, Standing, standings};
