//! Generates endgames: positions from noisy play, with the score of every move.
//!
//! ```text
//! a game:
//!     six to thirty random plies, so that games differ
//!     then the move that leaves the opponent the fewest replies, corners before others,
//!         and one time in twelve a random move
//!     taken when N squares are empty and the side to move has a move
//! ```
//!
//! [`Endgames`] generates the positions, [`Strays`] positions beside the line of good play;
//! [`position_at`] takes one from a recorded game, and [`shuffled_distinct`] shuffles those. [`solve_moves`] finds the score of each move of a
//! position, and [`solve_all`] does that for many positions on several threads. Scores are exact
//! unless a selective search is requested, the only affordable choice far from the end. The same
//! seed gives the same problems on any number of threads. [`EndgameExercises`] are those in which the best
//! move is worth finding.

mod exercises;
mod file;
mod strays;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use othellier_board::{Bitboard, Board, Move, Position, Status};
use othellier_platform::clock::Instant;
use othellier_platform::parallel::{StopSignal, parallel_for_ordered};
use othellier_record::Game;
use othellier_record::obf::Problem;
use othellier_search::champion::{Selectivity, Solver};
use rand::seq::{IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::seeds::derived;

pub use exercises::EndgameExercises;
pub use file::{ENDGAMES_KIND, EndgameFile, EndgameSettings};
pub use strays::{Half, Strays};

/// The seed stream of endgames.
const STREAM: u64 = 3;

/// The number of random plies that a game begins with.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=30;

/// After those, one move in this many is random.
const NOISE: u32 = 12;

/// A corner move is preferred even if it leaves up to this many more replies.
const CORNER_REPLIES: i32 = 6;

/// After this many games in a row without a new position, all positions count as found.
const ATTEMPTS: usize = 1_000;

/// An iterator of positions with N empty squares, no two equal up to symmetry, which ends when no
/// new ones are found. In each the side to move has a move.
#[derive(Clone, Debug)]
pub struct Endgames {
    empties: u32,
    seed: u64,
    games: u64,
    seen: HashSet<Board>,
}

impl Endgames {
    /// The same seed gives the same positions; other numbers of empties come from other games.
    pub fn new(empties: u32, seed: u64) -> Endgames {
        let seed = derived(seed, STREAM, empties.into());
        Endgames { empties, seed, games: 0, seen: HashSet::new() }
    }
}

impl Iterator for Endgames {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        for _ in 0..ATTEMPTS {
            let seed = derived(self.seed, STREAM, self.games);
            self.games += 1;
            if let Some(position) = noisy_play(self.empties, seed)
                && self.seen.insert(position.board().canonical())
            {
                return Some(position);
            }
        }
        None
    }
}

/// Plays until this many squares are empty; `None` if the game is over by then or the side to move
/// must pass.
fn noisy_play(empties: u32, seed: u64) -> Option<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let random_plies = rng.random_range(RANDOM_PLIES);
    let mut position = Position::start();
    for ply in 0.. {
        if position.board().empties().len() == empties {
            break;
        }
        let is_random = ply < random_plies || rng.random_range(0..NOISE) == 0;
        let played = if is_random {
            position.moves().choose(&mut rng)
        } else {
            // Ties are broken at random.
            position
                .moves()
                .min_by_key(|&played| (reply_cost(&position, played), rng.random::<u32>()))
        };
        position = position.after(played?);
    }
    (position.status() == Status::ToMove).then_some(position)
}

/// The cost of a move: the replies it leaves, with a bonus for corners.
fn reply_cost(position: &Position, played: Move) -> i32 {
    let takes_corner =
        matches!(played, Move::Place(square) if Bitboard::corners().contains(square));
    let replies = position.after(played).legal_moves().len() as i32;
    if takes_corner { replies - CORNER_REPLIES } else { replies }
}

/// The position of a game with this many empty squares in which the side to move has a move.
pub fn position_at(game: &Game, empties: u32) -> Option<Position> {
    let mut position = *game.start();
    let mut moves = game.moves().iter();
    while position.board().empties().len() > empties || position.status() == Status::MustPass {
        position = position.after(moves.next()?.played);
    }
    let matches = position.board().empties().len() == empties;
    (matches && position.status() == Status::ToMove).then_some(position)
}

/// The positions, shuffled by the seed, without duplicates up to symmetry.
pub fn shuffled_distinct(
    mut positions: Vec<Position>,
    seed: u64,
) -> impl Iterator<Item = Position> {
    positions.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(derived(seed, STREAM, 0)));
    let mut seen = HashSet::new();
    positions.into_iter().filter(move |position| seen.insert(position.board().canonical()))
}

/// A position with the score of every move, and the cost of solving it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedEndgame {
    /// The position and its moves.
    pub problem: Problem,
    pub nodes: u64,
    pub elapsed: Duration,
}

/// Finds the score of every move at this selectivity; `None` if a stop is requested first.
///
/// ```
/// use othellier_measure::endgames::{Endgames, solve_moves};
/// use othellier_search::{StopSignal, champion::{Selectivity, Solver}};
///
/// let position = Endgames::new(8, 1).next().expect("there are many");
/// let mut solver = Solver::new(1, 1 << 20);
/// let solved = solve_moves(&mut solver, position, Selectivity::Exact, &StopSignal::default());
/// assert!(solved.expect("no stop was requested").problem.has_every_move());
/// ```
pub fn solve_moves(
    solver: &mut Solver,
    position: Position,
    selectivity: Selectivity,
    stop: &StopSignal,
) -> Option<SolvedEndgame> {
    let started = Instant::now();
    if selectivity != Selectivity::Exact {
        // A selective score depends on what the transposition table holds.
        solver.clear();
    }
    let mut problem = Problem::new(position);
    let mut nodes = 0;
    for played in position.moves() {
        let solved = solver.solve(position.after(played).board(), selectivity.into(), stop)?;
        problem.scores.push((played, -solved.score));
        nodes += solved.nodes;
    }
    problem.scores.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
    Some(SolvedEndgame { problem, nodes, elapsed: started.elapsed() })
}

/// Solves every move of every position, each thread with a transposition table of about
/// `table_bytes` bytes, and passes them to `watch` in order.
///
/// It ends when all are solved, when `watch` breaks, or when a stop is requested: then at the first
/// position that is not complete.
pub fn solve_all(
    positions: impl Iterator<Item = Position> + Send,
    selectivity: Selectivity,
    threads: NonZeroUsize,
    table_bytes: usize,
    stop: &StopSignal,
    watch: &mut dyn FnMut(SolvedEndgame) -> ControlFlow<()>,
) {
    let solver = || Solver::new(1, table_bytes);
    let solve = |solver: &mut Solver, position, stop: &StopSignal| {
        solve_moves(solver, position, selectivity, stop)
    };
    let _ = parallel_for_ordered(threads, positions, stop, solver, solve, watch);
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_search::champion::Goal;

    const EXACT: Selectivity = Selectivity::Exact;

    fn solved(empties: u32, count: usize, threads: usize) -> Vec<Problem> {
        let mut problems = Vec::new();
        let threads = NonZeroUsize::new(threads).unwrap();
        let stop = StopSignal::default();
        let positions = Endgames::new(empties, 7).take(count);
        solve_all(positions, EXACT, threads, 1 << 20, &stop, &mut |solved| {
            assert!(solved.nodes > 0);
            problems.push(solved.problem);
            ControlFlow::Continue(())
        });
        problems
    }

    #[test]
    fn the_same_seed_gives_the_same_positions() {
        let some: Vec<Position> = Endgames::new(20, 7).take(50).collect();
        let more: Vec<Position> = Endgames::new(20, 7).take(60).collect();
        assert_eq!(some, more[..50]);
        assert_ne!(some, Endgames::new(20, 8).take(50).collect::<Vec<_>>());
    }

    #[test]
    fn positions_are_as_asked_and_differ() {
        for empties in [1, 10, 30, 54] {
            let positions: Vec<Position> = Endgames::new(empties, 1).take(100).collect();
            let distinct: HashSet<Board> =
                positions.iter().map(|position| position.board().canonical()).collect();
            assert_eq!(distinct.len(), 100, "{empties}");
            for position in positions {
                assert_eq!(position.board().empties().len(), empties);
                assert_eq!(position.status(), Status::ToMove);
            }
        }
    }

    #[test]
    fn a_position_of_a_game_has_a_side_with_a_move() {
        let mut passes = 0;
        for game in (0..20).map(random_game) {
            passes += game.moves().iter().filter(|played| played.played == Move::Pass).count();
            for empties in 0..=61 {
                let mut at = game.clone();
                let found = (0..=game.length()).find_map(|length| {
                    at.go_to(length).unwrap();
                    let is_it = at.position().board().empties().len() == empties;
                    (is_it && at.position().status() == Status::ToMove).then_some(*at.position())
                });
                assert_eq!(position_at(&game, empties), found);
            }
        }
        assert!(passes > 0);
    }

    fn random_game(seed: u64) -> Game {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new();
        while let Some(played) = game.position().moves().choose(&mut rng) {
            game.play(played).unwrap();
        }
        game
    }

    #[test]
    fn shuffling_removes_duplicates_and_nothing_else() {
        let boards = |positions: &[Position]| -> HashSet<Board> {
            positions.iter().map(|position| position.board().canonical()).collect()
        };
        let some: Vec<Position> = Endgames::new(20, 7).take(50).collect();
        let twice = [&some[..], &some[..]].concat();
        let once: Vec<Position> = shuffled_distinct(twice.clone(), 1).collect();
        assert_eq!(once.len(), 50);
        assert_eq!(boards(&once), boards(&some));
        assert_eq!(once, shuffled_distinct(twice.clone(), 1).collect::<Vec<_>>());
        assert_ne!(once, shuffled_distinct(twice, 2).collect::<Vec<_>>());
    }

    /// After two plies there are three positions up to symmetry: parallel, diagonal, perpendicular.
    #[test]
    fn it_ends_when_there_are_no_more_positions() {
        assert_eq!(Endgames::new(58, 1).count(), 3);
        assert_eq!(Endgames::new(60, 1).count(), 1);
        assert_eq!(Endgames::new(0, 1).count(), 0);
    }

    #[test]
    fn the_same_problems_by_any_number_of_threads() {
        let problems = solved(9, 12, 1);
        assert_eq!(problems.len(), 12);
        assert!(problems.iter().all(Problem::has_every_move));
        assert_eq!(problems, solved(9, 12, 3));
    }

    #[test]
    fn the_best_move_has_the_score_of_the_position() {
        let mut solver = Solver::new(1, 1 << 20);
        for problem in solved(10, 10, 1) {
            let board = problem.position.board();
            let solved = solver.solve(board, Goal::Exact, &StopSignal::default()).unwrap();
            assert_eq!(problem.best(), Some(solved.score), "{problem}");
        }
    }

    #[test]
    fn it_ends_on_break_and_on_stop() {
        let threads = NonZeroUsize::new(2).unwrap();
        let stop = StopSignal::default();
        let mut count = 0;
        solve_all(Endgames::new(6, 1), EXACT, threads, 1 << 16, &stop, &mut |_| {
            count += 1;
            if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(count, 3);
        stop.stop();
        let never = &mut |_| panic!("a stop was requested before");
        solve_all(Endgames::new(40, 1), EXACT, threads, 1 << 16, &stop, never);
    }
}
