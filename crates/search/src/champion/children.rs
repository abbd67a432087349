//! The children of a node: its legal moves, played.

use arrayvec::ArrayVec;
use othellier_board::kernel::{Batch, Kernel, LANES};
use othellier_board::{Bitboard, Board, Field, Placement, Square};

/// No position has more moves: 33 are known in games, 35 on boards that no game reaches.
pub(super) const MAX_MOVES: usize = 40;

/// Up to this many moves are played one by one: a batch that is nearly empty costs more.
const MAX_SINGLE_MOVES: usize = 8;

/// A legal move, played.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) square: Square,
    /// The board after the move.
    pub(super) board: Board,
    /// The opponent's legal replies.
    pub(super) replies: Bitboard,
}

impl Child {
    /// The move and the discs it flipped.
    #[inline(always)]
    pub(super) fn placement(&self, parent: Board) -> Placement {
        Placement { square: self.square, flips: parent.opponent() - self.board.mover() }
    }

    /// The opponent's mobility: the number of replies, corners counted twice.
    #[inline(always)]
    pub(super) fn weighted_mobility<S: Field>(&self) -> i32 {
        let corners = (self.replies.bits() & S::CORNERS).count_ones();
        (self.replies.len() + corners) as i32
    }
}

pub(super) type Children = ArrayVec<Child, MAX_MOVES>;

/// Plays every move, in batches of [`LANES`] where there are enough.
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
        if squares.len() <= MAX_SINGLE_MOVES {
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
