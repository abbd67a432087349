//! A set of squares as bytes: one per square, 1 where the square is in the set.

use crate::Bitboard;
use crate::size::Size;

/// Four squares: 1 for each bit of the high half of the index, -1 for each bit of the low half.
static CELLS: [[i8; 4]; 256] = {
    let mut table = [[0; 4]; 256];
    let mut index = 0;
    while index < 256 {
        let mut bit = 0;
        while bit < 4 {
            table[index][bit] = (index >> (4 + bit) & 1) as i8 - (index >> bit & 1) as i8;
            bit += 1;
        }
        index += 1;
    }
    table
};

/// Eight squares: 1 for each bit of the index.
static SPREAD: [[i8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut index = 0;
    while index < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[index][bit] = (index >> bit & 1) as i8;
            bit += 1;
        }
        index += 1;
    }
    table
};

/// Writes 1 for every square of the set and 0 for every other, into one byte per square.
#[inline(always)]
pub(super) fn spread<S: Size>(squares: Bitboard<S>, out: &mut [i8]) {
    let bytes = bytes(squares);
    let (whole, rest) = out[..usize::from(S::SQUARES)].as_chunks_mut::<8>();
    let last = whole.len();
    for (at, cells) in whole.iter_mut().enumerate() {
        *cells = SPREAD[usize::from(bytes[at])];
    }
    rest.copy_from_slice(&SPREAD[usize::from(bytes[last])][..rest.len()]);
}

/// Writes 1 for every square of the first set, -1 for every square of the second and 0 for every other. The
/// sets are disjoint.
#[inline(always)]
pub(super) fn spread_difference<S: Size>(first: Bitboard<S>, second: Bitboard<S>, out: &mut [i8]) {
    let (first, second) = (bytes(first), bytes(second));
    // The number of squares is a multiple of four on every board.
    let (fours, _) = out[..usize::from(S::SQUARES)].as_chunks_mut::<4>();
    for (at, cells) in fours.iter_mut().enumerate() {
        let half = |bytes: [u8; 16]| bytes[at / 2] >> (4 * (at % 2)) & 15;
        *cells = CELLS[usize::from(half(first) << 4 | half(second))];
    }
}

/// Eight squares in each byte; those beyond the board are empty.
#[inline(always)]
fn bytes<S: Size>(squares: Bitboard<S>) -> [u8; 16] {
    let word: u128 = squares.bits().into();
    word.to_le_bytes()
}
