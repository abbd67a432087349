//! The order in which moves are tried: pruning lives on it.
//!
//! Alpha-beta cuts the more, the sooner it meets a good move. To know the good moves is what the
//! search is for, so an order is a cheap guess. Four are offered, to be compared:
//!
//! | order | a move comes first if … | cost for each move |
//! |---|---|---|
//! | `none` | its square does | nothing |
//! | `static` | its square is a good one, whatever the position | one look-up |
//! | `dynamic` | the board after it evaluates well | a flip and an evaluation |
//! | `mobility` | the opponent has few replies ("fastest first") | a flip and a list of moves |
//!
//! The best move that a table remembers comes before all, whatever the order.

use arrayvec::ArrayVec;
use othellier_board::{Board, Move, Size, Square};
use othellier_eval::Evaluator;
use othellier_eval::classic::square_value;

/// No position of any size has more moves.
pub(crate) const MOST_MOVES: usize = 100;

/// The moves of a position, in the order they are tried.
pub type MoveList<S> = ArrayVec<Move<S>, MOST_MOVES>;

/// How moves are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the order of the squares.
    None,
    /// By the worth of the square.
    Static,
    /// By the evaluation of the board after the move.
    Dynamic,
    /// By the number of replies, fewest first.
    Mobility,
}

/// Orders the squares where the mover may play; the remembered move comes first. Says how many
/// boards were evaluated for it.
pub(crate) fn ordered<S: Size>(
    order: Order,
    board: Board<S>,
    evaluator: &dyn Evaluator<S>,
    remembered: Option<Move<S>>,
    moves: &mut MoveList<S>,
) -> u64 {
    if order == Order::None {
        moves.extend(board.legal_moves().into_iter().map(Move::Place));
        bring_to_front(moves, remembered);
        return 0;
    }
    let mut evaluations = 0;
    let mut keyed: ArrayVec<(i32, Square<S>), MOST_MOVES> = board
        .legal_moves()
        .into_iter()
        .map(|square| {
            let key = match order {
                Order::None => 0,
                Order::Static => -square_value(square),
                Order::Dynamic => {
                    evaluations += 1;
                    evaluator.evaluate(board.after(square)).hundredths()
                }
                Order::Mobility => board.after(square).legal_moves().len() as i32,
            };
            (key, square)
        })
        .collect();
    // Stable: equals keep the order of their squares, so that a search repeats itself.
    keyed.sort_by_key(|(key, _)| *key);
    moves.extend(keyed.into_iter().map(|(_, square)| Move::Place(square)));
    bring_to_front(moves, remembered);
    evaluations
}

fn bring_to_front<S: Size>(moves: &mut MoveList<S>, remembered: Option<Move<S>>) {
    if let Some(at) = remembered.and_then(|best| moves.iter().position(|played| *played == best)) {
        moves[..=at].rotate_right(1);
    }
}
