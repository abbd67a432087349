//! Corners given away or not taken.

use othellier_board::{Bitboard, Color, Size, Square};
use othellier_eval::classic::{edges, near};

use super::{Pair, Weighed, fading};
use crate::walk::Walk;
use crate::{CornerNeighbour, Reason};

const WEIGHT: u32 = 100;

/// A corner that the opponent takes only after the move played.
pub(super) fn given<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let them = !pair.played.us();
    let (corner, ply) = one_sided(pair, &pair.played, &pair.best, them)?;
    let opened = pair.played.steps().next().and_then(|step| {
        let square = step.square()?;
        Some((square, nearness(square, corner)?))
    });
    let reason = match opened {
        Some((square, near)) => Reason::CornerOpened { square, near, corner, ply },
        None => Reason::CornerGiven { corner, ply },
    };
    Some((fading(WEIGHT, ply), reason))
}

/// A corner that the mover takes only in the best line.
pub(super) fn missed<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let (corner, ply) = one_sided(pair, &pair.best, &pair.played, pair.best.us())?;
    Some((fading(WEIGHT, ply), Reason::CornerMissed { corner, ply }))
}

/// The first corner that a side takes in one line only, unless other corners compensate for it.
fn one_sided<S: Size>(
    pair: &Pair<S>,
    here: &Walk<S>,
    there: &Walk<S>,
    side: Color,
) -> Option<(Square<S>, usize)> {
    let us = pair.played.us();
    if corners(&pair.played, us, pair.reach) >= corners(&pair.best, us, pair.reach) {
        return None;
    }
    let elsewhere: Bitboard<S> = taken(there, side, pair.reach).map(|(corner, _)| corner).collect();
    taken(here, side, pair.reach).find(|(corner, _)| !elsewhere.contains(*corner))
}

/// The corners that a side takes, with their plies.
fn taken<S: Size>(
    walk: &Walk<S>,
    side: Color,
    plies: usize,
) -> impl Iterator<Item = (Square<S>, usize)> + '_ {
    let by_side = walk.steps().take(plies).filter(move |step| step.mover() == side);
    let corner = |square: &Square<S>| Bitboard::corners().contains(*square);
    by_side.filter_map(move |step| Some((step.square().filter(corner)?, step.ply)))
}

/// The corners of a side minus those of the other, after this many plies or at the end.
fn corners<S: Size>(walk: &Walk<S>, us: Color, plies: usize) -> i32 {
    let position = walk.at(plies).unwrap_or(walk.end());
    let count = |side| (position.discs(side) & Bitboard::corners()).len() as i32;
    count(us) - count(!us)
}

/// How a square touches a corner; `None` if it does not.
fn nearness<S: Size>(square: Square<S>, corner: Square<S>) -> Option<CornerNeighbour> {
    let touches = square != corner && near(corner.bitboard()).contains(square);
    touches.then(|| if edges().contains(square) { CornerNeighbour::C } else { CornerNeighbour::X })
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
    fn a_disc_beside_a_corner_opens_it() {
        let (square, near, corner, ply) = (Square::B2, CornerNeighbour::X, Square::A1, 2);
        let opened = pair::<Eight>(&quiet("c3:O d4:X e5:O"), "b2 a1", "b5 f4");
        let expected = Reason::CornerOpened { square, near, corner, ply };
        assert_eq!(reason(given(&opened)), Some(expected));
        assert_eq!(missed(&opened), None);
        // The other way round, no corner is given away.
        let fine = pair::<Eight>(&quiet("c3:O d4:X e5:O"), "b5 f4", "b2 a1");
        assert_eq!(given(&fine), None);
    }

    #[test]
    fn a_corner_may_be_given_from_afar() {
        // White threatens a1; d1 would have flipped c1.
        let given_away = pair::<Eight>(&quiet("b1:X c1:O"), "b5 a1", "d1 f4");
        let expected = Reason::CornerGiven { corner: Square::A1, ply: 2 };
        assert_eq!(reason(given(&given_away)), Some(expected));
    }

    #[test]
    fn a_corner_may_be_left() {
        let left = pair::<Eight>(&quiet("b1:O c1:X"), "b5 f4", "a1 f4");
        let expected = Reason::CornerMissed { corner: Square::A1, ply: 1 };
        assert_eq!(reason(missed(&left)), Some(expected));
        assert_eq!(given(&left), None);
    }

    #[test]
    fn a_corner_for_a_corner_is_no_loss() {
        // After the move played each side takes one; after the best move neither does.
        let traded = pair::<Eight>(&quiet("c3:O d4:X e5:O g1:O f1:X"), "b2 a1 h1", "b5 f4 f6");
        assert_eq!(given(&traded), None);
    }

    #[test]
    fn plies_beyond_the_shorter_line_are_not_compared() {
        let short = pair::<Eight>(&quiet("c3:O d4:X e5:O"), "b2 a1", "b5");
        assert_eq!(given(&short), None);
    }

    #[test]
    fn nearness_knows_x_and_c() {
        assert_eq!(nearness(Square::B2, Square::A1), Some(CornerNeighbour::X));
        assert_eq!(nearness(Square::H7, Square::H8), Some(CornerNeighbour::C));
        assert_eq!(nearness(Square::B2, Square::H8), None);
        assert_eq!(nearness(Square::A1, Square::A1), None);
    }
}
