//! An own evaluation in the champion's search: square values, updated move by move, and mobility.
//! It plays a game against the champion's hand-crafted evaluation at the same depth.
//!
//! ```sh
//! cargo run --release -p othellier --example own_evaluator
//! ```

use othellier::board::kernel::Kernel;
use othellier::board::{Bitboard, Eight, Placement};
use othellier::eval::IncrementalEvaluator;
use othellier::prelude::*;
use othellier::search::champion::{Champion, ChampionEvaluator, Heuristic, SearchLevel};
use othellier::search::{SearchLimits, Searcher, compile_champion_for};

/// The value of every square, in hundredths of a disc: one quadrant, the others by symmetry.
const VALUES: [[i32; 4]; 4] =
    [[1000, -200, 100, 50], [-200, -400, -10, -10], [100, -10, 20, 10], [50, -10, 10, 0]];

/// Square values and mobility. Anything may be here: weights that were learned, a neural network.
#[derive(Clone, Copy, Debug, Default)]
struct Squares;

fn value_of(squares: Bitboard) -> i32 {
    let folded = |at: u8| usize::from(at.min(7 - at));
    squares.into_iter().map(|square| VALUES[folded(square.row())][folded(square.column())]).sum()
}

impl IncrementalEvaluator for Squares {
    type Size = Eight;
    /// The square values of the mover minus those of the opponent. The search carries it from move to
    /// move, so an evaluation does not look at the squares again.
    type FeatureState = i32;
    /// ProbCut needs an error model that was fitted to the evaluator; this one has none.
    const SUPPORTS_PROBCUT: bool = false;

    fn feature_state(&self, board: Board) -> i32 {
        value_of(board.mover()) - value_of(board.opponent())
    }

    #[inline(always)]
    fn after(&self, state: &i32, placement: Placement) -> i32 {
        // The new disc counts once; a flipped one changes sides. Then the other side is the mover.
        let played = value_of(placement.square.bitboard());
        -(state + played + 2 * value_of(placement.flips))
    }

    #[inline(always)]
    fn passed(&self, state: &i32) -> i32 {
        -state
    }

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, state: &i32, board: Board) -> i32 {
        let moves = |board| kernel.legal_moves(board).len() as i32;
        state + 80 * (moves(board) - moves(board.passed()))
    }
}

// Compiles the champion's search for this evaluator, for every kernel of the target.
compile_champion_for!(Squares);

/// The champion with some evaluator: six plies, and exact from ten empty squares on.
fn champion<E: ChampionEvaluator>(evaluator: E) -> Champion<E> {
    Champion::with(evaluator, SearchLevel::new(8), 1, 16 << 20).limited_to_level()
}

/// Plays one game and returns it.
fn play(limits: &SearchLimits) -> Game {
    let mut own = champion(Squares);
    let mut other = champion(Heuristic::<Eight>::default());
    let mut game = Game::new();
    while !game.is_over() {
        let position = *game.position();
        let report = match position.side_to_move() {
            Color::Black => own.search(&position, limits, &mut |_| ()),
            Color::White => other.search(&position, limits, &mut |_| ()),
        };
        let best = report.best_move().expect("the game is not over");
        game.play(best).expect("a searcher returns legal moves");
    }
    game
}

fn main() {
    let game = play(&SearchLimits::depth(6));
    println!("{}\n{:?}", transcript::write(&game), game.outcome());
}

#[test]
fn the_state_is_updated_as_it_is_computed() {
    let mut position = Position::start();
    let mut state = Squares.feature_state(position.board());
    while let Some(played) = position.moves().last() {
        state = match played {
            Move::Place(square) => {
                let placement = position.board().placement(square).expect("a legal move");
                Squares.after(&state, placement)
            }
            Move::Pass => Squares.passed(&state),
        };
        position = position.after(played);
        assert_eq!(state, Squares.feature_state(position.board()), "{position:?}");
    }
}

#[test]
fn it_plays_a_whole_game() {
    assert!(play(&SearchLimits::depth(2)).is_over());
}
