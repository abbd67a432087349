//! The champion: written to win.
//!
//! [`Solver`] proves the final score of a position. It asks questions of the `endgame` and keeps
//! what it learns in a `table`.

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
