//! The searches of the textbooks, written to be read.
//!
//! Each idea has a file of its own, which opens with the idea in plain words, its pseudo-code and
//! its cost. In the order of the textbooks:
//!
//! 1. [`random`]: the baseline.
//! 2. [`minimax`] and [`negamax`]: look at everything. The same search in two notations.
//! 3. [`alphabeta`] and [`negamax_ab`]: do not look at what cannot matter.
//! 4. [`negascout`], [`pvs`], [`mtdf`]: suppose that the first move is best, and prove it cheaply.
//! 5. [`mcts`]: play games at random and count.
//!
//! All but the first and the last walk the tree through one [`Search`](search::Search), which counts
//! nodes, keeps time, remembers positions and holds the board in one of three ways; and all are
//! driven by one [`Classic`], which deepens, splits the work among threads and chooses among equals.
//! They must agree: the same position at the same depth has the same value in all of them.
//!
//! A pass is a node with one child and costs a ply. A finished game has its exact value at any
//! depth. The value of a leaf is always that for the side to move there, even if an evaluation judges
//! from the side of the player who searches.

pub mod random;

pub mod minimax;
pub mod negamax;

pub mod alphabeta;
pub mod negamax_ab;

pub mod mtdf;
pub mod negascout;
pub mod pvs;

pub mod mcts;

pub mod order;
pub mod place;
pub mod search;
pub mod table;
pub mod trace;
pub mod tree;

mod engine;
mod split;

pub use engine::{Algorithm, Classic, Options, TableOptions, Ties, solves_from};
pub use mcts::{Mcts, Policy};
pub use order::Order;
pub use place::Memory;
pub use random::Random;
pub use table::{Hash, Keys};
pub use trace::{Trace, TraceNode};
