//! The discs on the board, as the side to move sees them.

use std::error::Error;
use std::fmt;

use crate::size::{Bits, Eight, Size};
use crate::{Bitboard, Square};

/// The mover's discs and the opponent's: 16 bytes on 8×8, `Copy`, no colour, no past.
///
/// Search copies boards ([`after`](Board::after)) or changes one in place and takes the change
/// back ([`place`](Board::place), [`take_back`](Board::take_back)).
///
/// ```
/// use othellier_board::{Board, Square};
/// let start: Board = Board::default();
/// let mut board = start;
/// let placement = board.placement(Square::F5).unwrap();
/// board.place(placement);
/// assert_eq!(board, start.after(Square::F5));
/// board.take_back(placement);
/// assert_eq!(board, start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board<S: Size = Eight> {
    /// Disjoint from `opponent`.
    mover: Bitboard<S>,
    opponent: Bitboard<S>,
}

/// A disc played and the discs it flipped: all that is needed to undo the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement<S: Size = Eight> {
    /// Where the disc was played.
    pub square: Square<S>,
    /// The discs that changed colour, without the played one.
    pub flips: Bitboard<S>,
}

impl<S: Size> Board<S> {
    /// The board with these discs, unless a square belongs to both.
    pub fn new(mover: Bitboard<S>, opponent: Bitboard<S>) -> Result<Board<S>, OverlappingDiscs<S>> {
        let shared = mover & opponent;
        if shared.is_empty() {
            Ok(Board { mover, opponent })
        } else {
            Err(OverlappingDiscs { shared })
        }
    }

    /// The board with these discs, for callers who know that no square belongs to both.
    #[inline(always)]
    pub fn from_disjoint(mover: Bitboard<S>, opponent: Bitboard<S>) -> Board<S> {
        debug_assert!(!mover.intersects(opponent));
        Board { mover, opponent }
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub const fn mover(self) -> Bitboard<S> {
        self.mover
    }

    /// The discs of the other side.
    #[inline(always)]
    pub const fn opponent(self) -> Bitboard<S> {
        self.opponent
    }

    /// Every disc.
    #[inline(always)]
    pub fn discs(self) -> Bitboard<S> {
        self.mover | self.opponent
    }

    /// Every empty square.
    #[inline(always)]
    pub fn empties(self) -> Bitboard<S> {
        !self.discs()
    }

    /// The squares where the mover may play.
    #[inline]
    pub fn legal_moves(self) -> Bitboard<S> {
        S::legal_moves(self)
    }

    /// The discs that a move to this empty square would flip: none if it is not legal.
    #[inline]
    pub fn flips(self, square: Square<S>) -> Bitboard<S> {
        S::flips(self, square)
    }

    /// Whether the mover may play here.
    #[inline]
    pub fn is_legal(self, square: Square<S>) -> bool {
        self.placement(square).is_some()
    }

    /// The move to this square with the discs it flips, if it is legal.
    #[inline]
    pub fn placement(self, square: Square<S>) -> Option<Placement<S>> {
        if self.discs().contains(square) {
            return None;
        }
        let flips = self.flips(square);
        (!flips.is_empty()).then_some(Placement { square, flips })
    }

    /// The board after a move that the caller knows to be legal, seen by the next mover.
    #[inline]
    pub fn after(self, square: Square<S>) -> Board<S> {
        self.with(Placement { square, flips: self.flips(square) })
    }

    /// The board after this placement, seen by the next mover.
    #[inline(always)]
    pub fn with(self, Placement { square, flips }: Placement<S>) -> Board<S> {
        debug_assert!(!flips.is_empty() && (flips & !self.opponent).is_empty());
        Board { mover: self.opponent ^ flips, opponent: self.mover ^ flips ^ square.bitboard() }
    }

    /// The board as the other side sees it: a pass.
    #[inline(always)]
    pub fn passed(self) -> Board<S> {
        Board { mover: self.opponent, opponent: self.mover }
    }

    /// Plays a placement in place; the other side is then the mover.
    #[inline(always)]
    pub fn place(&mut self, placement: Placement<S>) {
        *self = self.with(placement);
    }

    /// Undoes the placement that was played last.
    #[inline(always)]
    pub fn take_back(&mut self, Placement { square, flips }: Placement<S>) {
        *self = Board {
            mover: self.opponent ^ flips ^ square.bitboard(),
            opponent: self.mover ^ flips,
        };
    }

    /// Whether neither side can move.
    #[inline]
    pub fn is_over(self) -> bool {
        self.legal_moves().is_empty() && self.passed().legal_moves().is_empty()
    }

    /// The result if the game ended here: the mover's discs less the opponent's, with the empty
    /// squares given to the winner.
    ///
    /// ```
    /// use othellier_board::Position;
    /// let wiped_out: Position =
    ///     "--------------------X------XXX----XXXXX----XXX------X----------- O".parse()?;
    /// assert_eq!(wiped_out.board().final_score(), -64);
    /// # Ok::<(), othellier_board::ParsePositionError>(())
    /// ```
    #[inline]
    pub fn final_score(self) -> i32 {
        let difference = self.mover.len() as i32 - self.opponent.len() as i32;
        difference + difference.signum() * self.empties().len() as i32
    }
}

/// The start of the game: the mover, Black, has d5 and e4 on the usual board.
impl<S: Size> Default for Board<S> {
    fn default() -> Board<S> {
        let left = u32::from(S::SIDE) / 2 - 1;
        let upper = S::Bits::ONE << (left * (u32::from(S::SIDE) + 1));
        let lower = upper << u32::from(S::SIDE);
        Board {
            mover: Bitboard::from_bits(upper << 1 | lower),
            opponent: Bitboard::from_bits(upper | lower << 1),
        }
    }
}

/// A square was given to both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlappingDiscs<S: Size = Eight> {
    /// The squares that both sides claim.
    pub shared: Bitboard<S>,
}

impl<S: Size> fmt::Display for OverlappingDiscs<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "both sides have a disc on {:?}", self.shared)
    }
}

impl<S: Size> Error for OverlappingDiscs<S> {}
