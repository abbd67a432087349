//! The searches of the textbooks, written to be read.
//!
//! Each idea has a file of its own, which opens with the idea in plain words, its pseudo-code and
//! its cost. In the order of the textbooks:
//!
//! 1. [`random`]: the baseline.
//! 2. [`minimax`] and [`negamax`]: search everything. The same search in two notations.
//! 3. [`alphabeta`] and [`negamax_ab`]: prune what cannot matter.
//! 4. [`negascout`], [`pvs`], [`mtdf`]: assume that the first move is best, and test that with null
//!    windows.
//! 5. [`mcts`]: play random games and count.
//!
//! All but the first and the last walk the tree through one [`Search`](search::Search), which counts
//! nodes, checks limits, uses the transposition table and holds the board in one of three ways; and all
//! are driven by one [`Classic`], with iterative deepening, root splitting and tie-breaking. They must
//! agree: the same position at the same depth has the same value in all of them.
//!
//! A pass is a node with one child and costs a ply. A finished game has its exact value at any depth.
//! The value of a leaf is always that for the side to move there, even if an evaluation takes the
//! side of the player who searches.

pub mod random;

pub mod minimax;
pub mod negamax;

pub mod alphabeta;
pub mod negamax_ab;

pub mod mtdf;
pub mod negascout;
pub mod pvs;

pub mod mcts;

pub mod cursor;
pub mod move_ordering;
pub mod search;
pub mod trace;
pub mod transposition_table;
pub mod tree;

mod driver;
mod root_splitting;

pub use cursor::Memory;
pub use driver::{Algorithm, Classic, Options, TableOptions, Ties, solves_from};
pub use mcts::{Mcts, Policy};
pub use move_ordering::Order;
pub use random::Random;
pub use trace::{Trace, TraceNode};
pub use transposition_table::{Hash, ZobristKeys};
