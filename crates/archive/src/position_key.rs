//! The key by which a position is found in the archive.

use othellier_board::{Board, Color, Move, Position, Size, Status};
use xxhash_rust::xxh3::xxh3_64;

/// Identifies a position and its seven symmetric images: the number of discs and a 64-bit hash.
///
/// If the side to move must pass, the position after the pass is used instead. So a game has
/// exactly one key for each number of discs, and a search never misses a position because of a
/// pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    pub(crate) discs: u8,
    /// Never [`PositionKey::NO_POSITION`].
    pub(crate) key: u64,
}

impl PositionKey {
    /// Marks a game that has no position with this number of discs.
    pub(crate) const NO_POSITION: u64 = 0;

    /// The key of a position.
    pub fn of<S: Size>(position: &Position<S>) -> PositionKey {
        let position = match position.status() {
            Status::MustPass => position.after(Move::Pass),
            Status::ToMove | Status::Over { .. } => *position,
        };
        let board = position.board();
        let key = key(board.canonical(), position.side_to_move());
        PositionKey { discs: board.discs().len() as u8, key: key.max(PositionKey::NO_POSITION + 1) }
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
    fn symmetric_images_share_a_key_and_nothing_else_does() {
        let position: Position = parse_position("f5d6c3d3c4").unwrap();
        let here = PositionKey::of(&position);
        // The key is part of the file format: changing it would break existing archives.
        assert_eq!((here.discs, here.key), (9, 0xaff8_7bed_4e50_523a));
        for symmetry in Symmetry::ALL {
            let image = Position::new(symmetry.board(position.board()), position.side_to_move());
            assert_eq!(PositionKey::of(&image), here);
        }
        let other = Position::new(position.board(), !position.side_to_move());
        assert_ne!(PositionKey::of(&other), here);
        assert_ne!(
            PositionKey::of(&Position::<Four>::default()),
            PositionKey::of(&Position::start())
        );
    }

    #[test]
    fn a_forced_pass_does_not_change_the_key() {
        let text = format!("XXXXXO--{} O", "-".repeat(56));
        let position: Position = text.parse().unwrap();
        assert_eq!(position.status(), Status::MustPass);
        assert_eq!(PositionKey::of(&position), PositionKey::of(&position.after(Move::Pass)));
    }
}
