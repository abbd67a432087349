//! Several threads: the same scores as one, prompt stops, and many short searches after each other. There
//! are more threads than the machine has cores, so that they are interrupted anywhere.

use std::time::{Duration, Instant};

use othellier_board::{Board, Position};
use othellier_search::champion::{Champion, Goal, SearchLevel, Solver};
use othellier_search::{SearchLimits, Searcher, StopReason, StopSignal};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

const TABLE_BYTES: usize = 1 << 22;
const THREADS: [usize; 3] = [2, 4, 16];

/// Positions of random games with that many empty squares.
fn positions(count: usize, empties: u32, seed: u64) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let game = || {
        let mut position = Position::start();
        while position.board().empties().len() > empties {
            position = position.after(position.moves().choose(&mut rng)?);
        }
        (!position.board().is_over()).then_some(position)
    };
    std::iter::repeat_with(game).flatten().take(count).collect()
}

/// The score by plain alpha-beta, the opponent's least mobility first.
fn naive(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.passed();
        return if passed.legal_moves().is_empty() {
            board.final_score()
        } else {
            -naive(passed, -beta, -alpha)
        };
    }
    let mut children: Vec<Board> = moves.into_iter().map(|square| board.after(square)).collect();
    children.sort_by_key(|child| child.legal_moves().len());
    let mut best = -65;
    for child in children {
        best = best.max(-naive(child, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn score(solver: &mut Solver, board: Board, goal: Goal) -> i32 {
    solver.solve(board, goal, &StopSignal::default()).expect("never stopped").score
}

#[test]
fn any_number_of_threads_finds_the_naive_score() {
    let expected: Vec<(Position, i32)> = positions(2, 16, 1)
        .into_iter()
        .map(|position| (position, naive(position.board(), -64, 64)))
        .collect();
    for threads in THREADS {
        let mut solver = Solver::new(threads, TABLE_BYTES);
        for (position, expected) in &expected {
            solver.clear();
            assert_eq!(score(&mut solver, position.board(), Goal::Exact), *expected, "{position}");
        }
    }
}

#[test]
fn any_number_of_threads_proves_the_score_of_one() {
    let mut alone = Solver::new(1, TABLE_BYTES);
    let mut together = THREADS.map(|threads| Solver::new(threads, TABLE_BYTES));
    for position in positions(6, 19, 2) {
        let board = position.board();
        let expected = score(&mut alone, board, Goal::Exact);
        for solver in &mut together {
            solver.clear();
            assert_eq!(score(solver, board, Goal::Exact), expected, "{position}");
            solver.clear();
            let outcome = score(solver, board, Goal::Outcome);
            assert_eq!(outcome.signum(), expected.signum(), "{position}");
        }
    }
}

#[test]
fn sixteen_threads_stop_promptly() {
    let position = Position::start();
    let mut champion = Champion::new(SearchLevel::new(60), 16, TABLE_BYTES);
    for milliseconds in [1, 5, 20, 80] {
        let stop = StopSignal::default();
        let limits = SearchLimits::default().with_stop(&stop);
        let stopped_after = std::thread::scope(|scope| {
            let searching = scope.spawn(|| champion.search(&position, &limits, &mut |_| {}));
            std::thread::sleep(Duration::from_millis(milliseconds));
            stop.stop();
            let stopped = Instant::now();
            let report = searching.join().expect("no panic");
            assert_eq!(report.stopped_by, StopReason::Stopped);
            assert!(position.play(report.best_move().expect("a move")).is_ok());
            stopped.elapsed()
        });
        // Without the signal it would take hours.
        assert!(stopped_after < Duration::from_secs(5), "{stopped_after:?}");
    }
}

#[test]
fn sixteen_threads_keep_to_a_limit_of_nodes() {
    let mut champion = Champion::new(SearchLevel::new(60), 16, TABLE_BYTES);
    for limit in [1_000, 100_000, 1_000_000] {
        let limits = SearchLimits::default().or_nodes(limit);
        let report = champion.search(&Position::start(), &limits, &mut |_| {});
        assert_eq!(report.stopped_by, StopReason::Nodes);
        // Limits are not checked in the last plies.
        assert!(report.nodes < limit + limit / 10 + 20_000, "{} of {limit}", report.nodes);
    }
}

/// Threads start and end with every search; none may be lost, nor wait for ever.
#[test]
fn many_short_searches_all_end() {
    let mut champion = Champion::new(SearchLevel::new(12), 8, TABLE_BYTES);
    let mut solver = Solver::new(8, TABLE_BYTES);
    for (nth, position) in positions(200, 30, 4).into_iter().enumerate() {
        let limits = match nth % 4 {
            0 => SearchLimits::depth(10),
            1 => SearchLimits::default().or_time(Duration::from_micros(50 * nth as u64)),
            2 => SearchLimits::default().or_nodes(100 * nth as u64),
            _ => SearchLimits::depth(9).with_lines(3),
        };
        let report = champion.search(&position, &limits, &mut |_| {});
        assert!(position.play(report.best_move().expect("a move")).is_ok(), "{position}");
    }
    for position in positions(60, 16, 5) {
        let line = solver.solve(position.board(), Goal::Outcome, &StopSignal::default());
        assert!(line.is_some(), "{position}");
    }
}

/// One thread visits the same nodes every time, also after a search by several.
#[test]
fn one_thread_is_deterministic() {
    let position = positions(1, 34, 6)[0];
    let nodes = || {
        let mut champion = Champion::new(SearchLevel::new(14), 1, TABLE_BYTES);
        champion.search(&position, &SearchLimits::depth(14), &mut |_| {}).nodes
    };
    assert_eq!(nodes(), nodes());
}
