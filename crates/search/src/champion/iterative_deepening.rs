//! Iterative deepening at the root: deeper and deeper, then with more and more confidence, until a
//! limit is reached. With multi-PV, each iteration finds several lines. On a game clock,
//! `time_management` decides after each iteration.

use std::time::Duration;

use othellier_board::{Bitboard, Board, Eight, Move, Square};
use othellier_eval::Score;

use super::compiled::ChampionEvaluator;
use super::node::Expected;
use super::parallel_search::{ParallelSearch, SearchTask};
use super::parameters;
use super::schedule::Iteration;
use super::selectivity::Selectivity;
use super::symmetric::images;
use super::time_management::{Completed, Deadline, Decision, MoveTime};
use super::units::{DISC, INFINITE};
use super::worker::SearchCounters;
use crate::{Line, MemoryUse, SearchLimits, SearchReport, StopReason, TableUse, Trust};

/// One search of a position by iterative deepening.
pub(super) struct IterativeDeepening<'a, E> {
    pub(super) search: ParallelSearch<'a, E>,
    pub(super) limits: &'a SearchLimits,
    /// Where the first move may be played.
    pub(super) squares: Bitboard,
    /// How many lines to find (multi-PV).
    pub(super) multi_pv: usize,
    pub(super) deadline: &'a Deadline,
    /// The lines of the last completed iteration, best first.
    pub(super) lines: Vec<Line>,
    pub(super) completed: Iteration,
    pub(super) history: Vec<Completed>,
    /// The time of the searches that this one resumes.
    pub(super) time_before: Duration,
    /// Counters of those searches.
    pub(super) counters_before: SearchCounters,
}

/// Where a search of a position ended: another search of it can resume there.
pub(super) struct Paused {
    pub(super) board: Board,
    squares: Bitboard,
    multi_pv: usize,
    lines: Vec<Line>,
    history: Vec<Completed>,
    time: Duration,
    counters: SearchCounters,
}

impl<E: ChampionEvaluator<Size = Eight>> IterativeDeepening<'_, E> {
    /// Searches the iterations one after the other, until a limit is reached.
    pub(super) fn run(
        &mut self,
        board: Board,
        iterations: &[Iteration],
        watch: &mut dyn FnMut(&SearchReport),
    ) -> StopReason {
        if board.is_over() {
            return StopReason::Done;
        }
        let must_pass = board.legal_moves().is_empty();
        let moves = board.legal_moves() & self.squares;
        if moves.is_empty() && !must_pass {
            return StopReason::Done;
        }
        let root = if must_pass { board.passed() } else { board };
        let wanted = self.multi_pv.min(moves.len().max(1) as usize);
        let resumed = self.resumed_iterations(iterations);
        if resumed > 0 {
            watch(&self.report(StopReason::Done));
            if let Some(reason) = self.limit_reached(root, moves, iterations.get(resumed)) {
                return reason;
            }
        }
        for (at, &iteration) in iterations.iter().enumerate().skip(resumed) {
            // Multi-PV: the best move, then the best of the others, and so on.
            let mut lines: Vec<Line> = Vec::new();
            let mut root_moves = if must_pass { !Bitboard::EMPTY } else { moves };
            while lines.len() < wanted {
                let previous = self.lines.get(lines.len()).map(|line| line.score);
                let previous = previous.map(|score| if must_pass { -score } else { score });
                let Some((value, best)) = self.best_move(root, root_moves, iteration, previous)
                else {
                    if self.lines.is_empty() {
                        self.lines = lines;
                    }
                    if self.lines.is_empty() {
                        // Stopped before the first line was complete: any legal move.
                        let any = moves.first().map_or(Move::Pass, Move::Place);
                        let (score, trust) = (Score::ZERO, Trust::None);
                        self.lines = vec![Line { moves: vec![any], score, trust }];
                    }
                    if wanted == 1 && !must_pass {
                        self.take_interim_move(root);
                    }
                    return self.stop_reason();
                };
                let mut line = self.line(root, best, value, iteration);
                if must_pass {
                    line.moves.insert(0, Move::Pass);
                    line.score = -line.score;
                }
                if let Some(best) = best {
                    root_moves = root_moves - best.bitboard();
                }
                let images = if wanted > 1 { images(board, &line) } else { Vec::new() };
                lines.push(line);
                for image in images {
                    let Some(&Move::Place(square)) = image.moves.first() else { continue };
                    if lines.len() < wanted && root_moves.contains(square) {
                        root_moves = root_moves - square.bitboard();
                        lines.push(image);
                    }
                }
            }
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
            self.lines = lines;
            self.completed = iteration;
            self.record_iteration();
            watch(&self.report(StopReason::Done));
            if let Some(reason) = self.limit_reached(root, moves, iterations.get(at + 1)) {
                return reason;
            }
        }
        StopReason::Done
    }

    /// Takes the best move of an iteration that was stopped, which may be better than the last one.
    fn take_interim_move(&mut self, board: Board) {
        let Some(better) = self.search.interim else { return };
        if self.lines[0].moves.first() == Some(&Move::Place(better)) {
            return;
        }
        let depth = self.completed.depth.max(1) as usize;
        self.lines[0].moves = self.search.principal_variation(board, Some(better), depth);
        if let Some(last) = self.history.last_mut() {
            last.best = Some(Move::Place(better));
        }
    }

    /// The best of some root moves and its value, found with an aspiration window around the value of
    /// the previous iteration.
    fn best_move(
        &mut self,
        board: Board,
        root_moves: Bitboard,
        iteration: Iteration,
        previous: Option<Score>,
    ) -> Option<(i32, Option<Square>)> {
        let Iteration { depth, selectivity } = iteration;
        let (guess, width) = match previous {
            Some(score) if depth >= parameters::aspiration_min_depth() => {
                (hundredths(score), parameters::aspiration_window())
            }
            _ => (0, INFINITE),
        };
        let (alpha, beta, expected) = (0, 0, Expected::Exact);
        let task = SearchTask { board, root_moves, alpha, beta, depth, selectivity, expected };
        let result = self.search.aspiration_search(guess, width, task)?;
        Some((result.value, result.best))
    }

    /// The line of a move: to the end of the game where it is proven, else the principal variation from
    /// the transposition table.
    fn line(
        &mut self,
        board: Board,
        best: Option<Square>,
        value: i32,
        iteration: Iteration,
    ) -> Line {
        let to_the_end = iteration.depth >= board.empties().len();
        let (score, trust) = match iteration.selectivity {
            Selectivity::Exact if to_the_end => (Score::of_end(value / DISC), Trust::Exact),
            selectivity if to_the_end => {
                let percent = selectivity.percent();
                (Score::guess(value.into()), Trust::Selective { percent })
            }
            _ => (Score::guess(value.into()), Trust::Estimate),
        };
        let proven = match trust {
            Trust::Exact => self.proven_line(board, best, value / DISC),
            _ => None,
        };
        let moves = proven.unwrap_or_else(|| {
            self.search.principal_variation(board, best, iteration.depth as usize)
        });
        Line { moves, score, trust }
    }

    /// A best move and the best replies to the end of the game; `None` when a limit is reached first.
    fn proven_line(&mut self, board: Board, best: Option<Square>, score: i32) -> Option<Vec<Move>> {
        let placement = board.placement(best?)?;
        let mut line = vec![Move::Place(placement.square)];
        line.extend(self.search.proven_line(board.with(placement), -score, -score)?);
        Some(line)
    }

    /// The limit that was reached between two iterations, if any. Without a game clock the next one is
    /// started while there is time left, even if it cannot be completed: it may find a better move.
    fn limit_reached(
        &mut self,
        root: Board,
        moves: Bitboard,
        next: Option<&Iteration>,
    ) -> Option<StopReason> {
        if self.limits.stop.is_stopped() {
            return Some(StopReason::Stopped);
        }
        if self.limits.nodes.is_some_and(|nodes| self.search.counters.nodes >= nodes) {
            return Some(StopReason::Nodes);
        }
        let next = *next?;
        let is_over = (self.search.setup.time_up)() || !self.has_time_for(next, root, moves);
        is_over.then_some(StopReason::Time)
    }

    /// On a game clock, whether the next iteration is worth its time; it is then stopped at its own
    /// deadline.
    fn has_time_for(&mut self, next: Iteration, root: Board, moves: Bitboard) -> bool {
        let Some(time) = MoveTime::of(self.limits) else { return true };
        match time.decide(&self.history, self.time_used(), next) {
            Decision::Stop => false,
            Decision::Continue { .. }
                if time.asks_if_far_ahead(&self.history, self.time_used())
                    && self.is_far_ahead(root, moves) =>
            {
                false
            }
            Decision::Continue { until } => {
                self.deadline.set(until.saturating_sub(self.time_before).min(time.maximum));
                true
            }
        }
    }

    /// Whether every other move is much worse than the best one, by a null-window search.
    fn is_far_ahead(&mut self, board: Board, moves: Bitboard) -> bool {
        let best = self.lines.first().and_then(|line| line.moves.first().copied());
        let (Some(Move::Place(best)), Some(last)) = (best, self.history.last()) else {
            return false;
        };
        let Iteration { depth, selectivity } = self.completed;
        let to_the_end = depth >= board.empties().len();
        let shallower = depth.saturating_sub(parameters::clock_far_ahead_reduction()).max(1);
        let beta = last.score - parameters::clock_far_ahead_margin();
        let result = self.search.search(SearchTask {
            board,
            root_moves: moves - best.bitboard(),
            alpha: beta - 1,
            beta,
            depth: if to_the_end { depth } else { shallower },
            selectivity,
            expected: Expected::All,
        });
        self.search.interim = None;
        result.is_some_and(|result| result.value < beta)
    }

    /// Adds the iteration that was just completed to the history.
    fn record_iteration(&mut self) {
        let Some(line) = self.lines.first() else { return };
        self.history.push(Completed {
            iteration: self.completed,
            best: line.moves.first().copied(),
            score: hundredths(line.score),
            at: self.time_used(),
        });
    }

    /// The counts of this position, with those of the searches before.
    fn counters(&self) -> SearchCounters {
        self.counters_before.plus(self.search.counters)
    }

    /// The time used for this position, with that of the searches before.
    fn time_used(&self) -> Duration {
        self.time_before + self.deadline.elapsed()
    }

    /// Resumes where a search ended, if it searched these squares for this number of lines.
    pub(super) fn resume(&mut self, paused: Paused) {
        let Some(last) = paused.history.last() else { return };
        if (paused.squares, paused.multi_pv) == (self.squares, self.multi_pv) {
            self.completed = last.iteration;
            (self.lines, self.history) = (paused.lines, paused.history);
            (self.time_before, self.counters_before) = (paused.time, paused.counters);
        }
    }

    /// How many iterations the searches before have completed already.
    fn resumed_iterations(&self, iterations: &[Iteration]) -> usize {
        let Some(last) = self.history.last() else { return 0 };
        let order = |iteration: &Iteration| (iteration.depth, iteration.selectivity);
        iterations.iter().take_while(|next| order(next) <= order(&last.iteration)).count()
    }

    /// Where this search of a board has ended.
    pub(super) fn pause(&self, board: Board) -> Paused {
        Paused {
            board,
            squares: self.squares,
            multi_pv: self.multi_pv,
            lines: self.lines.clone(),
            history: self.history.clone(),
            time: self.time_used(),
            counters: self.counters(),
        }
    }

    /// Why a search within an iteration was stopped.
    fn stop_reason(&self) -> StopReason {
        if self.limits.stop.is_stopped() {
            StopReason::Stopped
        } else if (self.search.setup.time_up)() {
            StopReason::Time
        } else {
            StopReason::Nodes
        }
    }

    /// The report of the last completed iteration.
    pub(super) fn report(&self, stopped_by: StopReason) -> SearchReport {
        let counters = self.counters();
        let bytes = self.search.setup.memory.bytes();
        let elapsed = self.time_used();
        SearchReport {
            lines: self.lines.clone(),
            depth: self.completed.depth as u8,
            selectivity: self.completed.selectivity.percent(),
            nodes: counters.nodes,
            evaluations: counters.evaluations,
            elapsed,
            memory: MemoryUse {
                live_bytes: bytes,
                peak_bytes: bytes,
                cumulated_bytes: bytes as u64,
                reused_nodes: 0,
            },
            table: Some(TableUse {
                probes: counters.probes,
                hits: counters.hits,
                ..TableUse::default()
            }),
            stopped_by,
        }
    }
}

fn hundredths(score: Score) -> i32 {
    match score.end() {
        Some(discs) => DISC * discs,
        None => score.hundredths(),
    }
}
