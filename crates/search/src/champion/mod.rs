//! The champion: written to win.
//!
//! [`Solver`] proves the final score of a position. It asks questions of the `endgame` and keeps
//! what it learns in a `table`.

mod endgame;
mod solver;
mod table;

pub use solver::{Goal, Solved, Solver};
