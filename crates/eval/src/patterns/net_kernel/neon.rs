//! The dense layer for NEON: one load separates the weights of both inputs, and each product is added
//! to its sum by one instruction.

use std::arch::aarch64::*;

use super::{HIDDEN, INPUTS};

#[inline(always)]
pub(super) fn dense(
    inputs: &[i16; INPUTS],
    weights: &[[i16; 2 * HIDDEN]; INPUTS / 2],
    sums: [i32; HIDDEN],
) -> [i32; HIDDEN] {
    // SAFETY: NEON is part of every 64-bit ARM processor that this target stands for. Both arrays have
    // 64 bytes, and any bytes are numbers. A load reads sixteen numbers of a row of 32, from the first
    // or from the seventeenth on.
    unsafe {
        let mut quarters: [int32x4_t; 4] = std::mem::transmute(sums);
        for (pair, row) in inputs.chunks_exact(2).zip(weights) {
            for (half, sums) in quarters.chunks_exact_mut(2).enumerate() {
                let int16x8x2_t(first, second) = vld2q_s16(row.as_ptr().add(half * HIDDEN));
                sums[0] = vmlal_n_s16(sums[0], vget_low_s16(first), pair[0]);
                sums[0] = vmlal_n_s16(sums[0], vget_low_s16(second), pair[1]);
                sums[1] = vmlal_high_n_s16(sums[1], first, pair[0]);
                sums[1] = vmlal_high_n_s16(sums[1], second, pair[1]);
            }
        }
        std::mem::transmute(quarters)
    }
}
