//! Endgames of our own: positions from noisy play, with the score of every move.
//!
//! ```text
//! a game:
//!     six to thirty random plies, so that no two games are alike
//!     then the move that leaves the opponent the fewest replies, corners before others,
//!         and one time in twelve the dice again
//!     taken where that many squares are empty and the side to move has a move
//! ```
//!
//! [`Endgames`] makes the positions; [`taken_from`] takes one from a game that was played, and
//! [`drawn`] mixes those. [`solve_moves`] finds what each move of a position is worth, and
//! [`solve_all`] does that for many on several threads. Scores are proofs unless less is asked for,
//! which far from the end is all that can be had. Nothing of a position depends on when or where it
//! is solved: the same seed gives the same problems whatever the number of threads.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use othellier_board::{Bitboard, Board, Move, Position, Status};
use othellier_play::StopSignal;
use othellier_record::Game;
use othellier_record::obf::Problem;
use othellier_search::champion::{Selectivity, Solver};
use rand::seq::{IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::crew::in_order;
use crate::seeds::derived;

/// The stream of seeds that endgames take theirs from.
const STREAM: u64 = 3;

/// How many random plies a game begins with.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=30;

/// After those, one move in this many is random.
const NOISE: u32 = 12;

/// A corner is taken before this many more replies are allowed.
const CORNER_REPLIES: i32 = 6;

/// How many games in a row may bring nothing new before the positions are taken to be all found.
const ATTEMPTS: usize = 1_000;

/// Positions with that many empty squares, no two equal up to symmetry, without end as long as the
/// dice find new ones. In each the side to move has a move.
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

/// Plays until that many squares are empty; nothing where the game is over by then, or must be
/// passed there.
fn noisy_play(empties: u32, seed: u64) -> Option<Position> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let random_plies = dice.random_range(RANDOM_PLIES);
    let mut position = Position::start();
    for ply in 0.. {
        if position.board().empties().len() == empties {
            break;
        }
        let is_random = ply < random_plies || dice.random_range(0..NOISE) == 0;
        let played = if is_random {
            position.moves().choose(&mut dice)
        } else {
            // Of equals the dice choose.
            position.moves().min_by_key(|&played| (price(&position, played), dice.random::<u32>()))
        };
        position = position.after(played?);
    }
    (position.status() == Status::ToMove).then_some(position)
}

/// What a move seems to cost: the replies it leaves.
fn price(position: &Position, played: Move) -> i32 {
    let takes_corner =
        matches!(played, Move::Place(square) if Bitboard::corners().contains(square));
    let replies = position.after(played).legal_moves().len() as i32;
    if takes_corner { replies - CORNER_REPLIES } else { replies }
}

/// The position of a game with that many empty squares in which a side has a move.
pub fn taken_from(game: &Game, empties: u32) -> Option<Position> {
    let mut position = *game.start();
    let mut moves = game.moves().iter();
    while position.board().empties().len() > empties || position.status() == Status::MustPass {
        position = position.after(moves.next()?.played);
    }
    let is_it = position.board().empties().len() == empties;
    (is_it && position.status() == Status::ToMove).then_some(position)
}

/// The positions in an order that the seed decides, no two equal up to symmetry.
pub fn drawn(mut positions: Vec<Position>, seed: u64) -> impl Iterator<Item = Position> {
    positions.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(derived(seed, STREAM, 0)));
    let mut seen = HashSet::new();
    positions.into_iter().filter(move |position| seen.insert(position.board().canonical()))
}

/// A position with the score of every move, and what the proofs cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedEndgame {
    /// The position and its moves.
    pub problem: Problem,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Finds the score of every move as surely as asked; nothing when it was told to stop first.
///
/// ```
/// use othellier_lab::endgames::{Endgames, solve_moves};
/// use othellier_search::{StopSignal, champion::{Selectivity, Solver}};
///
/// let position = Endgames::new(8, 1).next().expect("there are many");
/// let mut solver = Solver::new(1, 1 << 20);
/// let solved = solve_moves(&mut solver, position, Selectivity::Exact, &StopSignal::default());
/// assert!(solved.expect("nobody said stop").problem.has_every_move());
/// ```
pub fn solve_moves(
    solver: &mut Solver,
    position: Position,
    surely: Selectivity,
    stop: &StopSignal,
) -> Option<SolvedEndgame> {
    let started = Instant::now();
    if surely != Selectivity::Exact {
        // What is likely depends on what was seen before.
        solver.clear();
    }
    let mut problem = Problem::new(position);
    let mut nodes = 0;
    for played in position.moves() {
        let solved = solver.solve(position.after(played).board(), surely.into(), stop)?;
        problem.scores.push((played, -solved.score));
        nodes += solved.nodes;
    }
    problem.scores.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
    Some(SolvedEndgame { problem, nodes, elapsed: started.elapsed() })
}

/// Solves every move of every position, each thread with a table of about that many bytes, and
/// shows them to `watch` in their order.
///
/// It ends when all are solved or when told to stop, which `watch` does by breaking off: then at
/// the first position that is not complete.
pub fn solve_all(
    positions: impl Iterator<Item = Position> + Send,
    surely: Selectivity,
    threads: NonZeroUsize,
    table_bytes: usize,
    stop: &StopSignal,
    watch: &mut dyn FnMut(SolvedEndgame) -> ControlFlow<()>,
) {
    let solver = || Solver::new(1, table_bytes);
    let solve = |solver: &mut Solver, position| solve_moves(solver, position, surely, stop);
    in_order(positions, threads, stop, &solver, &solve, watch);
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_search::champion::Goal;

    const SURELY: Selectivity = Selectivity::Exact;

    fn solved(empties: u32, count: usize, threads: usize) -> Vec<Problem> {
        let mut problems = Vec::new();
        let threads = NonZeroUsize::new(threads).unwrap();
        let stop = StopSignal::default();
        let positions = Endgames::new(empties, 7).take(count);
        solve_all(positions, SURELY, threads, 1 << 20, &stop, &mut |solved| {
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
    fn of_a_game_the_side_that_can_move_is_asked() {
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
                assert_eq!(taken_from(&game, empties), found);
            }
        }
        assert!(passes > 0);
    }

    fn random_game(seed: u64) -> Game {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new();
        while let Some(played) = game.position().moves().choose(&mut dice) {
            game.play(played).unwrap();
        }
        game
    }

    #[test]
    fn drawn_positions_differ_and_are_all_there() {
        let boards = |positions: &[Position]| -> HashSet<Board> {
            positions.iter().map(|position| position.board().canonical()).collect()
        };
        let some: Vec<Position> = Endgames::new(20, 7).take(50).collect();
        let twice = [&some[..], &some[..]].concat();
        let once: Vec<Position> = drawn(twice.clone(), 1).collect();
        assert_eq!(once.len(), 50);
        assert_eq!(boards(&once), boards(&some));
        assert_eq!(once, drawn(twice.clone(), 1).collect::<Vec<_>>());
        assert_ne!(once, drawn(twice, 2).collect::<Vec<_>>());
    }

    /// After two plies there are three positions up to symmetry: parallel, diagonal, perpendicular.
    #[test]
    fn where_there_are_no_more_it_ends() {
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
    fn it_ends_when_told() {
        let threads = NonZeroUsize::new(2).unwrap();
        let stop = StopSignal::default();
        let mut count = 0;
        solve_all(Endgames::new(6, 1), SURELY, threads, 1 << 16, &stop, &mut |_| {
            count += 1;
            if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(count, 3);
        let never = &mut |_| panic!("it was told to stop before");
        solve_all(Endgames::new(40, 1), SURELY, threads, 1 << 16, &stop, never);
    }
}
