//! Proves final scores by questions of the form *is it more than this?*
//!
//! The first question is whether the game is won. Each answer is a bound, and the next question stands
//! beyond it, until the two bounds meet: every question goes over ground that the table remembers.
//! When the score is known, the best line is walked: at each position one move keeps the score, and
//! the table nearly always knows which.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use othellier_board::kernel::Tier;
use othellier_board::{Board, Move, Placement};

use super::endgame::{Question, Thread};
use super::table::Table;
use crate::StopSignal;

/// What is to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The final score.
    Exact,
    /// Whether the side to move wins, loses or draws; the score has the right sign.
    Outcome,
}

/// What was proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The final disc difference for the side to move, empties to the winner.
    pub score: i32,
    /// Best play from here to the end, passes included; empty only where the game is over. For
    /// [`Goal::Outcome`] a line that keeps the outcome.
    pub line: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Proves final scores; keeps its table from one position to the next.
pub struct Solver {
    table: Table,
    tier: Tier,
    threads: usize,
}

/// Bytes of the table that a thread has for itself: small enough to stay near.
const NEST_BYTES: usize = 1 << 19;

impl Solver {
    /// A solver with that many threads and a table of about that many bytes.
    pub fn new(threads: usize, table_bytes: usize) -> Solver {
        Solver { table: Table::new(table_bytes), tier: Tier::best(), threads: threads.max(1) }
    }

    /// The same solver on the kernel of one tier; nothing where the machine does not have it.
    pub fn on(self, tier: Tier) -> Option<Solver> {
        tier.is_available().then_some(Solver { tier, ..self })
    }

    /// Proves what is asked for; nothing when it was told to stop first.
    pub fn solve(&mut self, board: Board, goal: Goal, stop: &StopSignal) -> Option<Solved> {
        let started = Instant::now();
        self.table.grow_older();
        let nests = (0..self.threads).map(|_| Table::new(NEST_BYTES)).collect();
        let mut work = Work { tier: self.tier, table: &self.table, nests, stop, nodes: 0 };
        let (lower, upper) = work.bounds(board, goal)?;
        let line = work.line(board, lower, upper)?;
        let score = if goal == Goal::Exact || lower > 0 { lower } else { upper };
        Some(Solved { score, line, nodes: work.nodes, elapsed: started.elapsed() })
    }
}

/// One position being solved.
struct Work<'a> {
    tier: Tier,
    table: &'a Table,
    /// One for each thread.
    nests: Vec<Table>,
    stop: &'a StopSignal,
    nodes: u64,
}

/// With fewer empty squares a question is answered before a second thread has begun.
const SHARED_FROM: u32 = 16;

impl Work<'_> {
    /// A bound of the score on its side of alpha; nothing when told to stop.
    ///
    /// Every thread is asked the same and tries moves of equal promise in another order. They meet
    /// in the table, and the first answer is as good as any: all are proofs.
    fn ask(&mut self, board: Board, alpha: i32) -> Option<i32> {
        let (tier, table, stop) = (self.tier, self.table, self.stop);
        let answered = AtomicBool::new(false);
        let think = |rank: usize, nest: &Table| {
            let mut thread =
                Thread { nodes: 0, rank, table, nest, stop, answered: &answered, stopped: false };
            let answer = tier.run(Question { thread: &mut thread, board, alpha });
            let answer = answer.filter(|_| !thread.stopped);
            if answer.is_some() {
                answered.store(true, Ordering::Relaxed);
            }
            (answer, thread.nodes)
        };
        let alone = board.empties().len() < SHARED_FROM;
        let (own, others) = self.nests.split_first().expect("a nest for each thread");
        let others = if alone { &[] } else { others };
        let answers: Vec<(Option<i32>, u64)> = std::thread::scope(|scope| {
            let think = &think;
            let helpers = others.iter().enumerate();
            let helpers: Vec<_> =
                helpers.map(|(at, nest)| scope.spawn(move || think(at + 1, nest))).collect();
            let own = think(0, own);
            let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
            std::iter::once(own).chain(others).collect()
        });
        self.nodes += answers.iter().map(|(_, nodes)| nodes).sum::<u64>();
        answers.into_iter().find_map(|(answer, _)| answer)
    }

    /// What the score is at least and at most: equal for an exact score.
    fn bounds(&mut self, board: Board, goal: Goal) -> Option<(i32, i32)> {
        let (mut lower, mut upper) = (-64, 64);
        if goal == Goal::Outcome {
            for alpha in [-1, 1] {
                if lower <= alpha && upper > alpha {
                    let answer = self.ask(board, alpha)?;
                    if answer > alpha { lower = answer } else { upper = answer }
                }
            }
            return Some((lower, upper));
        }
        let mut guess = 0;
        while lower < upper {
            // Scores are even: ask between two of them.
            let alpha = i32::clamp(guess, lower + 2, upper) - 1;
            let answer = self.ask(board, alpha)?;
            if answer > alpha {
                lower = answer;
                guess = answer + 2;
            } else {
                upper = answer;
                guess = answer;
            }
        }
        Some((lower, upper))
    }

    /// The moves that keep a score between these bounds, to the end.
    fn line(&mut self, mut board: Board, mut lower: i32, mut upper: i32) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        while !board.is_over() {
            if board.legal_moves().is_empty() {
                line.push(Move::Pass);
                board = board.passed();
            } else {
                let placement = self.keeper(board, lower)?;
                line.push(Move::Place(placement.square));
                board = board.with(placement);
            }
            (lower, upper) = (-upper, -lower);
        }
        Some(line)
    }

    /// A move after which the score is still at least this much.
    fn keeper(&mut self, board: Board, lower: i32) -> Option<Placement> {
        let remembered = self.table.look_up(board).and_then(|known| known.moves[0]);
        let squares = remembered.into_iter().chain(board.legal_moves());
        let mut last = None;
        for square in squares {
            let placement = board.placement(square)?;
            // The opponent must not be able to get more than this.
            if self.ask(board.with(placement), -lower)? <= -lower {
                return Some(placement);
            }
            last = Some(placement);
        }
        last
    }
}
