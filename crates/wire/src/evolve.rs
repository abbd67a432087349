//! Evolution of weights by a genetic algorithm.

use serde::{Deserialize, Serialize};

/// The events of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum EvolveEvent {
    /// The settings, before the first generation.
    Settings(Box<EvolveSettings>),
    Generation(EvolveGeneration),
    Total(EvolveTotal),
}

/// The effective settings: everything that is needed to repeat the evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvolveSettings {
    pub seed: u64,
    /// The text of the genome that defines the phases and features.
    pub genome: String,
    /// The name of the first weights.
    pub start: String,
    /// The search that the genes evaluate for.
    pub player: String,
    pub environment: Vec<String>,
    pub population: usize,
    /// Openings against each control player.
    pub openings: usize,
    /// Random plies of each opening.
    pub random_plies: usize,
    /// The law of the roulette wheel.
    pub law: String,
    pub crossover: String,
    /// The probability that a couple exchanges genes.
    pub crossover_rate: f64,
    pub mutation: String,
    /// The probability that a gene mutates.
    pub mutation_rate: f64,
    /// The least and the greatest value of a gene.
    pub range: [i32; 2],
    /// How many of the best are copied unchanged.
    pub elite: usize,
    /// The number of generations between renewals; 0 for never.
    pub renew: usize,
    /// How many of the best replace control players.
    pub renew_count: usize,
    /// Whether a renewal replaces the population.
    pub restart: bool,
    /// Squares to a side.
    pub size: u8,
    /// The number of generations at most.
    pub generations: usize,
    /// The fitness at which the evolution ends.
    pub until: Option<f64>,
    pub games_per_generation: usize,
    pub threads: usize,
    pub generations_before: usize,
    pub version: String,
}

/// A generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvolveGeneration {
    /// Its number, from 1.
    pub generation: usize,
    pub best: f64,
    pub mean: f64,
    pub worst: f64,
    /// The standard deviation of the fitness.
    pub deviation: f64,
    /// The probability that two individuals differ in a gene.
    pub diversity: f64,
    /// Whether control players were renewed after it.
    pub renewed: bool,
    /// The genes of the best individual.
    pub genes: Vec<i32>,
}

/// The end of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvolveTotal {
    /// Generations, those of earlier runs included.
    pub generations: usize,
    /// The best fitness of the last generation.
    pub best: Option<f64>,
    /// The best genome of the last generation, as text.
    pub genome: Option<String>,
    pub out: String,
    /// The fitness at which the evolution ends.
    pub until: Option<f64>,
    /// Whether the last generation reached it.
    pub reached: bool,
    pub seconds: f64,
    pub interrupted: bool,
}

#[cfg(feature = "measure")]
mod of_measure {
    use othellier_measure::evolve::{Generation, Goal, Settings};

    use super::*;

    impl EvolveSettings {
        /// The settings of an evolution with this goal.
        pub fn new(
            settings: &Settings,
            goal: Goal,
            games_per_generation: usize,
            threads: usize,
            generations_before: usize,
            version: &str,
        ) -> EvolveSettings {
            let Settings { seed, population, openings, random_plies, range, .. } = *settings;
            let Settings { crossover_rate, mutation_rate, elite, .. } = *settings;
            let Settings { renew, renew_count, restart, size, .. } = *settings;
            EvolveSettings {
                seed,
                genome: settings.genome.clone(),
                start: settings.start.clone(),
                player: settings.player.clone(),
                environment: settings.environment.clone(),
                population,
                openings,
                random_plies,
                law: settings.law.clone(),
                crossover: settings.crossover.clone(),
                crossover_rate,
                mutation: settings.mutation.clone(),
                mutation_rate,
                range,
                elite,
                renew,
                renew_count,
                restart,
                size,
                generations: goal.generations,
                until: goal.until,
                games_per_generation,
                threads,
                generations_before,
                version: version.to_owned(),
            }
        }
    }

    impl EvolveGeneration {
        /// The generation of this number.
        pub fn new(number: usize, generation: &Generation) -> EvolveGeneration {
            EvolveGeneration {
                generation: number,
                best: generation.best,
                mean: generation.mean,
                worst: generation.worst,
                deviation: generation.deviation,
                diversity: generation.diversity,
                renewed: generation.renewed,
                genes: generation.genes.clone(),
            }
        }
    }
}
