//! Discs that can never be turned again, and the bound they give.
//!
//! A disc is safe along an axis if the line is full, if it stands at the edge across that axis, or if
//! a neighbour on that axis is safe and of the same side. A disc that is safe along all four is
//! stable. Found from the outside in, this misses some stable discs and invents none.

use othellier_board::{Board, Field};

/// A score that the mover cannot exceed, because the opponent keeps its stable discs.
pub(in crate::champion) fn most<S: Field>(board: Board) -> i32 {
    let stable = stable::<S>(board.opponent().bits(), board.discs().bits());
    S::WIPEOUT - 2 * stable.count_ones() as i32
}

/// From how much on a score is worth the look: with more empty squares, only far from a draw.
pub(in crate::champion) fn worth_a_look(empties: u32, alpha: i32) -> bool {
    alpha >= 2 * empties as i32 - 2
}

fn stable<S: Field>(own: u64, filled: u64) -> u64 {
    // A border has no square to be filled.
    let filled = filled | !S::FIELD;
    let along_rows = full_rows(filled) | S::SIDES;
    let along_columns = full_columns(filled) | S::ENDS;
    let down = full_diagonals::<9>(filled) | S::SIDES | S::ENDS;
    let up = full_diagonals::<7>(filled) | S::SIDES | S::ENDS;
    let mut stable = own & along_rows & along_columns & down & up;
    loop {
        const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let rows = (stable << 1 & NOT_A) | (stable >> 1 & NOT_H) | along_rows;
        let columns = stable << 8 | stable >> 8 | along_columns;
        let down = (stable << 9 & NOT_A) | (stable >> 9 & NOT_H) | down;
        let up = (stable << 7 & NOT_H) | (stable >> 7 & NOT_A) | up;
        let more = own & rows & columns & down & up;
        if more | stable == stable {
            return stable;
        }
        stable |= more;
    }
}

fn full_rows(filled: u64) -> u64 {
    let mut full = filled & filled >> 1;
    full &= full >> 2;
    full &= full >> 4;
    (full & 0x0101_0101_0101_0101) * 0xff
}

fn full_columns(filled: u64) -> u64 {
    let full = filled & filled.rotate_right(8);
    let full = full & full.rotate_right(16);
    full & full.rotate_right(32)
}

/// The diagonals without an empty square: those that no empty square can reach.
fn full_diagonals<const STEP: u32>(filled: u64) -> u64 {
    let (left, right) = if STEP == 9 {
        (0xfefe_fefe_fefe_fefe_u64, 0x7f7f_7f7f_7f7f_7f7f_u64)
    } else {
        (0x7f7f_7f7f_7f7f_7f7f, 0xfefe_fefe_fefe_fefe)
    };
    let mut empty = !filled;
    for _ in 0..7 {
        empty |= (empty << STEP & left) | (empty >> STEP & right);
    }
    !empty
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Eight, Four, Position, Six};
    use othellier_eval::classic::stable_discs;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The evaluator's stable discs are found by the readable rule, for boards of any size.
    fn is_the_readable_one<S: Field>() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..100 {
            let mut position = Position::<S>::default();
            while let Some(played) = position.moves().choose(&mut dice) {
                position = position.after(played);
                let board = position.board();
                let laid = S::lay(board);
                let found = stable::<S>(laid.mover().bits(), laid.discs().bits());
                let discs = Board::from_disjoint(stable_discs(board), Default::default());
                assert_eq!(found, S::lay(discs).mover().bits(), "{position:?}");
            }
        }
    }

    #[test]
    fn the_fast_form_is_the_readable_one() {
        is_the_readable_one::<Four>();
        is_the_readable_one::<Six>();
        is_the_readable_one::<Eight>();
    }
}
