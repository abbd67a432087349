//! [`Champion`], the searcher that plays: limits and level decide what is searched.

use std::time::Duration;

use othellier_board::kernel::Tier;
use othellier_board::{Bitboard, Board, Eight, Position};
use othellier_eval::patterns::Patterns;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::compiled::{ChampionEvaluator, make_ready};
use super::iterative_deepening::{IterativeDeepening, Paused};
use super::level::{MoveSampling, SearchLevel};
use super::parallel_search::{SearchMemory, SearchSetup};
use super::schedule::{Iteration, schedule};
use super::selectivity::Selectivity;
use super::time_management::Deadline;
use super::worker::SearchCounters;
use crate::{Line, SearchLimits, SearchReport, Searcher};

/// The champion: searches with the learned evaluation and keeps its transposition table from move to
/// move.
pub struct Champion<E: ChampionEvaluator = Patterns> {
    evaluator: E,
    memory: SearchMemory,
    tier: Tier,
    level: SearchLevel,
    /// Whether the level bounds the search even where there is time for more.
    is_limited_to_level: bool,
    /// Where the last search ended.
    paused: Option<Paused>,
    rng: Xoshiro256PlusPlus,
}

#[cfg(feature = "weights")]
impl Champion {
    /// A champion with that many threads and a transposition table of about that many bytes.
    pub fn new(level: SearchLevel, threads: usize, table_bytes: usize) -> Champion {
        Champion::with(Patterns::shipped(), level, threads, table_bytes)
    }
}

impl<E: ChampionEvaluator> Champion<E> {
    /// A champion with this evaluator.
    pub fn with(evaluator: E, level: SearchLevel, threads: usize, table_bytes: usize) -> Self {
        let memory = SearchMemory::new(threads, table_bytes);
        let rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let tier = Tier::best();
        Champion { evaluator, memory, tier, level, is_limited_to_level: false, paused: None, rng }
    }

    /// Sets the seed of the random number generator, for levels that sample their moves.
    pub fn seeded(self, seed: u64) -> Champion<E> {
        Champion { rng: Xoshiro256PlusPlus::seed_from_u64(seed), ..self }
    }

    /// Never searches deeper than the level. Without this, a limit of time or nodes takes
    /// the place of the level's depth.
    pub fn limited_to_level(self) -> Champion<E> {
        Champion { is_limited_to_level: true, ..self }
    }

    /// Searches on the kernel of one tier; `None` where the machine does not have it.
    pub fn on(self, tier: Tier) -> Option<Champion<E>> {
        tier.is_available().then_some(Champion { tier, ..self })
    }

    /// Replaces the values of its parameters.
    #[cfg(feature = "tune")]
    pub fn tuned(mut self, parameters: super::ParameterValues) -> Champion<E> {
        self.memory.parameters = parameters;
        self
    }

    /// Changes the level and keeps the transposition table.
    pub fn set_level(&mut self, level: SearchLevel) {
        self.paused = None;
        self.level = level;
    }

    /// Clears the transposition table, for searches that must not depend on earlier ones.
    pub fn clear(&mut self) {
        self.paused = None;
        self.memory.clear();
    }
}

impl<E: ChampionEvaluator<Size = Eight>> Searcher for Champion<E> {
    fn search(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        self.search_among(Bitboard::ALL, position, limits, watch)
    }

    fn make_ready(&mut self) {
        make_ready(&self.evaluator);
    }
}

impl<E: ChampionEvaluator<Size = Eight>> Champion<E> {
    /// Searches for the best move among some squares; the report has no line where none of them is
    /// legal. A side that must pass passes, whatever the squares.
    pub fn search_among(
        &mut self,
        squares: Bitboard,
        position: &Position,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        #[cfg(feature = "tune")]
        self.memory.parameters.install();
        let deadline = Deadline::new(limits);
        let board = position.board();
        let paused = self.paused.take().filter(|_| limits.resume);
        if !paused.as_ref().is_some_and(|paused| is_soon_after(paused.board, board)) {
            self.memory.table.new_generation();
        }
        let empties = board.empties().len();
        if paused.is_none() {
            self.evaluator.make_room(empties);
        }
        let time_up = || deadline.is_reached();
        let setup = SearchSetup {
            tier: self.tier,
            evaluator: &self.evaluator,
            memory: &self.memory,
            stop: &limits.stop,
            time_up: &time_up,
            nodes: limits.nodes,
        };
        let multi_pv = match self.level.sampling {
            Some(_) => usize::MAX,
            None => limits.lines.unwrap_or(1).max(1),
        };
        let is_limited = limits.time.is_some() || limits.nodes.is_some();
        let (depth, selectivity) = match limits.depth {
            Some(depth) => (u32::from(depth), self.level.selectivity),
            None if is_limited && !self.is_limited_to_level => (empties, Selectivity::Exact),
            None => self.level.target(empties),
        };
        // ProbCut needs an evaluator whose errors were measured.
        let [selectivity, midgame] = if E::SUPPORTS_PROBCUT {
            [selectivity, self.level.selectivity]
        } else {
            [Selectivity::Exact; 2]
        };
        let iterations = schedule(empties, depth, selectivity, midgame);
        setup.run(|search| {
            let mut deepening = IterativeDeepening {
                search,
                limits,
                squares,
                multi_pv,
                deadline: &deadline,
                lines: Vec::new(),
                completed: Iteration { depth: 0, selectivity: Selectivity::Exact },
                history: Vec::new(),
                time_before: Duration::ZERO,
                counters_before: SearchCounters::default(),
            };
            if let Some(paused) = paused.filter(|paused| paused.board == board) {
                deepening.resume(paused);
            }
            let stopped_by = deepening.run(board, &iterations, watch);
            self.paused = Some(deepening.pause(board));
            if let Some(sampling) = self.level.sampling {
                sample_move(&mut deepening.lines, sampling, &mut self.rng);
                deepening.lines.truncate(limits.lines.unwrap_or(1).max(1));
            }
            deepening.report(stopped_by)
        })
    }
}

/// Whether a board is this one, or the one after a reply: its entries in the transposition table are
/// those of the search before.
fn is_soon_after(before: Board, board: Board) -> bool {
    let replies = before.legal_moves().into_iter().filter_map(|square| before.placement(square));
    before == board || replies.map(|reply| before.with(reply)).any(|after| after == board)
}

/// Moves a random line to the front, by softmax sampling over the losses of the lines.
fn sample_move(lines: &mut [Line], sampling: MoveSampling, rng: &mut Xoshiro256PlusPlus) {
    let Some(best) = lines.first().map(|line| line.score.discs() as f32) else { return };
    let weight = |line: &Line| {
        let loss = best - line.score.discs() as f32;
        if loss < sampling.max_loss { (-loss / sampling.temperature).exp() } else { 0.0 }
    };
    let total: f32 = lines.iter().map(weight).sum();
    let mut left = rng.random::<f32>() * total;
    let chosen = lines.iter().position(|line| {
        left -= weight(line);
        left <= 0.0
    });
    lines[..=chosen.unwrap_or(0)].rotate_right(1);
}
