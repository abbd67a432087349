//! The whole: one generation after the other.

use std::marker::PhantomData;

use othellier_board::{Eight, Size};
use othellier_play::StopSignal;
use othellier_spec::SpecError;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::breeding::ranking;
use super::{Arena, Breeding, Control, Genes};
use crate::seeds::derived;

/// The streams of seeds: of the first population, of breeding, of the games.
const FIRST: u64 = 0x6e7e_0001;
const BREED: u64 = 0x6e7e_0002;
const GAMES: u64 = 0x6e7e_0003;

/// A genetic algorithm and its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Evolution<S: Size = Eight> {
    /// Where fitness is found.
    pub arena: Arena,
    /// How children are made.
    pub breeding: Breeding,
    /// How many individuals there are: an even number.
    pub population: usize,
    /// When the environment changes, if it does.
    pub renewal: Option<Renewal>,
    /// All dice come from this.
    pub seed: u64,
    /// The board that is played on.
    pub size: PhantomData<S>,
}

/// The best become control players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renewal {
    /// After how many generations.
    pub every: usize,
    /// How many of the best, no two alike, take the place of the oldest control players.
    pub count: usize,
    /// Whether the population begins anew at random, but for its elite.
    pub restart: bool,
}

/// Where an evolution stands after a generation: all that is needed to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The individuals of the generation to come.
    pub population: Vec<Genes>,
    /// The control players, the oldest first.
    pub environment: Vec<Control>,
    /// What became of the generations so far.
    pub history: Vec<Generation>,
}

/// A generation in figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// The highest fitness, in discs a game.
    pub best: f64,
    /// The mean of all.
    pub mean: f64,
    /// The lowest.
    pub worst: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// How often two individuals differ in a gene: 0 where all are alike, towards 1.
    pub diversity: f64,
    /// Whether the best became control players after it.
    pub renewed: bool,
    /// The fittest individual.
    pub genes: Genes,
    /// What each individual reached, in the order of the population.
    pub fitness: Vec<f64>,
}

/// Why an evolution cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvolutionError {
    /// Couples leave nobody over.
    #[error("a population of {population}; expected an even number from 2 on")]
    Odd {
        /// How many individuals were asked for.
        population: usize,
    },
    /// Nobody would have children.
    #[error("an elite of {elite} of {population}; expected fewer than all")]
    Elite {
        /// How many were to pass as they are.
        elite: usize,
        /// Of how many.
        population: usize,
    },
    /// Nobody to be measured by.
    #[error("the environment is empty; expected at least one control player")]
    NoControl,
    /// What was saved does not fit the settings.
    #[error("the saved population is of another evolution")]
    OtherState,
    /// There are no such openings.
    #[error("{0}")]
    Openings(String),
    /// A spec names no player that can be had.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A spec names a person, whom nobody could ask.
    #[error("`{name}` is a person; expected a program")]
    Person {
        /// The name in the spec.
        name: String,
    },
    /// A game ended by somebody's fault, so that nothing can be learned from it.
    #[error("a game against {control} ended by a fault: {why}")]
    Fault {
        /// The control player.
        control: String,
        /// What was done.
        why: String,
    },
}

impl<S: Size> Evolution<S> {
    /// The first population: the genome of the arena itself, and relatives of it.
    pub fn begin_with_genome(&self, environment: Vec<Control>) -> State {
        let genes = self.arena.genome.genes();
        let mut dice = dice(self.seed, FIRST, 0);
        let relatives = (1..self.population).map(|_| self.breeding.relative(genes, &mut dice));
        let population = std::iter::once(genes.to_vec()).chain(relatives).collect();
        State { population, environment, history: Vec::new() }
    }

    /// The first population: nothing but dice.
    pub fn begin_at_random(&self, environment: Vec<Control>) -> State {
        let count = self.arena.genome.genes().len();
        let mut dice = dice(self.seed, FIRST, 0);
        let population =
            (0..self.population).map(|_| self.breeding.random(count, &mut dice)).collect();
        State { population, environment, history: Vec::new() }
    }

    /// Whether these settings and this state go together, before anything is played.
    pub fn check(&self, state: &State) -> Result<(), EvolutionError> {
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
        self.arena.check::<S>(&state.environment)
    }

    /// Lives one generation: tries everyone, and puts the next population in the place of this one.
    /// `false`, and nothing changed, when the signal said stop first. `watch` sees how many games
    /// are played.
    pub fn advance(
        &self,
        state: &mut State,
        stop: &StopSignal,
        watch: &mut dyn FnMut(usize),
    ) -> Result<bool, EvolutionError> {
        let fitness = self.fitness(state, stop, watch)?;
        if let Some(fitness) = &fitness {
            self.succeed(state, fitness);
        }
        Ok(fitness.is_some())
    }

    /// Tries everyone of the generation to come: all the games, and nothing else. `None` when the
    /// signal said stop first.
    pub fn fitness(
        &self,
        state: &State,
        stop: &StopSignal,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<f64>>, EvolutionError> {
        let seed = derived(self.seed, GAMES, state.history.len() as u64);
        self.arena.fitness::<S>(&state.population, &state.environment, seed, stop, watch)
    }

    /// Puts the next population in the place of one whose fitness is known, without a game: a state
    /// can be had again from the fitness of each generation alone.
    pub fn succeed(&self, state: &mut State, fitness: &[f64]) {
        let number = state.history.len() as u64;
        let population = &state.population;
        let mut generation = Generation::new(population, fitness);
        let mut dice = dice(self.seed, BREED, number);
        let squares = u32::from(S::SQUARES);
        let mut next = self.breeding.next(population, fitness, squares, &mut dice);
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
                fresh.for_each(|one| *one = self.breeding.random(genes, &mut dice));
            }
        }
        state.population = next;
        state.history.push(generation);
    }
}

fn dice(seed: u64, stream: u64, index: u64) -> Xoshiro256PlusPlus {
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

/// The share of genes in which two individuals differ, over all couples of different individuals.
fn diversity(population: &[Genes]) -> f64 {
    let couples = population.len() * (population.len() - 1) / 2;
    let genes = population.first().map_or(0, Vec::len);
    let mut different = 0;
    for (at, one) in population.iter().enumerate() {
        for other in &population[at + 1..] {
            different += one.iter().zip(other).filter(|(a, b)| a != b).count();
        }
    }
    match couples * genes {
        0 => 0.0,
        all => different as f64 / all as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: of three individuals with two genes, the couples differ in 0, 1 and 1 genes of 2.
    #[test]
    fn a_generation_in_figures() {
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
