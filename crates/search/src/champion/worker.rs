//! The state of one search thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use othellier_board::{Bitboard, Square};
use othellier_eval::IncrementalEvaluator;

use super::abdada::CurrentlySearching;
use super::endgame::EndgameContext;
use super::learned_ordering::LearnedOrdering;
use super::local_table::LocalTable;
use super::probcut_margins::ProbCutMargins;
use super::selectivity::Selectivity;
use super::transposition_table::TranspositionTable;
use crate::StopSignal;

/// What the threads of one search share.
pub(super) struct SharedState<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) searching: &'a CurrentlySearching,
    pub(super) stop: &'a StopSignal,
    /// Set by the first thread that completes the search.
    pub(super) finished: AtomicBool,
    pub(super) threads: usize,
    /// Whether time is up. Called once in [`CLOCK_INTERVAL`] checks.
    pub(super) time_up: &'a (dyn Fn() -> bool + Sync),
    /// The node limit of each thread: its share of the limit of the search.
    pub(super) nodes: u64,
}

/// One search thread.
pub(super) struct Worker<'a, E: IncrementalEvaluator> {
    /// The node counter of the whole search, and the local TT of the endgame.
    pub(super) endgame: EndgameContext<'a, E::Size>,
    pub(super) evaluator: &'a E,
    /// `None` for an evaluator without learned weights.
    pub(super) learned_ordering: Option<&'static LearnedOrdering>,
    pub(super) shared: &'a SharedState<'a>,
    pub(super) selectivity: Selectivity,
    pub(super) margins: Option<Arc<ProbCutMargins>>,
    /// How many ProbCut searches the current node is inside of.
    pub(super) probcut_nesting: u32,
    pub(super) evaluations: u64,
    pub(super) probes: u64,
    pub(super) hits: u64,
    /// Once set, returned values are meaningless and the search unwinds.
    pub(super) stopped: bool,
    /// The moves to choose from at the root.
    pub(super) root_moves: Bitboard,
    /// The best root move so far.
    pub(super) best: Option<Square>,
    polls: u32,
}

/// The clock is read once in this many calls of [`Worker::check_stop`].
const CLOCK_INTERVAL: u32 = 128;

impl<'a, E: IncrementalEvaluator> Worker<'a, E> {
    pub(super) fn new(
        evaluator: &'a E,
        shared: &'a SharedState<'a>,
        local_tt: &'a LocalTable,
        selectivity: Selectivity,
    ) -> Worker<'a, E> {
        Worker {
            endgame: EndgameContext::new(local_tt),
            evaluator,
            learned_ordering: E::SUPPORTS_PROBCUT.then(LearnedOrdering::shipped),
            shared,
            selectivity,
            margins: ProbCutMargins::of(selectivity),
            probcut_nesting: 0,
            evaluations: 0,
            probes: 0,
            hits: 0,
            stopped: false,
            root_moves: !Bitboard::EMPTY,
            best: None,
            polls: 0,
        }
    }

    /// Sets `stopped` if the search must stop: checks the flags always, the clock now and then.
    #[inline(always)]
    pub(super) fn check_stop(&mut self) {
        self.polls = self.polls.wrapping_add(1);
        if self.shared.finished.load(Ordering::Relaxed)
            || self.shared.stop.is_stopped()
            || self.endgame.nodes > self.shared.nodes
            || self.polls.is_multiple_of(CLOCK_INTERVAL) && (self.shared.time_up)()
        {
            self.stopped = true;
        }
    }
}
