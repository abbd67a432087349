//! How large a board is, as a type.
//!
//! A size fixes the machine word that holds one bit per square and the masks of its edges. The
//! rules are written once against this trait. 8×8 replaces some of the provided methods by its own
//! fast ones, so generality costs it nothing: the compiler sees only the replacement.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::reference::Cells;
use crate::{Bitboard, Board, Color, Square, kernel, rules, symmetry};

/// A machine word seen as a set of squares.
pub trait Bits:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Into<u128>
{
    /// No square.
    const ZERO: Self;
    /// The square of index 0.
    const ONE: Self;
    /// How many squares are in the set.
    fn count_ones(self) -> u32;
    /// The index of the first square of a set that is not empty.
    fn trailing_zeros(self) -> u32;
    /// The set less its first square; the empty set stays empty.
    fn without_lowest(self) -> Self;
}

macro_rules! impl_bits {
    ($($word:ty),*) => {$(
        impl Bits for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }
            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    )*};
}
impl_bits!(u64, u128);

/// A type for each size of board, such as `Position<S>`, for [`Size::cast`].
///
/// ```
/// use othellier_board::{Eight, Four, Position, Size, SizeFamily};
/// struct Positions;
/// impl SizeFamily for Positions {
///     type Of<S: Size> = Position<S>;
/// }
/// assert!(Eight::cast::<Positions, Eight>(Position::default()).is_some());
/// assert!(Four::cast::<Positions, Eight>(Position::default()).is_none());
/// ```
pub trait SizeFamily {
    /// The type for one size.
    type Of<S: Size>;
}

/// The size of a board: [`Four`], [`Six`], [`Eight`] or [`Ten`]. No other type can be
/// one.
pub trait Size: FromSize + Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The word that holds one bit per square.
    type Bits: Bits;
    /// The array that holds one cell per square, for the naive [`reference`](mod@crate::reference).
    type Cells: Cells;
    /// Its side length.
    const SIDE: u8;
    /// Squares on the board.
    const SQUARES: u8 = Self::SIDE * Self::SIDE;
    /// The set of every square.
    const ALL: Self::Bits;
    /// The squares of column a.
    const FIRST_COLUMN: Self::Bits;
    /// The column on the right: h on the usual board.
    const LAST_COLUMN: Self::Bits;

    /// A value made for this size as the same value for size `T`: `None` unless they are the same size.
    /// Code that is generic over the size reaches in this way what exists for one size only.
    fn cast<F: SizeFamily, T: Size>(made: F::Of<Self>) -> Option<F::Of<T>>;

    /// The discs that a disc played on `square` would flip; see [`rules::flips`].
    #[inline]
    fn flips(board: Board<Self>, square: Square<Self>) -> Bitboard<Self> {
        rules::flips(board, square)
    }

    /// The squares where the mover may play; see [`rules::legal_moves`].
    #[inline]
    fn legal_moves(board: Board<Self>) -> Bitboard<Self> {
        rules::legal_moves(board)
    }

    /// Left and right exchanged.
    #[inline]
    fn mirror(squares: Bitboard<Self>) -> Bitboard<Self> {
        symmetry::mirror(squares)
    }

    /// Top and bottom exchanged.
    #[inline]
    fn upend(squares: Bitboard<Self>) -> Bitboard<Self> {
        symmetry::upend(squares)
    }

    /// Columns and rows exchanged: a1 and h8 stay.
    #[inline]
    fn transpose(squares: Bitboard<Self>) -> Bitboard<Self> {
        symmetry::transpose(squares)
    }
}

/// Seals [`Size`], and receives what was made for some size.
mod sealed {
    use super::{Eight, Four, Six, Size, SizeFamily, Ten};

    macro_rules! from_each {
        ($($from:ident: $size:ident),*) => {
            pub trait FromSize: Sized {
                $(fn $from<F: SizeFamily>(_made: F::Of<$size>) -> Option<F::Of<Self>>
                where
                    Self: Size,
                {
                    None
                })*
            }
            $(impl FromSize for $size {
                fn $from<F: SizeFamily>(made: F::Of<$size>) -> Option<F::Of<Self>> {
                    Some(made)
                }
            })*
        };
    }
    from_each!(from_four: Four, from_six: Six, from_eight: Eight, from_ten: Ten);
}
use sealed::FromSize;

macro_rules! sizes {
    ($($(#[$doc:meta])* $name:ident: $side:literal on $word:ty, $from:ident { $($fast:item)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl Size for $name {
            type Bits = $word;
            type Cells = [Option<Color>; $side * $side];
            const SIDE: u8 = $side;
            const ALL: $word = <$word>::MAX >> (<$word>::BITS - $side * $side);
            const FIRST_COLUMN: $word = first_column($side) as $word;
            const LAST_COLUMN: $word = Self::FIRST_COLUMN << ($side - 1);
            fn cast<F: SizeFamily, T: Size>(made: F::Of<Self>) -> Option<F::Of<T>> {
                T::$from::<F>(made)
            }
            $($fast)*
        }
    )*};
}

sizes! {
    /// 4×4: small enough to see the whole game.
    Four: 4 on u64, from_four {}
    /// 6×6: solved in 1993, the second player wins 20–16.
    Six: 6 on u64, from_six {}
    /// 8×8: Othello.
    Eight: 8 on u64, from_eight {
        #[inline]
        fn flips(board: Board, square: Square) -> Bitboard {
            kernel::Kernel::flips(kernel::Scalar, board, square)
        }
        #[inline]
        fn legal_moves(board: Board) -> Bitboard {
            kernel::Kernel::legal_moves(kernel::Scalar, board)
        }
        #[inline]
        fn mirror(squares: Bitboard) -> Bitboard {
            Bitboard::from_bits(symmetry::mirror_8x8(squares.bits()))
        }
        #[inline]
        fn upend(squares: Bitboard) -> Bitboard {
            Bitboard::from_bits(squares.bits().swap_bytes())
        }
        #[inline]
        fn transpose(squares: Bitboard) -> Bitboard {
            Bitboard::from_bits(symmetry::transpose_8x8(squares.bits()))
        }
    }
    /// 10×10: Grand Othello, on 100 of 128 bits.
    Ten: 10 on u128, from_ten {}
}

const fn first_column(side: u32) -> u128 {
    let mut column = 0;
    let mut row = 0;
    while row < side {
        column |= 1 << (row * side);
        row += 1;
    }
    column
}

/// Runs an expression with a type name standing for the [`Size`] of that number,
/// or `None` where there is no such board.
///
/// ```
/// use othellier_board::{Position, with_size};
/// let squares = with_size!(6, S => Position::<S>::default().board().empties().len());
/// assert_eq!(squares, Some(32));
/// ```
#[macro_export]
macro_rules! with_size {
    ([$($side:literal $name:ident),*] $asked:expr, $size:ident => $body:expr) => {
        match $asked {
            $($side => {
                type $size = $crate::$name;
                Some($body)
            })*
            _ => None,
        }
    };
    ($asked:expr, $size:ident => $body:expr) => {
        $crate::each_size!($crate::with_size, $asked, $size => $body)
    };
}

/// Passes the list of sizes to a macro, before what else it is given: the one place where they are
/// listed for code that exists once for each.
///
/// ```
/// macro_rules! names {
///     ([$($side:literal $name:ident),*]) => { [$(stringify!($name)),*] };
/// }
/// assert_eq!(othellier_board::each_size!(names), ["Four", "Six", "Eight", "Ten"]);
/// ```
#[macro_export]
macro_rules! each_size {
    ($($name:tt)::+ $(, $($given:tt)*)?) => {
        $($name)::+! { [4 Four, 6 Six, 8 Eight, 10 Ten] $($($given)*)? }
    };
}
