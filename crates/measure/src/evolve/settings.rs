//! The settings of an evolution: everything that determines it.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use othellier_board::Size;
use othellier_eval::classic::{Genome, GenomeError};
use othellier_spec::{Access, Spec};
use serde::{Deserialize, Serialize};

use super::breeding::Breeding;
use super::crossover::Crossover;
use super::evolution::{Evolution, EvolutionError, Generation, Renewal, State};
use super::fitness::{Arena, Control, usual_environment};
use super::mutation::Mutation;
use super::roulette::Law;
use crate::bounds::{OutOfBounds, within};
use crate::{size, text};

/// Everything that determines an evolution, in job files, on the command line and in manifests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct EvolveSettings {
    /// Initial weights: `default`, `phased`, a genome file, or `random`
    #[serde(default = "start")]
    #[cfg_attr(feature = "args", arg(long, value_name = "START", default_value_t = start()))]
    pub start: String,
    /// Search that uses the genes as its evaluator; the spec names no evaluator
    #[serde(default = "player", with = "text")]
    #[cfg_attr(feature = "args", arg(long, value_name = "SPEC", default_value_t = player()))]
    pub player: Spec,
    /// Control player, may be repeated; by default the same search with the evaluators mobility,
    /// strategic and genome
    #[serde(default, with = "text::list", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "args", arg(long, value_name = "SPEC"))]
    pub environment: Vec<Spec>,
    /// Individuals, an even number, at most 10 000
    #[serde(default = "population")]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "N", default_value_t = population(), value_parser = args::population)
    )]
    pub population: usize,
    /// Number of generations
    #[serde(default = "generations")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = generations()))]
    pub generations: NonZeroUsize,
    /// Stop as soon as the best of a generation has this fitness, in discs per game
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "FITNESS", allow_hyphen_values = true))]
    pub until: Option<f64>,
    /// Openings against each control player, with both colours; new ones every generation
    #[serde(default = "openings")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = openings()))]
    pub openings: NonZeroUsize,
    /// Random plies of each opening
    #[serde(default = "random_plies")]
    #[cfg_attr(feature = "args", arg(long, value_name = "K", default_value_t = random_plies()))]
    pub random_plies: usize,
    /// How sectors of the roulette wheel grow with fitness: `power:K`, (f + 64)^K, or `exp:S`,
    /// e^(f/S)
    #[serde(default = "law", with = "text")]
    #[cfg_attr(feature = "args", arg(long, value_name = "LAW", default_value_t = law()))]
    pub law: Law,
    /// Kind of crossover
    #[serde(default)]
    #[cfg_attr(feature = "args", arg(long, value_enum, default_value_t))]
    pub crossover: Crossover,
    /// Probability that a couple exchanges genes
    #[serde(default = "crossover_rate")]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "P", default_value_t = crossover_rate(), value_parser = args::share)
    )]
    pub crossover_rate: f64,
    /// Kind of mutation: replace a gene by any value, or change it a little
    #[serde(default)]
    #[cfg_attr(feature = "args", arg(long, value_enum, default_value_t))]
    pub mutation: MutationName,
    /// Probability that a gene mutates
    #[serde(default = "mutation_rate")]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "P", default_value_t = mutation_rate(), value_parser = args::share)
    )]
    pub mutation_rate: f64,
    /// Largest change of a gene with `--mutation nudge`
    #[serde(default = "step")]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "N", default_value_t = step(), value_parser = args::step)
    )]
    pub step: i32,
    /// Range of the values of a gene
    #[serde(default)]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "MIN,MAX", default_value_t, allow_hyphen_values = true)
    )]
    pub range: GeneRange,
    /// Number of the best that are copied unchanged
    #[serde(default = "elite")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = elite()))]
    pub elite: usize,
    /// Renew the environment with the best every N generations; 0 for never
    #[serde(default = "renew")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = renew()))]
    pub renew: usize,
    /// Number of the best that replace the oldest control players
    #[serde(default = "renew_count")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = renew_count()))]
    pub renew_count: NonZeroUsize,
    /// Replace the population, except the elite, by random individuals after each renewal
    #[serde(default)]
    #[cfg_attr(feature = "args", arg(long))]
    pub restart: bool,
    /// Squares to a side: 4, 6, 8 or 10
    #[serde(default = "size::usual", deserialize_with = "size::read")]
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "N", value_parser = size::parse, default_value_t = size::usual())
    )]
    pub size: u8,
    /// Seed of the random numbers: the same seed gives the same result
    #[serde(default = "seed")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = seed()))]
    pub seed: u64,
    /// Games of a unit of work; by default those of an individual
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub unit: Option<NonZeroUsize>,
    /// The discs by which each individual of each generation before won; by default there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "args", arg(skip))]
    pub discs: Vec<Vec<i64>>,
}

/// The kinds of mutation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum MutationName {
    #[default]
    Replace,
    Nudge,
}

/// The smallest and the largest value of a gene: `-20,20` as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[i32; 2]", into = "[i32; 2]")]
pub struct GeneRange {
    low: i32,
    high: i32,
}

/// Two values are not the range of a gene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("range: expected two numbers within -1000000 and 1000000, the smaller one first")]
pub struct GeneRangeError;

impl GeneRange {
    /// The values in it.
    pub fn values(self) -> RangeInclusive<i32> {
        self.low..=self.high
    }
}

impl Default for GeneRange {
    fn default() -> GeneRange {
        GeneRange { low: -20, high: 20 }
    }
}

impl TryFrom<[i32; 2]> for GeneRange {
    type Error = GeneRangeError;

    fn try_from([low, high]: [i32; 2]) -> Result<GeneRange, GeneRangeError> {
        let most = 1_000_000;
        let fits = low < high && low >= -most && high <= most;
        fits.then_some(GeneRange { low, high }).ok_or(GeneRangeError)
    }
}

impl From<GeneRange> for [i32; 2] {
    fn from(GeneRange { low, high }: GeneRange) -> [i32; 2] {
        [low, high]
    }
}

impl fmt::Display for GeneRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.low, self.high)
    }
}

/// Reads `MIN,MAX`.
impl FromStr for GeneRange {
    type Err = GeneRangeError;

    fn from_str(text: &str) -> Result<GeneRange, GeneRangeError> {
        let (low, high) = text.split_once(',').ok_or(GeneRangeError)?;
        let number = |text: &str| text.trim().parse().map_err(|_| GeneRangeError);
        GeneRange::try_from([number(low)?, number(high)?])
    }
}

fn start() -> String {
    "default".to_owned()
}

fn player() -> Spec {
    "alphabeta(depth=2)".parse().expect("a spec")
}

fn population() -> usize {
    20
}

fn generations() -> NonZeroUsize {
    NonZeroUsize::new(20).expect("not zero")
}

fn openings() -> NonZeroUsize {
    NonZeroUsize::new(4).expect("not zero")
}

fn random_plies() -> usize {
    8
}

fn law() -> Law {
    Law::Power(4.0)
}

pub(crate) fn crossover_rate() -> f64 {
    0.7
}

pub(crate) fn mutation_rate() -> f64 {
    0.03
}

fn step() -> i32 {
    3
}

fn elite() -> usize {
    2
}

fn renew() -> usize {
    5
}

fn renew_count() -> NonZeroUsize {
    NonZeroUsize::MIN
}

fn seed() -> u64 {
    1
}

/// The parsers of options.
#[cfg(feature = "args")]
mod args {
    use super::*;

    fn number(text: &str) -> f64 {
        text.parse().unwrap_or(f64::NAN)
    }

    pub(super) fn population(text: &str) -> Result<usize, OutOfBounds> {
        whole(text, 2, 10_000)
    }

    pub(super) fn share(text: &str) -> Result<f64, OutOfBounds> {
        within(number(text), 0..=1)
    }

    pub(super) fn step(text: &str) -> Result<i32, OutOfBounds> {
        whole(text, 1, 1_000_000)
    }

    fn whole<T: FromStr>(text: &str, low: u64, high: u64) -> Result<T, OutOfBounds> {
        let bounds = OutOfBounds::Within(low, high);
        within(number(text), low..=high)?;
        text.parse().map_err(|_| bounds)
    }
}

impl EvolveSettings {
    /// The genome with the phases, the features and the first weights: by name, or from its text.
    fn genome(&self) -> Result<Genome, GenomeError> {
        match self.start.as_str() {
            "default" | "random" => Ok(Genome::default()),
            "phased" => Ok(Genome::phased()),
            text => text.parse(),
        }
    }

    /// Whether the first weights are in a file of this name, which is to be replaced by its text.
    pub fn starts_from_file(&self) -> bool {
        let is_name = ["default", "random", "phased"].contains(&self.start.as_str());
        !is_name && self.genome().is_err()
    }

    /// The control players at the start.
    pub fn environment(&self) -> Vec<Spec> {
        if self.environment.is_empty() {
            usual_environment(&self.player)
        } else {
            self.environment.clone()
        }
    }

    /// The evolution, and its state after the generations before.
    pub fn prepare<S: Size>(
        &self,
        access: Access,
        threads: NonZeroUsize,
    ) -> Result<(Evolution<S>, State), EvolveError> {
        let bounds = |setting, number, low, high| {
            let checked = within(number, low..=high);
            checked.map_err(|problem| EvolveError::Bounds { setting, problem })
        };
        bounds("population", self.population as f64, 2, 10_000)?;
        bounds("openings", self.openings.get() as f64, 1, 100_000)?;
        bounds("crossover_rate", self.crossover_rate, 0, 1)?;
        bounds("mutation_rate", self.mutation_rate, 0, 1)?;
        bounds("step", self.step.into(), 1, 1_000_000)?;
        bounds("renew_count", self.renew_count.get() as f64, 1, self.population as u64)?;
        let most = u32::from(S::SQUARES);
        if self.until.is_some_and(|until| within(until.abs(), 0..=most.into()).is_err()) {
            return Err(EvolveError::Until { most });
        }
        let renewal =
            Renewal { every: self.renew, count: self.renew_count.get(), restart: self.restart };
        let evolution = Evolution {
            arena: Arena {
                player: self.player.clone(),
                genome: self.genome()?,
                openings: self.openings.get(),
                random_plies: self.random_plies,
                access,
                threads,
            },
            breeding: Breeding {
                elite: self.elite,
                law: self.law,
                crossover: self.crossover,
                crossover_rate: self.crossover_rate,
                mutation: match self.mutation {
                    MutationName::Replace => Mutation::Replace,
                    MutationName::Nudge => Mutation::Nudge(self.step),
                },
                mutation_rate: self.mutation_rate,
                range: self.range.values(),
            },
            population: self.population,
            renewal: (self.renew > 0).then_some(renewal),
            seed: self.seed,
            size: PhantomData,
        };
        let environment = self.environment().into_iter().map(Control::Player).collect();
        let mut state = match self.start.as_str() {
            "random" => evolution.start_at_random(environment),
            _ => evolution.start_from_genome(environment),
        };
        evolution.check_state(&state)?;
        for discs in &self.discs {
            let games = evolution.games(&state);
            let most = (games / self.population) as u64 * u64::from(S::SQUARES);
            if self.is_over(&state)
                || discs.len() != self.population
                || discs.iter().any(|discs| discs.unsigned_abs() > most)
            {
                return Err(EvolutionError::OtherState.into());
            }
            evolution.count(&mut state, discs);
        }
        Ok((evolution, state))
    }

    /// Whether no generation is left.
    pub fn is_over(&self, state: &State) -> bool {
        state.history.len() >= self.generations.get()
            || state.history.last().is_some_and(|last| self.is_reached(last))
    }

    /// Whether the best of a generation has the fitness that ends the evolution.
    pub fn is_reached(&self, generation: &Generation) -> bool {
        self.until.is_some_and(|until| generation.best >= until)
    }
}

/// Why an evolution cannot be run with these settings.
#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    /// A setting has a number that it cannot have.
    #[error("{setting}: expected {problem}")]
    Bounds { setting: &'static str, problem: OutOfBounds },
    /// No game is won by more discs than there are squares.
    #[error("until: expected a difference of discs, from -{most} to {most} on this board")]
    Until { most: u32 },
    /// The first weights are not a genome.
    #[error("start: {0}")]
    Genome(#[from] GenomeError),
    #[error(transparent)]
    Evolution(#[from] EvolutionError),
}
