//! The bench: a fixed set of positions, searched on one thread, each from an empty transposition
//! table.
//!
//! The total number of nodes is the *signature*. It is the same on every machine and every kernel.
//! A change of the code that alters it changed the tree that is searched; one that does not changed
//! at most the speed.
//!
//! [`threads`] measures what more threads are worth.

pub mod threads;

use std::time::Duration;

use othellier_board::kernel::Tier;
use othellier_play::StopSignal;
use othellier_record::obf::{self, Problem};
use othellier_record::parse_position;
use othellier_search::champion::{Champion, Goal, SearchLevel, Selectivity, Solver};
use othellier_search::{SearchLimits, Searcher, StopReason};

/// The nodes of the whole bench. When it changes, a test prints the new number.
pub const SIGNATURE: u64 = 17_847_885;

/// The endgame suite that the bench solves.
const ENDGAMES: &str = include_str!("../data/endgames.obf");

/// Size of the transposition table; the signature depends on it.
const TABLE_BYTES: usize = 16 << 20;

/// The suites of the bench.
pub const SUITES: &[BenchSuite] = &[
    BenchSuite { name: "endgames", problems: read_endgames, search: solve_endgame },
    BenchSuite { name: "midgame", problems: read_midgame, search: search_midgame },
];

/// A game without an error, and the numbers of moves after which its positions are searched.
const MIDGAME: (&str, [usize; 6]) =
    ("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2", [0, 4, 10, 16, 22, 28]);

/// The depth and selectivity of midgame searches.
const DEPTH: u8 = 11;
const SELECTIVITY: Selectivity = Selectivity::Percent73;

/// A suite: positions, and how each is searched.
#[derive(Clone, Copy, Debug)]
pub struct BenchSuite {
    pub name: &'static str,
    problems: fn() -> Vec<Problem>,
    search: fn(&Problem, Tier, &StopSignal) -> Option<Cost>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub positions: u64,
    /// Positions whose score is not the proven one.
    pub wrong: u64,
    pub nodes: u64,
    pub elapsed: Duration,
}

impl BenchSuite {
    pub fn positions(&self) -> usize {
        (self.problems)().len()
    }

    /// Searches every position with one kernel, and calls `watch` after each. `None` when stopped,
    /// or when the machine does not have that kernel.
    pub fn run(&self, tier: Tier, stop: &StopSignal, watch: &mut dyn FnMut()) -> Option<Cost> {
        let mut cost = Cost::default();
        for problem in (self.problems)() {
            cost = cost.plus((self.search)(&problem, tier, stop)?);
            watch();
        }
        Some(cost)
    }
}

impl Cost {
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            positions: self.positions + other.positions,
            wrong: self.wrong + other.wrong,
            nodes: self.nodes + other.nodes,
            elapsed: self.elapsed + other.elapsed,
        }
    }

    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64()
    }
}

fn read_endgames() -> Vec<Problem> {
    read_suite(ENDGAMES)
}

/// The problems of a file of this crate.
fn read_suite(text: &str) -> Vec<Problem> {
    let problems = obf::read(text.as_bytes()).map(|read| read.map(|(_, problem)| problem));
    problems.collect::<Result<_, _>>().expect("the suite is well formed")
}

fn read_midgame() -> Vec<Problem> {
    let (moves, lengths) = MIDGAME;
    let after = |count: usize| parse_position(&moves[..2 * count]);
    let after = |count: usize| if count == 0 { parse_position("startpos") } else { after(count) };
    lengths.map(|count| Problem::new(after(count).expect("a game"))).to_vec()
}

fn search_midgame(problem: &Problem, tier: Tier, stop: &StopSignal) -> Option<Cost> {
    let level = SearchLevel::fixed(DEPTH.into(), SELECTIVITY, 0);
    let mut champion = Champion::new(level, 1, TABLE_BYTES).on(tier)?;
    let limits = SearchLimits::depth(DEPTH).with_stop(stop);
    let report = champion.search(&problem.position, &limits, &mut |_| {});
    let cost = Cost { positions: 1, wrong: 0, nodes: report.nodes, elapsed: report.elapsed };
    (report.stopped_by == StopReason::Done).then_some(cost)
}

fn solve_endgame(problem: &Problem, tier: Tier, stop: &StopSignal) -> Option<Cost> {
    let mut solver = Solver::new(1, TABLE_BYTES).on(tier)?;
    let solved = solver.solve(problem.position.board(), Goal::Exact, stop)?;
    let wrong = u64::from(Some(solved.score) != problem.best());
    Some(Cost { positions: 1, wrong, nodes: solved.nodes, elapsed: solved.elapsed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgames::{Endgames, solve_moves};

    /// The scores are those of the suite, and the nodes those of the constant.
    #[test]
    fn the_signature_is_up_to_date() {
        let run = |suite: &BenchSuite| suite.run(Tier::best(), &StopSignal::default(), &mut || ());
        let costs = SUITES.iter().map(|suite| run(suite).expect("no stop is requested"));
        let Cost { nodes, wrong, .. } = costs.fold(Cost::default(), Cost::plus);
        assert_eq!(wrong, 0);
        assert_eq!(nodes, SIGNATURE, "set SIGNATURE to {nodes}");
    }

    /// The first half of every suite is enough, and takes little time.
    #[test]
    fn every_kernel_visits_the_same_nodes() {
        let by = |tier| {
            let nodes = SUITES.iter().flat_map(|suite| {
                let problems = (suite.problems)().into_iter().take(suite.positions() / 2);
                problems.map(|problem| (suite.search)(&problem, tier, &StopSignal::default()))
            });
            nodes.map(|cost| Some(cost?.nodes)).collect::<Option<Vec<u64>>>()
        };
        let scalar = by(Tier::Scalar);
        assert!(scalar.is_some());
        for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
            assert_eq!(by(tier), scalar, "{}", tier.name());
        }
    }

    /// For each number of empties, the endgames are the first that seed 1 generates, and every move
    /// has its true score. The large ones are generated but not solved again: the signature test
    /// does that for their best moves.
    #[test]
    fn the_suite_is_what_is_generated() {
        let problems = read_endgames();
        assert_eq!(problems.len(), SUITES[0].positions());
        let empties = |problem: &Problem| problem.position.board().empties().len();
        let mut solver = Solver::new(1, 1 << 20);
        for block in problems.chunk_by(|one, next| empties(one) == empties(next)) {
            for (problem, position) in block.iter().zip(Endgames::new(empties(&block[0]), 1)) {
                assert_eq!(problem.position, position);
                assert!(problem.has_every_move(), "{problem}");
                if empties(problem) <= 14 {
                    let solved = solve_moves(
                        &mut solver,
                        position,
                        Selectivity::Exact,
                        &StopSignal::default(),
                    );
                    assert_eq!(*problem, solved.expect("no stop is requested").problem);
                }
            }
        }
    }

    #[test]
    fn a_stop_ends_the_bench() {
        let stop = StopSignal::default();
        stop.stop();
        assert_eq!(SUITES[0].run(Tier::best(), &stop, &mut || ()), None);
    }
}
