//! Edges: wedges, and stable discs.

use othellier_board::{Color, Direction, Size, Square};
use othellier_eval::classic::stable_discs;

use super::{Pair, Weighed, fading};
use crate::Reason;
use crate::walk::{Step, Walk};

/// Near the end every disc is stable; then the score says the same.
const STABLE_EMPTIES: u32 = 6;
/// The difference in discs that is reported.
const STABLE_DISCS: i32 = 3;

/// The opponent gets a wedge only after the move played.
pub(super) fn wedged<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let (square, ply) = one_sided(pair, &pair.played, &pair.best, !pair.played.us())?;
    Some((fading(60, ply), Reason::Wedged { square, ply }))
}

/// The mover gets a wedge only in the best line.
pub(super) fn wedge_missed<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let (square, ply) = one_sided(pair, &pair.best, &pair.played, pair.best.us())?;
    Some((fading(55, ply), Reason::WedgeMissed { square, ply }))
}

/// The first wedge of a side in one line that the side does not have in the other.
fn one_sided<S: Size>(
    pair: &Pair<S>,
    here: &Walk<S>,
    there: &Walk<S>,
    side: Color,
) -> Option<(Square<S>, usize)> {
    let elsewhere: Vec<Square<S>> =
        wedges(there, side, pair.plies).map(|(square, _)| square).collect();
    wedges(here, side, pair.plies).find(|(square, _)| !elsewhere.contains(square))
}

/// The wedges of a side: discs on an edge between two discs of the other side that they do not
/// flip, and that are still there after the compared plies.
fn wedges<S: Size>(
    walk: &Walk<S>,
    side: Color,
    plies: usize,
) -> impl Iterator<Item = (Square<S>, usize)> + '_ {
    let last = walk.at(plies).unwrap_or(walk.end());
    let by_side = walk.steps().take(plies).filter(move |step| step.mover() == side);
    by_side.filter_map(move |step| {
        let square = step.square().filter(|&square| is_wedge(&step, square))?;
        last.discs(side).contains(square).then_some((square, step.ply))
    })
}

fn is_wedge<S: Size>(step: &Step<S>, square: Square<S>) -> bool {
    let Some(axis) = edge_axis(square) else { return false };
    let others = step.after.discs(!step.mover());
    axis.iter().all(|&way| square.step(way).is_some_and(|beside| others.contains(beside)))
}

/// The two directions along the edge of a square; `None` for corners, which are on two edges.
fn edge_axis<S: Size>(square: Square<S>) -> Option<[Direction; 2]> {
    let is_outer = |line: u8| line == 0 || line == S::SIDE - 1;
    match (is_outer(square.column()), is_outer(square.row())) {
        (true, false) => Some([Direction::North, Direction::South]),
        (false, true) => Some([Direction::East, Direction::West]),
        _ => None,
    }
}

/// Fewer stable discs after the same number of plies.
pub(super) fn stability<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let ply = pair.plies;
    let us = pair.played.us();
    let balance = |walk: &Walk<S>| {
        let position = walk.at(ply)?;
        if position.board().empties().len() < STABLE_EMPTIES {
            return None;
        }
        let board = position.board();
        let balance = stable_discs(board).len() as i32 - stable_discs(board.passed()).len() as i32;
        Some(if position.side_to_move() == us { balance } else { -balance })
    };
    let (played, best) = (balance(&pair.played)?, balance(&pair.best)?);
    let lost = best - played;
    let weight = || 15 + 4 * lost as u32;
    (lost >= STABLE_DISCS).then(|| (weight(), Reason::Stability { played, best, ply }))
}
#[cfg(test)]
mod tests {
    use super::super::tests::{pair, quiet};
    use super::*;
    use othellier_board::{Eight, Square};

    fn reason(found: Option<Weighed<Eight>>) -> Option<Reason> {
        found.map(|(_, reason)| reason)
    }

    #[test]
    fn a_gap_on_an_edge_lets_a_wedge_in() {
        // White can play d1 by flipping d2; d4 would have flipped d3.
        let wedge = pair::<Eight>(&quiet("c1:X e1:X d2:X d3:O"), "b5 d1", "d4 f4");
        let expected = Reason::Wedged { square: Square::D1, ply: 2 };
        assert_eq!(reason(wedged(&wedge)), Some(expected));
        assert_eq!(wedge_missed(&wedge), None);
        // A disc that flips its neighbours is not a wedge.
        let joined = pair::<Eight>(&quiet("b1:O c1:X e1:X d2:X d3:O"), "b5 d1", "d4 f4");
        assert_eq!(wedged(&joined), None);
    }

    #[test]
    fn a_wedge_may_be_missed() {
        let missed = pair::<Eight>(&quiet("c1:O e1:O d2:O d3:X"), "b5 f4", "d1 f4");
        let expected = Reason::WedgeMissed { square: Square::D1, ply: 1 };
        assert_eq!(reason(wedge_missed(&missed)), Some(expected));
        assert_eq!(wedged(&missed), None);
    }

    #[test]
    fn stable_discs_are_counted_on_both_lines() {
        let fewer = pair::<Eight>(&quiet("b1:O c1:X"), "b5 f4", "a1 f4");
        let expected = Reason::Stability { played: 0, best: 3, ply: 2 };
        assert_eq!(reason(stability(&fewer)), Some(expected));
        assert_eq!(stability(&pair::<Eight>(&quiet("b1:O c1:X"), "a1 f4", "b5 f4")), None);
    }

    #[test]
    fn a_corner_is_on_no_single_edge() {
        assert_eq!(edge_axis(Square::A1), None);
        assert_eq!(edge_axis(Square::D4), None);
        assert_eq!(edge_axis(Square::A4), Some([Direction::North, Direction::South]));
        assert_eq!(edge_axis(Square::D8), Some([Direction::East, Direction::West]));
    }
}
