//! Regions of empty squares that only one side can play in.

use std::ops::RangeInclusive;

use othellier_board::{Bitboard, Color, Position, Size};
use othellier_eval::classic::regions;

use super::{Pair, Weighed};
use crate::Reason;

/// Access is meaningful only after regions have formed, and before nearly all squares are filled.
const EMPTIES: RangeInclusive<u32> = 5..=20;
/// The size of a region, in squares.
const REGION: RangeInclusive<u32> = 2..=12;

/// The largest region that only the opponent can play in, and the mover could in the best line, at
/// the last ply of both lines within `EMPTIES`.
pub(super) fn lost<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let us = pair.played.us();
    let in_range = |position: &Position<S>| EMPTIES.contains(&position.board().empties().len());
    let ply = (2..=pair.plies).rev().find(|&ply| {
        [&pair.played, &pair.best].iter().all(|walk| walk.at(ply).is_some_and(in_range))
    })?;
    let (played, best) = (pair.played.at(ply)?, pair.best.at(ply)?);
    let [ours, theirs] = [us, !us].map(|side| moves_of(played, side));
    let in_best = moves_of(best, us);
    let is_lost = |region: &Bitboard<S>| {
        REGION.contains(&region.len())
            && region.intersects(theirs)
            && !region.intersects(ours)
            && region.intersects(in_best)
    };
    let region = regions(played.board().empties()).filter(is_lost).max_by_key(|r| r.len())?;
    Some((20 + 3 * region.len(), Reason::NoAccess { region, ply }))
}

/// The legal moves of a side, as if it were to move.
fn moves_of<S: Size>(position: &Position<S>, side: Color) -> Bitboard<S> {
    if position.side_to_move() == side {
        position.board().legal_moves()
    } else {
        position.board().passed().legal_moves()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::pair;
    use super::*;
    use othellier_board::Eight;

    #[test]
    fn a_region_may_be_closed_to_one_side() {
        let picture = "
            OX-OOOO- XOXXXO-X XOOXXOXX XOOOXO-X
            -XOXXX-- -XOOOOXO -XOOOO-X -----OX- X";
        let (played, best) = ("e8 a8 c8 a6 h5 a5 g7 c1", "h5 c1 d8 e8 g2 c8 b8 g4");
        let region = ["g4", "g5"].into_iter().map(|at| at.parse().unwrap()).collect();
        let expected = Reason::NoAccess { region, ply: 8 };
        let closed = lost(&pair::<Eight>(picture, played, best));
        assert_eq!(closed.map(|(_, reason)| reason), Some(expected));
        let other = lost(&pair::<Eight>(picture, best, played)).map(|(_, reason)| reason);
        assert_ne!(other, Some(expected), "the other way round nothing is closed there");
    }
}
