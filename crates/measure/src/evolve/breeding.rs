//! Selection, crossover and mutation: from one generation to the next.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::roulette::spin;
use super::{Crossover, Genes, Law, Mutation};

#[derive(Clone, Debug, PartialEq)]
pub struct Breeding {
    /// The number of the best that are copied unchanged into the next generation.
    pub elite: usize,
    /// How the probability to become a parent grows with fitness.
    pub law: Law,
    /// How two parents exchange genes (crossover).
    pub crossover: Crossover,
    /// The probability that two parents exchange genes.
    pub crossover_rate: f64,
    pub mutation: Mutation,
    /// The probability that a gene mutates.
    pub mutation_rate: f64,
    /// The values that a gene can take by mutation.
    pub range: RangeInclusive<i32>,
}

impl Breeding {
    /// A random individual with this many genes.
    pub(super) fn random(&self, genes: usize, rng: &mut Xoshiro256PlusPlus) -> Genes {
        (0..genes).map(|_| rng.random_range(self.range.clone())).collect()
    }

    /// A variant of this individual, with about every second gene mutated.
    pub(super) fn variant(&self, genes: &[i32], rng: &mut Xoshiro256PlusPlus) -> Genes {
        let mut genes = genes.to_vec();
        self.mutation.mutate(&mut genes, 0.5, &self.range, rng);
        genes
    }

    /// The next population, of equal size: the elite, then children of parents drawn by the
    /// roulette wheel.
    pub(super) fn next(
        &self,
        population: &[Genes],
        fitness: &[f64],
        squares: u32,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<Genes> {
        let probabilities = self.law.probabilities(fitness, squares);
        let elite = ranking(fitness).into_iter().take(self.elite);
        let mut next: Vec<Genes> = elite.map(|at| population[at].clone()).collect();
        while next.len() < population.len() {
            let mut a = population[spin(&probabilities, rng)].clone();
            let mut b = population[spin(&probabilities, rng)].clone();
            if rng.random_bool(self.crossover_rate) {
                self.crossover.cross(&mut a, &mut b, rng);
            }
            for mut child in [a, b] {
                self.mutation.mutate(&mut child, self.mutation_rate, &self.range, rng);
                next.push(child);
            }
        }
        next.truncate(population.len());
        next
    }
}

/// The indices of the individuals, the fittest first; ties keep their order.
pub(super) fn ranking(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    order
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn breeding() -> Breeding {
        Breeding {
            elite: 2,
            law: Law::Power(4.0),
            crossover: Crossover::TwoPoint,
            crossover_rate: 0.7,
            mutation: Mutation::Replace,
            mutation_rate: 0.0,
            range: -10..=10,
        }
    }

    #[test]
    fn the_elite_passes_and_the_hopeless_have_no_children() {
        let population: Vec<Genes> = (0..6).map(|value| vec![value; 8]).collect();
        let fitness = [-64.0, 10.0, -64.0, 30.0, 0.0, -64.0];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let next = breeding().next(&population, &fitness, 64, &mut rng);
        assert_eq!(next.len(), 6);
        assert_eq!((&next[0], &next[1]), (&population[3], &population[1]));
        assert!(next.iter().flatten().all(|gene| [1, 3, 4].contains(gene)), "{next:?}");
        let odd = Breeding { elite: 1, ..breeding() };
        assert_eq!(odd.next(&population, &fitness, 64, &mut rng).len(), 6);
    }

    /// With the sum of the genes as fitness, the genes grow: the algorithm without games.
    #[test]
    fn the_fitness_increases() {
        let breeding = Breeding { mutation_rate: 0.02, ..breeding() };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut population: Vec<Genes> = (0..30).map(|_| breeding.random(10, &mut rng)).collect();
        let fitness = |population: &[Genes]| -> Vec<f64> {
            population.iter().map(|genes| f64::from(genes.iter().sum::<i32>()) * 0.6).collect()
        };
        for _ in 0..60 {
            population = breeding.next(&population, &fitness(&population), 64, &mut rng);
        }
        let best = fitness(&population).into_iter().fold(f64::MIN, f64::max);
        assert!(best > 0.85 * 60.0, "{best}");
    }
}
