//! The other layout of a bitboard: which squares are taken, and which of them are White's.

use crate::size::{Eight, Size};
use crate::{Bitboard, Board, Color, Position};

/// A set of taken squares and a set of white ones, instead of one set per side.
///
/// The colour of an empty square means nothing and is always 0 here, so that equal boards are
/// equal values.
///
/// ```
/// use othellier_board::{Position, PresenceColor};
/// let start = PresenceColor::from(Position::start());
/// assert_eq!(start.presence().bits(), 0x18_1800_0000);
/// assert_eq!(start.color().bits(), 0x10_0800_0000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PresenceColor<S: Size = Eight> {
    presence: Bitboard<S>,
    /// The white part of `presence`.
    color: Bitboard<S>,
}

impl<S: Size> PresenceColor<S> {
    /// These taken squares, those of them in `color` white. The colour of empty squares is dropped.
    pub fn new(presence: Bitboard<S>, color: Bitboard<S>) -> Self {
        Self { presence, color: color & presence }
    }

    /// The squares with a disc of either colour.
    pub const fn presence(self) -> Bitboard<S> {
        self.presence
    }

    /// The squares with a white disc.
    pub const fn color(self) -> Bitboard<S> {
        self.color
    }

    /// How many discs each side has, Black first.
    pub fn material(self) -> [u32; 2] {
        [(self.presence ^ self.color).len(), self.color.len()]
    }

    /// The position with these discs and this side to move.
    pub fn position(self, side_to_move: Color) -> Position<S> {
        let black = self.presence ^ self.color;
        let board = Board::from_disjoint(black, self.color);
        match side_to_move {
            Color::Black => Position::new(board, side_to_move),
            Color::White => Position::new(board.passed(), side_to_move),
        }
    }
}

impl<S: Size> From<Position<S>> for PresenceColor<S> {
    fn from(position: Position<S>) -> Self {
        Self { presence: position.board().discs(), color: position.discs(Color::White) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Square};

    #[test]
    fn the_start_has_the_published_constants() {
        let start = PresenceColor::from(Position::start());
        assert_eq!(start.presence().bits(), 103_481_868_288);
        assert_eq!(start.color().bits(), 68_853_694_464);
        assert_eq!(start.material(), [2, 2]);
    }

    #[test]
    fn the_conversion_round_trips() {
        let mut position = Position::start();
        for name in ["f5", "d6", "c3", "d3", "c4"] {
            position = position.play(name.parse().unwrap()).unwrap();
            assert_eq!(PresenceColor::from(position).position(position.side_to_move()), position);
        }
    }

    #[test]
    fn the_colour_of_an_empty_square_is_not_kept() {
        let start = PresenceColor::from(Position::start());
        let noisy = PresenceColor::new(start.presence(), start.color() | Square::A1.bitboard());
        assert_eq!(noisy, start);
        let next = Position::start().play(Move::Place(Square::F5)).unwrap();
        assert_ne!(PresenceColor::from(next), start);
    }
}
