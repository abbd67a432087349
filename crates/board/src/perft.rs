//! Perft: the number of leaves of the game tree, the test of every move generator.
//!
//! A position counts its descendants of a given depth. A finished game counts as one leaf however
//! deep it lies. Two conventions exist for a forced pass: it may be free ([`Passes::Free`], depth 9
//! from the start is 3 005 320) or cost a ply ([`Passes::Ply`], 3 005 288).
//!
//! On 8×8 the last two plies are not searched: their moves are queued and handed to the kernel in
//! full batches, whichever parents they come from.

use crate::kernel::{Batch, Kernel, LANES, Task, Tier};
use crate::{Bitboard, Board, Eight, Size};

/// What a forced pass costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passes {
    /// Nothing: the depth counts discs played.
    Free,
    /// One ply, like any other move.
    Ply,
}

/// The leaves of the tree of this depth, on a board of any size.
pub fn perft<S: Size>(board: Board<S>, depth: u32, passes: Passes) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return perft_without_moves(board, depth, passes);
    }
    if depth == 1 {
        return moves.len().into();
    }
    moves.into_iter().map(|square| perft(board.after(square), depth - 1, passes)).sum()
}

fn perft_without_moves<S: Size>(board: Board<S>, depth: u32, passes: Passes) -> u64 {
    let passed = board.passed();
    if passed.legal_moves().is_empty() {
        return 1;
    }
    match passes {
        Passes::Free => perft(passed, depth, passes),
        Passes::Ply => perft(passed, depth - 1, passes),
    }
}

/// The same count on 8×8 by the kernel of one tier, or `None` where the machine does not have it.
pub fn perft_by(tier: Tier, board: Board, depth: u32, passes: Passes) -> Option<u64> {
    if depth < 2 {
        return tier.is_available().then(|| perft(board, depth, passes));
    }
    tier.run(Count { board, depth, passes })
}

/// Counts the leaves below one board, at least two plies deep.
struct Count {
    board: Board,
    depth: u32,
    passes: Passes,
}

impl Task for Count {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        let mut leaves =
            Leaves { passes: self.passes, batch: Batch::default(), queued: 0, count: 0 };
        kernel.run(Visit { leaves: &mut leaves, board: self.board, depth: self.depth });
        leaves.finish(kernel)
    }
}

/// Visits one node of the tree, at least two plies above the leaves.
struct Visit<'a> {
    leaves: &'a mut Leaves,
    board: Board,
    depth: u32,
}

impl Task for Visit<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Visit { leaves, board, depth } = self;
        let moves = kernel.legal_moves(board);
        if moves.is_empty() {
            leaves.count += perft_without_moves(board, depth, leaves.passes);
        } else if depth == 2 {
            for square in moves {
                leaves.queue(kernel, board, square.bitboard().bits());
            }
        } else {
            for square in moves {
                let board = kernel.after(board, square);
                kernel.run(Visit { leaves, board, depth: depth - 1 });
            }
        }
    }
}

/// The leaves counted so far, and the moves two plies above the leaves that wait for a full batch.
struct Leaves {
    passes: Passes,
    batch: Batch,
    queued: usize,
    count: u64,
}

impl Leaves {
    #[inline(always)]
    fn queue<K: Kernel>(&mut self, kernel: K, board: Board, square: u64) {
        self.batch.mover[self.queued] = board.mover().bits();
        self.batch.opponent[self.queued] = board.opponent().bits();
        self.batch.square[self.queued] = square;
        self.queued += 1;
        if self.queued == LANES {
            self.queued = 0;
            let replies = kernel.replies(&self.batch);
            for lane in 0..LANES {
                self.count += replies.count[lane];
                if replies.count[lane] == 0 {
                    self.count += self.one_ply_below(replies.mover[lane], replies.opponent[lane]);
                }
            }
        }
    }

    fn one_ply_below(&self, mover: u64, opponent: u64) -> u64 {
        let [mover, opponent] = [mover, opponent].map(Bitboard::<Eight>::from_bits);
        perft(Board::from_disjoint(mover, opponent), 1, self.passes)
    }

    /// The count with the moves of the last batch, which need not be full.
    fn finish<K: Kernel>(mut self, kernel: K) -> u64 {
        let replies = kernel.replies(&self.batch);
        for lane in 0..self.queued {
            self.count += self.one_ply_below(replies.mover[lane], replies.opponent[lane]);
        }
        self.count
    }
}
