//! How many discs the last move turns.
//!
//! When one square is empty, every other square is the mover's or the opponent's, so the mover's discs
//! on the four lines through it say all. A line is brought into eight bits by one multiplication, and
//! a table has the count for every place on a line and every eight bits. A diagonal is gathered by
//! columns; the columns that it does not reach are empty of the mover's discs, and turn nothing.

use othellier_board::{Bitboard, Square};

use super::LINES;

/// For a place on a line and the mover's discs there: how many discs of the opponent are between the
/// place and the next disc of the mover, both ways.
static BETWEEN: [[u8; 256]; 8] = {
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

/// How many discs a move to the only empty square turns.
#[inline(always)]
pub(super) fn turned(mover: Bitboard, square: Square) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const TO_A_ROW: u64 = 0x0102_0408_1020_4080;
    let (discs, at) = (mover.bits(), usize::from(square.index()) % 64);
    let (column, row) = (at % 8, at / 8);
    let [_, _, down, up] = LINES[at];
    let along_row = discs >> (8 * row) & 0xff;
    let along_column = (discs >> column & COLUMN).wrapping_mul(TO_A_ROW) >> 56;
    let along_down = (discs & down).wrapping_mul(COLUMN) >> 56;
    let along_up = (discs & up).wrapping_mul(COLUMN) >> 56;
    let count = BETWEEN[column][along_row as usize]
        + BETWEEN[row][along_column as usize]
        + BETWEEN[column][along_down as usize]
        + BETWEEN[column][along_up as usize];
    i32::from(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Board;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn the_count_is_that_of_the_discs_that_turn() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..2000 {
            let all: u64 = dice.random();
            for square in !Bitboard::EMPTY {
                let mover = Bitboard::from_bits(all) - square.bitboard();
                let opponent = !mover - square.bitboard();
                let turned_discs = Board::new(mover, opponent).unwrap().flips(square);
                assert_eq!(turned(mover, square), turned_discs.len() as i32, "{square} {all:x}");
            }
        }
    }
}
