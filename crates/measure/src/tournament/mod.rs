//! Tournaments: pairings, results, standings.
//!
//! ```text
//! participants ─▶ Format::next_rounds ─▶ games on all cores ─▶ Results ─▶ standings, cross table,
//!                          ▲                                      │        ratings
//!                          └──────────────────────────────────────┘
//! ```
//!
//! A [`Tournament`] plays in rounds. A [`Format`] (round robin, gauntlet, Swiss, knock-out) pairs
//! the next ones from the [`Results`] so far and from nothing else: a game depends on the settings and
//! on the scores of earlier rounds alone, and can be played anywhere. Each pairing of a
//! `Tournament` has an even number of games, each opening twice with the colours swapped; all pairings
//! of a round use the same openings. Whoever draws rounds for an odd number gets balanced colours.
//!
//! [`TournamentSettings`] describe a tournament, and an [`Entry`] is a player as it is written.
//! [`standings()`] rank by points and then by Brightwell's tie-break;
//! [`Ratings`](crate::stats::Ratings) estimate the playing strength with its uncertainty.

mod colors;
mod entries;
mod format;
mod gauntlet;
mod knockout;
mod results;
mod round_robin;
mod run;
mod settings;
mod standings;
mod swiss;

pub use entries::{EntriesError, Entry, ParseEntryError};
pub use format::{Drawing, Format};
pub use results::{Forfeit, GameId, GameResult, Pairing, Results, Round};
pub use run::{Participant, PlayedGame, Tournament, TournamentError, TournamentGame};
pub use settings::{FormatName, TournamentSettings};
pub use standings::{BRIGHTWELL, Standing, standings};
