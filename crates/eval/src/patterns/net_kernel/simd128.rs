//! The dense layer for WebAssembly's vectors: two products and their sum in each lane, by one
//! instruction.

use std::arch::wasm32::*;

use super::{HIDDEN, INPUTS};

#[inline(always)]
pub(super) fn dense(
    inputs: &[i16; INPUTS],
    weights: &[[i16; 2 * HIDDEN]; INPUTS / 2],
    sums: [i32; HIDDEN],
) -> [i32; HIDDEN] {
    // SAFETY: both have 64 bytes, and any bytes are numbers.
    let mut quarters: [v128; 4] = unsafe { std::mem::transmute(sums) };
    for (pair, row) in inputs.chunks_exact(2).zip(weights) {
        let pair = i32x4_splat(i32::from(pair[0] as u16) | i32::from(pair[1]) << 16);
        for (quarter, words) in quarters.iter_mut().zip(row.chunks_exact(8)) {
            // SAFETY: eight numbers of two bytes are 16 readable bytes; no alignment is asked for.
            let words = unsafe { v128_load(words.as_ptr().cast()) };
            *quarter = i32x4_add(*quarter, i32x4_dot_i16x8(pair, words));
        }
    }
    // SAFETY: as above.
    unsafe { std::mem::transmute(quarters) }
}
