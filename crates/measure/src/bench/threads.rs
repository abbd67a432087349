//! The worth of more threads: the same searches with several numbers of threads.
//!
//! All runs are in one process, whose weights are loaded and whose search has run once before the
//! first is measured. The transposition table is cleared before every search, so that no run gains
//! from the one before.
//!
//! The speed-up of a number of threads is given twice: of the sum of the times, which the longest
//! searches decide, and as the geometric mean over the positions, in which each counts the same.

use std::time::Duration;

use othellier_board::Position;
use othellier_board::kernel::Tier;
use othellier_play::StopSignal;
use othellier_record::obf::Problem;
use othellier_search::champion::{Champion, Goal, SearchLevel, Selectivity, Solver};
use othellier_search::{SearchLimits, Searcher, StopReason};

use super::read_suite;

/// Positions with 20 to 24 empty squares and their proven scores.
const PROOFS: &str = include_str!("../../data/threads-proofs.obf");

/// Positions with 30 to 36 empty squares.
const MIDGAME: &str = include_str!("../../data/threads-midgame.obf");

/// The confidence of midgame searches.
const SELECTIVITY: Selectivity = Selectivity::Percent73;

/// The depth of the search that warms the threads up.
const WARM_UP_DEPTH: u8 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadSuite {
    /// Proofs of the final score.
    Proofs,
    /// Midgame searches of a fixed depth, at 73 % confidence.
    Midgame { depth: u8 },
}

impl ThreadSuite {
    /// The depth of midgame searches where none is given.
    pub const DEFAULT_DEPTH: u8 = 28;

    /// The least number of empty squares of the midgame positions: a deeper search would be one to
    /// the end of the game.
    pub const MIN_EMPTIES: u8 = 30;

    pub fn positions(self) -> usize {
        self.problems().len()
    }

    fn problems(self) -> Vec<Problem> {
        read_suite(match self {
            ThreadSuite::Proofs => PROOFS,
            ThreadSuite::Midgame { .. } => MIDGAME,
        })
    }

    /// Searches every position with this many threads, and calls `watch` after each. `None` when
    /// stopped, or when the machine does not have that kernel.
    pub fn run(
        self,
        threads: usize,
        table_bytes: usize,
        tier: Tier,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&ThreadRun),
    ) -> Option<Vec<ThreadRun>> {
        let problems = self.problems();
        let mut engine = Engine::new(self, threads, table_bytes, tier)?;
        engine.warm_up(&problems[0].position, stop)?;
        let mut runs = Vec::with_capacity(problems.len());
        for (problem, id) in problems.iter().zip(1..) {
            let (score, nodes, elapsed) = engine.search(&problem.position, stop)?;
            let empties = problem.position.board().empties().len();
            let is_wrong = problem.best().is_some_and(|best| f64::from(best) != score);
            let run = ThreadRun { id, empties, threads, score, is_wrong, nodes, elapsed };
            watch(&run);
            runs.push(run);
        }
        Some(runs)
    }
}

/// One search by several threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreadRun {
    /// The number of the position, from 1.
    pub id: u64,
    pub empties: u32,
    pub threads: usize,
    /// The score found, in discs for the side to move.
    pub score: f64,
    /// Whether the score is known to be another.
    pub is_wrong: bool,
    /// Nodes visited by all threads.
    pub nodes: u64,
    pub elapsed: Duration,
}

/// The runs of one number of threads, compared with those of one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreadTotals {
    pub threads: usize,
    pub positions: usize,
    /// Positions whose score is not the proven one.
    pub wrong: usize,
    pub nodes: u64,
    pub elapsed: Duration,
    /// The time of one thread divided by this time.
    pub speedup: f64,
    /// The geometric mean of the speed-ups of the positions.
    pub mean_speedup: f64,
    /// The nodes divided by those of one thread.
    pub nodes_ratio: f64,
}

impl ThreadTotals {
    /// Sums up runs of one number of threads; `one` are the runs of one thread on the same
    /// positions. `None` for no runs.
    pub fn new(runs: &[ThreadRun], one: &[ThreadRun]) -> Option<ThreadTotals> {
        let threads = runs.first()?.threads;
        let time = |runs: &[ThreadRun]| runs.iter().map(|run| run.elapsed).sum::<Duration>();
        let nodes = |runs: &[ThreadRun]| runs.iter().map(|run| run.nodes).sum::<u64>();
        let ratios = one.iter().zip(runs).map(|(one, run)| ratio(one.elapsed, run.elapsed));
        let mean_logarithm = ratios.map(f64::ln).sum::<f64>() / runs.len() as f64;
        Some(ThreadTotals {
            threads,
            positions: runs.len(),
            wrong: runs.iter().filter(|run| run.is_wrong).count(),
            nodes: nodes(runs),
            elapsed: time(runs),
            speedup: ratio(time(one), time(runs)),
            mean_speedup: mean_logarithm.exp(),
            nodes_ratio: nodes(runs) as f64 / nodes(one) as f64,
        })
    }

    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64()
    }
}

fn ratio(one: Duration, many: Duration) -> f64 {
    one.as_secs_f64() / many.as_secs_f64()
}

/// The searcher: it is kept for all positions, and so are its threads where it keeps any.
enum Engine {
    Solver(Solver),
    Champion(Box<Champion>, u8),
}

impl Engine {
    fn new(suite: ThreadSuite, threads: usize, table_bytes: usize, tier: Tier) -> Option<Engine> {
        Some(match suite {
            ThreadSuite::Proofs => Engine::Solver(Solver::new(threads, table_bytes).on(tier)?),
            ThreadSuite::Midgame { depth } => {
                let level = SearchLevel::fixed(depth.into(), SELECTIVITY, 0);
                let champion = Champion::new(level, threads, table_bytes).on(tier)?;
                Engine::Champion(Box::new(champion), depth)
            }
        })
    }

    /// Loads the weights and lets the threads run once.
    fn warm_up(&mut self, position: &Position, stop: &StopSignal) -> Option<()> {
        match self {
            Engine::Solver(solver) => {
                solver.make_ready();
                let goal = Goal::Likely(SELECTIVITY);
                solver.solve(position.board(), goal, stop).map(drop)
            }
            Engine::Champion(champion, depth) => {
                champion.make_ready();
                let limits = SearchLimits::depth(WARM_UP_DEPTH.min(*depth)).with_stop(stop);
                let report = champion.search(position, &limits, &mut |_| {});
                (report.stopped_by == StopReason::Done).then_some(())
            }
        }
    }

    /// The score, the nodes and the time of a search from an empty table; `None` when stopped.
    fn search(&mut self, position: &Position, stop: &StopSignal) -> Option<(f64, u64, Duration)> {
        match self {
            Engine::Solver(solver) => {
                solver.clear();
                let solved = solver.solve(position.board(), Goal::Exact, stop)?;
                Some((f64::from(solved.score), solved.nodes, solved.elapsed))
            }
            Engine::Champion(champion, depth) => {
                champion.clear();
                let limits = SearchLimits::depth(*depth).with_stop(stop);
                let report = champion.search(position, &limits, &mut |_| {});
                let score = report.lines.first()?.score.discs();
                let found = (score, report.nodes, report.elapsed);
                (report.stopped_by == StopReason::Done).then_some(found)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(threads: usize, milliseconds: u64, nodes: u64) -> ThreadRun {
        let elapsed = Duration::from_millis(milliseconds);
        ThreadRun { id: 1, empties: 20, threads, score: 0.0, is_wrong: false, nodes, elapsed }
    }

    #[test]
    fn totals_compare_with_one_thread() {
        let one = [run(1, 1000, 10), run(1, 3000, 30)];
        let four = [run(4, 500, 20), ThreadRun { is_wrong: true, ..run(4, 375, 40) }];
        let totals = ThreadTotals::new(&four, &one).unwrap();
        assert_eq!((totals.threads, totals.positions, totals.wrong), (4, 2, 1));
        assert_eq!((totals.nodes, totals.elapsed), (60, Duration::from_millis(875)));
        assert!((totals.speedup - 4.0 / 0.875).abs() < 1e-9);
        // The root of 2 times 8.
        assert!((totals.mean_speedup - 4.0).abs() < 1e-9);
        assert!((totals.nodes_ratio - 1.5).abs() < 1e-9);
        assert_eq!(ThreadTotals::new(&one, &one).unwrap().mean_speedup, 1.0);
        assert_eq!(ThreadTotals::new(&[], &[]), None);
    }

    #[test]
    fn positions_are_of_the_middle_game_or_have_a_proven_score() {
        let empties = |problem: &Problem| problem.position.board().empties().len();
        let proofs = ThreadSuite::Proofs.problems();
        assert!((6..=8).contains(&proofs.len()));
        for problem in proofs {
            assert!((20..=24).contains(&empties(&problem)) && problem.best().is_some());
        }
        let midgame = ThreadSuite::Midgame { depth: 1 }.problems();
        assert!((6..=8).contains(&midgame.len()));
        for problem in midgame {
            assert!((ThreadSuite::MIN_EMPTIES.into()..=36).contains(&empties(&problem)));
        }
    }

    /// One thread is deterministic: the table is empty before every search.
    #[test]
    fn every_run_of_one_thread_visits_the_same_nodes() {
        let nodes = || {
            let suite = ThreadSuite::Midgame { depth: 8 };
            let stop = StopSignal::default();
            let runs = suite.run(1, 1 << 20, Tier::best(), &stop, &mut |_| {}).unwrap();
            runs.iter().map(|run| run.nodes).collect::<Vec<_>>()
        };
        assert_eq!(nodes(), nodes());
    }

    #[test]
    fn a_stop_ends_the_runs() {
        let stop = StopSignal::default();
        stop.stop();
        for suite in [ThreadSuite::Proofs, ThreadSuite::Midgame { depth: 8 }] {
            assert_eq!(suite.run(1, 1 << 20, Tier::best(), &stop, &mut |_| panic!()), None);
        }
    }
}
