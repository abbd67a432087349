//! The state of one search thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use othellier_board::{Bitboard, Square};
use othellier_eval::IncrementalEvaluator;

use super::endgame::EndgameContext;
use super::learned_ordering::LearnedOrdering;
use super::local_table::LocalTable;
use super::parameters;
use super::probcut_margins::ProbCutMargins;
use super::search_pool::{OwnLine, SearchPool};
use super::selectivity::Selectivity;
use super::split_point::SplitPoint;
use super::transposition_table::TranspositionTable;
use crate::StopSignal;

/// The state that the threads of one call of the champion or the solver share.
pub(super) struct SharedState<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) pool: SearchPool,
    pub(super) stop: &'a StopSignal,
    /// Whether time is up. Called once in [`CLOCK_INTERVAL`] checks.
    pub(super) time_up: &'a (dyn Fn() -> bool + Sync),
    pub(super) budget: NodeBudget,
    /// The counters of each thread.
    pub(super) counters: Vec<OwnLine<SharedCounters>>,
}

/// The node limit of all threads together. Each takes a share when it has used up the last one.
pub(super) struct NodeBudget {
    left: AtomicU64,
    share: u64,
}

impl NodeBudget {
    /// A budget of that many nodes, if there is a limit.
    pub(super) fn new(limit: Option<u64>, threads: usize) -> NodeBudget {
        /// How many shares each thread has of the limit.
        const SHARES: u64 = 64;
        let limit = limit.unwrap_or(u64::MAX);
        // A single thread takes all at once: it stops at exactly the limit.
        let share = if threads == 1 { limit } else { limit.div_ceil(SHARES * threads as u64) };
        NodeBudget { left: AtomicU64::new(limit), share }
    }

    /// Sets what is left, if there is a limit.
    pub(super) fn refill(&self, left: Option<u64>) {
        self.left.store(left.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Takes a share: the nodes of it, none when nothing is left.
    fn take(&self) -> u64 {
        let left = |left: u64| Some(left.saturating_sub(self.share));
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        self.left.fetch_update(set, fetch, left).map_or(0, |left| left.min(self.share))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchCounters {
    pub(super) nodes: u64,
    pub(super) evaluations: u64,
    pub(super) probes: u64,
    pub(super) hits: u64,
}

impl SearchCounters {
    pub(super) fn plus(self, other: SearchCounters) -> SearchCounters {
        SearchCounters {
            nodes: self.nodes + other.nodes,
            evaluations: self.evaluations + other.evaluations,
            probes: self.probes + other.probes,
            hits: self.hits + other.hits,
        }
    }
}

/// The counters of one thread, for others to read.
#[derive(Default)]
pub(super) struct SharedCounters([AtomicU64; 4]);

impl SharedCounters {
    fn set(&self, SearchCounters { nodes, evaluations, probes, hits }: SearchCounters) {
        for (shared, count) in self.0.iter().zip([nodes, evaluations, probes, hits]) {
            shared.store(count, Ordering::Relaxed);
        }
    }

    pub(super) fn read(&self) -> SearchCounters {
        let [nodes, evaluations, probes, hits] =
            self.0.each_ref().map(|count| count.load(Ordering::Relaxed));
        SearchCounters { nodes, evaluations, probes, hits }
    }
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
    /// Once set, returned values are meaningless and the search unwinds: to the root when it is halted,
    /// to a split point when that was cut.
    pub(super) stopped: bool,
    /// Its index among the threads.
    pub(super) index: usize,
    /// Whether other threads may help in this search.
    pub(super) can_split: bool,
    /// The innermost split point that the current node is below.
    pub(super) split_point: Option<Arc<SplitPoint>>,
    /// Whether the current node is below the first child of that.
    pub(super) is_below_first: bool,
    /// The moves to choose from at the root.
    pub(super) root_moves: Bitboard,
    /// The best root move so far.
    pub(super) best: Option<Square>,
    polls: u32,
    /// The interrupts of the pool that it has looked at.
    interrupts: u64,
    /// The nodes that it may visit before it needs another share of the budget.
    granted: u64,
}

/// The clock is read once in this many calls of [`Worker::check_stop`].
const CLOCK_INTERVAL: u32 = 128;

impl<'a, E: IncrementalEvaluator> Worker<'a, E> {
    pub(super) fn new(
        index: usize,
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
            index,
            can_split: true,
            split_point: None,
            is_below_first: false,
            root_moves: !Bitboard::EMPTY,
            best: None,
            polls: 0,
            interrupts: shared.pool.interrupts(),
            granted: 0,
        }
    }

    /// Sets `stopped` if the search must stop: checks the flags always, the clock now and then.
    #[inline(always)]
    pub(super) fn check_stop(&mut self) {
        self.polls = self.polls.wrapping_add(1);
        if self.shared.stop.is_stopped()
            || self.endgame.nodes > self.granted && !self.take_share()
            || self.polls.is_multiple_of(CLOCK_INTERVAL) && (self.shared.time_up)()
        {
            self.shared.pool.halt();
        }
        if self.shared.pool.interrupts() != self.interrupts {
            self.stopped = self.is_interrupted();
        }
    }

    /// Whether the search was halted, or a node that the current one is below was refuted.
    #[cold]
    pub(super) fn is_interrupted(&mut self) -> bool {
        self.interrupts = self.shared.pool.interrupts();
        self.shared.pool.is_halted()
            || self.split_point.as_ref().is_some_and(|above| above.is_obsolete())
    }

    /// Takes another share of the node budget; false when nothing is left.
    #[cold]
    fn take_share(&mut self) -> bool {
        self.granted = self.granted.saturating_add(self.shared.budget.take());
        self.endgame.nodes <= self.granted
    }

    /// Whether a node whose first child did not refute it is worth splitting.
    #[inline(always)]
    pub(super) fn shall_split(&self, depth: u32, to_the_end: bool) -> bool {
        let (min_depth, open_depth) = if to_the_end {
            (parameters::split_min_depth_endgame(), parameters::split_open_depth_endgame())
        } else {
            (parameters::split_min_depth(), parameters::split_open_depth())
        };
        self.can_split
            && depth >= min_depth
            && (depth >= open_depth || self.shared.pool.idle_threads() > 0)
    }

    /// Whether an expected all-node is split before its first child is searched.
    #[inline(always)]
    pub(super) fn splits_all_nodes(&self, depth: u32, to_the_end: bool) -> bool {
        let max_depth = if to_the_end {
            parameters::split_all_max_depth_endgame()
        } else {
            parameters::split_all_max_depth()
        };
        self.can_split && depth <= max_depth && self.shared.pool.idle_threads() > 0
    }

    /// Whether a midgame node with an open window is split before its first child is searched.
    #[inline(always)]
    pub(super) fn shall_speculate(&self, depth: u32) -> bool {
        self.can_split
            && depth >= parameters::speculation_min_depth()
            && self.shared.pool.idle_threads() >= parameters::speculation_min_idle()
    }

    /// Changes the confidence of the search.
    pub(super) fn set_selectivity(&mut self, selectivity: Selectivity) {
        if self.selectivity != selectivity {
            self.selectivity = selectivity;
            self.margins = ProbCutMargins::of(selectivity);
        }
    }

    pub(super) fn counters(&self) -> SearchCounters {
        SearchCounters {
            nodes: self.endgame.nodes,
            evaluations: self.evaluations,
            probes: self.probes,
            hits: self.hits,
        }
    }

    /// Shows the others what it has counted.
    pub(super) fn share_counters(&self) {
        self.shared.counters[self.index].0.set(self.counters());
    }
}
