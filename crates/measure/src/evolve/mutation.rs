//! Mutation: each gene changes with a small probability, so that no value is lost permanently.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// It is replaced by a uniformly random value of the range, as in the report.
    Replace,
    /// It moves by 1 up to this much, up or down, clamped to the range.
    Nudge(i32),
}

impl Mutation {
    /// Mutates each gene with probability `rate`.
    pub fn mutate(
        self,
        genes: &mut [i32],
        rate: f64,
        range: &RangeInclusive<i32>,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        for gene in genes {
            if rng.random_bool(rate) {
                *gene = match self {
                    Mutation::Replace => rng.random_range(range.clone()),
                    Mutation::Nudge(most) => {
                        let step = rng.random_range(1..=most.max(1));
                        let up: bool = rng.random();
                        let moved = gene.saturating_add(if up { step } else { -step });
                        moved.clamp(*range.start(), *range.end())
                    }
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn mutated(mutation: Mutation, rate: f64) -> Vec<i32> {
        let mut genes = vec![0; 10_000];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        mutation.mutate(&mut genes, rate, &(-10..=10), &mut rng);
        genes
    }

    #[test]
    fn as_many_mutate_as_the_rate_says() {
        assert!(mutated(Mutation::Replace, 0.0).iter().all(|&gene| gene == 0));
        // 500 expected, deviation 22; one in 21 is replaced by itself.
        let changed = mutated(Mutation::Replace, 0.05).iter().filter(|&&gene| gene != 0).count();
        assert!((390..560).contains(&changed), "{changed}");
    }

    #[test]
    fn values_stay_in_their_range() {
        let replaced = mutated(Mutation::Replace, 1.0);
        assert!((-10..=10).all(|value| replaced.contains(&value)));
        assert!(replaced.iter().all(|gene| (-10..=10).contains(gene)));
        let nudged = mutated(Mutation::Nudge(2), 1.0);
        assert!([-2, -1, 1, 2].iter().all(|value| nudged.contains(value)));
        assert!(nudged.iter().all(|&gene| gene != 0 && gene.abs() <= 2));
        let mut at_the_edge = vec![10; 100];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        Mutation::Nudge(3).mutate(&mut at_the_edge, 1.0, &(-10..=10), &mut rng);
        assert!(at_the_edge.iter().all(|gene| (7..=10).contains(gene)));
    }
}
