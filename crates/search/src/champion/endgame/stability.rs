//! Discs that can never be turned again, and the bound they give.
//!
//! A disc is safe along an axis if the line is full, if it stands at the edge across that axis, or if
//! a neighbour on that axis is safe and of the same side. A disc that is safe along all four is
//! stable. Found from the outside in, this misses some stable discs and invents none.

use othellier_board::{Board, Field};

use super::LINES;

/// A score that the mover cannot exceed, because the opponent keeps its stable discs, where that
/// is no more than alpha.
#[inline(always)]
pub(in crate::champion) fn ceiling<S: Field>(board: Board, alpha: i32) -> Option<i32> {
    let most = |stable: u32| S::WIPEOUT - 2 * stable as i32;
    // With more empty squares little is stable, and some discs hardly ever are.
    let empties = S::empties(board);
    let open = empties.len();
    if alpha < open as i32 || most(board.opponent().len().saturating_sub(open)) > alpha {
        return None;
    }
    let most = most(stable::<S>(board.opponent().bits(), empties.bits()).count_ones());
    (most <= alpha).then_some(most)
}

fn stable<S: Field>(own: u64, empties: u64) -> u64 {
    // A line that no empty square is on is full.
    let mut open = [0; 4];
    let mut left = empties;
    while left != 0 {
        let lines = &LINES[left.trailing_zeros() as usize];
        open = std::array::from_fn(|axis| open[axis] | lines[axis]);
        left &= left - 1;
    }
    let rim = S::SIDES | S::ENDS;
    let along_rows = !open[0] | S::SIDES;
    let along_columns = !open[1] | S::ENDS;
    let down = !open[2] | rim;
    let up = !open[3] | rim;
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
                let found = stable::<S>(laid.mover().bits(), S::empties(laid).bits());
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
