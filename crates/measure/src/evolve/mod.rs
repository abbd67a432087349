//! A genetic algorithm that breeds evaluation weights.
//!
//! The algorithm of a student report, in full. An individual is a vector of genes, the weights of a
//! [`Genome`](othellier_eval::classic::Genome); it plays with a search that evaluates by them.
//!
//! ```text
//! a population of an even number of individuals, an environment of control players
//! for each generation:
//!     fitness    every individual meets every control player, from several openings, with both
//!                colours; the mean of the final disc differences, −64 to 64
//!     selection  the elite is copied unchanged; for the rest, parents are drawn by roulette-wheel
//!                (fitness-proportionate) selection, with replacement, until the population is full
//!     crossover  with some probability two parents exchange genes, before one point or between two
//!     mutation   each gene is replaced with a small probability
//!     every N generations the best individuals replace control players
//! ```
//!
//! One idea per file: [`Law`] is the roulette wheel, [`Crossover`] and [`Mutation`] make children,
//! [`Control`] is a member of the environment, [`Evolution`] puts them together. The report has no
//! elite, no rates and one opening, so its fitness measures only that opening; here these are
//! settings. Every RNG is seeded from the seed, the generation and the game and from nothing else: the
//! results of the games of each generation are all that is needed to resume.

mod breeding;
mod crossover;
mod evolution;
mod fitness;
mod mutation;
mod roulette;
mod settings;

pub use breeding::Breeding;
pub use crossover::{Crossover, exchange};
pub use evolution::{Evolution, EvolutionError, Generation, Renewal, State};
pub use fitness::{Arena, Control, Trial, Trials, usual_environment};
pub use mutation::Mutation;
pub use roulette::{Law, ParseLawError};
pub use settings::{EvolveError, EvolveSettings, GeneRange, GeneRangeError, MutationName};

/// An individual: the weights of a genome, in their order.
pub type Genes = Vec<i32>;
