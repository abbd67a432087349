//! Boards for property tests.

use othellier_board::{Bitboard, Board, Position, Size, Square};
use proptest::prelude::*;

/// A position that a game can reach: the start and up to a whole game of arbitrary moves.
pub(crate) fn any_reachable<S: Size>() -> impl Strategy<Value = Position<S>> {
    prop::collection::vec(any::<u8>(), 0..120).prop_map(|choices| {
        let mut position = Position::<S>::default();
        for choice in choices {
            let moves = position.moves();
            let Some(played) = moves.clone().nth(usize::from(choice) % moves.len().max(1)) else {
                break;
            };
            position = position.after(played);
        }
        position
    })
}

/// Any board, reachable or not: each square empty or of either side.
pub(crate) fn any_board<S: Size>() -> impl Strategy<Value = Board<S>> {
    (any::<[u128; 2]>(), 0..3).prop_map(|([first, second], density)| {
        let squares = |word: u128| -> Bitboard<S> {
            Square::<S>::all().filter(|square| word >> square.index() & 1 != 0).collect()
        };
        // The denser the board, the longer the runs.
        let mover = squares(first);
        let opponent = match density {
            0 => squares(second),
            1 => squares(second) | squares(second >> 7),
            _ => Bitboard::ALL - squares(second & second << 3 & second >> 5),
        };
        Board::new(mover, opponent - mover).expect("disjoint by construction")
    })
}
