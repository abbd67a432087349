//! Matches, tournaments, experiments, and the statistics of their results.
//!
//! A [`Match`], prepared from its [settings](MatchSettings), plays many games between two players
//! named by their specs: each [opening](Openings) twice, with the colours swapped, on any number of
//! threads, every game under a [`referee`](referee()). [`Totals`] sums the games up, and [`stats`]
//! computes score rates, Elo and their uncertainty. Every participant is a
//! [`Player`](othellier_play::Player), from the random player to the champion: nothing here depends on
//! which one it is. This crate prints nothing.
//!
//! [`tournament`] pairs many players, [`evolve`] breeds weights by a genetic algorithm, [`spsa`] tunes
//! numbers by matches, and
//! [`experiment`] runs experiments that are described by files.
//!
//! [`suite`] solves problems and resumes from a journal, and [`accuracy`] measures a player on them.
//! [`perft`] counts the leaves of the game tree on all cores.
//!
//! [`endgames`] generates positions with proven scores, [`balance`] scores openings, and
//! [`bench`](mod@bench) searches a fixed set of positions: the number of nodes is the signature of
//! the search.

mod match_play;
mod openings;
mod referee;
mod totals;

pub mod stats;

pub mod evolve;
pub mod spsa;
pub mod tournament;

pub mod accuracy;
pub mod balance;
pub mod bench;
pub mod endgames;
pub mod perft;
pub mod suite;

pub mod experiment;

pub mod files;
pub mod provenance;

pub mod text;

mod bounds;
mod effective;
mod lines;
mod match_settings;
mod seeds;
mod size;
mod template;

pub use bounds::OutOfBounds;
pub use effective::{display_spec, effective};
pub use lines::{Lines, LinesError};
pub use match_play::{Colors, Match, MatchError, MatchGame, Side};
pub use match_settings::{MatchSettings, SettingsError};
pub use openings::{Openings, OpeningsError};
pub use referee::{Fault, FaultKind, FinishedGame, MoveStats, TimeLimit, referee};
pub use size::ParseSizeError;
pub use totals::{Effort, Occupation, Totals};
