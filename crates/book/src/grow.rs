//! Growing a book by search, along the lines that lose the fewest discs.
//!
//! Each move of a line from the root loses the difference between that move and the best one, for
//! either side. Each round takes the deviations at the leaves of the lines with the lowest cost,
//! adds the positions after them to the book, and searches their deviations; then the values are
//! propagated. The cost of a line is the discs it loses plus a little for each ply, so that the
//! best line does not take all the work.
//!
//! A round depends only on the book and these settings, not on the clock or the number of threads:
//! growth that is interrupted and resumed after any round gives the same book.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::ops::ControlFlow;

use othellier_board::Board;
use othellier_eval::Score;
use othellier_search::StopSignal;

use crate::book::{after, moves};
use crate::{Analyst, Book};

/// Where and how far a book grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The root of all lines.
    pub root: Board,
    /// The number of positions to reach.
    pub positions: usize,
    /// A line that loses more than this, summed over both sides, is not extended.
    pub band: Score,
    /// Nor is a line with this many plies.
    pub plies: u32,
}

/// Cost of a ply in addition to what its move loses, in hundredths of a disc.
const PLY_COST: i32 = 20;

/// Positions searched per round: one for every `BATCH_SHARE` positions in the book, within these
/// bounds.
const BATCH_SHARE: usize = 32;
const MIN_BATCH: usize = 8;
const MAX_BATCH: usize = 64;

/// The reason why growth ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrowthEnd {
    /// The requested number of positions is reached.
    Full,
    /// No line within the band is left.
    Exhausted,
    /// The watcher or the stop signal ended it.
    Stopped,
}

impl Book {
    /// Grows the book. After each round `watch` sees a consistent book, and may stop.
    pub fn grow(
        &mut self,
        growth: &Growth,
        analyst: &Analyst,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Book) -> ControlFlow<()>,
    ) -> GrowthEnd {
        if !self.contains(growth.root) {
            if self.add_positions(&[growth.root.canonical()], analyst, stop).is_none() {
                return GrowthEnd::Stopped;
            }
            self.propagate_values();
        }
        loop {
            if self.search_missing(analyst, stop, watch).is_none() {
                return GrowthEnd::Stopped;
            }
            let left = growth.positions.saturating_sub(self.len());
            if left == 0 {
                return GrowthEnd::Full;
            }
            let most = (self.len() / BATCH_SHARE).clamp(MIN_BATCH, MAX_BATCH).min(left);
            let ends = self.best_leaves(growth, most);
            if ends.is_empty() {
                return GrowthEnd::Exhausted;
            }
            if self.extend(&ends, analyst, stop).is_none() || watch(self).is_break() {
                return GrowthEnd::Stopped;
            }
        }
    }

    /// Searches all missing deviations; `None` if stopped.
    pub(crate) fn search_missing(
        &mut self,
        analyst: &Analyst,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Book) -> ControlFlow<()>,
    ) -> Option<()> {
        let mut before = Vec::new();
        loop {
            let open = self.missing_deviations();
            if open.is_empty() || open == before {
                return Some(());
            }
            for boards in open.chunks(MAX_BATCH) {
                self.add_positions(boards, analyst, stop)?;
                self.propagate_values();
                if watch(self).is_break() {
                    return None;
                }
            }
            before = open;
        }
    }

    /// Adds positions with their deviations; replaces the deviations of those that are there.
    /// `None` if stopped.
    pub(crate) fn add_positions(
        &mut self,
        boards: &[Board],
        analyst: &Analyst,
        stop: &StopSignal,
    ) -> Option<()> {
        let deviations = analyst.deviations(self, boards, stop)?;
        for (&board, deviation) in boards.iter().zip(deviations) {
            self.insert(board, deviation);
        }
        Some(())
    }

    /// Adds the positions after some deviations to the book. A deviation without a known move is
    /// searched first.
    fn extend(&mut self, ends: &[Board], analyst: &Analyst, stop: &StopSignal) -> Option<()> {
        let next = |board: &Board| {
            let played = self.node(*board)?.deviation?.played?;
            Some(after(*board, played).canonical())
        };
        let children: BTreeSet<Board> = ends.iter().filter_map(next).collect();
        let unnamed: Vec<Board> = ends.iter().filter(|end| next(end).is_none()).copied().collect();
        let boards: Vec<Board> = children.into_iter().chain(unnamed).collect();
        self.add_positions(&boards, analyst, stop)?;
        self.propagate_values();
        Some(())
    }

    /// The leaves of the lines with the lowest cost: best-first search from the root.
    fn best_leaves(&self, growth: &Growth, most: usize) -> Vec<Board> {
        let mut ends = BinaryHeap::new();
        let mut lines = BinaryHeap::new();
        let mut seen = BTreeSet::new();
        lines.push(Reverse(Line { cost: 0, loss: 0, plies: 0, end: growth.root.canonical() }));
        while let Some(Reverse(line)) = lines.pop() {
            if !seen.insert(line.end) || line.plies >= growth.plies {
                continue;
            }
            let Some(node) = self.node(line.end) else { continue };
            let with = |value: Score, end: Board| {
                let loss = line.loss + (node.value - value).hundredths().max(0);
                let plies = line.plies + 1;
                let cost = loss + PLY_COST * plies as i32;
                Line { cost, loss, plies, end }
            };
            let band = growth.band.hundredths();
            for (_, next) in moves(line.end) {
                if let Some(value) = self.value(next) {
                    let longer = with(-value, next.canonical());
                    if longer.loss <= band {
                        lines.push(Reverse(longer));
                    }
                }
            }
            if let Some(deviation) = node.deviation.filter(|other| !other.is_exact(line.end)) {
                let end = with(deviation.value, line.end);
                if end.loss <= band {
                    ends.push(Reverse(end));
                }
            }
        }
        std::iter::from_fn(|| ends.pop()).map(|Reverse(end)| end.end).take(most).collect()
    }
}

/// A line from the root, ordered by cost, then by its end, so that the order is deterministic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    cost: i32,
    loss: i32,
    plies: u32,
    end: Board,
}
