//! What one thread of the champion has at hand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use othellier_board::{Bitboard, Board, Square};
use othellier_eval::Judge;

use super::endgame::Finisher;
use super::foretell::Margins;
use super::haste::Haste;
use super::selectivity::Selectivity;
use super::table::{Table, hash};
use crate::StopSignal;

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) busy: &'a Busy,
    pub(super) stop: &'a StopSignal,
    /// Set when a thread has the answer.
    pub(super) answered: AtomicBool,
    /// How many threads there are.
    pub(super) threads: usize,
    /// Whether time is up, asked now and then.
    pub(super) time_up: &'a (dyn Fn() -> bool + Sync),
    /// How many positions each thread may visit.
    pub(super) nodes: u64,
}

/// One thread of a search.
pub(super) struct Worker<'a, J: Judge> {
    pub(super) finisher: Finisher<'a, J::Size>,
    pub(super) judge: &'a J,
    /// What moves near the end cost; nothing where nothing learned may be used.
    pub(super) haste: Option<&'static Haste>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) selectivity: Selectivity,
    pub(super) margins: Option<Margins>,
    /// Shallow searches that foretell deeper ones, one inside the other.
    pub(super) foretelling: u32,
    /// Boards judged.
    pub(super) evaluations: u64,
    pub(super) probes: u64,
    pub(super) hits: u64,
    /// Whether what is returned means nothing any more.
    pub(super) stopped: bool,
    /// The moves that may be chosen at the root.
    pub(super) allowed: Bitboard,
    /// The best of them.
    pub(super) best: Option<Square>,
    looks: u32,
}

impl<'a, J: Judge> Worker<'a, J> {
    pub(super) fn new(
        judge: &'a J,
        shared: &'a Shared<'a>,
        nest: &'a Table,
        selectivity: Selectivity,
    ) -> Worker<'a, J> {
        Worker {
            finisher: Finisher::new(nest),
            judge,
            haste: J::FORETELLS.then(Haste::learned),
            shared,
            selectivity,
            margins: Margins::new(selectivity),
            foretelling: 0,
            evaluations: 0,
            probes: 0,
            hits: 0,
            stopped: false,
            allowed: !Bitboard::EMPTY,
            best: None,
            looks: 0,
        }
    }

    /// Looks whether to stop: at the flags always, at the clock now and then.
    #[inline(always)]
    pub(super) fn look_up_from_work(&mut self) {
        self.looks = self.looks.wrapping_add(1);
        if self.shared.answered.load(Ordering::Relaxed)
            || self.shared.stop.is_stopped()
            || self.finisher.nodes > self.shared.nodes
            || self.looks.is_multiple_of(128) && (self.shared.time_up)()
        {
            self.stopped = true;
        }
    }
}

/// The positions that threads are searching now: another thread takes them later, when their value
/// stands in the table (ABDADA). A wrong answer, when two positions meet on one mark, costs time and
/// nothing else.
pub(super) struct Busy(Vec<AtomicU64>);

const MARKS: usize = 1 << 12;

impl Busy {
    pub(super) fn new() -> Busy {
        Busy((0..MARKS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    fn mark(&self, hash: u64) -> &AtomicU64 {
        &self.0[(hash >> 40) as usize % MARKS]
    }

    #[inline(always)]
    pub(super) fn holds(&self, board: Board, depth: u32) -> bool {
        let hash = hash(board) ^ u64::from(depth) | 1;
        self.mark(hash).load(Ordering::Relaxed) == hash
    }

    #[inline(always)]
    pub(super) fn enter(&self, board: Board, depth: u32) {
        let hash = hash(board) ^ u64::from(depth) | 1;
        self.mark(hash).store(hash, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(super) fn leave(&self, board: Board, depth: u32) {
        let hash = hash(board) ^ u64::from(depth) | 1;
        let _ = self.mark(hash).compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
