//! Evolution: weights that no hand has chosen.
//!
//! The genetic algorithm of a student report, in full. An individual is a row of genes, the weights
//! of a [`Genome`](othellier_eval::classic::Genome); it plays by a search whose evaluator they are.
//!
//! ```text
//! a population of an even number of individuals, an environment of control players
//! for each generation:
//!     fitness    every individual meets every control player, from several openings, with both
//!                colours; the mean of the final disc differences, −64 to 64
//!     selection  the elite passes as it is; for the rest parents are drawn from a roulette whose
//!                sectors grow with fitness, with replacement, until the population is refilled
//!     crossover  a couple exchanges the genes before one point, or between two, by some chance
//!     mutation   each gene is replaced by another by a small chance
//!     now and then the best take the place of control players, and it goes on against them
//! ```
//!
//! One file an idea: [`Law`] is the roulette, [`Crossover`] and [`Mutation`] make children,
//! [`Control`] is a member of the environment, [`Evolution`] is the whole. The report has no elite,
//! no rates and one opening, so that its fitness is blind to all others; here these are settings.
//! All dice come from the seed, the generation and the game, and from nothing else: what was saved
//! after any generation goes on exactly as if it had never stopped.

mod breeding;
mod crossover;
mod evolution;
mod fitness;
mod mutation;
mod roulette;

pub use breeding::Breeding;
pub use crossover::{Crossover, exchange};
pub use evolution::{Evolution, EvolutionError, Generation, Renewal, State};
pub use fitness::{Arena, Control, usual_environment};
pub use mutation::Mutation;
pub use roulette::{Law, ParseLawError};

/// An individual: the weights of a genome, in their order.
pub type Genes = Vec<i32>;
