//! Microbenchmarks: parts that time a small operation, hash functions or perft of boards.
//!
//! A unit is one measurement of one arm: the operation is repeated often enough for the resolution
//! of the clock, and its result is compared with a reference, so that the timed work is known to be
//! correct. Arms alternate, and nothing else runs meanwhile.

use std::sync::OnceLock;

use othellier_board::kernel::Tier;
use othellier_board::perft::{Passes, perft, perft_by};
use othellier_board::reference::{self, Mailbox};
use othellier_board::{Board, Eight};
use othellier_platform::clock::Instant;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::PartProblem;
use super::hashing::{HashFunction, PositionSequence};
use super::localized_text::LocalizedText;
use super::parts::one;
use crate::stats::{Mean, Ratio};

/// The speed of hash functions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HashingPart {
    pub name: String,
    #[serde(default)]
    pub title: LocalizedText,
    /// The alternatives that are compared.
    pub functions: Vec<HashFunction>,
    /// The number of slots of the table; for `modulo` it should not be a power of two.
    pub slots: usize,
    /// The number of random games whose positions are hashed.
    pub games: usize,
    /// Passes over all positions in one measurement.
    pub passes: usize,
    #[serde(default = "one")]
    pub repetitions: usize,
    /// Only read by [`Experiment::read_quick`](super::Experiment::read_quick).
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

/// The speed of board representations: move generation and move making, by perft.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftPart {
    pub name: String,
    #[serde(default)]
    pub title: LocalizedText,
    /// The alternatives that are compared.
    pub boards: Vec<BoardKind>,
    /// The depth from the start, forced passes not counted.
    pub depth: u32,
    #[serde(default = "one")]
    pub repetitions: usize,
    /// Only read by [`Experiment::read_quick`](super::Experiment::read_quick).
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

/// A board representation and its move code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardKind {
    /// An array of cells, walked square by square.
    Mailbox,
    /// Two bitboards, with the code for every board size.
    Bitboards,
    /// Two bitboards, with the portable kernel.
    Scalar,
    /// Two bitboards, with the AVX2 kernel.
    Avx2,
    /// Two bitboards, with the AVX-512 kernel.
    Avx512,
}

impl BoardKind {
    /// Its name in experiment files.
    pub fn name(self) -> &'static str {
        match self {
            BoardKind::Mailbox => "mailbox",
            BoardKind::Bitboards => "bitboards",
            BoardKind::Scalar => Tier::Scalar.name(),
            BoardKind::Avx2 => Tier::Avx2.name(),
            BoardKind::Avx512 => Tier::Avx512.name(),
        }
    }

    /// The memory of a board, in bits.
    pub fn bits(self) -> usize {
        match self {
            BoardKind::Mailbox => Mailbox::<Eight>::BITS,
            _ => 8 * size_of::<Board>(),
        }
    }

    /// The leaves at this depth from the start; `None` if the machine does not have the
    /// instructions.
    fn leaves(self, depth: u32) -> Option<u64> {
        let (start, passes) = (Board::default(), Passes::Free);
        match self {
            BoardKind::Mailbox => Some(reference::perft(start, depth, passes)),
            BoardKind::Bitboards => Some(perft(start, depth, passes)),
            BoardKind::Scalar => perft_by(Tier::Scalar, start, depth, passes),
            BoardKind::Avx2 => perft_by(Tier::Avx2, start, depth, passes),
            BoardKind::Avx512 => perft_by(Tier::Avx512, start, depth, passes),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimingRow {
    /// The part of the experiment.
    pub part: String,
    /// The arm of the part.
    pub arm: usize,
    /// The index of the measurement in the arm.
    pub index: usize,
    /// The number of operations, hashes or leaves; 0 if the machine does not have the instructions.
    pub operations: u64,
    pub nanoseconds: u64,
    /// The result: the sum of the slots, or the leaves.
    pub checksum: u64,
}

/// The summary of the measurements of one arm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimingFindings {
    pub operations: u64,
    /// Nanoseconds per operation.
    pub nanoseconds: Mean,
    /// Nanoseconds per operation in the fastest measurement.
    pub fastest: f64,
    /// The ratio of its time to that of the first arm.
    pub ratio: Option<Ratio>,
}

/// A checked part that times something.
pub struct TimingPlan {
    /// The name of the part.
    pub name: String,
    pub title: LocalizedText,
    /// The number of measurements of each arm.
    pub repetitions: usize,
    /// The work that is timed.
    pub work: TimedWork,
}

/// The work that is timed.
pub enum TimedWork {
    Hashing {
        /// As written in the file.
        part: HashingPart,
        /// The positions that are hashed.
        walk: Box<PositionSequence>,
    },
    Perft {
        /// As written in the file.
        part: PerftPart,
        /// The correct number of leaves.
        leaves: OnceLock<u64>,
    },
}

impl TimingPlan {
    pub(super) fn hashing(part: &HashingPart, seed: u64) -> Result<TimingPlan, PartProblem> {
        if part.functions.is_empty() || part.repetitions == 0 || part.passes == 0 {
            return Err(PartProblem::NothingToHash);
        }
        if part.slots == 0 || part.games == 0 {
            return Err(PartProblem::NoPositionsToHash);
        }
        let walk = Box::new(PositionSequence::new(part.games, part.slots, seed));
        let (name, title) = (part.name.clone(), part.title.clone());
        let work = TimedWork::Hashing { part: part.clone(), walk };
        Ok(TimingPlan { name, title, repetitions: part.repetitions, work })
    }

    pub(super) fn perft(part: &PerftPart) -> Result<TimingPlan, PartProblem> {
        if part.boards.is_empty() || part.repetitions == 0 {
            return Err(PartProblem::NothingToCount);
        }
        let (name, title) = (part.name.clone(), part.title.clone());
        let work = TimedWork::Perft { part: part.clone(), leaves: OnceLock::new() };
        Ok(TimingPlan { name, title, repetitions: part.repetitions, work })
    }

    /// The names of the arms, as in the file.
    pub fn arms(&self) -> Vec<&'static str> {
        match &self.work {
            TimedWork::Hashing { part, .. } => part.functions.iter().map(|f| f.name()).collect(),
            TimedWork::Perft { part, .. } => part.boards.iter().map(|board| board.name()).collect(),
        }
    }

    pub(super) fn measure(&self, arm: usize, index: usize) -> Result<TimingRow, PartProblem> {
        let (operations, expected, nanoseconds, found) = match &self.work {
            TimedWork::Hashing { part, walk } => {
                let function = part.functions[arm];
                let expected = walk.expected(function).wrapping_mul(part.passes as u64);
                let began = Instant::now();
                let found = walk.sum(function, part.passes);
                let took = began.elapsed();
                ((walk.positions() * part.passes) as u64, expected, took.as_nanos(), Some(found))
            }
            TimedWork::Perft { part, leaves } => {
                let counted = || BoardKind::Bitboards.leaves(part.depth).unwrap_or_default();
                let expected = *leaves.get_or_init(counted);
                let began = Instant::now();
                let found = part.boards[arm].leaves(part.depth);
                (expected, expected, began.elapsed().as_nanos(), found)
            }
        };
        let row = |operations, nanoseconds, checksum| TimingRow {
            part: self.name.clone(),
            arm,
            index,
            operations,
            nanoseconds,
            checksum,
        };
        match found {
            None => Ok(row(0, 0, 0)),
            Some(found) if found == expected => {
                Ok(row(operations, (nanoseconds as u64).max(1), found))
            }
            Some(found) => Err(PartProblem::Checksum { arm: self.arms()[arm], found, expected }),
        }
    }

    /// The summaries by arm; `None` for an arm without a measurement.
    pub(super) fn findings(&self, rows: &[&TimingRow]) -> Vec<Option<TimingFindings>> {
        let of_arm = |arm: usize| {
            let done = rows.iter().filter(|row| row.arm == arm && row.operations > 0);
            let mut done: Vec<&&TimingRow> = done.collect();
            done.sort_by_key(|row| row.index);
            let each = done.iter().map(|row| row.nanoseconds as f64 / row.operations as f64);
            let each: Vec<f64> = each.collect();
            Some(TimingFindings {
                operations: done.iter().map(|row| row.operations).max()?,
                nanoseconds: Mean::of(&each)?,
                fastest: each.iter().copied().fold(f64::INFINITY, f64::min),
                ratio: None,
            })
        };
        let mut found: Vec<Option<TimingFindings>> = (0..self.arms().len()).map(of_arm).collect();
        let Some(first) = found[0] else { return found };
        for (index, arm) in found.iter_mut().enumerate() {
            let Some(arm) = arm else { continue };
            arm.ratio = match index {
                0 => Some(Ratio { count: first.nanoseconds.count, value: 1.0, interval: None }),
                _ => Ratio::of_means(arm.nanoseconds, first.nanoseconds),
            };
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft_part(boards: &str) -> TimingPlan {
        let part = format!("name = \"boards\"\nboards = {boards}\ndepth = 5\n");
        TimingPlan::perft(&toml::from_str(&part).unwrap()).unwrap()
    }

    #[test]
    fn every_available_board_counts_the_same_leaves() {
        let timed = perft_part(r#"["mailbox", "bitboards", "scalar", "avx2", "avx512"]"#);
        for (arm, name) in timed.arms().into_iter().enumerate() {
            let row = timed.measure(arm, 0).unwrap();
            let tier = Tier::ALL.into_iter().find(|tier| tier.name() == name);
            if tier.is_some_and(|tier| !tier.is_available()) {
                assert_eq!((row.operations, row.checksum), (0, 0), "{name}")
            } else {
                assert_eq!((row.operations, row.checksum), (1396, 1396), "{name}")
            }
        }
        assert_eq!(BoardKind::Mailbox.bits() / BoardKind::Scalar.bits(), 4);
    }

    #[test]
    fn ratios_are_to_the_first_arm_that_is_measured() {
        let timed = perft_part(r#"["mailbox", "scalar", "avx512"]"#);
        let row = |arm, index, operations, nanoseconds| TimingRow {
            part: "boards".to_owned(),
            arm,
            index,
            operations,
            nanoseconds,
            checksum: 0,
        };
        let rows = [
            row(0, 0, 10, 1000),
            row(0, 1, 10, 1200),
            row(1, 0, 10, 100),
            row(1, 1, 10, 120),
            row(2, 0, 0, 0),
        ];
        let found = timed.findings(&rows.each_ref());
        let [mailbox, scalar] = [found[0].unwrap(), found[1].unwrap()];
        assert_eq!((mailbox.nanoseconds.mean, mailbox.fastest), (110.0, 100.0));
        assert!((scalar.ratio.unwrap().value - 0.1).abs() < 1e-12);
        assert!(scalar.ratio.unwrap().interval.is_some());
        assert_eq!(found[2], None);
    }

    #[test]
    fn empty_parts_are_refused() {
        let hashing = |more: &str| {
            let text = format!("name = \"h\"\nfunctions = [\"modulo\"]\n{more}");
            TimingPlan::hashing(&toml::from_str(&text).unwrap(), 1).err()
        };
        assert_eq!(hashing("slots = 7\ngames = 1\npasses = 1\n"), None);
        assert!(
            hashing("slots = 0\ngames = 1\npasses = 1\n").unwrap().to_string().contains("slots")
        );
        assert!(
            hashing("slots = 7\ngames = 1\npasses = 0\n").unwrap().to_string().contains("passes")
        );
        let empty = toml::from_str("name = \"p\"\nboards = []\ndepth = 3\n").unwrap();
        assert!(TimingPlan::perft(&empty).err().unwrap().to_string().contains("boards"));
    }
}
