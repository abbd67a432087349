//! The sequential test of a match: decided on complete pairs, in the order of their numbers.
//!
//! Games end in any order. If the test looked at them in that order, fast games would decide first,
//! and the same job would end differently each time. So a unit counts once all before it are there.

use std::collections::BTreeMap;

use othellier_lab::stats::{Pairs, Sprt, Verdict};
use othellier_wire::MatchGame;

use crate::kinds::half_points;

/// A sequential test that may need fewer units than the job has.
#[derive(Clone, Debug)]
pub struct EarlyEnd {
    sprt: Sprt,
    /// Games in a unit: an even number.
    unit: usize,
    /// All games of the job.
    games: usize,
    pairs: Pairs,
    /// The next unit to count.
    next: u64,
    /// Points of the pairs of units that came before their turn.
    waiting: BTreeMap<u64, Vec<usize>>,
    /// The number of games after which it was decided.
    decided: Option<usize>,
}

impl EarlyEnd {
    /// A test of a match of so many games, so many in a unit.
    pub fn new(sprt: Sprt, unit: usize, games: usize) -> EarlyEnd {
        let (pairs, waiting) = (Pairs::default(), BTreeMap::new());
        EarlyEnd { sprt, unit, games, pairs, next: 0, waiting, decided: None }
    }

    /// Adds the rows of a unit. Rows that cannot be read count as no game: they are refused when the
    /// results are written.
    pub fn add(&mut self, number: u64, rows: &[u8]) {
        if number < self.next {
            return;
        }
        let lines = rows.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let games: Result<Vec<MatchGame>, _> = lines.map(serde_json::from_slice).collect();
        let points: Vec<usize> = games.unwrap_or_default().iter().map(half_points).collect();
        let pairs = points.as_chunks::<2>().0.iter().map(|[first, second]| first + second);
        self.waiting.insert(number, pairs.collect());
        while let Some(pairs) = self.waiting.remove(&self.next) {
            for (index, half_points) in pairs.into_iter().enumerate() {
                if self.decided.is_none() {
                    self.pairs.add(half_points);
                    if self.sprt.verdict(self.pairs) != Verdict::Undecided {
                        let before = self.next as usize * self.unit;
                        self.decided = Some(before + 2 * (index + 1));
                    }
                }
            }
            self.next += 1;
        }
    }

    /// Whether the test is decided.
    pub fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// The number of games that count, as far as is known.
    pub fn games(&self) -> usize {
        self.decided.unwrap_or(self.games)
    }

    /// The number of units that are needed, as far as is known.
    pub fn units(&self) -> u64 {
        self.games().div_ceil(self.unit) as u64
    }
}
