//! Proves final scores by null-window searches: *is the score more than this?*
//!
//! First the score is guessed by selective searches to the end of the game (iterative deepening over
//! confidences). They also leave a good move in the transposition table for every position that
//! matters. Then come exact null-window searches, the first beside the guess, as in MTD(f). Each result
//! is a bound, and the next window lies beyond it, until the two bounds meet. When the score is known,
//! the best line is walked: at each position some move keeps the score, and the table nearly always
//! knows which.

use std::ops::RangeInclusive;
use std::time::Duration;

use othellier_board::kernel::Tier;
use othellier_board::{Bitboard, Board, Eight, Field, Move, Size};
use othellier_eval::patterns::Patterns;
use othellier_platform::clock::Instant;

use super::compiled::{ChampionEvaluator, make_ready};
use super::node::Expected;
use super::parallel_search::{ParallelSearch, SearchMemory, SearchSetup, SearchTask};
use super::parameters;
use super::schedule::{Iteration, schedule};
use super::selectivity::Selectivity;
use super::units::{DISC, INFINITE};
use crate::{SearchLimits, StopSignal};

/// The question to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The exact final score.
    Exact,
    /// Win, loss or draw (WLD) for the side to move; the score has the right sign.
    Outcome,
    /// The final score where it is between these two, else a bound outside.
    Window {
        /// A score of this or less need not be known more precisely.
        alpha: i32,
        /// A score of this or more need not be known more precisely.
        beta: i32,
    },
    /// The final score with this confidence (ProbCut).
    Likely(Selectivity),
}

impl From<Selectivity> for Goal {
    /// The final score with this confidence.
    fn from(selectivity: Selectivity) -> Goal {
        match selectivity {
            Selectivity::Exact => Goal::Exact,
            selectivity => Goal::Likely(selectivity),
        }
    }
}

/// The proven result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<S: Size = Eight> {
    /// The final disc difference for the side to move, empties to the winner.
    pub score: i32,
    /// Best play from here to the end, passes included; empty only where the game is over. For
    /// [`Goal::Outcome`] a line that keeps the outcome.
    pub line: Vec<Move<S>>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time of the call.
    pub elapsed: Duration,
}

/// Proves final scores; keeps its transposition table from one position to the next. The size of the
/// boards is that of the evaluator:
///
/// ```
/// use othellier_board::{Board, Four};
/// use othellier_search::StopSignal;
/// use othellier_search::champion::{Goal, Heuristic, Solver};
/// let mut solver = Solver::with(Heuristic::<Four>::default(), 1, 1 << 20);
/// let start = Board::<Four>::default();
/// let solved = solver.solve(start, Goal::Exact, &StopSignal::default()).unwrap();
/// assert_eq!(solved.score, -10);
/// ```
pub struct Solver<E: ChampionEvaluator = Patterns> {
    evaluator: E,
    memory: SearchMemory,
    tier: Tier,
}

#[cfg(feature = "weights")]
impl Solver {
    /// A solver with that many threads and a transposition table of about that many bytes, which orders
    /// moves by the learned evaluation.
    pub fn new(threads: usize, table_bytes: usize) -> Solver {
        Solver::with(Patterns::shipped(), threads, table_bytes)
    }
}

impl<E: ChampionEvaluator> Solver<E> {
    /// A solver that orders moves by this evaluator.
    pub fn with(evaluator: E, threads: usize, table_bytes: usize) -> Solver<E> {
        Solver { evaluator, memory: SearchMemory::new(threads, table_bytes), tier: Tier::best() }
    }

    /// Solves on the kernel of one tier; `None` where the machine does not have it.
    pub fn on(self, tier: Tier) -> Option<Solver<E>> {
        tier.is_available().then_some(Solver { tier, ..self })
    }

    /// Initialises what the first position would otherwise have to wait for.
    pub fn make_ready(&mut self) {
        make_ready(&self.evaluator);
    }

    /// Clears the transposition table, for calls that must not depend on earlier ones.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// Every position in the transposition table with proven bounds, and these bounds; laid out as by
    /// [`Field::embed`].
    pub fn proven(&self) -> impl Iterator<Item = (Board, RangeInclusive<i32>)> {
        let widest = DISC * E::Size::WIPEOUT;
        let discs = move |value: i16| i32::from(value).clamp(-widest, widest).div_euclid(DISC);
        self.memory.table.entries().filter_map(move |(board, entry)| {
            let proven = entry.is_usable(E::Size::empties(board).len(), Selectivity::Exact);
            proven.then(|| (board, discs(entry.lower)..=discs(entry.upper)))
        })
    }

    /// Clears the table and searches with a null window: whether the score of a board exceeds alpha,
    /// and how many nodes that took. `None` when stopped.
    pub fn exceeds(
        &mut self,
        board: Board<E::Size>,
        alpha: i32,
        stop: &StopSignal,
    ) -> Option<(bool, u64)> {
        self.memory.clear();
        let board = E::Size::embed(board);
        self.setup(stop).run(|mut search| {
            let bound = search.null_window_search(board, alpha, Expected::Exact)?;
            Some((bound > alpha, search.counters.nodes))
        })
    }

    /// Reaches the goal; `None` when stopped first.
    pub fn solve(
        &mut self,
        board: Board<E::Size>,
        goal: Goal,
        stop: &StopSignal,
    ) -> Option<Solved<E::Size>> {
        self.solve_watched(board, goal, stop, &mut |_| {})
    }

    /// Solves a position; `watch` sees the bounds of the score after each null-window search.
    pub fn solve_watched(
        &mut self,
        board: Board<E::Size>,
        goal: Goal,
        stop: &StopSignal,
        watch: &mut dyn FnMut(RangeInclusive<i32>),
    ) -> Option<Solved<E::Size>> {
        let limits = SearchLimits { stop: stop.clone(), ..SearchLimits::default() };
        self.solve_within(board, goal, &limits, watch)
    }

    /// Solves a position within limits of time and nodes; `None` when one of them is reached first.
    pub fn solve_within(
        &mut self,
        board: Board<E::Size>,
        goal: Goal,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(RangeInclusive<i32>),
    ) -> Option<Solved<E::Size>> {
        #[cfg(feature = "tune")]
        self.memory.parameters.install();
        let started = Instant::now();
        let time_up = || limits.time.is_some_and(|time| started.elapsed() >= time);
        // Without ProbCut a selective search is no cheaper than an exact one.
        let goal = match goal {
            Goal::Likely(_) if !E::SUPPORTS_PROBCUT => Goal::Exact,
            goal => goal,
        };
        let board = E::Size::embed(board);
        self.memory.table.new_generation();
        let setup =
            SearchSetup { time_up: &time_up, nodes: limits.nodes, ..self.setup(&limits.stop) };
        setup.run(|search| {
            let mut proof = Proof { search, watch };
            let (lower, upper) = proof.bounds(board, goal)?;
            let line = match goal {
                Goal::Likely(_) => proof.search.principal_variation(board, None, 60),
                _ => proof.search.proven_line(board, lower, upper)?,
            };
            let line = line.into_iter().filter_map(E::Size::extract).collect();
            let score = match goal {
                Goal::Outcome | Goal::Window { .. } if lower == -E::Size::WIPEOUT => upper,
                _ => lower,
            };
            let nodes = proof.search.counters.nodes;
            Some(Solved { score, line, nodes, elapsed: started.elapsed() })
        })
    }

    /// The setup of one call.
    fn setup<'a>(&'a self, stop: &'a StopSignal) -> SearchSetup<'a, E> {
        SearchSetup {
            tier: self.tier,
            evaluator: &self.evaluator,
            memory: &self.memory,
            stop,
            time_up: &|| false,
            nodes: None,
        }
    }
}

/// The confidence of midgame searches before the endgame ones.
const MIDGAME: Selectivity = Selectivity::Percent73;
/// One position being solved.
struct Proof<'a, E> {
    search: ParallelSearch<'a, E>,
    watch: &'a mut dyn FnMut(RangeInclusive<i32>),
}

impl<E: ChampionEvaluator> Proof<'_, E> {
    /// The final score with this confidence; for [`Selectivity::Exact`], that of the last selective
    /// iteration before the proof.
    fn guess(&mut self, board: Board, selectivity: Selectivity) -> Option<i32> {
        let empties = E::Size::empties(board).len();
        let mut guess = 0;
        let mut width = INFINITE;
        let iterations = schedule(empties, empties, selectivity, MIDGAME).into_iter();
        for Iteration { depth, selectivity } in iterations {
            if depth == empties && selectivity == Selectivity::Exact {
                break;
            }
            if depth < empties
                && (depth % 2 != empties % 2 || depth + parameters::guess_max_shortfall() < empties)
            {
                continue;
            }
            let (root_moves, alpha, beta) = (!Bitboard::EMPTY, 0, 0);
            let expected = Expected::Exact;
            let task = SearchTask { board, root_moves, alpha, beta, depth, selectivity, expected };
            guess = self.search.aspiration_search(guess, width, task)?.value;
            width = parameters::guess_window();
        }
        // Scores are even.
        let widest = E::Size::WIPEOUT;
        Some((guess + DISC * (widest + 1)).div_euclid(2 * DISC) * 2 - widest)
    }

    /// Lower and upper bound of the score: equal for an exact score.
    fn bounds(&mut self, board: Board, goal: Goal) -> Option<(i32, i32)> {
        if let Goal::Likely(selectivity) = goal {
            let score = self.guess(board, selectivity)?;
            return Some((score, score));
        }
        let (alpha, beta) = match goal {
            Goal::Outcome => (-1, 1),
            Goal::Window { alpha, beta } => (alpha, beta),
            Goal::Exact | Goal::Likely(_) => (-E::Size::WIPEOUT - 1, E::Size::WIPEOUT + 1),
        };
        let (mut lower, mut upper) = (-E::Size::WIPEOUT, E::Size::WIPEOUT);
        let guess = if E::SUPPORTS_PROBCUT
            && E::Size::empties(board).len() >= parameters::guess_min_empties()
        {
            self.guess(board, Selectivity::Exact)?
        } else {
            0
        };
        let mut guess = guess.min(beta).max(alpha + 1);
        // The guess is expected to be reached, and not to be exceeded.
        let mut expected = Expected::Cut;
        while lower < upper && lower < beta && upper > alpha {
            // Scores are even: each null window lies between two of them.
            let alpha = i32::clamp(guess, lower + 2, upper) - 1;
            let bound = self.search.null_window_search(board, alpha, expected)?;
            if bound > alpha {
                lower = bound;
                guess = bound + 2;
                expected = Expected::All;
            } else {
                upper = bound;
                guess = bound;
                expected = Expected::Cut;
            }
            (self.watch)(lower..=upper);
        }
        Some((lower, upper))
    }
}
