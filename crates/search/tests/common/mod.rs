//! A search that cannot be wrong, and positions to hold the others against it.
#![allow(dead_code, reason = "each test file uses some of them")]

use othellier_board::{Eight, Position, Size};
use othellier_eval::{Evaluator, Score};
use othellier_search::classic::{Algorithm, Options};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The definition: no window, no table, no counting.
pub(crate) fn naive<S: Size>(
    evaluator: &dyn Evaluator<S>,
    position: &Position<S>,
    depth: u8,
) -> Score {
    let board = position.board();
    if board.is_over() {
        return Score::of_end(board.final_score());
    }
    if depth == 0 {
        return evaluator.evaluate(board);
    }
    let children = position.moves().map(|played| position.after(played));
    children.map(|child| -naive(evaluator, &child, depth - 1)).max().expect("the game goes on")
}

/// Positions of random games, with few or many empty squares.
pub(crate) fn positions<S: Size>(count: usize, seed: u64) -> Vec<Position<S>> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let longest = usize::from(S::SQUARES);
    let game = |dice: &mut Xoshiro256PlusPlus| {
        let mut position = Position::<S>::default();
        for _ in 0..dice.random_range(0..longest) {
            let Some(played) = position.moves().choose(dice) else { break };
            position = position.after(played);
        }
        position
    };
    (0..count).map(|_| game(&mut dice)).collect()
}

/// This search with this evaluation and nothing else.
pub(crate) fn plain(algorithm: Algorithm, name: &str) -> Options<Eight> {
    Options::new(algorithm, othellier_eval::build(&name.parse().unwrap()).unwrap())
}
