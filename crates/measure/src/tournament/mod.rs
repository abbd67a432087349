//! Tournaments: pairings, results, standings.
//!
//! ```text
//! participants ─▶ Format::next_rounds ─▶ games on all cores ─▶ Results ─▶ standings, cross table,
//!                          ▲                                      │        ratings
//!                          └──────────────────────────────────────┘
//! ```
//!
//! A [`Tournament`] plays in rounds. A [`Format`] (round robin, gauntlet, Swiss, knock-out) pairs
//! the next ones from the [`Results`] so far and from nothing else, so an interrupted tournament
//! resumes exactly where it stopped once the results are filled in again. Each pairing of a
//! `Tournament` has an even number of games, each opening twice with the colours swapped; all pairings
//! of a round use the same openings. Whoever draws rounds for an odd number gets balanced colours.
//!
//! An [`Entry`] is a player as it is written, a [`TournamentJournal`] the file that an interrupted
//! tournament resumes from. [`standings()`] rank by points and then by Brightwell's tie-break;
//! [`Ratings`](crate::stats::Ratings) estimate the playing strength with its uncertainty.

mod colors;
mod entries;
mod format;
mod gauntlet;
pub mod journal;
mod knockout;
mod results;
mod round_robin;
mod run;
mod standings;
mod swiss;

pub use entries::{EntriesError, Entry, ParseEntryError};
pub use format::{Drawing, Format};
pub use journal::{TournamentHeader, TournamentJournal};
pub use results::{Forfeit, GameId, GameResult, Pairing, Results, Round};
pub use run::{Participant, PlayedGame, Tournament, TournamentError, TournamentGame};
pub use standings::{BRIGHTWELL, Standing, standings};
