//! A search by several threads: one searches the root, the others help it ([`ybwc`](super::ybwc)).
//! Aspiration windows are here too.

use othellier_board::kernel::{Scalar, Tier};
use othellier_board::{Bitboard, Board, Field, Move, Placement, Square};

use super::compiled::{ChampionEvaluator, Root};
use super::local_table::LocalTable;
use super::node::{Expected, Node, NodeKind};
use super::parameters;
use super::search_pool::{OwnLine, SearchPool};
use super::selectivity::Selectivity;
use super::transposition_table::TranspositionTable;
use super::units::DISC;
use super::worker::{NodeBudget, SearchCounters, SharedState, Worker};
use super::ybwc::Help;
use crate::StopSignal;

/// The memory kept from one search to the next.
pub(super) struct SearchMemory {
    pub(super) table: TranspositionTable,
    /// One local TT for each thread, for the endgame.
    local_tts: Vec<LocalTable>,
    /// The values of the parameters.
    #[cfg(feature = "tune")]
    pub(super) parameters: super::ParameterValues,
}

impl SearchMemory {
    pub(super) fn new(threads: usize, table_bytes: usize) -> SearchMemory {
        SearchMemory {
            table: TranspositionTable::new(table_bytes),
            local_tts: (0..threads.max(1)).map(|_| LocalTable::new()).collect(),
            #[cfg(feature = "tune")]
            parameters: super::ParameterValues::default(),
        }
    }

    /// The bytes of all tables.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.local_tts.iter().map(LocalTable::bytes).sum::<usize>()
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.local_tts.iter_mut().for_each(LocalTable::clear);
    }
}

/// The setup of one call of the champion or the solver.
pub(super) struct SearchSetup<'a, E> {
    pub(super) tier: Tier,
    pub(super) evaluator: &'a E,
    pub(super) memory: &'a SearchMemory,
    pub(super) stop: &'a StopSignal,
    pub(super) time_up: &'a (dyn Fn() -> bool + Sync),
    /// The node limit of all threads together.
    pub(super) nodes: Option<u64>,
}

/// The threads and counters of one call of the champion or the solver.
pub(super) struct ParallelSearch<'a, E> {
    pub(super) setup: &'a SearchSetup<'a, E>,
    pub(super) counters: SearchCounters,
    /// Those of the calling thread.
    own_counters: SearchCounters,
    /// The best move so far of a search that was stopped.
    pub(super) interim: Option<Square>,
    shared: &'a SharedState<'a>,
    /// Starts the other threads, if there are any and they have not been started yet.
    start_helpers: Option<&'a dyn Fn()>,
}

impl<E: ChampionEvaluator> SearchSetup<'_, E> {
    /// Runs all searches of a call. The other threads are started when the first search needs them, and
    /// end with the call.
    pub(super) fn run<R>(&self, searches: impl FnOnce(ParallelSearch<'_, E>) -> R) -> R {
        let SearchSetup { tier, evaluator, memory, stop, time_up, nodes } = *self;
        let threads = memory.local_tts.len();
        let shared = &SharedState {
            table: &memory.table,
            pool: SearchPool::new(threads),
            stop,
            time_up,
            budget: NodeBudget::new(nodes, threads),
            counters: (0..threads).map(|_| OwnLine::default()).collect(),
        };
        let search = ParallelSearch {
            setup: self,
            counters: SearchCounters::default(),
            own_counters: SearchCounters::default(),
            interim: None,
            shared,
            start_helpers: None,
        };
        if threads == 1 {
            return searches(search);
        }
        let help = move |index: usize| {
            #[cfg(feature = "tune")]
            memory.parameters.install();
            let local_tt = &memory.local_tts[index];
            let worker = &mut Worker::new(index, evaluator, shared, local_tt, Selectivity::Exact);
            E::search_root(Root::of_helper(tier, Help { worker }));
        };
        std::thread::scope(|scope| {
            // Also when a search panics: the scope waits for its threads.
            let _closing = CloseOnDrop(&shared.pool);
            let start_helpers = || {
                for index in 1..threads {
                    scope.spawn(move || help(index));
                }
            };
            searches(ParallelSearch { start_helpers: Some(&start_helpers), ..search })
        })
    }
}

/// Closes the pool at the end of a scope.
struct CloseOnDrop<'a>(&'a SearchPool);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close_pool();
    }
}

/// One search of a root.
#[derive(Clone, Copy)]
pub(super) struct SearchTask {
    pub(super) board: Board,
    /// The moves to choose from; others are ignored at the root.
    pub(super) root_moves: Bitboard,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    pub(super) expected: Expected,
}

/// The result of a [`SearchTask`].
#[derive(Clone, Copy)]
pub(super) struct SearchResult {
    /// Exact within the window, a bound outside (fail-soft).
    pub(super) value: i32,
    /// The best of the root moves, if there was one to choose.
    pub(super) best: Option<Square>,
}

impl<E: ChampionEvaluator> ParallelSearch<'_, E> {
    /// Searches with all threads; `None` when stopped.
    pub(super) fn search(&mut self, task: SearchTask) -> Option<SearchResult> {
        let SearchTask { board, root_moves, alpha, beta, depth, selectivity, expected } = task;
        let SearchSetup { tier, evaluator, memory, nodes, .. } = *self.setup;
        let empties = E::Size::empties(board).len();
        let is_worth_helping = if depth >= empties {
            empties >= parameters::parallel_min_empties()
        } else {
            depth >= parameters::parallel_min_depth()
        };
        if is_worth_helping && let Some(start) = self.start_helpers.take() {
            start();
        }
        self.shared.pool.resume();
        self.shared.budget.refill(nodes.map(|limit| limit.saturating_sub(self.counters.nodes)));
        let local_tt = &memory.local_tts[0];
        let mut worker = Worker::new(0, evaluator, self.shared, local_tt, selectivity);
        worker.root_moves = root_moves;
        worker.can_split = is_worth_helping && memory.local_tts.len() > 1;
        let features = &evaluator.feature_state(board);
        let (worker_now, kind) = (&mut worker, NodeKind::Root);
        let node = Node { worker: worker_now, board, features, alpha, beta, depth, kind, expected };
        let value = E::search_root(Root::of_search(tier, node)).filter(|_| !worker.stopped);
        self.own_counters = self.own_counters.plus(worker.counters());
        let helpers = self.shared.counters[1..].iter().map(|shared| shared.0.read());
        self.counters = helpers.fold(self.own_counters, SearchCounters::plus);
        self.interim = worker.best;
        value.map(|value| SearchResult { value, best: worker.best })
    }

    /// Searches with an aspiration window around a guess. Where the value falls outside, the window is
    /// widened on that side and searched again.
    pub(super) fn aspiration_search(
        &mut self,
        guess: i32,
        width: i32,
        task: SearchTask,
    ) -> Option<SearchResult> {
        let widest = DISC * E::Size::WIPEOUT;
        let mut width = width;
        let mut task = SearchTask { alpha: guess - width, beta: guess + width, ..task };
        loop {
            let result = self.search(task)?;
            width *= 2;
            if result.value <= task.alpha && task.alpha > -widest {
                task.alpha = result.value - width;
            } else if result.value >= task.beta && task.beta < widest {
                task.beta = result.value + width;
            } else {
                return Some(result);
            }
        }
    }

    /// Searches to the end of the game with a null window above `alpha`, in discs, and returns a bound:
    /// more than alpha, or an upper bound. `None` when stopped.
    pub(super) fn null_window_search(
        &mut self,
        board: Board,
        alpha: i32,
        expected: Expected,
    ) -> Option<i32> {
        let result = self.search(SearchTask {
            board,
            root_moves: !Bitboard::EMPTY,
            alpha: DISC * alpha,
            beta: DISC * alpha + 1,
            depth: E::Size::empties(board).len(),
            selectivity: Selectivity::Exact,
            expected,
        })?;
        Some(result.value / DISC)
    }

    /// The principal variation: the first move, then the best moves of the transposition table.
    pub(super) fn principal_variation(
        &self,
        board: Board,
        first: Option<Square>,
        max_moves: usize,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut now, mut next) = (board, first);
        while line.len() < max_moves && !now.is_over() {
            if now.legal_moves().is_empty() {
                line.push(Move::Pass);
                now = now.passed();
                continue;
            }
            let stored = || self.setup.memory.table.probe(now).and_then(|entry| entry.moves[0]);
            let Some(placement) = next.take().or_else(stored).and_then(|at| now.placement(at))
            else {
                break;
            };
            line.push(Move::Place(placement.square));
            now = now.with(placement);
        }
        line
    }

    /// Moves to the end of the game that keep the score between these bounds.
    pub(super) fn proven_line(
        &mut self,
        mut board: Board,
        mut lower: i32,
        mut upper: i32,
    ) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        loop {
            if moves::<E::Size>(board).is_empty() {
                if moves::<E::Size>(board.passed()).is_empty() {
                    return Some(line);
                }
                line.push(Move::Pass);
                board = board.passed();
            } else {
                let placement = self.move_keeping(board, lower)?;
                line.push(Move::Place(placement.square));
                board = board.with(placement);
            }
            (lower, upper) = (-upper, -lower);
        }
    }

    /// A move after which the score is still at least `lower`.
    fn move_keeping(&mut self, board: Board, lower: i32) -> Option<Placement> {
        let empties = E::Size::empties(board).len();
        let entry = self.setup.memory.table.probe_symmetric::<E::Size>(board, empties);
        let stored = entry.and_then(|entry| entry.moves[0]);
        let squares = stored.into_iter().chain(moves::<E::Size>(board));
        let mut last = None;
        for square in squares {
            let placement = board.placement(square)?;
            // The opponent must not be able to score more than -lower.
            let below = board.with(placement);
            if self.null_window_search(below, -lower, Expected::All)? <= -lower {
                return Some(placement);
            }
            last = Some(placement);
        }
        last
    }
}

/// The legal moves of a board of a size.
fn moves<S: Field>(board: Board) -> Bitboard {
    S::moves(Scalar, board)
}
