//! Move ordering: pruning depends on it.
//!
//! Alpha-beta cuts more the sooner it meets a good move. Finding the good moves is the purpose of the
//! search, so an ordering is a cheap guess. There are five, to be compared:
//!
//! | order | a move comes first if … | cost for each move |
//! |---|---|---|
//! | `none` | its square does | nothing |
//! | `static` | its square is a good one, whatever the position | one look-up |
//! | `dynamic` | the board after it evaluates well | a flip and an evaluation |
//! | `mobility` | the opponent has few replies (fastest-first) | a flip and a list of moves |
//! | `endgame` | the same; a reply on a corner counts twice, and among equals a corner comes first | the same |
//!
//! `endgame` is the order of every search to the end of the game, from a student report: there the
//! tree is kept small by leaving few replies, and corners are to be secured on the way.
//!
//! The best move of the transposition table comes before all, whatever the order.

use arrayvec::ArrayVec;
use othellier_board::{Bitboard, Board, Move, Size, Square};
use othellier_eval::classic::square_value;
use othellier_eval::{StaticEvaluator, Turn};

/// No position of any size has more moves.
pub(crate) const MAX_MOVES: usize = 100;

/// The moves of a position, in the order they are searched.
pub type MoveList<S> = ArrayVec<Move<S>, MAX_MOVES>;

/// How moves are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the order of the squares.
    None,
    /// By the value of the square.
    Static,
    /// By the evaluation of the board after the move.
    Dynamic,
    /// By the number of replies, fewest first.
    Mobility,
    /// By the number of replies, fewest first, with corners secured: a reply on a corner counts
    /// twice, and among equals a move on a corner comes first.
    Endgame,
}

/// Orders the `legal` squares of a board, the best move of the transposition table first. `turn` is the
/// mover's, for an evaluation that depends on who searches. Returns the number of evaluations.
pub(crate) fn order_moves<S: Size>(
    order: Order,
    board: Board<S>,
    legal: Bitboard<S>,
    (evaluator, turn): (&dyn StaticEvaluator<S>, Turn),
    table_move: Option<Move<S>>,
    moves: &mut MoveList<S>,
) -> u64 {
    if order == Order::None {
        moves.extend(legal.into_iter().map(Move::Place));
        bring_to_front(moves, table_move);
        return 0;
    }
    let mut evaluations = 0;
    let mut keyed: ArrayVec<(i32, Square<S>), MAX_MOVES> = legal
        .into_iter()
        .map(|square| {
            let key = match order {
                Order::None => 0,
                Order::Static => -square_value(square),
                Order::Dynamic => {
                    evaluations += 1;
                    evaluator.evaluate_for(board.after(square), !turn).hundredths()
                }
                Order::Mobility => board.after(square).legal_moves().len() as i32,
                Order::Endgame => endgame_key(board, square),
            };
            (key, square)
        })
        .collect();
    // A stable sort: equal keys keep the order of their squares, so that a search is reproducible.
    keyed.sort_by_key(|(key, _)| *key);
    moves.extend(keyed.into_iter().map(|(_, square)| Move::Place(square)));
    bring_to_front(moves, table_move);
    evaluations
}

fn endgame_key<S: Size>(board: Board<S>, square: Square<S>) -> i32 {
    let corners = Bitboard::corners();
    let replies = board.after(square).legal_moves();
    let counted = replies.len() + (replies & corners).len();
    2 * counted as i32 - i32::from(corners.contains(square))
}

fn bring_to_front<S: Size>(moves: &mut MoveList<S>, table_move: Option<Move<S>>) {
    if let Some(at) = table_move.and_then(|best| moves.iter().position(|played| *played == best)) {
        moves[..=at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Four, Position};
    use othellier_eval::classic::Discs;

    #[track_caller]
    fn check(order: Order, picture: &str, expected: &str) {
        let position: Position<Four> = format!("{picture} X").parse().unwrap();
        let mut moves = MoveList::new();
        let evaluation: (&dyn StaticEvaluator<Four>, _) = (&Discs, Turn::Searcher);
        let board = position.board();
        order_moves(order, board, board.legal_moves(), evaluation, None, &mut moves);
        let shown: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(shown.join(" "), expected, "{picture}");
    }

    #[test]
    fn among_moves_with_as_many_replies_a_corner_comes_first() {
        // Neither d2 nor a4 leaves a reply.
        let board = "X-X- X--- O--O ---X";
        check(Order::Mobility, board, "d2 a4");
        check(Order::Endgame, board, "a4 d2");
    }

    #[test]
    fn a_reply_on_a_corner_counts_twice() {
        // After c2 the one reply is d1, a corner; after d3 it is c2.
        let board = "---- ---- -XO- O-X-";
        check(Order::Mobility, board, "c2 d3");
        check(Order::Endgame, board, "d3 c2");
    }
}
