//! The champion: written to win.
//!
//! [`Champion`] plays, [`Solver`] proves the final score of a position. Both search by `node`, keep what
//! they learn in a `table`, and leave the last squares to the layers of `endgame`; [`haste`] orders the
//! moves near the end.

mod children;
mod compiled;
mod endgame;
mod foretell;
pub mod haste;
mod ladder;
mod level;
mod node;
mod pages;
mod rule;
mod selectivity;
mod shallow;
mod solver;
mod symmetric;
mod table;
mod team;
mod thinker;
mod worker;

pub use compiled::ChampionJudge;
pub use foretell::Spread;
pub use level::{Level, Slips};
pub use rule::Rule;
pub use selectivity::Selectivity;
pub use solver::{Goal, Solved, Solver};
pub use thinker::Champion;
