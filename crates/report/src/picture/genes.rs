//! Genomes before and after a crossover or a mutation.

use std::ops::RangeInclusive;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chart::{Cell, CellBlock, CellRow, Cells, Figure, Labels};
use crate::words::{Words, tr};
use othellier_measure::evolve::{Mutation, exchange};

/// Two genomes before and after they exchange genes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossed {
    /// One point: the genes before it are exchanged. Two: those between them.
    pub points: Vec<usize>,
    pub before: [Vec<i32>; 2],
    pub after: [Vec<i32>; 2],
    /// The genes that are exchanged.
    stretch: (usize, usize),
}

/// Why two genomes cannot be crossed there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CrossedError {
    /// The parents have not as many genes, or fewer than two.
    #[error("parents of {first} and {second} genes; expected as many of each, from 2 on")]
    Genes {
        /// The genes of the first parent.
        first: usize,
        /// The genes of the second parent.
        second: usize,
    },
    /// The points leave nothing to exchange, or nothing that stays.
    #[error("points {points:?}; expected a number from 1 to {most}, or two, the smaller first")]
    Points { points: Vec<usize>, most: usize },
}

impl Crossed {
    /// Exchanges genes at these points.
    pub fn new(
        first: Vec<i32>,
        second: Vec<i32>,
        points: Vec<usize>,
    ) -> Result<Crossed, CrossedError> {
        let genes = first.len();
        if genes < 2 || second.len() != genes {
            return Err(CrossedError::Genes { first: genes, second: second.len() });
        }
        let (from, to) = match points[..] {
            [to] => (0, to),
            [from, to] => (from, to),
            _ => (0, 0),
        };
        // At least one gene is exchanged, and at least one stays.
        if from >= to || to > genes || to - from == genes {
            return Err(CrossedError::Points { points, most: genes - 1 });
        }
        let (mut a, mut b) = (first.clone(), second.clone());
        exchange(&mut a, &mut b, from, to);
        Ok(Crossed { points, before: [first, second], after: [a, b], stretch: (from, to) })
    }

    pub fn figure(&self, words: &dyn Words) -> Figure {
        let (genes, (from, to)) = (self.before[0].len(), self.stretch);
        // The parent of a gene moves with the gene.
        let own = [vec![0; genes], vec![1; genes]];
        let [mut of_a, mut of_b] = own.clone();
        exchange(&mut of_a, &mut of_b, from, to);
        let names = |of: &str| [1, 2].map(|number| words.text(&format!("picture-{of}-{number}")));
        let (parents, children) = (names("parent"), names("child"));
        let block = |key: &str, names: &[String; 2], genes: &[Vec<i32>; 2], of: [&[i32]; 2]| {
            let rows = (0..2).map(|row| CellRow {
                name: names[row].clone(),
                cells: genes[row].iter().zip(of[row]).map(|(gene, of)| cell(*gene, *of)).collect(),
            });
            CellBlock {
                name: words.text(key),
                columns: numbers(genes[0].len()),
                rows: rows.collect(),
                cuts: self.points.clone(),
            }
        };
        let blocks = vec![
            block("picture-before", &parents, &self.before, [&own[0], &own[1]]),
            block("picture-after", &children, &self.after, [&of_a, &of_b]),
        ];
        let kind = if self.points.len() == 1 { "one" } else { "two" };
        let note = format!("picture-crossover-{kind}-note");
        let labels = Labels {
            title: words.text(&format!("picture-crossover-{kind}")),
            note: tr!(words, &note, from = (from + 1).to_string(), to = to.to_string()),
            number_format: words.number_format(),
            ..Labels::default()
        };
        Figure::Cells(Cells { labels, groups: parents.to_vec(), blocks })
    }
}

/// A genome before and after a mutation.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutated {
    /// The probability that a gene is replaced.
    pub rate: f64,
    /// The values of a gene.
    pub range: RangeInclusive<i32>,
    /// The seed of the random numbers.
    pub seed: u64,
    pub before: Vec<i32>,
    pub after: Vec<i32>,
}

impl Mutated {
    /// Replaces each gene with this probability.
    pub fn new(before: Vec<i32>, rate: f64, range: RangeInclusive<i32>, seed: u64) -> Mutated {
        let mut after = before.clone();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Mutation::Replace.mutate(&mut after, rate, &range, &mut rng);
        Mutated { rate, range, seed, before, after }
    }

    pub fn figure(&self, words: &dyn Words) -> Figure {
        let (before, after) = (&self.before, &self.after);
        let changed = before.iter().zip(after).filter(|(before, after)| before != after).count();
        let block = |key: &str, cells: Vec<Cell>| CellBlock {
            name: words.text(key),
            columns: numbers(before.len()),
            rows: vec![CellRow { name: String::new(), cells }],
            cuts: Vec::new(),
        };
        let mutated = before.iter().zip(after).map(|(before, after)| {
            let is_new = before != after;
            Cell { marked: is_new, ..cell(*after, i32::from(is_new)) }
        });
        let labels = Labels {
            title: words.text("picture-mutation-title"),
            note: tr!(
                words,
                "picture-mutation-note",
                rate = words.decimals(100.0 * self.rate, 0),
                low = self.range.start().to_string(),
                high = self.range.end().to_string(),
                count = changed,
                seed = self.seed.to_string()
            ),
            number_format: words.number_format(),
            ..Labels::default()
        };
        Figure::Cells(Cells {
            labels,
            groups: ["picture-kept", "picture-mutated"].map(|key| words.text(key)).to_vec(),
            blocks: vec![
                block("picture-before", before.iter().map(|gene| cell(*gene, 0)).collect()),
                block("picture-after", mutated.collect()),
            ],
        })
    }
}

/// A gene in the colour of a group.
fn cell(gene: i32, group: i32) -> Cell {
    Cell { text: gene.to_string(), group: usize::try_from(group).ok(), ..Cell::default() }
}

fn numbers(count: usize) -> Vec<String> {
    (1..=count).map(|number| number.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn genes_are_exchanged_before_a_point_or_between_two() {
        let crossed =
            |points: &[usize]| Crossed::new(vec![1, 2, 3, 4], vec![5, 6, 7, 8], points.to_vec());
        assert_eq!(crossed(&[1]).unwrap().after, [[5, 2, 3, 4], [1, 6, 7, 8]]);
        assert_eq!(crossed(&[1, 3]).unwrap().after, [[1, 6, 7, 4], [5, 2, 3, 8]]);
        for points in [&[0][..], &[4], &[2, 2], &[0, 4], &[], &[1, 2, 3]] {
            let refused = Err(CrossedError::Points { points: points.to_vec(), most: 3 });
            assert_eq!(crossed(points), refused);
        }
        let refused = Err(CrossedError::Genes { first: 1, second: 2 });
        assert_eq!(Crossed::new(vec![1], vec![1, 2], vec![1]), refused);
    }
}
