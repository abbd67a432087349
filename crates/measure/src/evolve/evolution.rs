//! The genetic algorithm: one generation after the other.

use std::marker::PhantomData;

use othellier_board::{Eight, Size};
use othellier_play::StopSignal;
use othellier_spec::SpecError;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::breeding::ranking;
use super::{Arena, Breeding, Control, Genes, Trials};
use crate::seeds::derived;

/// The seed streams of the first population, of breeding and of the games.
const FIRST: u64 = 0x6e7e_0001;
const BREED: u64 = 0x6e7e_0002;
const GAMES: u64 = 0x6e7e_0003;

/// A genetic algorithm and its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Evolution<S: Size = Eight> {
    pub arena: Arena,
    pub breeding: Breeding,
    /// The number of individuals: even.
    pub population: usize,
    /// How the environment is renewed, if it is.
    pub renewal: Option<Renewal>,
    /// The seed of every RNG.
    pub seed: u64,
    pub size: PhantomData<S>,
}

/// How the best individuals become control players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renewal {
    /// The number of generations between renewals.
    pub every: usize,
    /// How many of the best, all different, replace the oldest control players.
    pub count: usize,
    /// Whether the population, except its elite, is replaced by random individuals.
    pub restart: bool,
}

/// The state after a generation: all that is needed to resume.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The individuals of the next generation.
    pub population: Vec<Genes>,
    /// The control players, the oldest first.
    pub environment: Vec<Control>,
    pub history: Vec<Generation>,
}

/// What is known of a generation after its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// The highest fitness, in discs per game.
    pub best: f64,
    pub mean: f64,
    pub worst: f64,
    /// The standard deviation of the fitness.
    pub deviation: f64,
    /// The probability that two individuals differ in a gene: 0 if all are equal.
    pub diversity: f64,
    /// Whether the environment was renewed after it.
    pub renewed: bool,
    pub genes: Genes,
    /// The fitness of each individual, in the order of the population.
    pub fitness: Vec<f64>,
}

/// Why an evolution cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvolutionError {
    /// The population is not an even number.
    #[error("a population of {population}; expected an even number from 2 on")]
    Odd { population: usize },
    /// The elite is the whole population.
    #[error("an elite of {elite} of {population}; expected fewer than all")]
    Elite { elite: usize, population: usize },
    /// There is no control player.
    #[error("the environment is empty; expected at least one control player")]
    NoControl,
    /// The state does not fit the settings.
    #[error("the generations before do not fit the settings")]
    OtherState,
    /// Every random opening was over before that many plies.
    #[error("games are over before {plies} random plies; expected fewer")]
    TooManyPlies {
        /// The number of plies requested.
        plies: usize,
    },
    /// A spec does not name a player, or the player cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A spec names a human player.
    #[error("`{name}` is a person; expected a program")]
    Person {
        /// The name in the spec.
        name: String,
    },
    /// A game ended by a fault, so that its result says nothing about strength.
    #[error("a game against {control} ended by a fault: {why}")]
    Fault { control: String, why: String },
}

impl<S: Size> Evolution<S> {
    /// The first population: the genome of the arena and variants of it.
    pub fn start_from_genome(&self, environment: Vec<Control>) -> State {
        let genes = self.arena.genome.genes();
        let mut rng = rng(self.seed, FIRST, 0);
        let variants = (1..self.population).map(|_| self.breeding.variant(genes, &mut rng));
        let population = std::iter::once(genes.to_vec()).chain(variants).collect();
        State { population, environment, history: Vec::new() }
    }

    /// The first population: random individuals.
    pub fn start_at_random(&self, environment: Vec<Control>) -> State {
        let count = self.arena.genome.genes().len();
        let mut rng = rng(self.seed, FIRST, 0);
        let population =
            (0..self.population).map(|_| self.breeding.random(count, &mut rng)).collect();
        State { population, environment, history: Vec::new() }
    }

    /// Checks that the settings and the state fit together and that all players can be built, before any
    /// game is played.
    pub fn check(&self, state: &State) -> Result<(), EvolutionError> {
        self.check_state(state)?;
        self.arena.check::<S>(&state.environment)
    }

    /// Checks that the settings and the state fit together.
    pub fn check_state(&self, state: &State) -> Result<(), EvolutionError> {
        let (population, elite) = (self.population, self.breeding.elite);
        if population < 2 || !population.is_multiple_of(2) {
            return Err(EvolutionError::Odd { population });
        }
        if elite >= population {
            return Err(EvolutionError::Elite { elite, population });
        }
        if state.environment.is_empty() {
            return Err(EvolutionError::NoControl);
        }
        let genes = self.arena.genome.genes().len();
        let of_environment = state.environment.iter().filter_map(|control| match control {
            Control::Genes(genes) => Some(genes),
            Control::Player(_) => None,
        });
        let of_history = state.history.iter().map(|generation| &generation.genes);
        let mut all = state.population.iter().chain(of_environment).chain(of_history);
        if state.population.len() != population || !all.all(|one| one.len() == genes) {
            return Err(EvolutionError::OtherState);
        }
        Ok(())
    }

    /// The number of games of the next generation.
    pub fn games(&self, state: &State) -> usize {
        self.arena.games(self.population, state.environment.len())
    }

    /// The games of the next generation.
    pub fn trials(&self, state: &State) -> Result<Trials<S>, EvolutionError> {
        let seed = derived(self.seed, GAMES, state.history.len() as u64);
        Trials::new(&self.arena, &state.population, &state.environment, seed)
    }

    /// Ends a generation whose individuals have won their games by these numbers of discs in all.
    pub fn count(&self, state: &mut State, discs: &[i64]) {
        let each = (self.games(state) / self.population.max(1)) as f64;
        let fitness: Vec<f64> = discs.iter().map(|&discs| discs as f64 / each).collect();
        self.next_generation(state, &fitness);
    }

    /// Runs one generation: measures the fitness of the population and replaces it by the next one.
    /// Returns `false` and changes nothing if a stop is requested first. `watch` gets the number of
    /// games played.
    pub fn advance(
        &self,
        state: &mut State,
        stop: &StopSignal,
        watch: &mut dyn FnMut(usize),
    ) -> Result<bool, EvolutionError> {
        let fitness = self.fitness(state, stop, watch)?;
        if let Some(fitness) = &fitness {
            self.next_generation(state, fitness);
        }
        Ok(fitness.is_some())
    }

    /// Plays all games of a generation and returns the fitness of each individual; `None` if a stop
    /// is requested first.
    pub fn fitness(
        &self,
        state: &State,
        stop: &StopSignal,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<f64>>, EvolutionError> {
        self.trials(state)?.fitness(stop, watch)
    }

    /// Replaces the population, whose fitness is known, by the next one. No game is played: a state
    /// can be rebuilt from the fitness of each generation alone.
    pub fn next_generation(&self, state: &mut State, fitness: &[f64]) {
        let number = state.history.len() as u64;
        let population = &state.population;
        let mut generation = Generation::new(population, fitness);
        let mut rng = rng(self.seed, BREED, number);
        let squares = u32::from(S::SQUARES);
        let mut next = self.breeding.next(population, fitness, squares, &mut rng);
        let due = |renewal: &Renewal| (number + 1).is_multiple_of(renewal.every.max(1) as u64);
        if let Some(renewal) = self.renewal.filter(due) {
            generation.renewed = true;
            let best = distinct_best(population, fitness, renewal.count);
            let old = best.len().min(state.environment.len());
            state.environment.drain(..old);
            state.environment.extend(best.into_iter().map(Control::Genes));
            if renewal.restart {
                let genes = self.arena.genome.genes().len();
                let fresh = next.iter_mut().skip(self.breeding.elite);
                fresh.for_each(|one| *one = self.breeding.random(genes, &mut rng));
            }
        }
        state.population = next;
        state.history.push(generation);
    }
}

fn rng(seed: u64, stream: u64, index: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(derived(seed, stream, index))
}

/// The fittest, no two with the same genes.
fn distinct_best(population: &[Genes], fitness: &[f64], count: usize) -> Vec<Genes> {
    let mut best: Vec<Genes> = Vec::new();
    for at in ranking(fitness) {
        if best.len() < count && !best.contains(&population[at]) {
            best.push(population[at].clone());
        }
    }
    best
}

impl Generation {
    fn new(population: &[Genes], fitness: &[f64]) -> Generation {
        let order = ranking(fitness);
        let (first, last) = (order[0], order[order.len() - 1]);
        let count = fitness.len() as f64;
        let mean = fitness.iter().sum::<f64>() / count;
        let squares: f64 = fitness.iter().map(|fitness| (fitness - mean).powi(2)).sum();
        Generation {
            best: fitness[first],
            mean,
            worst: fitness[last],
            deviation: (squares / count).sqrt(),
            diversity: diversity(population),
            renewed: false,
            genes: population[first].clone(),
            fitness: fitness.to_vec(),
        }
    }
}

/// The share of genes in which two individuals differ, over all pairs of individuals.
fn diversity(population: &[Genes]) -> f64 {
    let pairs = population.len() * (population.len() - 1) / 2;
    let genes = population.first().map_or(0, Vec::len);
    let mut different = 0;
    for (at, one) in population.iter().enumerate() {
        for other in &population[at + 1..] {
            different += one.iter().zip(other).filter(|(a, b)| a != b).count();
        }
    }
    match pairs * genes {
        0 => 0.0,
        all => different as f64 / all as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: of three individuals with two genes, the pairs differ in 0, 1 and 1 genes of 2.
    #[test]
    fn statistics_of_a_generation() {
        let population = [vec![1, 2], vec![1, 2], vec![1, 3]];
        assert_eq!(diversity(&population), 2.0 / 6.0);
        let generation = Generation::new(&population, &[2.0, 8.0, -1.0]);
        assert_eq!((generation.best, generation.mean, generation.worst), (8.0, 3.0, -1.0));
        assert_eq!(generation.deviation, 14.0_f64.sqrt());
        assert_eq!(generation.genes, [1, 2]);
        assert_eq!(diversity(&[vec![1; 4], vec![1; 4]]), 0.0);
        assert_eq!(diversity(&[vec![1; 4], vec![2; 4]]), 1.0);
    }

    #[test]
    fn the_best_are_not_taken_twice() {
        let population = [vec![1], vec![2], vec![2], vec![3]];
        let best = distinct_best(&population, &[0.0, 5.0, 5.0, 4.0], 2);
        assert_eq!(best, [[2], [3]]);
    }
}
