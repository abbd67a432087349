//! A set of squares, one bit each.

use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::size::{Bits, Eight, Size};
use crate::{Direction, Square};

/// A set of squares: `len`, `contains`, iteration, and the operators `& | ^ ! -`.
///
/// ```
/// use othellier_board::{Bitboard, Square};
/// let corners: Bitboard = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
/// assert_eq!(corners.len(), 4);
/// assert!(corners.contains(Square::H8) && !corners.contains(Square::D4));
/// assert_eq!(format!("{corners:?}"), "{a1, h1, a8, h8}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<S: Size = Eight> {
    /// Never a bit beyond the last square.
    bits: S::Bits,
    size: PhantomData<S>,
}

impl<S: Size> Bitboard<S> {
    /// The set without squares.
    pub const EMPTY: Self = Self { bits: S::Bits::ZERO, size: PhantomData };
    /// Every square of the board.
    pub const ALL: Self = Self { bits: S::ALL, size: PhantomData };

    /// The four corners.
    #[inline(always)]
    pub fn corners() -> Self {
        let rows = u32::from(S::SIDE) * (u32::from(S::SIDE) - 1);
        let ends = S::ALL >> rows | S::ALL << rows;
        Self::from_bits((S::FIRST_COLUMN | S::LAST_COLUMN) & ends)
    }

    /// The set with these bits; bits beyond the board are dropped.
    #[inline(always)]
    pub fn from_bits(bits: S::Bits) -> Self {
        Self { bits: bits & S::ALL, size: PhantomData }
    }

    /// One bit per square, a1 lowest.
    #[inline(always)]
    pub const fn bits(self) -> S::Bits {
        self.bits
    }

    /// How many squares are in the set.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Whether the set has no square.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.bits == S::Bits::ZERO
    }

    /// Whether this square is in the set.
    #[inline(always)]
    pub fn contains(self, square: Square<S>) -> bool {
        self.intersects(square.bitboard())
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The first square, a1 before b1.
    #[inline(always)]
    pub fn first(self) -> Option<Square<S>> {
        Square::from_index(self.bits.trailing_zeros() as u8)
    }

    /// Every square moved one step; what would leave the board is dropped.
    #[inline(always)]
    pub fn shift(self, direction: Direction) -> Self {
        let (columns, rows) = direction.step();
        let inside = match columns {
            1 => self.bits & !S::LAST_COLUMN,
            -1 => self.bits & !S::FIRST_COLUMN,
            _ => self.bits,
        };
        let by = i32::from(rows) * i32::from(S::SIDE) + i32::from(columns);
        Self::from_bits(if by > 0 { inside << by as u32 } else { inside >> by.unsigned_abs() })
    }
}

impl<S: Size> Default for Bitboard<S> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! impl_set_operators {
    ($($operator:ident $method:ident)*) => {$(
        impl<S: Size> $operator for Bitboard<S> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self { bits: self.bits.$method(other.bits), size: PhantomData }
            }
        }
    )*};
}
impl_set_operators!(BitAnd bitand BitOr bitor BitXor bitxor);

impl<S: Size> Not for Bitboard<S> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self::from_bits(!self.bits)
    }
}

/// The squares of the first set that are not in the second.
impl<S: Size> Sub for Bitboard<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

impl<S: Size> BitAndAssign for Bitboard<S> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<S: Size> BitOrAssign for Bitboard<S> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<S: Size> BitXorAssign for Bitboard<S> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<S: Size> FromIterator<Square<S>> for Bitboard<S> {
    fn from_iter<I: IntoIterator<Item = Square<S>>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl<S: Size> IntoIterator for Bitboard<S> {
    type Item = Square<S>;
    type IntoIter = Squares<S>;
    #[inline(always)]
    fn into_iter(self) -> Squares<S> {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], a1 first.
#[derive(Clone, Debug)]
pub struct Squares<S: Size = Eight>(Bitboard<S>);

impl<S: Size> Iterator for Squares<S> {
    type Item = Square<S>;

    #[inline(always)]
    fn next(&mut self) -> Option<Square<S>> {
        let first = self.0.first()?;
        self.0.bits = self.0.bits.without_lowest();
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl<S: Size> ExactSizeIterator for Squares<S> {}
impl<S: Size> FusedIterator for Squares<S> {}

impl<S: Size> fmt::Debug for Bitboard<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Four, Six, Ten};

    fn shifting_is_stepping<S: Size>() {
        for direction in Direction::ALL {
            for square in Square::<S>::all() {
                let moved = square.bitboard().shift(direction);
                assert_eq!(moved.first(), square.step(direction), "{square} {direction:?}");
                assert!(moved.len() <= 1);
            }
        }
        assert_eq!(Bitboard::<S>::ALL.len(), u32::from(S::SQUARES));
        assert_eq!(!Bitboard::<S>::EMPTY, Bitboard::ALL);
        let has_two_ways_out = |square: &Square<S>| {
            let sides = [Direction::North, Direction::East, Direction::South, Direction::West];
            sides.into_iter().filter_map(|side| square.step(side)).count() == 2
        };
        assert_eq!(Bitboard::corners(), Square::all().filter(has_two_ways_out).collect());
    }

    #[test]
    fn a_shift_moves_each_square_one_step_and_never_wraps() {
        shifting_is_stepping::<Four>();
        shifting_is_stepping::<Six>();
        shifting_is_stepping::<Eight>();
        shifting_is_stepping::<Ten>();
    }

    #[test]
    fn bits_beyond_the_board_are_dropped() {
        assert_eq!(Bitboard::<Four>::from_bits(u64::MAX).len(), 16);
        assert_eq!(Bitboard::<Ten>::from_bits(u128::MAX).len(), 100);
    }
}
