//! Root splitting: the moves of the root are shared among threads.
//!
//! The idea: the children of the root are searched independently, so each thread takes the next one
//! that is free. The best value so far, less one step, is alpha for all: a move that equals the best
//! is then seen to be equal, and the choice does not depend on which thread was first.
//!
//! ```text
//! each thread, until no move is left:
//!     take the next move
//!     value = -search(child, depth - 1, -infinity, -(best - 1))
//!     best = max(best, value)
//! ```
//!
//! Cost: the first move usually takes longest, and meanwhile the others are searched without its value:
//! the speed-up of two threads is much less than two. Compare with: one thread.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use othellier_board::{Move, Position, Size};
use othellier_eval::{Score, Turn};

use super::cursor::{Cursor, Meter};
use super::driver::{CompletedDepth, Counts, Options, Reporter, Watch, new_search, order_at};
use super::move_ordering::{MoveList, order_moves};
use super::search::{TO_THE_END, below};
use super::transposition_table::TranspositionTable;
use super::tree::Tree;
use crate::{MemoryUse, SearchLimits, SearchReport, StopReason, TableUse};

/// Iterative deepening by several threads.
pub(super) fn search<S: Size>(
    options: &Options<S>,
    tables: &mut [TranspositionTable<S>],
    position: &Position<S>,
    limits: &SearchLimits,
    depths: &[u8],
    reporter: &mut Reporter<'_, S>,
) -> SearchReport<S> {
    let all = AtomicU64::new(0);
    let mut totals = Counts::default();
    let mut last: Option<(u8, CompletedDepth<S>)> = None;
    let mut stopped_by = StopReason::Done;
    for &depth in depths {
        let hint = last.as_ref().and_then(|(_, completed)| completed.lines[0].first().copied());
        let root = Root::new(options, position, depth, hint);
        let outcome = root.run(tables, limits, reporter, &all, &mut totals);
        match outcome {
            Ok(completed) => {
                let is_exact = completed.is_exact;
                last = Some((depth, completed));
                reporter.report(&last, totals, usage(tables), StopReason::Done, Watch::Yes);
                if is_exact {
                    break;
                }
            }
            Err(reason) => {
                stopped_by = reason;
                break;
            }
        }
    }
    reporter.report(&last, totals, usage(tables), stopped_by, Watch::No)
}

/// One depth of the root, shared among threads.
struct Root<'a, S: Size> {
    options: &'a Options<S>,
    position: &'a Position<S>,
    depth: u8,
    moves: MoveList<S>,
    next: AtomicUsize,
    best: Mutex<Best<S>>,
}

struct Best<S: Size> {
    value: Score,
    /// The rank of each best move, and its line.
    lines: Vec<(usize, Vec<Move<S>>)>,
    guesses: u64,
    stopped: Option<StopReason>,
}

impl<'a, S: Size> Root<'a, S> {
    fn new(
        options: &'a Options<S>,
        position: &'a Position<S>,
        depth: u8,
        hint: Option<Move<S>>,
    ) -> Self {
        let mut moves = MoveList::new();
        let order = order_at(options, depth);
        let board = position.board();
        let legal = board.legal_moves();
        let evaluation = (&*options.evaluator, Turn::Searcher);
        order_moves(order, board, legal, evaluation, hint, &mut moves);
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        let best = Best { value: Score::MIN, lines: Vec::new(), guesses: 0, stopped: None };
        Root { options, position, depth, moves, next: AtomicUsize::new(0), best: Mutex::new(best) }
    }

    fn run(
        &self,
        tables: &mut [TranspositionTable<S>],
        limits: &SearchLimits,
        reporter: &Reporter<'_, S>,
        all: &AtomicU64,
        totals: &mut Counts,
    ) -> Result<CompletedDepth<S>, StopReason> {
        // The root is a node too, and no thread enters it.
        let before = all.fetch_add(1, Ordering::Relaxed);
        if limits.nodes.is_some_and(|most| before >= most) {
            return Err(StopReason::Nodes);
        }
        let has_table = !tables.is_empty();
        let mut tables = tables.iter_mut();
        let started = reporter.started;
        let counts: Vec<Counts> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.options.threads.min(self.moves.len()))
                .map(|_| {
                    let table = tables.next();
                    scope.spawn(move || self.work(table, limits, started, all))
                })
                .collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        });
        totals.nodes += 1 + counts.iter().map(|part| part.nodes).sum::<u64>();
        totals.evaluations += counts.iter().map(|part| part.evaluations).sum::<u64>();
        add_concurrent(&mut totals.memory, counts.iter().map(|part| part.memory));
        let best = std::mem::replace(
            &mut *self.best.lock().unwrap_or_else(|poisoned| poisoned.into_inner()),
            Best { value: Score::MIN, lines: Vec::new(), guesses: 0, stopped: None },
        );
        if let Some(reason) = best.stopped {
            return Err(reason);
        }
        let mut lines = best.lines;
        lines.sort_by_key(|(rank, _)| *rank);
        let is_exact = self.depth == TO_THE_END || (!has_table && best.guesses == 0);
        let lines = lines.into_iter().map(|(_, line)| line).collect();
        Ok(CompletedDepth { value: best.value, lines, others: Vec::new(), is_exact })
    }

    /// Takes moves until none is left or the search must stop.
    fn work(
        &self,
        table: Option<&mut TranspositionTable<S>>,
        limits: &SearchLimits,
        started: othellier_platform::clock::Instant,
        all: &AtomicU64,
    ) -> Counts {
        let mut meter = Meter::default();
        meter.hold(table.as_ref().map_or(0, |table| table.bytes()));
        let mut tree = Tree::default();
        let cursor = Cursor::new(self.options.memory, *self.position, &mut tree, &mut meter);
        let mut search = new_search(self.options, cursor, table, limits, started, meter);
        search.order = order_at(self.options, self.depth);
        search.shared_nodes = limits.nodes.is_some().then_some(all);
        while let Some((rank, played)) = {
            let rank = self.next.fetch_add(1, Ordering::Relaxed);
            self.moves.get(rank).map(|played| (rank, *played))
        } {
            let (sure, stopped) = self.with_best(|best| (best.value, best.stopped));
            if stopped.is_some() {
                break;
            }
            let window = (Score::MIN, -(sure - Score::STEP).max(Score::MIN));
            search.play(played);
            let value = self.options.algorithm.value(&mut search, below(self.depth), window, -sure);
            let guesses = std::mem::take(&mut search.guesses);
            match value {
                Ok(value) => {
                    search.take_back();
                    let mut line = vec![played];
                    line.extend(search.lines.get(1).into_iter().flatten());
                    self.with_best(|best| best.add(rank, -value, line, guesses));
                }
                Err(reason) => {
                    self.with_best(|best| best.stopped = Some(reason));
                    break;
                }
            }
        }
        Counts {
            nodes: search.nodes,
            evaluations: search.evaluations,
            memory: search.meter.usage(),
        }
    }

    fn with_best<T>(&self, change: impl FnOnce(&mut Best<S>) -> T) -> T {
        change(&mut self.best.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

impl<S: Size> Best<S> {
    fn add(&mut self, rank: usize, value: Score, line: Vec<Move<S>>, guesses: u64) {
        self.guesses += guesses;
        if value > self.value {
            self.value = value;
            self.lines.clear();
        }
        if value == self.value {
            self.lines.push((rank, line));
        }
    }
}

/// Adds the memory that several threads held at the same time.
fn add_concurrent(sum: &mut MemoryUse, parts: impl Iterator<Item = MemoryUse> + Clone) {
    let live = parts.clone().map(|part| part.live_bytes).sum();
    let peak = parts.clone().map(|part| part.peak_bytes).sum();
    sum.live_bytes = live;
    sum.peak_bytes = sum.peak_bytes.max(peak);
    for part in parts {
        sum.cumulated_bytes += part.cumulated_bytes;
        sum.reused_nodes += part.reused_nodes;
    }
}

fn usage<S: Size>(tables: &[TranspositionTable<S>]) -> Option<TableUse> {
    tables.iter().map(TranspositionTable::usage).reduce(|sum, part| TableUse {
        probes: sum.probes + part.probes,
        hits: sum.hits + part.hits,
        collisions: sum.collisions + part.collisions,
        filled: sum.filled + part.filled,
        slots: sum.slots + part.slots,
    })
}
