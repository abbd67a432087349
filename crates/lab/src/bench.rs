//! The bench: a fixed set of positions, searched on one thread, each from an empty table.
//!
//! How many nodes that takes is the *signature*. It is the same on every machine and every kernel;
//! a change of the code that alters it changed how the search thinks, one that does not changed at
//! most its speed.

use std::time::Duration;

use othellier_board::kernel::Tier;
use othellier_play::StopSignal;
use othellier_record::obf::{self, Problem};
use othellier_record::parse_position;
use othellier_search::champion::{Champion, Goal, SearchLevel, Selectivity, Solver};
use othellier_search::{SearchLimits, Searcher, StopReason};

/// The nodes of the whole bench. A test says the new number when this one is stale.
pub const SIGNATURE: u64 = 17_968_206;

/// The endgames of our own, as their file has them.
const ENDGAMES: &str = include_str!("../../../testdata/endgames.obf");

/// Size of every table: a part of what the signature depends on.
const TABLE_BYTES: usize = 16 << 20;

/// What the bench is made of.
pub const PARTS: &[Part] = &[
    Part { name: "endgames", problems: read_endgames, search: solve_endgame },
    Part { name: "midgame", problems: read_midgame, search: search_midgame },
];

/// A game without an error, and how many of its moves are played in each position.
const MIDGAME: (&str, [usize; 6]) =
    ("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2", [0, 4, 10, 16, 22, 28]);

/// How far the midgame is searched, and with what confidence.
const DEPTH: u8 = 11;
const SELECTIVITY: Selectivity = Selectivity::Percent73;

/// A part of the bench: positions and a way to search one.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    problems: fn() -> Vec<Problem>,
    search: fn(&Problem, Tier, &StopSignal) -> Option<Cost>,
}

/// What searching took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Positions searched.
    pub positions: u64,
    /// Those whose score is not the proven one.
    pub wrong: u64,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Part {
    /// How many positions it has.
    pub fn positions(&self) -> usize {
        (self.problems)().len()
    }

    /// Searches every position by one kernel, and calls `watch` after each. Nothing when told to
    /// stop, or where the machine does not have that kernel.
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
    /// The sum of both.
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            positions: self.positions + other.positions,
            wrong: self.wrong + other.wrong,
            nodes: self.nodes + other.nodes,
            elapsed: self.elapsed + other.elapsed,
        }
    }

    /// Positions visited each second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64()
    }
}

fn read_endgames() -> Vec<Problem> {
    let problems = obf::read(ENDGAMES.as_bytes()).map(|read| read.map(|(_, problem)| problem));
    problems.collect::<Result<_, _>>().expect("the suite has no mistake")
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
    let limits = SearchLimits { stop: stop.clone(), ..SearchLimits::depth(DEPTH) };
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
        let run = |part: &Part| part.run(Tier::best(), &StopSignal::default(), &mut || ());
        let costs = PARTS.iter().map(|part| run(part).expect("nobody says stop"));
        let Cost { nodes, wrong, .. } = costs.fold(Cost::default(), Cost::plus);
        assert_eq!(wrong, 0);
        assert_eq!(nodes, SIGNATURE, "the signature is now {nodes}: write that");
    }

    /// The first half of every part is enough, and takes little time.
    #[test]
    fn every_kernel_visits_the_same_nodes() {
        let by = |tier| {
            let nodes = PARTS.iter().flat_map(|part| {
                let problems = (part.problems)().into_iter().take(part.positions() / 2);
                problems.map(|problem| (part.search)(&problem, tier, &StopSignal::default()))
            });
            nodes.map(|cost| Some(cost?.nodes)).collect::<Option<Vec<u64>>>()
        };
        let scalar = by(Tier::Scalar);
        assert!(scalar.is_some());
        for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
            assert_eq!(by(tier), scalar, "{}", tier.name());
        }
    }

    /// The endgames of one number of empties are the first that the seed 1 makes, and every move
    /// has its true score. The large ones are made but not solved again: the signature does that
    /// for their best moves.
    #[test]
    fn the_suite_is_what_is_generated() {
        let problems = read_endgames();
        assert_eq!(problems.len(), PARTS[0].positions());
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
                    assert_eq!(*problem, solved.expect("nobody says stop").problem);
                }
            }
        }
    }

    #[test]
    fn a_stop_is_obeyed() {
        let stop = StopSignal::default();
        stop.stop();
        assert_eq!(PARTS[0].run(Tier::best(), &stop, &mut || ()), None);
    }
}
