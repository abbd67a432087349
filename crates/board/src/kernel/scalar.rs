//! The portable kernel: plain 64-bit arithmetic, and the specification of the others.
//!
//! Flips: on the ray that leads from the square to higher bits, the first square that is not the
//! opponent's is the lowest bit of `ray & !opponent`; if it is the mover's, everything before it is
//! flipped. On the ray that leads to lower bits it is the highest bit. Legal moves: a parallel-prefix
//! fill from the mover's discs through the opponent's, one axis at a time.

use super::rays::{RAYS, Rays};
use super::{AnyKernel, Batch, Kernel, LANES, Replies, Task};
use crate::{Bitboard, Board, Square};

/// The kernel that every machine can run.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

/// Squares that can be flanked along a row or a diagonal: all but the columns a and h.
pub(super) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

impl Kernel for Scalar {
    const NAME: &'static str = "scalar";

    #[inline(always)]
    fn any(self) -> AnyKernel {
        AnyKernel::Scalar(self)
    }

    #[inline(always)]
    fn flips(self, board: Board, square: Square) -> Bitboard {
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        Bitboard::from_bits(flips(mover, opponent, square.index().into()))
    }

    #[inline(always)]
    fn legal_moves(self, board: Board) -> Bitboard {
        Bitboard::from_bits(legal_moves(board.mover().bits(), board.opponent().bits()))
    }

    #[inline(always)]
    fn replies(self, batch: Batch<'_>) -> Replies {
        let mut replies = Replies::default();
        for lane in 0..LANES {
            let (mover, opponent) = (batch.mover[lane], batch.opponent[lane]);
            let square = batch.square[lane];
            let flips = flips_by_filling(mover, opponent, square);
            replies.mover[lane] = opponent ^ flips;
            replies.opponent[lane] = mover ^ flips ^ square;
        }
        for lane in 0..LANES {
            replies.moves[lane] = legal_moves(replies.mover[lane], replies.opponent[lane]);
        }
        replies.count = replies.moves.map(|moves| u64::from(moves.count_ones()));
        replies
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// The discs that a move to the square of this index would flip.
#[inline(always)]
fn flips(mover: u64, opponent: u64, square: u32) -> u64 {
    let Rays { up, down } = &RAYS[square as usize % 64];
    let up = up.iter().fold(0, |flips, ray| flips | flips_up(mover, opponent, *ray));
    down.iter().fold(up, |flips, ray| flips | flips_down(mover, opponent, *ray))
}

/// The flips on a ray that leads to higher bits.
#[inline(always)]
pub(super) fn flips_up(mover: u64, opponent: u64, ray: u64) -> u64 {
    let not_opponent = ray & !opponent;
    let flanking = not_opponent & not_opponent.wrapping_neg() & mover;
    ray & flanking.wrapping_sub(u64::from(flanking != 0))
}

/// The flips on a ray that leads to lower bits.
#[inline(always)]
pub(super) fn flips_down(mover: u64, opponent: u64, ray: u64) -> u64 {
    // The lowest bit stands in for "nothing found"; it ends every ray that reaches it.
    let highest = 1 << 63 >> ((ray & !opponent) | 1).leading_zeros();
    let flanking: u64 = highest & ray & mover;
    ray & (flanking.wrapping_neg() << 1)
}

/// The squares where the mover may play.
#[inline(always)]
fn legal_moves(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let moves = along::<1>(mover, inner)
        | along::<8>(mover, opponent)
        | along::<7>(mover, inner)
        | along::<9>(mover, inner);
    moves & !(mover | opponent)
}

/// Where runs of `through` that start at the mover's discs come out, both ways along one axis.
#[inline(always)]
pub(super) fn along<const STEP: u32>(mover: u64, through: u64) -> u64 {
    let (up, down) = runs::<STEP>(mover, through);
    up << STEP | down >> STEP
}

/// The runs of `through`, of six squares at most, that begin one step above and one step below each
/// bit of `from`.
#[inline(always)]
fn runs<const STEP: u32>(from: u64, through: u64) -> (u64, u64) {
    let mut up = through & from << STEP;
    let mut down = through & from >> STEP;
    up |= through & up << STEP;
    down |= through & down >> STEP;
    let pairs_up = through & through << STEP;
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    (up, down)
}

/// The flips of one move without a table, in a form that compilers vectorise.
#[inline(always)]
fn flips_by_filling(mover: u64, opponent: u64, square: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    between::<1>(mover, inner, square)
        | between::<8>(mover, opponent, square)
        | between::<7>(mover, inner, square)
        | between::<9>(mover, inner, square)
}

/// The runs of `through` between the square and a disc of the mover, both ways along one axis.
#[inline(always)]
fn between<const STEP: u32>(mover: u64, through: u64, square: u64) -> u64 {
    let (up, down) = runs::<STEP>(square, through);
    let up_end = up << STEP & mover;
    let down_end = down >> STEP & mover;
    // All ones where there is an end above; the end below is lower than all of its run.
    let up_ends = ((up_end | up_end.wrapping_neg()) as i64 >> 63) as u64;
    up & up_ends | down & down_end.wrapping_neg()
}
