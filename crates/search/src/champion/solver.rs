//! Proves final scores by questions of the form *is it more than this?*
//!
//! First the score is guessed: by searches to the end of the game that cut what very likely does not
//! matter. They also leave a good move in the table for every position that counts. Then come the
//! questions, the first beside the guess. Each answer is a bound, and the next question stands
//! beyond it, until the two bounds meet. When the score is known, the best line is walked: at each
//! position one move keeps the score, and the table nearly always knows which.

use std::ops::RangeInclusive;
use std::time::Duration;

use othellier_board::kernel::Tier;
use othellier_board::{Bitboard, Board, Eight, Field, Move, Size};
use othellier_eval::patterns::Patterns;
use web_time::Instant;

use super::compiled::{ChampionJudge, make_ready};
use super::ladder::{Pass, passes};
use super::node::{DISC, INFINITE};
use super::selectivity::Selectivity;
use super::team::{Memory, Quest, Tally, Team};
use crate::StopSignal;

/// What is to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The final score.
    Exact,
    /// Whether the side to move wins, loses or draws; the score has the right sign.
    Outcome,
    /// The final score where it is between these two, else which of them it does not pass.
    Window {
        /// A score of this or less need not be known better.
        alpha: i32,
        /// A score of this or more need not be known better.
        beta: i32,
    },
    /// What the final score is with this confidence.
    Likely(Selectivity),
}

impl From<Selectivity> for Goal {
    /// The final score, as sure as that.
    fn from(selectivity: Selectivity) -> Goal {
        match selectivity {
            Selectivity::Exact => Goal::Exact,
            selectivity => Goal::Likely(selectivity),
        }
    }
}

/// What was proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<S: Size = Eight> {
    /// The final disc difference for the side to move, empties to the winner.
    pub score: i32,
    /// Best play from here to the end, passes included; empty only where the game is over. For
    /// [`Goal::Outcome`] a line that keeps the outcome.
    pub line: Vec<Move<S>>,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Proves final scores; keeps its table from one position to the next. The boards are of the judge's
/// size:
///
/// ```
/// use othellier_board::{Board, Four};
/// use othellier_search::StopSignal;
/// use othellier_search::champion::{Goal, Rule, Solver};
/// let mut solver = Solver::with(Rule::<Four>::default(), 1, 1 << 20);
/// let start = Board::<Four>::default();
/// let solved = solver.solve(start, Goal::Exact, &StopSignal::default()).unwrap();
/// assert_eq!(solved.score, -10);
/// ```
pub struct Solver<J: ChampionJudge = Patterns> {
    judge: J,
    memory: Memory,
    tier: Tier,
}

impl Solver {
    /// A solver with that many threads and a table of about that many bytes, which orders moves by
    /// the learned evaluation.
    pub fn new(threads: usize, table_bytes: usize) -> Solver {
        Solver::with(Patterns::shipped(), threads, table_bytes)
    }
}

impl<J: ChampionJudge> Solver<J> {
    /// A solver that orders moves by this judge.
    pub fn with(judge: J, threads: usize, table_bytes: usize) -> Solver<J> {
        Solver { judge, memory: Memory::new(threads, table_bytes), tier: Tier::best() }
    }

    /// The same solver on the kernel of one tier; nothing where the machine does not have it.
    pub fn on(self, tier: Tier) -> Option<Solver<J>> {
        tier.is_available().then_some(Solver { tier, ..self })
    }

    /// Makes everything ready that the first position would otherwise have to wait for.
    pub fn make_ready(&mut self) {
        make_ready(&self.judge);
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// Every position that the table knows something certain of, and what its score can still be; laid
    /// out as [`Field::lay`] does.
    pub fn proven(&self) -> impl Iterator<Item = (Board, RangeInclusive<i32>)> {
        let discs = |value: i16| i32::from(value).clamp(-64 * DISC, 64 * DISC).div_euclid(DISC);
        self.memory.table.entries().filter_map(move |(board, known)| {
            let certain = known.serves(J::Size::empties(board).len(), Selectivity::Exact);
            certain.then(|| (board, discs(known.lower)..=discs(known.upper)))
        })
    }

    /// Forgets all positions and answers one question: whether the score of a board is more than
    /// alpha, and how many positions it took to say so; nothing when told to stop first.
    pub fn ask(
        &mut self,
        board: Board<J::Size>,
        alpha: i32,
        stop: &StopSignal,
    ) -> Option<(bool, u64)> {
        self.memory.clear();
        let board = J::Size::lay(board);
        let mut work = Work { team: self.team(stop), watch: &mut |_| {} };
        let answer = work.team.ask(board, alpha)?;
        Some((answer > alpha, work.team.tally.nodes))
    }

    /// Proves what is asked for; nothing when it was told to stop first.
    pub fn solve(
        &mut self,
        board: Board<J::Size>,
        goal: Goal,
        stop: &StopSignal,
    ) -> Option<Solved<J::Size>> {
        self.solve_watched(board, goal, stop, &mut |_| {})
    }

    /// The same; after each question `watch` sees what the score can still be.
    pub fn solve_watched(
        &mut self,
        board: Board<J::Size>,
        goal: Goal,
        stop: &StopSignal,
        watch: &mut dyn FnMut(RangeInclusive<i32>),
    ) -> Option<Solved<J::Size>> {
        let started = Instant::now();
        // A judge that foretells nothing cannot make a likely score cheaper than a certain one.
        let goal = match goal {
            Goal::Likely(_) if !J::FORETELLS => Goal::Exact,
            goal => goal,
        };
        let board = J::Size::lay(board);
        self.memory.table.grow_older();
        let mut work = Work { team: self.team(stop), watch };
        let (lower, upper) = work.bounds(board, goal)?;
        let line = match goal {
            Goal::Likely(_) => work.team.remembered(board, None, 60),
            _ => work.team.proven_line(board, lower, upper)?,
        };
        let line = line.into_iter().filter_map(J::Size::lift).collect();
        let score = match goal {
            Goal::Outcome | Goal::Window { .. } if lower == -J::Size::WIPEOUT => upper,
            _ => lower,
        };
        Some(Solved { score, line, nodes: work.team.tally.nodes, elapsed: started.elapsed() })
    }

    /// The threads of one call.
    fn team<'a>(&'a self, stop: &'a StopSignal) -> Team<'a, J> {
        Team {
            tier: self.tier,
            judge: &self.judge,
            memory: &self.memory,
            stop,
            time_up: &|| false,
            nodes: None,
            tally: Tally::default(),
            interim: None,
        }
    }
}

/// From how many empty squares on the score is guessed first.
const GUESSED: u32 = 14;
/// Searches before the end are made with this confidence, and not when much shallower than the end.
const MIDGAME: Selectivity = Selectivity::Percent73;
const SKIPPED: u32 = 14;

/// One position being solved.
struct Work<'a, J> {
    team: Team<'a, J>,
    watch: &'a mut dyn FnMut(RangeInclusive<i32>),
}

impl<J: ChampionJudge> Work<'_, J> {
    /// What the final score is with this confidence or, where that is certainty, very likely.
    fn guess(&mut self, board: Board, surest: Selectivity) -> Option<i32> {
        let empties = J::Size::empties(board).len();
        let mut guess = 0;
        let mut width = INFINITE;
        let passes = passes(empties, empties, surest, MIDGAME).into_iter();
        for Pass { depth, selectivity } in passes {
            if depth == empties && selectivity == Selectivity::Exact {
                break;
            }
            if depth < empties && (depth % 2 != empties % 2 || depth + SKIPPED < empties) {
                continue;
            }
            let (allowed, alpha, beta) = (!Bitboard::EMPTY, 0, 0);
            let quest = Quest { board, allowed, alpha, beta, depth, selectivity };
            guess = self.team.search_around(guess, width, quest)?.value;
            width = 2 * DISC;
        }
        // Scores are even.
        Some((guess + 65 * DISC).div_euclid(2 * DISC) * 2 - 64)
    }

    /// What the score is at least and at most: equal for an exact score.
    fn bounds(&mut self, board: Board, goal: Goal) -> Option<(i32, i32)> {
        if let Goal::Likely(selectivity) = goal {
            let score = self.guess(board, selectivity)?;
            return Some((score, score));
        }
        let (alpha, beta) = match goal {
            Goal::Outcome => (-1, 1),
            Goal::Window { alpha, beta } => (alpha, beta),
            Goal::Exact | Goal::Likely(_) => (-65, 65),
        };
        let (mut lower, mut upper) = (-J::Size::WIPEOUT, J::Size::WIPEOUT);
        let guess = match J::FORETELLS && J::Size::empties(board).len() >= GUESSED {
            true => self.guess(board, Selectivity::Exact)?,
            false => 0,
        };
        let mut guess = guess.min(beta).max(alpha + 1);
        while lower < upper && lower < beta && upper > alpha {
            // Scores are even: ask between two of them.
            let alpha = i32::clamp(guess, lower + 2, upper) - 1;
            let answer = self.team.ask(board, alpha)?;
            if answer > alpha {
                lower = answer;
                guess = answer + 2;
            } else {
                upper = answer;
                guess = answer;
            }
            (self.watch)(lower..=upper);
        }
        Some((lower, upper))
    }
}
