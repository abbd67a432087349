//! The moves of a position, played, and their order.

use arrayvec::ArrayVec;
use othellier_board::kernel::{Batch, Kernel, LANES};
use othellier_board::{Bitboard, Board, Field, Placement, Square};

/// No position has more moves: 33 are known, 35 on boards that no game reaches.
pub(super) const MOST_MOVES: usize = 40;

/// So many moves are better played one by one.
const FEW_MOVES: usize = 8;

/// A move, played.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) square: Square,
    pub(super) board: Board,
    /// The legal moves there.
    pub(super) replies: Bitboard,
}

impl Child {
    /// The move and the discs it turned.
    #[inline(always)]
    pub(super) fn placement(&self, parent: Board) -> Placement {
        Placement { square: self.square, flips: parent.opponent() - self.board.mover() }
    }

    /// How free the opponent is: the number of replies, corners counted twice.
    #[inline(always)]
    pub(super) fn freedom<S: Field>(&self) -> i32 {
        let corners = (self.replies.bits() & S::CORNERS).count_ones();
        (self.replies.len() + corners) as i32
    }
}

pub(super) type Children = ArrayVec<Child, MOST_MOVES>;

/// Plays every move, several at a time.
#[inline(always)]
pub(super) fn expand<S: Field, K: Kernel>(
    kernel: K,
    board: Board,
    moves: Bitboard,
    children: &mut Children,
) {
    let mover = [board.mover().bits(); LANES];
    let opponent = [board.opponent().bits(); LANES];
    let mut squares = moves.into_iter();
    while squares.len() > 0 {
        if squares.len() <= FEW_MOVES {
            // A batch that is nearly empty costs more than its moves one by one.
            for square in squares {
                let flips = kernel.flips(board, square);
                let board = board.with(Placement { square, flips });
                children.push(Child { square, board, replies: S::moves(kernel, board) });
            }
            return;
        }
        let mut square = [0; LANES];
        let mut batch = ArrayVec::<Square, LANES>::new();
        for (lane, next) in squares.by_ref().take(LANES).enumerate() {
            square[lane] = next.bitboard().bits();
            batch.push(next);
        }
        let played = kernel.replies(Batch { mover: &mover, opponent: &opponent, square: &square });
        for (lane, &square) in batch.iter().enumerate() {
            let [mover, opponent, replies] =
                [played.mover[lane], played.opponent[lane], played.moves[lane] & S::FIELD]
                    .map(Bitboard::from_bits);
            let board = Board::from_disjoint(mover, opponent);
            children.push(Child { square, board, replies });
        }
    }
}

/// The order of children: a key for each, least first.
///
/// Keys lie close together, and are sought one at a time: most nodes need the first child alone.
pub(super) struct Order(ArrayVec<i32, MOST_MOVES>);

impl Order {
    /// The lower bits of a key say whose it is.
    const BITS: u32 = 6;

    #[inline(always)]
    pub(super) fn new() -> Order {
        Order(ArrayVec::new())
    }

    /// Gives the next child its key.
    #[inline(always)]
    pub(super) fn push(&mut self, key: i32) {
        self.0.push(key << Order::BITS | self.0.len() as i32);
    }

    /// The number of the child with the least key, and forgets it.
    #[inline(always)]
    pub(super) fn take(&mut self) -> usize {
        let least = self.0.iter().fold(i32::MAX, |least, &key| least.min(key));
        let nth = least as usize % (1 << Order::BITS);
        self.0[nth] = i32::MAX;
        nth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_key_comes_first_and_of_equal_ones_the_first() {
        let mut order = Order::new();
        for key in [3, -40_000, 3, 0, 40_000, -1] {
            order.push(key);
        }
        let taken: Vec<usize> = (0..6).map(|_| order.take()).collect();
        assert_eq!(taken, [1, 5, 3, 0, 2, 4]);
    }
}
