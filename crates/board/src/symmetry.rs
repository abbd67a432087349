//! The eight symmetries of the board (rotations and reflections), and the canonical form.

use crate::size::Size;
use crate::{Bitboard, Board, Position, Square};

/// One of the eight symmetries of the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A rotation by 90° clockwise: a1 goes to h1.
    Quarter,
    /// A rotation by 180°: a1 goes to h8.
    Half,
    /// A rotation by 90° anticlockwise: a1 goes to a8.
    ThreeQuarters,
    /// Left and right exchanged.
    Mirror,
    /// Top and bottom exchanged.
    Upend,
    /// Columns and rows exchanged: a1 stays.
    Transpose,
    /// The reflection on the other diagonal: h1 stays.
    AntiTranspose,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        use Symmetry::*;
        [Identity, Quarter, Half, ThreeQuarters, Mirror, Upend, Transpose, AntiTranspose]
    };

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Quarter => Symmetry::ThreeQuarters,
            Symmetry::ThreeQuarters => Symmetry::Quarter,
            itself => itself,
        }
    }

    /// Where the squares of a set go.
    #[inline]
    pub fn squares<S: Size>(self, squares: Bitboard<S>) -> Bitboard<S> {
        match self {
            Symmetry::Identity => squares,
            Symmetry::Quarter => S::mirror(S::transpose(squares)),
            Symmetry::Half => S::mirror(S::upend(squares)),
            Symmetry::ThreeQuarters => S::transpose(S::mirror(squares)),
            Symmetry::Mirror => S::mirror(squares),
            Symmetry::Upend => S::upend(squares),
            Symmetry::Transpose => S::transpose(squares),
            Symmetry::AntiTranspose => S::upend(S::mirror(S::transpose(squares))),
        }
    }

    /// The square to which a square moves.
    pub fn square<S: Size>(self, square: Square<S>) -> Square<S> {
        self.squares(square.bitboard()).first().expect("a symmetry keeps every square")
    }

    /// The board rotated or mirrored.
    #[inline]
    pub fn board<S: Size>(self, board: Board<S>) -> Board<S> {
        Board::from_disjoint(self.squares(board.mover()), self.squares(board.opponent()))
    }
}

impl<S: Size> Board<S> {
    /// The least of the eight images of this board: equal for boards that differ by a symmetry.
    pub fn canonical(self) -> Board<S> {
        self.canonical_with_symmetry().0
    }

    /// The canonical form and a symmetry that leads to it.
    pub fn canonical_with_symmetry(self) -> (Board<S>, Symmetry) {
        let mut least = (self, Symmetry::Identity);
        for symmetry in &Symmetry::ALL[1..] {
            let image = symmetry.board(self);
            if image < least.0 {
                least = (image, *symmetry);
            }
        }
        least
    }
}

impl<S: Size> Position<S> {
    /// The canonical form of the board with the same side to move.
    pub fn canonical(&self) -> Position<S> {
        Position::new(self.board().canonical(), self.side_to_move())
    }
}

/// [`Size::mirror`] for any size.
pub(crate) fn mirror<S: Size>(squares: Bitboard<S>) -> Bitboard<S> {
    moved(squares, |column, row| (S::SIDE - 1 - column, row))
}

/// [`Size::upend`] for any size.
pub(crate) fn upend<S: Size>(squares: Bitboard<S>) -> Bitboard<S> {
    moved(squares, |column, row| (column, S::SIDE - 1 - row))
}

/// [`Size::transpose`] for any size.
pub(crate) fn transpose<S: Size>(squares: Bitboard<S>) -> Bitboard<S> {
    moved(squares, |column, row| (row, column))
}

fn moved<S: Size>(squares: Bitboard<S>, place: impl Fn(u8, u8) -> (u8, u8)) -> Bitboard<S> {
    squares
        .into_iter()
        .filter_map(|square| {
            let (column, row) = place(square.column(), square.row());
            Square::at(column, row)
        })
        .collect()
}

/// Mirrors each row of 8 bits by exchanging neighbours, then pairs, then halves.
#[inline]
pub(crate) fn mirror_8x8(bits: u64) -> u64 {
    let bits = (bits >> 1 & 0x5555_5555_5555_5555) | (bits & 0x5555_5555_5555_5555) << 1;
    let bits = (bits >> 2 & 0x3333_3333_3333_3333) | (bits & 0x3333_3333_3333_3333) << 2;
    (bits >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (bits & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Transposes by exchanging the off-diagonal quarters of 2×2, then 4×4, then 8×8 blocks.
#[inline]
pub(crate) fn transpose_8x8(bits: u64) -> u64 {
    #[inline]
    fn exchange(bits: u64, mask: u64, by: u32) -> u64 {
        let differing = (bits ^ bits >> by) & mask;
        bits ^ differing ^ differing << by
    }
    let bits = exchange(bits, 0x00aa_00aa_00aa_00aa, 7);
    let bits = exchange(bits, 0x0000_cccc_0000_cccc, 14);
    exchange(bits, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Eight, Four, Six, Ten};

    fn corners_go_where_the_names_say<S: Size>() {
        let last = S::SIDE - 1;
        let [a1, h1, a8, h8] = [(0, 0), (last, 0), (0, last), (last, last)]
            .map(|(c, r)| Square::<S>::at(c, r).unwrap());
        for (symmetry, images) in [
            (Symmetry::Identity, [a1, h1]),
            (Symmetry::Quarter, [h1, h8]),
            (Symmetry::Half, [h8, a8]),
            (Symmetry::ThreeQuarters, [a8, a1]),
            (Symmetry::Mirror, [h1, a1]),
            (Symmetry::Upend, [a8, h8]),
            (Symmetry::Transpose, [a1, a8]),
            (Symmetry::AntiTranspose, [h8, h1]),
        ] {
            assert_eq!([a1, h1].map(|corner| symmetry.square(corner)), images, "{symmetry:?}");
            for square in Square::<S>::all() {
                assert_eq!(symmetry.inverse().square(symmetry.square(square)), square);
            }
        }
    }

    #[test]
    fn symmetries_of_every_size() {
        corners_go_where_the_names_say::<Four>();
        corners_go_where_the_names_say::<Six>();
        corners_go_where_the_names_say::<Eight>();
        corners_go_where_the_names_say::<Ten>();
    }

    #[test]
    fn the_fast_forms_for_8x8_are_the_general_ones() {
        for square in Square::<Eight>::all() {
            let squares = square.bitboard();
            assert_eq!(Eight::mirror(squares), mirror(squares));
            assert_eq!(Eight::upend(squares), upend(squares));
            assert_eq!(Eight::transpose(squares), transpose(squares));
        }
    }

    #[test]
    fn the_four_first_moves_have_one_canonical_form() {
        let start = Position::start();
        let images: Vec<_> = start.moves().map(|m| start.after(m).canonical()).collect();
        assert!(images.iter().all(|image| *image == images[0]), "{images:?}");
    }
}
