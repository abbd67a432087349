//! Scores proven by others; the data is not part of the repository.
//!
//! Othello was solved in 2023: perfect play from the start ends in a draw, and so does every
//! position along one perfect game. Those near its end can be solved here and must be draws too.

#[path = "../../../board/tests/suites/runner.rs"]
mod runner;

use std::process::ExitCode;

use othellier_board::Position;
use othellier_search::StopSignal;
use othellier_search::champion::{Goal, Solver};
use runner::Data;

fn main() -> ExitCode {
    runner::run(&[
        ("every_proven_score", every_proven_score),
        ("the_end_of_the_perfect_game_is_a_draw", the_end_of_the_perfect_game_is_a_draw),
        ("no_move_of_the_perfect_game_could_be_better", no_move_could_be_better),
    ])
}

/// More empties take too long for a test.
const MOST_EMPTIES: u32 = 20;

fn solver() -> Solver {
    Solver::new(1, 1 << 24)
}

fn solved(solver: &mut Solver, position: &Position, goal: Goal) -> i32 {
    let solved = solver.solve(position.board(), goal, &StopSignal::default());
    solved.expect("never stopped").score
}

fn every_proven_score(data: &Data) {
    for name in ["exact/wthor_exact.obf", "exact/random_exact.obf", "ffo/fforum-1-19.obf"] {
        let mut solver = solver();
        let text = data.text(name);
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('%')) {
            let mut fields = line.split(';');
            let position: Position = fields.next().unwrap().parse().unwrap();
            let scores = fields.filter_map(|field| field.rsplit(':').next()?.trim().parse().ok());
            let best: i32 = scores.max().expect("a score");
            assert_eq!(solved(&mut solver, &position, Goal::Exact), best, "{line}");
            let outcome = solved(&mut solver, &position, Goal::Outcome);
            assert_eq!(outcome.signum(), best.signum(), "{line}");
        }
    }
}

/// The positions of the perfect game that can be solved.
fn solvable_draws(data: &Data) -> Vec<Position> {
    let text = data.text("solved/optimal_line.tsv");
    let positions = text.lines().skip(1).map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        assert_eq!(fields[4], "0", "{line}");
        format!("{} {}", fields[2], fields[3]).parse().unwrap()
    });
    let is_near = |position: &Position| position.board().empties().len() <= MOST_EMPTIES;
    let near: Vec<Position> = positions.filter(is_near).collect();
    assert_eq!(near.len() as u32, MOST_EMPTIES + 1);
    near
}

fn the_end_of_the_perfect_game_is_a_draw(data: &Data) {
    let mut solver = solver();
    for position in solvable_draws(data) {
        for goal in [Goal::Exact, Goal::Outcome] {
            assert_eq!(solved(&mut solver, &position, goal), 0, "{position} {goal:?}");
        }
    }
}

/// In a drawn position no move wins, and one draws.
fn no_move_could_be_better(data: &Data) {
    let mut solver = solver();
    for position in solvable_draws(data) {
        let scores = position
            .moves()
            .map(|played| -solved(&mut solver, &position.after(played), Goal::Exact));
        let best = scores.max();
        assert!(best.is_none_or(|best| best == 0), "{position}: {best:?}");
    }
}
