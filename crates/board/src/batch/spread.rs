//! A set of squares as bytes: one per square, 1 where the square is in the set.

use crate::Bitboard;
use crate::size::Size;

/// The eight bits of every byte, as bytes.
const SPREAD: [[i8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as i8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes 1 for every square of the set and 0 for every other, into one byte per square.
#[inline(always)]
pub(super) fn spread<S: Size>(squares: Bitboard<S>, out: &mut [i8]) {
    write::<S, 1>([squares], out, |[square]| square);
}

/// Writes 1 for every square of the first set, -1 for every square of the second and 0 for every other.
#[inline(always)]
pub(super) fn spread_difference<S: Size>(first: Bitboard<S>, second: Bitboard<S>, out: &mut [i8]) {
    write::<S, 2>([first, second], out, |[first, second]| first - second);
}

#[inline(always)]
fn write<S: Size, const N: usize>(
    sets: [Bitboard<S>; N],
    out: &mut [i8],
    cell: impl Fn([i8; N]) -> i8 + Copy,
) {
    let words: [u128; N] = sets.map(|set| set.bits().into());
    let rows = |at: usize| words.map(|word| SPREAD[usize::from((word >> (8 * at)) as u8)]);
    let (whole, rest) = out[..usize::from(S::SQUARES)].as_chunks_mut::<8>();
    for (at, bytes) in whole.iter_mut().enumerate() {
        let rows = rows(at);
        *bytes = std::array::from_fn(|bit| cell(rows.map(|row| row[bit])));
    }
    if !rest.is_empty() {
        let rows = rows(whole.len());
        for (bit, byte) in rest.iter_mut().enumerate() {
            *byte = cell(rows.map(|row| row[bit]));
        }
    }
}
