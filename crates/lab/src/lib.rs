//! Who is stronger, by how much, and how sure is that?
//!
//! A [`Duel`] plays many games between two players named by their specs: each [opening](Openings)
//! twice, with the colours swapped, on as many threads as wanted, every game under a
//! [`referee`](referee()). It adds them up in [`Totals`], and [`stats`] says what those mean. The
//! laboratory cannot tell a champion from dice: all are [`Player`](othellier_play::Player)s. It
//! prints nothing.
//!
//! Many players meet in [tournaments](cups), and weights are bred by [evolution](evolve).
//!
//! Besides matches, it makes [`endgames`] with proven scores and openings in [`balance`], and [`bench`](mod@bench) searches a
//! fixed set of positions: the nodes that this takes are the signature of the search.

mod duel;
mod openings;
mod referee;
mod totals;

pub mod stats;

pub mod cups;
pub mod evolve;

pub mod balance;
pub mod bench;
pub mod endgames;

pub mod chart;
pub mod experiment;
pub mod tree_picture;

mod crew;
mod seeds;

pub use duel::{Colors, Duel, DuelError, DuelGame, Side};
pub use openings::{Openings, OpeningsError};
pub use referee::{Fault, FaultKind, FinishedGame, MoveLimit, Thought, referee};
pub use totals::{Effort, Occupation, Totals};
