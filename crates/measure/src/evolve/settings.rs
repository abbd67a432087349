//! The settings of an evolution, and the evolution that they describe.

use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;

use othellier_board::Size;
use othellier_eval::classic::{Genome, GenomeError};
use othellier_platform::file::{FileProblem, read_text};
use othellier_spec::{Access, Spec};
use serde::{Deserialize, Serialize};

use super::breeding::Breeding;
use super::crossover::Crossover;
use super::evolution::{Evolution, Renewal, State};
use super::fitness::{Arena, Control};
use super::mutation::Mutation;
use super::roulette::Law;

/// What is chosen for an evolution.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The seed of every RNG.
    pub seed: u64,
    /// The first weights: `default`, `phased`, `random` or a file.
    pub start: String,
    /// The phases and features whose weights are the genes.
    pub genome: Genome,
    /// The search that the genes evaluate for.
    pub player: Spec,
    pub environment: Vec<Spec>,
    pub population: usize,
    /// Openings against each control player.
    pub openings: usize,
    /// Random plies of each opening.
    pub random_plies: usize,
    /// The law of the roulette wheel.
    pub law: Law,
    pub crossover: Crossover,
    /// The probability that a couple exchanges genes.
    pub crossover_rate: f64,
    pub mutation: Mutation,
    /// The probability that a gene mutates.
    pub mutation_rate: f64,
    /// The range of the values of a gene.
    pub range: RangeInclusive<i32>,
    /// How many of the best are copied unchanged.
    pub elite: usize,
    /// How the environment is renewed; every 0 generations is never.
    pub renewal: Renewal,
}

/// Why a file does not give the first weights.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    File(#[from] FileProblem),
    /// It is not a genome.
    #[error(transparent)]
    Genome(#[from] GenomeError),
}

/// The genome with the phases, the features and the first weights of a name or a file.
pub fn start_genome(start: &str) -> Result<Genome, StartError> {
    match start {
        "default" | "random" => Ok(Genome::default()),
        "phased" => Ok(Genome::phased()),
        file => {
            let text = read_text(Path::new(file), Genome::MAX_BYTES);
            Ok(text.map_err(|error| error.problem)?.parse()?)
        }
    }
}

impl Setup {
    /// The evolution and its first state.
    pub fn evolution<S: Size>(
        &self,
        access: Access,
        threads: NonZeroUsize,
    ) -> (Evolution<S>, State) {
        let evolution = Evolution {
            arena: Arena {
                player: self.player.clone(),
                genome: self.genome.clone(),
                openings: self.openings,
                random_plies: self.random_plies,
                access,
                threads,
            },
            breeding: Breeding {
                elite: self.elite,
                law: self.law,
                crossover: self.crossover,
                crossover_rate: self.crossover_rate,
                mutation: self.mutation,
                mutation_rate: self.mutation_rate,
                range: self.range.clone(),
            },
            population: self.population,
            renewal: (self.renewal.every > 0).then_some(self.renewal),
            seed: self.seed,
            size: PhantomData,
        };
        let environment = self.environment.iter().cloned().map(Control::Player).collect();
        let first = match self.start.as_str() {
            "random" => evolution.start_at_random(environment),
            _ => evolution.start_from_genome(environment),
        };
        (evolution, first)
    }

    /// The settings as they are written in a checkpoint.
    pub fn settings<S: Size>(&self) -> Settings {
        Settings {
            seed: self.seed,
            genome: self.genome.to_string(),
            start: self.start.clone(),
            player: self.player.to_string(),
            environment: self.environment.iter().map(Spec::to_string).collect(),
            population: self.population,
            openings: self.openings,
            random_plies: self.random_plies,
            law: self.law.to_string(),
            crossover: match self.crossover {
                Crossover::OnePoint => "one-point".to_owned(),
                Crossover::TwoPoint => "two-point".to_owned(),
            },
            crossover_rate: self.crossover_rate,
            mutation: match self.mutation {
                Mutation::Replace => "replace".to_owned(),
                Mutation::Nudge(step) => format!("nudge {step}"),
            },
            mutation_rate: self.mutation_rate,
            range: [*self.range.start(), *self.range.end()],
            elite: self.elite,
            renew: self.renewal.every,
            renew_count: self.renewal.count,
            restart: self.renewal.restart,
            size: S::SIDE,
        }
    }
}

/// The settings that determine the evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The seed of every RNG.
    pub seed: u64,
    /// The text of the genome that defines the phases and features, and optionally the first genes.
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
    /// The range of the values of a gene.
    pub range: [i32; 2],
    /// How many of the best are copied unchanged.
    pub elite: usize,
    /// The number of generations between renewals; 0 for never.
    pub renew: usize,
    /// How many of the best replace control players.
    pub renew_count: usize,
    /// Whether a renewal replaces the population.
    pub restart: bool,
    /// The side of the board.
    pub size: u8,
}
