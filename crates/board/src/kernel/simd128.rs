//! The kernel for WebAssembly's vectors of 128 bits. A module has them or has not: the choice is made
//! when it is compiled, by `-C target-feature=+simd128`.

use std::arch::wasm32::*;

use super::pairs::{self, Pair};
use super::{AnyKernel, Batch, Kernel, Replies, Task};
use crate::{Bitboard, Board, Square};

/// The kernel for WebAssembly with simd128.
#[derive(Clone, Copy, Debug)]
pub struct Simd128(());

impl Simd128 {
    /// The kernel: a module that was compiled for it is not loaded without it.
    #[inline]
    pub fn compiled() -> Simd128 {
        Simd128(())
    }
}

impl Kernel for Simd128 {
    const NAME: &'static str = "simd128";

    #[inline(always)]
    fn any(self) -> AnyKernel {
        AnyKernel::Simd128(self)
    }

    #[inline(always)]
    fn flips(self, board: Board, square: Square) -> Bitboard {
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        Bitboard::from_bits(pairs::flips::<v128>(mover, opponent, square.index()))
    }

    #[inline(always)]
    fn legal_moves(self, board: Board) -> Bitboard {
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        Bitboard::from_bits(pairs::legal_moves::<v128>(mover, opponent))
    }

    #[inline(always)]
    fn replies(self, batch: Batch<'_>) -> Replies {
        pairs::replies::<v128>(batch)
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

impl Pair for v128 {
    #[inline(always)]
    fn new([first, second]: [u64; 2]) -> Self {
        u64x2(first, second)
    }
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [u64x2_extract_lane::<0>(self), u64x2_extract_lane::<1>(self)]
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        v128_and(self, other)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        v128_andnot(self, other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        v128_or(self, other)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        v128_xor(self, other)
    }
    #[inline(always)]
    fn below(self) -> Self {
        let is_zero = u64x2_eq(self, u64x2_splat(0));
        u64x2_sub(u64x2_sub(self, u64x2_splat(1)), is_zero)
    }
    #[inline(always)]
    fn neg(self) -> Self {
        i64x2_neg(self)
    }
    #[inline(always)]
    fn meets(self, other: Self) -> Self {
        u64x2_ne(v128_and(self, other), u64x2_splat(0))
    }
    #[inline(always)]
    fn shl<const BITS: i32>(self) -> Self {
        u64x2_shl(self, BITS as u32)
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self) -> Self {
        u64x2_shr(self, BITS as u32)
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        Self::new(self.words().map(|word| u64::from(word.count_ones())))
    }
    #[inline(always)]
    fn mirrored(bits: u64) -> Self {
        let both = u64x2_splat(bits);
        u8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(both, both)
    }
    #[inline(always)]
    fn joined(self) -> u64 {
        let swapped =
            u8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(self, self);
        u64x2_extract_lane::<0>(v128_or(self, swapped))
    }
}
