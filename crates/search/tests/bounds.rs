//! No score that is claimed contradicts one that was proven elsewhere.
//!
//! Othello was solved in 2023: perfect play from the start ends in a draw, and so does every
//! position along one perfect game. Those near its end can be solved here and must be draws too.

use std::path::PathBuf;

use othellier_board::Position;
use othellier_search::StopSignal;
use othellier_search::champion::{Goal, Solver};

/// More empties take too long for a test.
const MOST_EMPTIES: u32 = 20;

const TABLE_BYTES: usize = 1 << 24;

/// The positions of the perfect game that can be solved, or nothing, said aloud, where it is not
/// there.
fn solvable_draws() -> Vec<Position> {
    let name = "solved/optimal_line.tsv";
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: shared data {name} is not here");
        return Vec::new();
    };
    let positions = text.lines().skip(1).map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        assert_eq!(fields[4], "0", "{line}");
        format!("{} {}", fields[2], fields[3]).parse().unwrap()
    });
    let is_near: fn(&Position) -> bool =
        |position| position.board().empties().len() <= MOST_EMPTIES;
    let near: Vec<Position> = positions.filter(is_near).collect();
    assert_eq!(near.len() as u32, MOST_EMPTIES + 1);
    near
}

#[test]
fn the_end_of_the_perfect_game_is_a_draw() {
    let mut solver = Solver::new(1, TABLE_BYTES);
    for position in solvable_draws() {
        for goal in [Goal::Exact, Goal::Outcome] {
            let solved = solver.solve(position.board(), goal, &StopSignal::default());
            assert_eq!(solved.expect("nobody says stop").score, 0, "{position} {goal:?}");
        }
    }
}

/// In a drawn position no move wins, and one draws.
#[test]
fn no_move_of_the_perfect_game_could_be_better() {
    let mut solver = Solver::new(1, TABLE_BYTES);
    for position in solvable_draws() {
        let scores = position.moves().map(|played| {
            let after = position.after(played).board();
            let solved = solver.solve(after, Goal::Exact, &StopSignal::default());
            -solved.expect("nobody says stop").score
        });
        let best = scores.max();
        assert!(best.is_none_or(|best| best == 0), "{position}: {best:?}");
    }
}
