//! Boards for property tests.

use othellier_board::{Bitboard, Board, Position, Size, Square};
use proptest::prelude::*;

/// A board that a game can reach: the start and up to a whole game of arbitrary moves.
pub(crate) fn any_reachable<S: Size>() -> impl Strategy<Value = Board<S>> {
    prop::collection::vec(any::<u8>(), 0..120)
        .prop_map(|choices| playout(Position::default(), &choices).last().board())
}

/// Any board, reachable or not, with any number of discs.
pub(crate) fn any_board<S: Size>() -> impl Strategy<Value = Board<S>> {
    (any::<[u128; 3]>(), any::<bool>()).prop_map(|([mover, other, gaps], thin)| {
        let squares = |word: u128| -> Bitboard<S> {
            Square::<S>::all().filter(|square| word >> square.index() & 1 != 0).collect()
        };
        let taken = if thin { squares(other | gaps) } else { squares(gaps | gaps >> 7 | other) };
        let mover = squares(mover) & taken;
        Board::new(mover, taken - mover).expect("disjoint by construction")
    })
}

/// The positions of a game from here; each choice selects one of the legal moves.
pub(crate) struct Playout<S: Size>(pub(crate) Vec<Position<S>>);

impl<S: Size> Playout<S> {
    pub(crate) fn last(&self) -> Position<S> {
        *self.0.last().expect("a playout has its first position")
    }
}

pub(crate) fn playout<S: Size>(from: Position<S>, choices: &[u8]) -> Playout<S> {
    let mut positions = vec![from];
    let mut position = from;
    for &choice in choices {
        let moves = position.moves();
        let Some(played) = moves.clone().nth(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        position = position.after(played);
        positions.push(position);
    }
    Playout(positions)
}
