//! A search by several threads: all of them search the same tree through a shared transposition table
//! and avoid each other's nodes (ABDADA). Aspiration windows are here too.

use std::sync::atomic::{AtomicBool, Ordering};

use othellier_board::kernel::{Scalar, Tier};
use othellier_board::{Bitboard, Board, Field, Move, Placement, Square};

use super::abdada::CurrentlySearching;
use super::compiled::{ChampionEvaluator, Root};
use super::local_table::LocalTable;
use super::node::{Node, NodeKind};
use super::parameters;
use super::selectivity::Selectivity;
use super::transposition_table::TranspositionTable;
use super::units::DISC;
use super::worker::{SharedState, Worker};
use crate::StopSignal;

/// What is kept from one search to the next.
pub(super) struct SearchMemory {
    pub(super) table: TranspositionTable,
    /// One local TT for each thread, for the endgame.
    local_tts: Vec<LocalTable>,
    searching: CurrentlySearching,
    /// The values of the tunable numbers.
    #[cfg(feature = "tune")]
    pub(super) parameters: super::ParameterValues,
}

impl SearchMemory {
    pub(super) fn new(threads: usize, table_bytes: usize) -> SearchMemory {
        SearchMemory {
            table: TranspositionTable::new(table_bytes),
            local_tts: (0..threads.max(1)).map(|_| LocalTable::new()).collect(),
            searching: CurrentlySearching::new(),
            #[cfg(feature = "tune")]
            parameters: super::ParameterValues::default(),
        }
    }

    /// The bytes of all tables.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.local_tts.iter().map(LocalTable::bytes).sum::<usize>()
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.local_tts.iter_mut().for_each(LocalTable::clear);
    }
}

/// The threads, limits and counters of one call of the champion or the solver.
pub(super) struct ParallelSearch<'a, E> {
    pub(super) tier: Tier,
    pub(super) evaluator: &'a E,
    pub(super) memory: &'a SearchMemory,
    pub(super) stop: &'a StopSignal,
    pub(super) time_up: &'a (dyn Fn() -> bool + Sync),
    /// The node limit of all threads together.
    pub(super) nodes: Option<u64>,
    pub(super) counters: SearchCounters,
    /// The best move so far of a search that was stopped.
    pub(super) interim: Option<Square>,
}

/// What the threads counted, all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchCounters {
    pub(super) nodes: u64,
    pub(super) evaluations: u64,
    pub(super) probes: u64,
    pub(super) hits: u64,
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
    /// Searches with all threads; `None` when stopped. The first thread to complete gives the result
    /// and stops the others.
    pub(super) fn search(&mut self, task: SearchTask) -> Option<SearchResult> {
        let SearchTask { board, root_moves, alpha, beta, depth, selectivity } = task;
        let empties = E::Size::empties(board).len();
        let alone = match depth >= empties {
            true => empties < parameters::parallel_min_empties(),
            false => depth < parameters::parallel_min_depth(),
        };
        let local_tts =
            if alone { &self.memory.local_tts[..1] } else { &self.memory.local_tts[..] };
        let shared = SharedState {
            table: &self.memory.table,
            searching: &self.memory.searching,
            stop: self.stop,
            finished: AtomicBool::new(false),
            threads: local_tts.len(),
            time_up: self.time_up,
            nodes: self.nodes.map_or(u64::MAX, |nodes| {
                nodes.saturating_sub(self.counters.nodes) / local_tts.len() as u64
            }),
        };
        let (tier, evaluator) = (self.tier, self.evaluator);
        let features = evaluator.feature_state(board);
        let run = |local_tt| {
            #[cfg(feature = "tune")]
            self.memory.parameters.install();
            let mut worker = Worker::new(evaluator, &shared, local_tt, selectivity);
            worker.root_moves = root_moves;
            let kind = NodeKind::Root;
            let (worker_now, features) = (&mut worker, &features);
            let node = Node { worker: worker_now, board, features, alpha, beta, depth, kind };
            let value = E::search_root(Root::new(tier, node)).filter(|_| !worker.stopped);
            if value.is_some() {
                shared.finished.store(true, Ordering::Relaxed);
            }
            let counters = SearchCounters {
                nodes: worker.endgame.nodes,
                evaluations: worker.evaluations,
                probes: worker.probes,
                hits: worker.hits,
            };
            (value.map(|value| SearchResult { value, best: worker.best }), worker.best, counters)
        };
        let (own, others) = local_tts.split_first().expect("a local TT for each thread");
        type Outcome = (Option<SearchResult>, Option<Square>, SearchCounters);
        // One thread needs no other: nothing is spawned.
        let outcomes: Vec<Outcome> = if others.is_empty() {
            vec![run(own)]
        } else {
            std::thread::scope(|scope| {
                let run = &run;
                let helpers: Vec<_> =
                    others.iter().map(|local_tt| scope.spawn(move || run(local_tt))).collect();
                let own = run(own);
                let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
                std::iter::once(own).chain(others).collect()
            })
        };
        self.interim = outcomes.first().and_then(|(_, best, _)| *best);
        for (.., counters) in &outcomes {
            self.counters.nodes += counters.nodes;
            self.counters.evaluations += counters.evaluations;
            self.counters.probes += counters.probes;
            self.counters.hits += counters.hits;
        }
        outcomes.into_iter().find_map(|(result, ..)| result)
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
    pub(super) fn null_window_search(&mut self, board: Board, alpha: i32) -> Option<i32> {
        let result = self.search(SearchTask {
            board,
            root_moves: !Bitboard::EMPTY,
            alpha: DISC * alpha,
            beta: DISC * alpha + 1,
            depth: E::Size::empties(board).len(),
            selectivity: Selectivity::Exact,
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
            let stored = || self.memory.table.probe(now).and_then(|entry| entry.moves[0]);
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
        let entry = self.memory.table.probe_symmetric::<E::Size>(board, empties);
        let stored = entry.and_then(|entry| entry.moves[0]);
        let squares = stored.into_iter().chain(moves::<E::Size>(board));
        let mut last = None;
        for square in squares {
            let placement = board.placement(square)?;
            // The opponent must not be able to score more than -lower.
            if self.null_window_search(board.with(placement), -lower)? <= -lower {
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
