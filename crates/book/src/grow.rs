//! Growing a book by thinking, along the lines that lose least.
//!
//! A line from the root loses, at each of its moves, the difference between that move and the best
//! one, whoever plays it. Each round takes the deviations at the ends of the lines with the least
//! cost, puts the positions after them into the book, and looks for the next deviations; then the
//! values are found anew. The cost of a line is what it loses and a little for each of its plies,
//! so that the best line does not swallow all the work.
//!
//! A round is a function of the book and of these settings, not of the clock or the number of
//! threads: a book that was saved after any round and is gone on with becomes the same book.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::ops::ControlFlow;

use othellier_board::Board;
use othellier_eval::Score;
use othellier_search::StopSignal;

use crate::book::{after, moves};
use crate::{Analyst, Book};

/// How far a book is to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Where its lines begin.
    pub root: Board,
    /// Until it has so many positions.
    pub positions: usize,
    /// A line that loses more than this, both sides together, is not gone on with.
    pub band: Score,
    /// Nor one with more plies than this.
    pub plies: u32,
}

/// What a ply costs beside what its move loses, in hundredths of a disc.
const PLY: i32 = 20;

/// Positions that are looked at between two looks at the whole book: one to this many of its own.
const SHARE: usize = 32;
const FEWEST: usize = 8;
const MOST: usize = 64;

/// Why a book stopped growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It has as many positions as were wanted.
    Full,
    /// There is no line left within the band.
    Exhausted,
    /// The watcher broke off, or the signal said stop.
    Told,
}

impl Book {
    /// Lets the book grow. After each round `watch` sees it whole, and may break off.
    pub fn grow(
        &mut self,
        growth: &Growth,
        analyst: &Analyst,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Book) -> ControlFlow<()>,
    ) -> Stopped {
        if !self.contains(growth.root) {
            if self.take_in(&[growth.root.canonical()], analyst, stop).is_none() {
                return Stopped::Told;
            }
            self.settle();
        }
        loop {
            if self.complete(analyst, stop, watch).is_none() {
                return Stopped::Told;
            }
            let left = growth.positions.saturating_sub(self.len());
            if left == 0 {
                return Stopped::Full;
            }
            let most = (self.len() / SHARE).clamp(FEWEST, MOST).min(left);
            let ends = self.best_ends(growth, most);
            if ends.is_empty() {
                return Stopped::Exhausted;
            }
            if self.extend(&ends, analyst, stop).is_none() || watch(self).is_break() {
                return Stopped::Told;
            }
        }
    }

    /// Finds the deviations that have yet to be found. Nothing when told to stop.
    pub(crate) fn complete(
        &mut self,
        analyst: &Analyst,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Book) -> ControlFlow<()>,
    ) -> Option<()> {
        let mut before = Vec::new();
        loop {
            let open = self.unfinished();
            if open.is_empty() || open == before {
                return Some(());
            }
            for boards in open.chunks(MOST) {
                self.take_in(boards, analyst, stop)?;
                self.settle();
                if watch(self).is_break() {
                    return None;
                }
            }
            before = open;
        }
    }

    /// Puts positions into the book, or finds their deviations anew.
    pub(crate) fn take_in(
        &mut self,
        boards: &[Board],
        analyst: &Analyst,
        stop: &StopSignal,
    ) -> Option<()> {
        let deviations = analyst.deviations(self, boards, stop)?;
        for (&board, deviation) in boards.iter().zip(deviations) {
            self.put(board, deviation);
        }
        Some(())
    }

    /// Puts the positions after some deviations into the book. A deviation that does not say which
    /// reply it is is looked for first.
    fn extend(&mut self, ends: &[Board], analyst: &Analyst, stop: &StopSignal) -> Option<()> {
        let next = |board: &Board| {
            let played = self.node(*board)?.deviation?.played?;
            Some(after(*board, played).canonical())
        };
        let children: BTreeSet<Board> = ends.iter().filter_map(next).collect();
        let unnamed: Vec<Board> = ends.iter().filter(|end| next(end).is_none()).copied().collect();
        let boards: Vec<Board> = children.into_iter().chain(unnamed).collect();
        self.take_in(&boards, analyst, stop)?;
        self.settle();
        Some(())
    }

    /// The positions at the ends of the lines with the least cost.
    fn best_ends(&self, growth: &Growth, most: usize) -> Vec<Board> {
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
                let cost = loss + PLY * plies as i32;
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

/// A line from the root: what it costs, then its end, so that of two that cost the same one always
/// comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    cost: i32,
    loss: i32,
    plies: u32,
    end: Board,
}
