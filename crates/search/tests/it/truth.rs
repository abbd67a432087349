//! The solver against the proven scores in `testdata/exact`.
//!
//! `small.obf` and `bounds.tsv` were proven by an independent program. `proven.obf` was made by the
//! solver itself: up to twelve empties a textbook search proves it again here, above that the test
//! fails when a later solver finds another score.

use crate::common::plain;
use othellier_board::{Board, Move, Position};
use othellier_search::champion::{Goal, Solver};
use othellier_search::classic::{Algorithm, Classic, Hash, Options, Order, TableOptions};
use othellier_search::{SearchLimits, Searcher, StopSignal, Trust};

const SMALL: &str = include_str!("../../../../testdata/exact/small.obf");
const PROVEN: &str = include_str!("../../../../testdata/exact/proven.obf");
const BOUNDS: &str = include_str!("../../../../testdata/exact/bounds.tsv");

/// A position and the proven score of each of its moves.
struct Problem {
    position: Position,
    scores: Vec<(Move, i32)>,
}

impl Problem {
    fn best(&self) -> i32 {
        self.scores.iter().map(|&(_, score)| score).max().expect("a move")
    }

    fn empties(&self) -> u32 {
        self.position.board().empties().len()
    }
}

fn problems(text: &str) -> impl Iterator<Item = Problem> {
    text.lines().filter(|line| !line.starts_with('%')).map(|line| {
        let mut fields = line.split(';');
        let position: Position = fields.next().unwrap().parse().unwrap();
        let fields = fields.filter_map(|field| field.trim().split_once(':'));
        let scores: Vec<_> = fields
            .map(|(played, score)| {
                let played = if played == "PS" { Move::Pass } else { played.parse().unwrap() };
                (played, score.parse().unwrap())
            })
            .collect();
        assert_eq!(scores.len(), position.moves().len(), "{line}");
        Problem { position, scores }
    })
}

fn solve(solver: &mut Solver, board: Board, goal: Goal) -> i32 {
    solver.solve(board, goal, &StopSignal::default()).expect("never stopped").score
}

/// Every goal agrees with a proven score.
#[track_caller]
fn check(solver: &mut Solver, problem: &Problem) {
    let (board, best) = (problem.position.board(), problem.best());
    let stop = StopSignal::default();
    let solved = solver.solve(board, Goal::Exact, &stop).expect("never stopped");
    assert_eq!(solved.score, best, "{}", problem.position);
    let first = solved.line.first().expect("a move");
    assert!(problem.scores.contains(&(*first, best)), "{}: {first:?}", problem.position);
    assert_eq!(solve(solver, board, Goal::Outcome).signum(), best.signum(), "{}", problem.position);
}

/// Every move of a position has its proven score.
#[track_caller]
fn check_moves(solver: &mut Solver, problem: &Problem) {
    for &(played, score) in &problem.scores {
        let after = problem.position.after(played).board();
        assert_eq!(-solve(solver, after, Goal::Exact), score, "{} {played}", problem.position);
    }
}

#[test]
fn scores_proven_by_another_program() {
    let mut solver = Solver::new(1, 1 << 22);
    let mut count = 0;
    for problem in problems(SMALL) {
        check(&mut solver, &problem);
        check_moves(&mut solver, &problem);
        count += 1;
    }
    assert_eq!(count, 7 * 24 + 12);
}

#[test]
fn proven_scores_from_twelve_to_twenty_four_empties() {
    let mut solver = Solver::new(2, 1 << 24);
    let mut empties = std::collections::BTreeMap::new();
    for problem in problems(PROVEN) {
        check(&mut solver, &problem);
        if problem.empties() <= 12 {
            check_moves(&mut solver, &problem);
        }
        *empties.entry(problem.empties()).or_insert(0) += 1;
    }
    assert!(
        [12, 14, 16, 18, 20, 22, 24].iter().all(|few| empties.contains_key(few)),
        "{empties:?}"
    );
    assert!(empties.values().sum::<u32>() >= 200, "{empties:?}");
}

/// The textbook search shares no code with the solver but the rules.
#[test]
fn the_textbook_search_proves_the_same() {
    let table = Some(TableOptions { hash: Hash::Zobrist, bytes: 1 << 22 });
    let options = Options {
        endgame: 12,
        order: Order::Mobility,
        table,
        ..plain(Algorithm::NegaScout, "discs")
    };
    let mut count = 0;
    for problem in problems(PROVEN).filter(|problem| problem.empties() <= 12).take(20) {
        let mut search = Classic::new(options.clone(), 1);
        let report = search.search(&problem.position, &SearchLimits::depth(1), &mut |_| ());
        let line = &report.lines[0];
        assert_eq!(line.trust, Trust::Exact);
        assert_eq!(
            line.score,
            othellier_eval::Score::of_end(problem.best()),
            "{}",
            problem.position
        );
        count += 1;
    }
    assert_eq!(count, 20);
}

/// No score and no window result contradicts a bound that another program proved.
#[test]
fn no_bound_is_contradicted() {
    let mut solver = Solver::new(1, 1 << 22);
    let mut count = 0;
    for line in BOUNDS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [board, side, relation, bound] = fields[..] else { panic!("bad line {line}") };
        let board = format!("{board} {side}").parse::<Position>().unwrap().board();
        let bound: i32 = bound.parse().unwrap();
        let holds = |score: i32| if relation == ">=" { score >= bound } else { score <= bound };
        assert!(holds(solve(&mut solver, board, Goal::Exact)), "{line}");
        let (alpha, beta) = if relation == ">=" { (bound - 1, bound) } else { (bound, bound + 1) };
        assert!(holds(solve(&mut solver, board, Goal::Window { alpha, beta })), "{line}");
        let outcome = solve(&mut solver, board, Goal::Outcome).signum();
        assert!(if relation == ">=" {
            bound <= 0 || outcome > 0
        } else {
            bound >= 0 || outcome < 0
        });
        count += 1;
    }
    assert_eq!(count, 40);
}
