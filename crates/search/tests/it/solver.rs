//! The solver agrees with a naive search, on every kernel and under every symmetry of the board.

use othellier_board::kernel::Tier;
use othellier_board::{Board, Color, Field, Four, Move, Position, Six, Size, Symmetry};
use othellier_search::StopSignal;
use othellier_search::champion::{ChampionEvaluator, Goal, Heuristic, Solved, Solver};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const TABLE_BYTES: usize = 1 << 22;

/// The score by plain alpha-beta.
fn naive<S: Size>(board: Board<S>, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.passed();
        return if passed.legal_moves().is_empty() {
            board.final_score()
        } else {
            -naive(passed, -beta, -alpha)
        };
    }
    let mut best = -65;
    for square in moves {
        best = best.max(-naive(board.after(square), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Boards of random games with that many empty squares, or fewer where the game ended before.
fn boards<S: Size>(
    count: usize,
    empties: std::ops::RangeInclusive<u32>,
    seed: u64,
) -> Vec<Board<S>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let wanted = rng.random_range(empties.clone());
            let mut position = Position::<S>::default();
            while position.board().empties().len() > wanted {
                let Some(played) = position.moves().choose(&mut rng) else { break };
                position = position.after(played);
            }
            position.board()
        })
        .collect()
}

fn solved<J: ChampionEvaluator>(
    solver: &mut Solver<J>,
    board: Board<J::Size>,
    goal: Goal,
) -> Solved<J::Size> {
    solver.solve(board, goal, &StopSignal::default()).expect("never stopped")
}

/// The score at the end of a line, for the side that begins it.
fn played_out<S: Size>(board: Board<S>, line: &[Move<S>]) -> i32 {
    let mut position = Position::new(board, Color::Black);
    for played in line {
        position = position.play(*played).expect("a legal line");
    }
    assert!(position.board().is_over());
    position.final_score(Color::Black)
}

#[track_caller]
fn proves<J: ChampionEvaluator>(solver: &mut Solver<J>, board: Board<J::Size>, expected: i32) {
    let Solved { score, line, nodes, .. } = solved(solver, board, Goal::Exact);
    assert_eq!(score, expected, "{board:?}");
    assert_eq!(played_out(board, &line), expected, "{board:?}");
    assert!(nodes > 0);
    let outcome = solved(solver, board, Goal::Outcome);
    assert_eq!(outcome.score.signum(), expected.signum(), "{board:?}");
}

#[test]
fn the_solver_agrees_with_a_naive_search() {
    let mut solvers: Vec<Solver> =
        Tier::ALL.into_iter().filter_map(|tier| Solver::new(1, TABLE_BYTES).on(tier)).collect();
    for board in boards(400, 0..=8, 1).into_iter().chain(boards(60, 9..=10, 2)) {
        let expected = naive(board, -64, 64);
        for solver in &mut solvers {
            proves(solver, board, expected);
        }
    }
}

fn heuristic_solver<S: Field>(threads: usize) -> Solver<Heuristic<S>>
where
    Heuristic<S>: ChampionEvaluator,
{
    Solver::with(Heuristic::default(), threads, TABLE_BYTES)
}

fn agrees_with_a_naive_search_on<S: Field>(few: std::ops::RangeInclusive<u32>)
where
    Heuristic<S>: ChampionEvaluator,
{
    let mut solvers: Vec<Solver<Heuristic<S>>> =
        Tier::ALL.into_iter().filter_map(|tier| heuristic_solver(1).on(tier)).collect();
    for board in boards(400, few, 6).into_iter().chain(boards(60, 9..=10, 7)) {
        let expected = naive(board, -64, 64);
        for solver in &mut solvers {
            proves(solver, board, expected);
        }
    }
}

#[test]
fn the_solver_agrees_with_a_naive_search_on_small_boards() {
    agrees_with_a_naive_search_on::<Four>(0..=8);
    agrees_with_a_naive_search_on::<Six>(0..=8);
}

#[test]
fn the_whole_game_on_4x4() {
    proves(&mut heuristic_solver(1), Board::<Four>::default(), -10);
}

/// With this many empty squares, symmetric boards share an entry of the transposition table.
#[test]
fn symmetric_small_boards_have_the_same_score_also_with_several_threads() {
    for board in boards::<Six>(3, 20..=21, 8) {
        let expected = solved(&mut heuristic_solver(1), board, Goal::Exact).score;
        let mut solver = heuristic_solver(2);
        for symmetry in Symmetry::ALL {
            proves(&mut solver, symmetry.board(board), expected);
        }
    }
}

/// Without learned weights there is no ProbCut.
#[test]
fn a_selective_goal_on_a_small_board_gives_the_exact_score() {
    let likely = Goal::Likely(othellier_search::champion::Selectivity::Percent73);
    for board in boards::<Six>(20, 14..=15, 9) {
        let expected = solved(&mut heuristic_solver(1), board, Goal::Exact).score;
        assert_eq!(solved(&mut heuristic_solver(1), board, likely).score, expected);
    }
}

#[test]
fn watched_bounds_converge_to_the_score() {
    for board in boards::<Six>(5, 14..=15, 10) {
        let mut seen = vec![-36..=36];
        let watch = &mut |bounds| seen.push(bounds);
        let stop = StopSignal::default();
        let solved = heuristic_solver(1).solve_watched(board, Goal::Exact, &stop, watch).unwrap();
        for pair in seen.windows(2) {
            assert!(pair[0].start() <= pair[1].start() && pair[1].end() <= pair[0].end());
        }
        assert_eq!(seen.pop(), Some(solved.score..=solved.score));
    }
}

#[test]
fn symmetric_boards_have_the_same_score() {
    let mut solver = Solver::new(1, TABLE_BYTES);
    for board in boards(20, 11..=13, 3) {
        let expected = solved(&mut solver, board, Goal::Exact).score;
        for symmetry in Symmetry::ALL {
            proves(&mut solver, symmetry.board(board), expected);
        }
    }
}

#[test]
fn every_kernel_visits_the_same_nodes() {
    for board in boards(10, 14..=15, 4) {
        let by = |tier| {
            let mut solver = Solver::new(1, TABLE_BYTES).on(tier)?;
            let solved = solved(&mut solver, board, Goal::Exact);
            Some((solved.score, solved.line, solved.nodes))
        };
        let scalar = by(Tier::Scalar).expect("every machine has it");
        for tier in Tier::ALL {
            assert!(by(tier).is_none_or(|found| found == scalar), "{}", tier.name());
        }
    }
}

#[test]
fn several_threads_find_the_same_score() {
    let mut several = Solver::new(3, TABLE_BYTES);
    let mut one = Solver::new(1, TABLE_BYTES);
    for board in boards(6, 16..=17, 5) {
        let expected = solved(&mut one, board, Goal::Exact).score;
        proves(&mut several, board, expected);
    }
}

#[test]
fn a_stop_signal_ends_the_solver() {
    let stop = StopSignal::default();
    stop.stop();
    let board = Position::start().board();
    assert_eq!(Solver::new(2, TABLE_BYTES).solve(board, Goal::Exact, &stop), None);
    let stop = StopSignal::default();
    std::thread::scope(|scope| {
        let solving = scope.spawn(|| Solver::new(2, TABLE_BYTES).solve(board, Goal::Exact, &stop));
        std::thread::sleep(std::time::Duration::from_millis(50));
        stop.stop();
        assert_eq!(solving.join().expect("no panic"), None);
    });
}

#[test]
fn a_window_gives_a_bound_on_the_right_side() {
    let mut solver = Solver::new(1, TABLE_BYTES);
    for board in boards(40, 6..=13, 11) {
        let score = solved(&mut solver, board, Goal::Exact).score;
        for (alpha, beta) in [(-5, 5), (-64, 0), (3, 4), (-10, -6), (20, 64)] {
            let found = solved(&mut solver, board, Goal::Window { alpha, beta }).score;
            match score {
                _ if score <= alpha => assert!(found <= alpha && found >= score),
                _ if score >= beta => assert!(found >= beta && found <= score),
                _ => assert_eq!(found, score),
            }
        }
    }
}
