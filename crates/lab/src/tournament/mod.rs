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
//! resumes exactly where it stopped once the results are filled in again. Each pairing has an even
//! number of games, each opening twice with the colours swapped; all pairings of a round use the
//! same openings.
//!
//! [`standings()`] rank by points and then by Brightwell's tie-break;
//! [`Ratings`](crate::stats::Ratings) estimate the playing strength with its uncertainty.

mod format;
mod gauntlet;
mod knockout;
mod results;
mod round_robin;
mod run;
mod standings;
mod swiss;

pub use format::Format;
pub use results::{Forfeit, GameId, GameResult, Pairing, Results, Round};
pub use run::{Participant, PlayedGame, Tournament, TournamentError, TournamentGame};
pub use standings::{BRIGHTWELL, Standing, standings};
