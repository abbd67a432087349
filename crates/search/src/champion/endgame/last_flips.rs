//! Counts the flips of the last move by table look-up.
//!
//! With one empty square every other square is the mover's or the opponent's, so the mover's discs on
//! the four lines through it determine the flips. A line is gathered into eight bits by one
//! multiplication; a table has the count for every place on a line and every eight bits. A diagonal
//! is gathered by columns; in the columns that it does not reach the mover has no disc, so nothing is
//! flipped there.

use othellier_board::{Bitboard, Square};

use super::LINES;

/// For a place on a line and the mover's discs on it: how many discs of the opponent are between the
/// place and the mover's next disc, in both directions.
static FLIPS_ON_LINE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut discs = 0;
        while discs < 256 {
            let mut count = 0;
            let mut at = place + 1;
            while at < 8 {
                if discs >> at & 1 == 1 {
                    count += at - place - 1;
                    break;
                }
                at += 1;
            }
            let mut at = place;
            while at > 0 {
                at -= 1;
                if discs >> at & 1 == 1 {
                    count += place - at - 1;
                    break;
                }
            }
            table[place][discs] = count as u8;
            discs += 1;
        }
        place += 1;
    }
    table
};

/// How many discs a move to the only empty square flips.
#[inline(always)]
pub(super) fn count(mover: Bitboard, square: Square) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const TO_A_ROW: u64 = 0x0102_0408_1020_4080;
    let (discs, at) = (mover.bits(), usize::from(square.index()) % 64);
    let (column, row) = (at % 8, at / 8);
    let [_, _, down, up] = LINES[at];
    let along_row = discs >> (8 * row) & 0xff;
    let along_column = (discs >> column & COLUMN).wrapping_mul(TO_A_ROW) >> 56;
    let along_down = (discs & down).wrapping_mul(COLUMN) >> 56;
    let along_up = (discs & up).wrapping_mul(COLUMN) >> 56;
    let flips = FLIPS_ON_LINE[column][along_row as usize]
        + FLIPS_ON_LINE[row][along_column as usize]
        + FLIPS_ON_LINE[column][along_down as usize]
        + FLIPS_ON_LINE[column][along_up as usize];
    i32::from(flips)
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Board;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn the_count_is_the_number_of_flips() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..2000 {
            let all: u64 = rng.random();
            for square in !Bitboard::EMPTY {
                let mover = Bitboard::from_bits(all) - square.bitboard();
                let opponent = !mover - square.bitboard();
                let flips = Board::new(mover, opponent).unwrap().flips(square);
                assert_eq!(count(mover, square), flips.len() as i32, "{square} {all:x}");
            }
        }
    }
}
