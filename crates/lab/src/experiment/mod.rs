//! Experiments as files: what is compared, how often, and what is to be seen of it.
//!
//! An [`Experiment`] is a TOML text that a person writes. [`Plan::of`] settles it: grids become
//! [`Arm`]s, each one player with all its options (and an opponent, where there is one), and arms
//! become [`Unit`]s, a game or a search each. [`Plan::run`] does the units on many threads, in any
//! order, and hands out a [`Row`] for each. A unit depends on nothing but the rows of those that must
//! come before it, as generations do, so that a run which was broken off goes on with the units that
//! are missing, and ends with the same rows as one that was not. [`Findings`] sum the rows up; [`tables`] are what other programs read.

mod arms;
mod breeding;
pub mod builtin;
mod file;
mod findings;
mod plan;
mod rows;
pub mod tables;

pub use arms::{Arm, short_names};
pub use breeding::{Bred, EvolutionPart, Points, QuickEvolution, Start};
pub use file::{
    Both, ColorChoice, Comparison, Experiment, ExperimentError, GamesPart, Grid, Measure, Named,
    PositionsPart, PredictionsPart, Quick, RoulettePart, WeightsPart,
};
pub use findings::{ByMove, Findings, GameFindings, Guess, SearchFindings, TableRates};
pub use plan::{Job, Plan, Unit};
pub use rows::{GameRow, GenerationRow, PredictionRow, Row, SearchRow, ThoughtRow};

/// The share of each individual on the wheel of a roulette: `wᵢ / Σ wⱼ`, the sum being of the
/// weights, not of the fitnesses. Where all weights are zero, all have the same chance.
pub fn roulette_shares(fitnesses: &[f64], weight: impl Fn(f64) -> f64) -> Vec<f64> {
    let weights: Vec<f64> = fitnesses.iter().map(|&fitness| weight(fitness).max(0.0)).collect();
    let total: f64 = weights.iter().sum();
    match total > 0.0 {
        true => weights.iter().map(|weight| weight / total).collect(),
        false => weights.iter().map(|_| 1.0 / fitnesses.len() as f64).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: (64+64)⁴, 64⁴ and 0 share the wheel as 16 : 1 : 0.
    #[test]
    fn the_wheel_is_shared_by_weights() {
        let shares = roulette_shares(&[64.0, 0.0, -64.0], |f| (f + 64.0).powi(4));
        assert_eq!(shares, [16.0 / 17.0, 1.0 / 17.0, 0.0]);
        assert_eq!(roulette_shares(&[-64.0, -64.0], |f| f + 64.0), [0.5, 0.5]);
    }
}
