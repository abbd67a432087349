//! A naive reference search, and positions to compare the others with it.
use othellier_board::{Eight, Position, Size};
use othellier_eval::{Score, StaticEvaluator};
use othellier_search::classic::{Algorithm, Options};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Minimax by its definition: no window, no table, no counting.
pub(crate) fn naive<S: Size>(
    evaluator: &dyn StaticEvaluator<S>,
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
    children.map(|child| -naive(evaluator, &child, depth - 1)).max().expect("the game is not over")
}

/// Positions of random games, with few or many empty squares.
pub(crate) fn positions<S: Size>(count: usize, seed: u64) -> Vec<Position<S>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let longest = usize::from(S::SQUARES);
    let game = |rng: &mut Xoshiro256PlusPlus| {
        let mut position = Position::<S>::default();
        for _ in 0..rng.random_range(0..longest) {
            let Some(played) = position.moves().choose(rng) else { break };
            position = position.after(played);
        }
        position
    };
    (0..count).map(|_| game(&mut rng)).collect()
}

/// This algorithm with this evaluation and everything else off.
pub(crate) fn plain(algorithm: Algorithm, name: &str) -> Options<Eight> {
    Options::new(
        algorithm,
        othellier_eval::build(&name.parse().unwrap(), &othellier_eval::Access::Sealed).unwrap(),
    )
}
