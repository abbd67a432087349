//! One square of the board.

use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU8;
use std::str::FromStr;

use crate::size::{Bits, Eight, Size};
use crate::{Bitboard, Direction};

/// A square, numbered row by row from a1 = 0; on the usual board b3 = 17 and h8 = 63.
///
/// `Option<Square>` is as small as `Square`, so no index needs to stand for "none".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<S: Size = Eight> {
    /// The index with `TAG` set, so that zero is free for `None`.
    tagged: NonZeroU8,
    size: PhantomData<S>,
}

const TAG: u8 = 0x80;
const _: () = assert!(size_of::<Option<Square>>() == 1);

impl<S: Size> Square<S> {
    /// The square of this index, if the board has it.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < S::SQUARES { Some(Self::tagged(index)) } else { None }
    }

    /// The square in this column and row, both counted from 0 at a1, if the board has it.
    #[inline]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < S::SIDE && row < S::SIDE {
            Some(Self::tagged(row * S::SIDE + column))
        } else {
            None
        }
    }

    #[inline(always)]
    const fn tagged(index: u8) -> Self {
        match NonZeroU8::new(index | TAG) {
            Some(tagged) => Self { tagged, size: PhantomData },
            None => unreachable!(),
        }
    }

    /// Its number: a1 is 0, then row by row.
    #[inline(always)]
    pub const fn index(self) -> u8 {
        self.tagged.get() & !TAG
    }

    /// Its column, 0 for a.
    #[inline]
    pub const fn column(self) -> u8 {
        self.index() % S::SIDE
    }

    /// Its row, 0 for the first.
    #[inline]
    pub const fn row(self) -> u8 {
        self.index() / S::SIDE
    }

    /// The set of this square alone.
    #[inline(always)]
    pub fn bitboard(self) -> Bitboard<S> {
        Bitboard::from_bits(S::Bits::ONE << u32::from(self.index()))
    }

    /// The next square in a direction, unless this one is at the edge.
    pub fn step(self, direction: Direction) -> Option<Self> {
        let (columns, rows) = direction.step();
        Self::at(self.column().checked_add_signed(columns)?, self.row().checked_add_signed(rows)?)
    }

    /// Every square of the board, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..S::SQUARES).map(Self::tagged)
    }
}

macro_rules! name_squares {
    ($($row:literal: $($name:ident)*;)*) => {
        #[allow(missing_docs)]
        impl Square<Eight> {
            $(name_squares!(@row $row, 0, $($name)*);)*
        }
    };
    (@row $row:expr, $column:expr,) => {};
    (@row $row:expr, $column:expr, $name:ident $($rest:ident)*) => {
        pub const $name: Square = Square::tagged($row * 8 + $column);
        name_squares!(@row $row, $column + 1, $($rest)*);
    };
}

name_squares! {
    0: A1 B1 C1 D1 E1 F1 G1 H1;
    1: A2 B2 C2 D2 E2 F2 G2 H2;
    2: A3 B3 C3 D3 E3 F3 G3 H3;
    3: A4 B4 C4 D4 E4 F4 G4 H4;
    4: A5 B5 C5 D5 E5 F5 G5 H5;
    5: A6 B6 C6 D6 E6 F6 G6 H6;
    6: A7 B7 C7 D7 E7 F7 G7 H7;
    7: A8 B8 C8 D8 E8 F8 G8 H8;
}

impl<S: Size> fmt::Display for Square<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl<S: Size> fmt::Debug for Square<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<S: Size> FromStr for Square<S> {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let wrong = || ParseSquareError { text: text.to_owned(), side: S::SIDE };
        let (letter, digits) = text.split_at_checked(1).ok_or_else(wrong)?;
        let column =
            letter.as_bytes()[0].to_ascii_lowercase().checked_sub(b'a').ok_or_else(wrong)?;
        if digits.starts_with(['+', '0']) {
            return Err(wrong());
        }
        let row: u8 = digits.parse().map_err(|_| wrong())?;
        Self::at(column, row.checked_sub(1).ok_or_else(wrong)?).ok_or_else(wrong)
    }
}

/// The text does not name a square of this board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSquareError {
    /// The text that is not a square.
    pub text: String,
    /// Size of the board it was read for.
    pub side: u8,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, side } = self;
        let last = (b'a' + side - 1) as char;
        write!(f, "`{text}` is not a square; expected a letter a-{last} then a number 1-{side}")
    }
}

impl Error for ParseSquareError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Four, Six, Ten};

    fn names_round_trip<S: Size>() {
        for square in Square::<S>::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::<S>::at(square.column(), square.row()), Some(square));
            assert_eq!(Square::<S>::from_index(square.index()), Some(square));
        }
        assert_eq!(Square::<S>::all().count(), usize::from(S::SQUARES));
    }

    #[test]
    fn every_square_of_every_size_has_its_name() {
        names_round_trip::<Four>();
        names_round_trip::<Six>();
        names_round_trip::<Eight>();
        names_round_trip::<Ten>();
    }

    #[test]
    fn b3_is_17_and_h8_is_63() {
        assert_eq!(Square::B3.index(), 17);
        assert_eq!(Square::H8.index(), 63);
        assert_eq!("j10".parse::<Square<Ten>>().unwrap().index(), 99);
    }

    #[test]
    fn what_is_not_a_square_is_refused() {
        for text in ["", "a", "a0", "a9", "i1", "a+1", "a01", "1a", "a1 ", "é1", "a1b", "@1", "a10"]
        {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
        let error = "z9".parse::<Square>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`z9` is not a square; expected a letter a-h then a number 1-8"
        );
    }

    #[test]
    fn steps_stop_at_the_edge() {
        assert_eq!(Square::H1.step(Direction::East), None);
        assert_eq!(Square::H1.step(Direction::South), Some(Square::H2));
        assert_eq!(Square::A8.step(Direction::NorthEast), Some(Square::B7));
        assert_eq!(Square::A8.step(Direction::SouthWest), None);
    }
}
