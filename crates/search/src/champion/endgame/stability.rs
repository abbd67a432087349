//! Stable discs, which can never be flipped again, and the stability cutoff.
//!
//! A disc is safe along an axis if the line is full, if it stands at the edge across that axis, or if
//! a neighbour on that axis is stable and of the same side. A disc that is safe along all four is
//! stable. Found from the edges inwards, this misses some stable discs but never reports a false one.

use othellier_board::{Board, Field};

use super::LINES;

/// Stability cutoff: the upper bound of the mover's score that follows from the opponent's stable
/// discs, if it is no more than alpha.
#[inline(always)]
pub(in crate::champion) fn stability_bound<S: Field>(board: Board, alpha: i32) -> Option<i32> {
    let bound = |stable: u32| S::WIPEOUT - 2 * stable as i32;
    // A cheap test first: with many empty squares few discs are stable, and hardly ever all of them.
    let empties = S::empties(board);
    let count = empties.len();
    if alpha < count as i32 || bound(board.opponent().len().saturating_sub(count)) > alpha {
        return None;
    }
    let bound = bound(stable::<S>(board.opponent().bits(), empties.bits()).count_ones());
    (bound <= alpha).then_some(bound)
}

/// The stable discs of a side.
fn stable<S: Field>(own: u64, empties: u64) -> u64 {
    // A line without an empty square is full.
    let mut open = [0; 4];
    let mut left = empties;
    while left != 0 {
        let lines = &LINES[left.trailing_zeros() as usize];
        open = std::array::from_fn(|axis| open[axis] | lines[axis]);
        left &= left - 1;
    }
    let edges = S::VERTICAL_EDGES | S::HORIZONTAL_EDGES;
    let along_rows = !open[0] | S::VERTICAL_EDGES;
    let along_columns = !open[1] | S::HORIZONTAL_EDGES;
    let down = !open[2] | edges;
    let up = !open[3] | edges;
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

    /// The evaluator finds stable discs by the readable rule, for boards of any size.
    fn agrees_with_the_readable_form<S: Field>() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..100 {
            let mut position = Position::<S>::default();
            while let Some(played) = position.moves().choose(&mut rng) {
                position = position.after(played);
                let board = position.board();
                let embedded = S::embed(board);
                let found = stable::<S>(embedded.mover().bits(), S::empties(embedded).bits());
                let discs = Board::from_disjoint(stable_discs(board), Default::default());
                assert_eq!(found, S::embed(discs).mover().bits(), "{position:?}");
            }
        }
    }

    #[test]
    fn the_fast_form_agrees_with_the_readable_one() {
        agrees_with_the_readable_form::<Four>();
        agrees_with_the_readable_form::<Six>();
        agrees_with_the_readable_form::<Eight>();
    }
}
