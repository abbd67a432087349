//! The champion: written to win.
//!
//! [`Champion`] plays, [`Solver`] proves the final score of a position. Both search with the same node
//! function. Where each technique is implemented:
//!
//! | technique | file |
//! |---|---|
//! | iterative deepening, multi-PV | `iterative_deepening`; the depths and confidences are in `schedule` |
//! | time management: soft and hard limit on a game clock | `time_management` |
//! | aspiration windows, threads | `parallel_search`; what one thread owns is in `worker` |
//! | young brothers wait (YBWC): threads search the children of a node together; speculation on the principal variation | `ybwc`, `split_point`, `search_pool` |
//! | principal variation search with null windows, fail-soft | `node` |
//! | enhanced transposition cutoff (ETC), late-move reduction (LMR) | `node` |
//! | multi-ProbCut, static ProbCut at depth 2 | `probcut`; confidences are in `selectivity` |
//! | lazy evaluation at the leaves | `shallow`: the last two plies |
//! | move ordering | `move_ordering`; learned from the cost of moves: [`learned_ordering`] |
//! | transposition table, prefetch, huge pages | `transposition_table`, `huge_pages` |
//! | exact endgame by number of empty squares | `endgame`; its table of one thread (local TT) is `local_table` |
//! | stability cutoff | `endgame::stability` |
//! | symmetric root moves | `symmetric` |
//! | all parameters | [`parameters()`] |

mod children;
mod compiled;
mod endgame;
mod engine;
mod heuristic;
mod huge_pages;
mod iterative_deepening;
pub mod learned_ordering;
mod level;
mod local_table;
mod move_ordering;
mod move_picker;
mod node;
mod parallel_search;
mod parameters;
mod probcut;
mod probcut_margins;
mod schedule;
mod search_pool;
mod selectivity;
mod shallow;
mod solver;
mod split_point;
mod symmetric;
mod time_management;
mod transposition_table;
mod units;
mod worker;
mod ybwc;

pub use compiled::ChampionEvaluator;
#[doc(hidden)]
pub use compiled::Root;
pub use engine::Champion;
pub use heuristic::Heuristic;
pub use level::{MoveSampling, SearchLevel};
pub use parameters::{Parameter, TUNABLE, parameters};
#[cfg(feature = "tune")]
pub use parameters::{ParameterError, ParameterValues};
pub use probcut_margins::ProbCutSigma;
pub use selectivity::Selectivity;
pub use solver::{Goal, Solved, Solver};
