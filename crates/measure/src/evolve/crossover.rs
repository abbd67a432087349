//! Crossover: two parents exchange a range of genes.
//!
//! ```text
//! one point, before 3:    a a a|a a a a        b b b a a a a
//!                         b b b|b b b b   ▶    a a a b b b b
//!
//! two points, 2 to 5:     a a|a a a|a a        a a b b b a a
//!                         b b|b b b|b b   ▶    b b a a a b b
//! ```
//!
//! A range is half-open: it contains the gene at its first point and not the one at its second.
//! Points are drawn so that at least one gene is exchanged and at least one stays, if there are two
//! or more.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// The genes before a point are exchanged.
    OnePoint,
    /// The genes between two points are exchanged.
    #[default]
    TwoPoint,
}

impl Crossover {
    /// Exchanges a random range of genes of two individuals.
    pub(super) fn cross(self, a: &mut [i32], b: &mut [i32], rng: &mut Xoshiro256PlusPlus) {
        let genes = a.len().min(b.len());
        if genes < 2 {
            return;
        }
        let (from, to) = match self {
            Crossover::OnePoint => (0, rng.random_range(1..genes)),
            Crossover::TwoPoint => {
                let (one, other) = (rng.random_range(0..=genes), rng.random_range(0..genes));
                // Any two different points from 0 to `genes`, but not both ends.
                let other = if other >= one { other + 1 } else { other };
                match (one.min(other), one.max(other)) {
                    (0, to) if to == genes => (0, rng.random_range(1..genes)),
                    points => points,
                }
            }
        };
        exchange(a, b, from, to);
    }
}

/// Exchanges the genes of the range `from..to`.
///
/// # Panics
/// If one of the two has fewer genes.
pub fn exchange(a: &mut [i32], b: &mut [i32], from: usize, to: usize) {
    a[from..to].swap_with_slice(&mut b[from..to]);
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// The two parents of the report. Its point is "at the 4th gene", and the genes below it change
    /// places: three of them.
    const A: [i32; 10] = [-6, -5, -6, -1, 10, -5, -1, 3, 1, -2];
    const B: [i32; 10] = [-7, 5, -8, -9, -9, -1, -9, -10, -7, 8];

    #[test]
    fn one_point_as_in_the_report() {
        let (mut a, mut b) = (A, B);
        exchange(&mut a, &mut b, 0, 3);
        assert_eq!(a, [-7, 5, -8, -1, 10, -5, -1, 3, 1, -2]);
        assert_eq!(b, [-6, -5, -6, -9, -9, -1, -9, -10, -7, 8]);
    }

    #[test]
    fn two_points_with_the_same_genomes() {
        let (mut a, mut b) = (A, B);
        exchange(&mut a, &mut b, 3, 7);
        assert_eq!(a, [-6, -5, -6, -9, -9, -1, -9, 3, 1, -2]);
        assert_eq!(b, [-7, 5, -8, -1, 10, -5, -1, -10, -7, 8]);
    }

    #[test]
    fn some_genes_change_places_and_some_stay() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for crossover in [Crossover::OnePoint, Crossover::TwoPoint] {
            for genes in 2..12 {
                for _ in 0..200 {
                    let (mut a, mut b) = (vec![0; genes], vec![1; genes]);
                    crossover.cross(&mut a, &mut b, &mut rng);
                    let changed = a.iter().filter(|&&gene| gene == 1).count();
                    assert!((1..genes).contains(&changed), "{crossover:?} {a:?}");
                    assert!(a.iter().zip(&b).all(|(a, b)| a + b == 1));
                    let borders = a.windows(2).filter(|pair| pair[0] != pair[1]).count();
                    assert!(borders <= 2, "{a:?}");
                    assert!(crossover == Crossover::TwoPoint || (borders == 1 && a[0] == 1));
                }
            }
        }
        let (mut a, mut b) = ([0], [1]);
        Crossover::TwoPoint.cross(&mut a, &mut b, &mut rng);
        assert_eq!((a, b), ([0], [1]));
    }
}
