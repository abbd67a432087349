//! The kernel for NEON, which every 64-bit ARM processor has.

use std::arch::aarch64::*;

use super::pairs::{self, Pair};
use super::{AnyKernel, Batch, Kernel, Replies, Task};
use crate::{Bitboard, Board, Square};

/// The kernel for 64-bit ARM.
#[derive(Clone, Copy, Debug)]
pub struct Neon(());

impl Neon {
    /// The kernel: NEON is part of the architecture.
    #[inline]
    pub fn detect() -> Option<Neon> {
        Some(Neon(()))
    }
}

impl Kernel for Neon {
    const NAME: &'static str = "neon";

    #[inline(always)]
    fn any(self) -> AnyKernel {
        AnyKernel::Neon(self)
    }

    #[inline(always)]
    fn flips(self, board: Board, square: Square) -> Bitboard {
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        Bitboard::from_bits(pairs::flips::<uint64x2_t>(mover, opponent, square.index()))
    }

    #[inline(always)]
    fn legal_moves(self, board: Board) -> Bitboard {
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        Bitboard::from_bits(pairs::legal_moves::<uint64x2_t>(mover, opponent))
    }

    #[inline(always)]
    fn replies(self, batch: Batch<'_>) -> Replies {
        pairs::replies::<uint64x2_t>(batch)
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// One expression of intrinsics that need no more than NEON and touch no memory.
macro_rules! neon {
    ($($expression:tt)*) => {
        // SAFETY: NEON is part of every 64-bit ARM processor that this target stands for.
        unsafe { $($expression)* }
    };
}

impl Pair for uint64x2_t {
    #[inline(always)]
    fn new([first, second]: [u64; 2]) -> Self {
        neon!(vcombine_u64(vcreate_u64(first), vcreate_u64(second)))
    }
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        neon!([vgetq_lane_u64::<0>(self), vgetq_lane_u64::<1>(self)])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        neon!(vandq_u64(self, other))
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        neon!(vbicq_u64(self, other))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        neon!(vorrq_u64(self, other))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        neon!(veorq_u64(self, other))
    }
    #[inline(always)]
    fn below(self) -> Self {
        // All ones is minus one.
        neon!(vaddq_u64(self, vtstq_u64(self, self)))
    }
    #[inline(always)]
    fn neg(self) -> Self {
        neon!(vreinterpretq_u64_s64(vnegq_s64(vreinterpretq_s64_u64(self))))
    }
    #[inline(always)]
    fn meets(self, other: Self) -> Self {
        neon!(vtstq_u64(self, other))
    }
    #[inline(always)]
    fn shl<const BITS: i32>(self) -> Self {
        neon!(vshlq_n_u64::<BITS>(self))
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self) -> Self {
        neon!(vshrq_n_u64::<BITS>(self))
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        neon!(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u64(self))))))
    }
}
