//! Boards side by side: a kernel plays one move on each, or the rules for every size do.

use crate::kernel::{self, Batch, Kernel, LANES, Task};
use crate::size::{Bits, Eight, Size, SizeFamily};
use crate::{Bitboard, Board, Square};

/// Boards as columns of words, with the moves of their side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes<S: Size> {
    pub(super) mover: [S::Bits; LANES],
    pub(super) opponent: [S::Bits; LANES],
    pub(super) moves: [S::Bits; LANES],
}

impl<S: Size> Lanes<S> {
    /// One board in every lane.
    pub(super) fn of(board: Board<S>) -> Lanes<S> {
        Lanes {
            mover: [board.mover().bits(); LANES],
            opponent: [board.opponent().bits(); LANES],
            moves: [board.legal_moves().bits(); LANES],
        }
    }

    #[inline(always)]
    pub(super) fn board(&self, lane: usize) -> Board<S> {
        let [mover, opponent] = [self.mover[lane], self.opponent[lane]].map(Bitboard::from_bits);
        Board::from_disjoint(mover, opponent)
    }

    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, board: Board<S>, moves: Bitboard<S>) {
        self.mover[lane] = board.mover().bits();
        self.opponent[lane] = board.opponent().bits();
        self.moves[lane] = moves.bits();
    }

    /// Gives the turn to the other side; returns whether that side can move.
    #[inline(always)]
    pub(super) fn pass<R: Rules<S>>(&mut self, lane: usize, rules: R) -> bool {
        let passed = self.board(lane).passed();
        let moves = rules.legal_moves(passed);
        self.set(lane, passed, moves);
        !moves.is_empty()
    }
}

/// The rules on boards of one size.
pub(super) trait Rules<S: Size>: Copy {
    /// Plays a move in every lane, and finds the replies. `square` has one bit in each lane; a lane without
    /// one holds anything afterwards.
    fn play(self, lanes: &mut Lanes<S>, square: &[S::Bits; LANES]);

    /// The squares where the mover may play.
    fn legal_moves(self, board: Board<S>) -> Bitboard<S>;
}

/// The rules for every size.
#[derive(Clone, Copy)]
struct General;

impl<S: Size> Rules<S> for General {
    fn play(self, lanes: &mut Lanes<S>, square: &[S::Bits; LANES]) {
        for lane in 0..LANES {
            if square[lane] != S::Bits::ZERO
                && let Some(square) = Square::from_index(square[lane].trailing_zeros() as u8)
            {
                let after = lanes.board(lane).after(square);
                lanes.set(lane, after, after.legal_moves());
            }
        }
    }

    fn legal_moves(self, board: Board<S>) -> Bitboard<S> {
        board.legal_moves()
    }
}

/// The rules on 8×8 by a kernel.
#[derive(Clone, Copy)]
struct Fast<K>(K);

impl<K: Kernel> Rules<Eight> for Fast<K> {
    #[inline(always)]
    fn play(self, lanes: &mut Lanes<Eight>, square: &[u64; LANES]) {
        let batch = Batch { mover: &lanes.mover, opponent: &lanes.opponent, square };
        let replies = self.0.replies(batch);
        lanes.mover = replies.mover;
        lanes.opponent = replies.opponent;
        lanes.moves = replies.moves;
    }

    #[inline(always)]
    fn legal_moves(self, board: Board) -> Bitboard {
        self.0.legal_moves(board)
    }
}

/// Work on boards of any size, made with the fastest rules for its size.
pub(super) trait Job {
    /// The work on boards of one size.
    type Of<S: Size>;
    type Output;
    /// Does the work. Mark it as `#[inline(always)]`.
    fn run<S: Size, R: Rules<S>>(work: Self::Of<S>, rules: R) -> Self::Output;
}

/// A job as a family of types, for [`Size::cast`]: the work itself, in a cell that a cast does not use up.
struct Cell<J>(std::marker::PhantomData<J>);

impl<J: Job> SizeFamily for Cell<J> {
    type Of<S: Size> = J::Of<S>;
}

pub(super) fn run<J: Job, S: Size>(work: J::Of<S>) -> J::Output {
    if S::SIDE != Eight::SIDE {
        return J::run::<S, General>(work, General);
    }
    struct OnEight<J: Job>(J::Of<Eight>);
    impl<J: Job> Task for OnEight<J> {
        type Output = J::Output;

        #[inline(always)]
        fn run<K: Kernel>(self, kernel: K) -> J::Output {
            J::run::<Eight, Fast<K>>(self.0, Fast(kernel))
        }
    }
    let work = S::cast::<Cell<J>, Eight>(work).expect("the size of the usual board");
    kernel::run(OnEight::<J>(work))
}
