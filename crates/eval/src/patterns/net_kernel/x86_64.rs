//! The dense layer for AVX2 and AVX-512: two products and their sum in each lane, by one instruction.

use std::arch::x86_64::*;

use super::{HIDDEN, INPUTS};

/// Two inputs, as the two halves of a word.
#[inline(always)]
fn joined(pair: &[i16]) -> i32 {
    i32::from(pair[0] as u16) | i32::from(pair[1]) << 16
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn dense_avx2(
    inputs: &[i16; INPUTS],
    weights: &[[i16; 2 * HIDDEN]; INPUTS / 2],
    sums: [i32; HIDDEN],
) -> [i32; HIDDEN] {
    let load = |words: &[i16; HIDDEN]| {
        // SAFETY: sixteen numbers of two bytes are 32 readable bytes; no alignment is asked for.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    };
    // SAFETY: both have 64 bytes, and any bytes are numbers.
    let mut halves: [__m256i; 2] = unsafe { std::mem::transmute(sums) };
    for (pair, row) in inputs.chunks_exact(2).zip(weights) {
        let pair = _mm256_set1_epi32(joined(pair));
        let (low, high) = row.split_at(HIDDEN);
        for (half, words) in halves.iter_mut().zip([low, high]) {
            let words = words.try_into().expect("half of a row");
            *half = _mm256_add_epi32(*half, _mm256_madd_epi16(pair, load(words)));
        }
    }
    // SAFETY: as above.
    unsafe { std::mem::transmute(halves) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn dense_avx512(
    inputs: &[i16; INPUTS],
    weights: &[[i16; 2 * HIDDEN]; INPUTS / 2],
    sums: [i32; HIDDEN],
) -> [i32; HIDDEN] {
    // SAFETY: both have 64 bytes, and any bytes are numbers.
    let mut all: __m512i = unsafe { std::mem::transmute(sums) };
    for (pair, row) in inputs.chunks_exact(2).zip(weights) {
        // SAFETY: a row has 64 readable bytes; no alignment is asked for.
        let row = unsafe { _mm512_loadu_si512(row.as_ptr().cast()) };
        all = _mm512_add_epi32(all, _mm512_madd_epi16(_mm512_set1_epi32(joined(pair)), row));
    }
    // SAFETY: as above.
    unsafe { std::mem::transmute(all) }
}
