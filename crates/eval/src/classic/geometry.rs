//! Edges, axes and neighbours of a board of any size.
//!
//! What does not depend on discs consists of shifts of constants, which the compiler evaluates.

use othellier_board::{Bitboard, Direction, Size};

/// The two opposite directions of a line.
pub(super) type Axis = [Direction; 2];

pub(super) const ROW: Axis = [Direction::East, Direction::West];
pub(super) const COLUMN: Axis = [Direction::South, Direction::North];

/// The four axes: row, column and both diagonals.
pub(super) const AXES: [Axis; 4] = [
    ROW,
    COLUMN,
    [Direction::SouthEast, Direction::NorthWest],
    [Direction::SouthWest, Direction::NorthEast],
];

/// The squares where a line of this axis ends: they have no neighbour on one side or on both.
#[inline]
pub(super) fn ends<S: Size>([there, back]: Axis) -> Bitboard<S> {
    !(Bitboard::ALL.shift(there) & Bitboard::ALL.shift(back))
}

/// The squares next to these on the lines of one axis.
#[inline]
pub(super) fn beside<S: Size>(squares: Bitboard<S>, [there, back]: Axis) -> Bitboard<S> {
    squares.shift(there) | squares.shift(back)
}

/// The outermost squares, corners included.
#[inline]
pub fn edges<S: Size>() -> Bitboard<S> {
    ends(ROW) | ends(COLUMN)
}

/// These squares and all those next to one of them, in any of the eight directions.
#[inline]
pub fn near<S: Size>(squares: Bitboard<S>) -> Bitboard<S> {
    let wide = squares | beside(squares, ROW);
    wide | beside(wide, COLUMN)
}

/// Grows a set until it does not change any more.
#[inline]
pub(super) fn grown<S: Size>(
    mut squares: Bitboard<S>,
    grow: impl Fn(Bitboard<S>) -> Bitboard<S>,
) -> Bitboard<S> {
    loop {
        let next = grow(squares);
        if next == squares {
            return squares;
        }
        squares = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Eight, Four, Six, Square, Ten};

    fn counts<S: Size>() {
        let side = u32::from(S::SIDE);
        assert_eq!(edges::<S>().len(), 4 * (side - 1));
        assert_eq!(near(Bitboard::<S>::corners()).len(), 16);
        for square in Square::<S>::all() {
            let expected: Bitboard<S> =
                Direction::ALL.into_iter().filter_map(|step| square.step(step)).collect();
            assert_eq!(near(square.bitboard()), expected | square.bitboard());
            for axis in AXES {
                let at_end = axis.iter().any(|&step| square.step(step).is_none());
                assert_eq!(ends::<S>(axis).contains(square), at_end);
            }
        }
    }

    #[test]
    fn every_size_has_its_edges_and_neighbours() {
        counts::<Four>();
        counts::<Six>();
        counts::<Eight>();
        counts::<Ten>();
    }
}
