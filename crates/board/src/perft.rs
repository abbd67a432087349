//! Perft: the number of leaves of the game tree, the test of every move generator.
//!
//! A position counts its descendants of a given depth. A finished game counts as one leaf however
//! deep it lies. Two conventions exist for a forced pass: it may be free ([`Passes::Free`], depth 9
//! from the start is 3 005 320) or cost a ply ([`Passes::Ply`], 3 005 288).
//!
//! On 8×8 the last plies are not searched move by move: the moves are queued and handed to the kernel
//! in full batches, whatever parents they come from.

use crate::kernel::{Batch, Kernel, LANES, Replies, Task, Tier};
use crate::{Bitboard, Board, Eight, Size};

/// Whether a forced pass counts as a ply.
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

/// Counts on 8×8 by the kernel of one tier, or returns `None` where the machine does not have it.
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
        let mut leaves = Leaves::new(self.passes);
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
        let [mover, opponent, squares] =
            [board.mover(), board.opponent(), moves].map(Bitboard::bits);
        let count = moves.len().into();
        match depth {
            _ if moves.is_empty() => {
                leaves.count += perft_without_moves(board, depth, leaves.passes);
            }
            2 => leaves.last.push(mover, opponent, squares, count),
            3 => {
                leaves.last_but_one.push(mover, opponent, squares, count);
                if leaves.last_but_one.is_full() {
                    leaves.play_last_but_one(kernel);
                }
            }
            _ => {
                for square in moves {
                    let board = kernel.after(board, square);
                    kernel.run(Visit { leaves, board, depth: depth - 1 });
                }
            }
        }
    }
}

/// The leaves counted so far, and the moves near them that wait to be played in full batches.
struct Leaves {
    passes: Passes,
    count: u64,
    /// Moves three plies above the leaves.
    last_but_one: Queue,
    /// Moves two plies above the leaves.
    last: Queue,
}

impl Leaves {
    fn new(passes: Passes) -> Leaves {
        Leaves { passes, count: 0, last_but_one: Queue::new(), last: Queue::new() }
    }

    /// Plays the full batches of the upper queue; their replies wait in the lower one.
    #[inline(always)]
    fn play_last_but_one<K: Kernel>(&mut self, kernel: K) {
        for at in 0..self.last_but_one.full_batches() {
            let replies = kernel.replies(self.last_but_one.batch(at));
            self.queue_replies(kernel, &replies, LANES);
        }
        self.last_but_one.keep_rest();
    }

    #[inline(always)]
    fn queue_replies<K: Kernel>(&mut self, kernel: K, replies: &Replies, lanes: usize) {
        for lane in 0..lanes {
            let [mover, opponent] = [replies.mover[lane], replies.opponent[lane]];
            self.last.push(mover, opponent, replies.moves[lane], replies.count[lane]);
        }
        if replies.count[..lanes].contains(&0) {
            self.count += without_moves(replies, lanes, 2, self.passes);
        }
        if self.last.is_full() {
            self.play_last(kernel);
        }
    }

    /// Plays the full batches of the lower queue and counts their replies.
    #[inline(always)]
    fn play_last<K: Kernel>(&mut self, kernel: K) {
        for at in 0..self.last.full_batches() {
            let replies = kernel.replies(self.last.batch(at));
            self.count_replies(&replies, LANES);
        }
        self.last.keep_rest();
    }

    #[inline(always)]
    fn count_replies(&mut self, replies: &Replies, lanes: usize) {
        self.count += replies.count[..lanes].iter().sum::<u64>();
        if replies.count[..lanes].contains(&0) {
            self.count += without_moves(replies, lanes, 1, self.passes);
        }
    }

    /// The count with the moves that still wait.
    #[inline(always)]
    fn finish<K: Kernel>(mut self, kernel: K) -> u64 {
        self.play_last_but_one(kernel);
        let replies = kernel.replies(self.last_but_one.batch(0));
        self.queue_replies(kernel, &replies, self.last_but_one.len);
        self.play_last(kernel);
        let replies = kernel.replies(self.last.batch(0));
        self.count_replies(&replies, self.last.len);
        self.count
    }
}

/// The leaves below boards without a reply, that many plies above the leaves.
#[cold]
#[inline(never)]
fn without_moves(replies: &Replies, lanes: usize, depth: u32, passes: Passes) -> u64 {
    let without = (0..lanes).filter(|&lane| replies.count[lane] == 0);
    without
        .map(|lane| {
            let [mover, opponent] =
                [replies.mover[lane], replies.opponent[lane]].map(Bitboard::<Eight>::from_bits);
            perft_without_moves(Board::from_disjoint(mover, opponent), depth, passes)
        })
        .sum()
}

/// Moves that wait, as columns of words.
struct Queue {
    mover: [u64; Queue::CAPACITY],
    opponent: [u64; Queue::CAPACITY],
    square: [u64; Queue::CAPACITY],
    len: usize,
}

impl Queue {
    /// Enough for the words to have left the store buffer when a batch reads them.
    const FULL: usize = 64;
    /// A batch of boards, each with all of its moves, still fits above a queue that is not full.
    const CAPACITY: usize = Queue::FULL + LANES * 40;

    fn new() -> Queue {
        let column = [0; Queue::CAPACITY];
        Queue { mover: column, opponent: column, square: column, len: 0 }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.len >= Queue::FULL
    }

    #[inline(always)]
    fn full_batches(&self) -> usize {
        self.len / LANES
    }

    #[inline(always)]
    fn batch(&self, at: usize) -> Batch<'_> {
        Batch {
            mover: row(&self.mover, at * LANES),
            opponent: row(&self.opponent, at * LANES),
            square: row(&self.square, at * LANES),
        }
    }

    /// Queues the `count` moves of a board, in whole rows: what is written beyond the last move is
    /// overwritten by the next board.
    #[inline(always)]
    fn push(&mut self, mover: u64, opponent: u64, mut moves: u64, count: u64) {
        let mut at = self.len;
        self.len += count as usize;
        while moves != 0 {
            *row_mut(&mut self.mover, at) = [mover; LANES];
            *row_mut(&mut self.opponent, at) = [opponent; LANES];
            for square in row_mut(&mut self.square, at) {
                *square = moves & moves.wrapping_neg();
                moves &= moves.wrapping_sub(1);
            }
            at += LANES;
        }
    }

    /// Drops the full batches and moves the rest to the front.
    #[inline(always)]
    fn keep_rest(&mut self) {
        let rest = self.full_batches() * LANES;
        for column in [&mut self.mover, &mut self.opponent, &mut self.square] {
            *row_mut(column, 0) = *row(column, rest);
        }
        self.len %= LANES;
    }
}

#[inline(always)]
fn row(column: &[u64; Queue::CAPACITY], at: usize) -> &[u64; LANES] {
    column[at..].first_chunk().expect("a row within the capacity")
}

#[inline(always)]
fn row_mut(column: &mut [u64; Queue::CAPACITY], at: usize) -> &mut [u64; LANES] {
    column[at..].first_chunk_mut().expect("a row within the capacity")
}
