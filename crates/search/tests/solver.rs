//! The solver proves what a naive search finds, on every kernel, from every side of the board.

use othellier_board::kernel::Tier;
use othellier_board::{Board, Color, Field, Four, Move, Position, Six, Size, Symmetry};
use othellier_search::StopSignal;
use othellier_search::champion::{ChampionJudge, Goal, Rule, Solved, Solver};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const TABLE_BYTES: usize = 1 << 22;

/// The score by alpha-beta without anything else.
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
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let wanted = dice.random_range(empties.clone());
            let mut position = Position::<S>::default();
            while position.board().empties().len() > wanted {
                let Some(played) = position.moves().choose(&mut dice) else { break };
                position = position.after(played);
            }
            position.board()
        })
        .collect()
}

fn solved<J: ChampionJudge>(
    solver: &mut Solver<J>,
    board: Board<J::Size>,
    goal: Goal,
) -> Solved<J::Size> {
    solver.solve(board, goal, &StopSignal::default()).expect("nobody says stop")
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
fn proves<J: ChampionJudge>(solver: &mut Solver<J>, board: Board<J::Size>, expected: i32) {
    let Solved { score, line, nodes, .. } = solved(solver, board, Goal::Exact);
    assert_eq!(score, expected, "{board:?}");
    assert_eq!(played_out(board, &line), expected, "{board:?}");
    assert!(nodes > 0);
    let outcome = solved(solver, board, Goal::Outcome);
    assert_eq!(outcome.score.signum(), expected.signum(), "{board:?}");
}

#[test]
fn what_a_naive_search_finds() {
    let mut solvers: Vec<Solver> =
        Tier::ALL.into_iter().filter_map(|tier| Solver::new(1, TABLE_BYTES).on(tier)).collect();
    for board in boards(400, 0..=8, 1).into_iter().chain(boards(60, 9..=10, 2)) {
        let expected = naive(board, -64, 64);
        for solver in &mut solvers {
            proves(solver, board, expected);
        }
    }
}

fn by_rule<S: Field>(threads: usize) -> Solver<Rule<S>>
where
    Rule<S>: ChampionJudge,
{
    Solver::with(Rule::default(), threads, TABLE_BYTES)
}

fn what_a_naive_search_finds_on<S: Field>(few: std::ops::RangeInclusive<u32>)
where
    Rule<S>: ChampionJudge,
{
    let mut solvers: Vec<Solver<Rule<S>>> =
        Tier::ALL.into_iter().filter_map(|tier| by_rule(1).on(tier)).collect();
    for board in boards(400, few, 6).into_iter().chain(boards(60, 9..=10, 7)) {
        let expected = naive(board, -64, 64);
        for solver in &mut solvers {
            proves(solver, board, expected);
        }
    }
}

#[test]
fn what_a_naive_search_finds_on_small_boards() {
    what_a_naive_search_finds_on::<Four>(0..=8);
    what_a_naive_search_finds_on::<Six>(0..=8);
}

#[test]
fn the_whole_game_on_4x4() {
    proves(&mut by_rule(1), Board::<Four>::default(), -10);
}

/// With so many empty squares the table takes boards that differ by a symmetry for one.
#[test]
fn a_small_board_is_the_same_from_every_side_and_by_several_threads() {
    for board in boards::<Six>(3, 20..=21, 8) {
        let expected = solved(&mut by_rule(1), board, Goal::Exact).score;
        let mut solver = by_rule(2);
        for symmetry in Symmetry::ALL {
            proves(&mut solver, symmetry.board(board), expected);
        }
    }
}

/// Nothing is guessed where nothing was learned.
#[test]
fn what_is_likely_on_a_small_board_is_proven() {
    let likely = Goal::Likely(othellier_search::champion::Selectivity::Percent73);
    for board in boards::<Six>(20, 14..=15, 9) {
        let expected = solved(&mut by_rule(1), board, Goal::Exact).score;
        assert_eq!(solved(&mut by_rule(1), board, likely).score, expected);
    }
}

#[test]
fn what_is_watched_closes_in_on_the_score() {
    for board in boards::<Six>(5, 14..=15, 10) {
        let mut seen = vec![-36..=36];
        let watch = &mut |bounds| seen.push(bounds);
        let stop = StopSignal::default();
        let solved = by_rule(1).solve_watched(board, Goal::Exact, &stop, watch).unwrap();
        for pair in seen.windows(2) {
            assert!(pair[0].start() <= pair[1].start() && pair[1].end() <= pair[0].end());
        }
        assert_eq!(seen.pop(), Some(solved.score..=solved.score));
    }
}

#[test]
fn the_same_from_every_side_of_the_board() {
    let mut solver = Solver::new(1, TABLE_BYTES);
    for board in boards(20, 11..=13, 3) {
        let expected = solved(&mut solver, board, Goal::Exact).score;
        for symmetry in Symmetry::ALL {
            proves(&mut solver, symmetry.board(board), expected);
        }
    }
}

#[test]
fn the_same_by_every_kernel_node_for_node() {
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
fn the_same_by_several_threads() {
    let mut several = Solver::new(3, TABLE_BYTES);
    let mut one = Solver::new(1, TABLE_BYTES);
    for board in boards(6, 16..=17, 5) {
        let expected = solved(&mut one, board, Goal::Exact).score;
        proves(&mut several, board, expected);
    }
}

#[test]
fn a_stop_is_obeyed() {
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
fn a_window_is_answered_on_the_right_side() {
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
