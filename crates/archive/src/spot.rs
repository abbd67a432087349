//! Where a position is found in the archive.

use othellier_board::{Board, Color, Move, Position, Size, Status};
use xxhash_rust::xxh3::xxh3_64;

/// A position and its seven images, as the archive knows them: by the number of discs and by a key.
///
/// Where the side to move must pass, the position after the pass stands for it: so a game has
/// exactly one position for each number of discs, and none is missed because a pass was on the
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    pub(crate) discs: u8,
    /// Never [`Spot::NOWHERE`].
    pub(crate) key: u64,
}

impl Spot {
    /// The key of no position.
    pub(crate) const NOWHERE: u64 = 0;

    /// The spot of a position.
    pub fn of<S: Size>(position: &Position<S>) -> Spot {
        let position = match position.status() {
            Status::MustPass => position.after(Move::Pass),
            Status::ToMove | Status::Over { .. } => *position,
        };
        let board = position.board();
        let key = key(board.canonical(), position.side_to_move());
        Spot { discs: board.discs().len() as u8, key: key.max(Spot::NOWHERE + 1) }
    }
}

fn key<S: Size>(board: Board<S>, mover: Color) -> u64 {
    let words: [u128; 2] = [board.mover().bits().into(), board.opponent().bits().into()];
    let mut bytes = [0; 34];
    bytes[..16].copy_from_slice(&words[0].to_le_bytes());
    bytes[16..32].copy_from_slice(&words[1].to_le_bytes());
    bytes[32] = S::SIDE;
    bytes[33] = mover as u8;
    xxh3_64(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Four, Symmetry};
    use othellier_record::parse_position;

    #[test]
    fn images_share_a_spot_and_nothing_else_does() {
        let position: Position = parse_position("f5d6c3d3c4").unwrap();
        let here = Spot::of(&position);
        // It is part of the file: another number would find nothing in an archive of yesterday.
        assert_eq!((here.discs, here.key), (9, 0));
        for symmetry in Symmetry::ALL {
            let image = Position::new(symmetry.board(position.board()), position.side_to_move());
            assert_eq!(Spot::of(&image), here);
        }
        let other = Position::new(position.board(), !position.side_to_move());
        assert_ne!(Spot::of(&other), here);
        assert_ne!(Spot::of(&Position::<Four>::default()), Spot::of(&Position::start()));
    }

    #[test]
    fn a_pass_is_no_other_place() {
        let text = format!("XXXXXO--{} O", "-".repeat(56));
        let position: Position = text.parse().unwrap();
        assert_eq!(position.status(), Status::MustPass);
        assert_eq!(Spot::of(&position), Spot::of(&position.after(Move::Pass)));
    }
}
