//! The rules of every size, against the naive reference and against themselves.

use crate::common::{any_board, any_reachable};
use othellier_board::reference::{Mailbox, cell, square};
use othellier_board::{
    Bitboard, Direction, Eight, Four, Move, Position, PresenceColor, Six, Size, Status, Symmetry,
    Ten, rules,
};
use proptest::prelude::*;

fn agrees_with_the_reference<S: Size>(position: Position<S>) {
    let reference = Mailbox::from(position);
    let squares = |cells: Vec<_>| cells.into_iter().filter_map(square).collect::<Bitboard<S>>();
    let board = position.board();
    assert_eq!(position.legal_moves(), squares(reference.legal_moves()));
    assert_eq!(rules::legal_moves(board), position.legal_moves());
    for square in board.empties() {
        let expected = squares(reference.flips(cell(Move::Place(square)).unwrap()));
        assert_eq!(board.flips(square), expected);
        assert_eq!(rules::flips(board, square), expected);
        let toward = |direction| rules::flips_toward(board, square, direction).len();
        assert_eq!(Direction::ALL.map(toward).iter().sum::<u32>(), expected.len());
        assert_eq!(board.is_legal(square), !expected.is_empty());
    }
    for played in position.moves() {
        assert_eq!(Mailbox::from(position.after(played)), reference.after(cell(played)));
    }
}

fn satisfies_the_invariants<S: Size>(position: Position<S>) {
    let board = position.board();
    // Text round trip, both layouts, and the eight symmetries.
    assert_eq!(position.to_string().parse(), Ok(position));
    assert_eq!(PresenceColor::from(position).position(position.side_to_move()), position);
    for symmetry in Symmetry::ALL {
        let image = symmetry.board(board);
        assert_eq!(symmetry.inverse().board(image), board);
        assert_eq!(image.legal_moves(), symmetry.squares(board.legal_moves()));
        assert_eq!(image.final_score(), board.final_score());
        assert_eq!(image.canonical(), board.canonical());
        for square in board.legal_moves() {
            let after = symmetry.board(board.after(square));
            assert_eq!(image.after(symmetry.square(square)), after);
        }
    }
    let (canonical, symmetry) = board.canonical_with_symmetry();
    assert_eq!(symmetry.board(board), canonical);
    // Do and undo is copy.
    for square in board.legal_moves() {
        let placement = board.placement(square).unwrap();
        let mut changed = board;
        changed.place(placement);
        assert_eq!(changed, board.after(square));
        changed.take_back(placement);
        assert_eq!(changed, board);
    }
    // The three states of a position.
    let can = |board: othellier_board::Board<S>| !board.legal_moves().is_empty();
    let expected_moves = match position.status() {
        Status::ToMove => board.legal_moves().len() as usize,
        Status::MustPass => {
            assert!(!can(board) && can(board.passed()));
            1
        }
        Status::Over { black, white } => {
            assert!(board.is_over());
            assert_eq!(black + white, board.discs().len());
            0
        }
    };
    assert_eq!(position.moves().len(), expected_moves);
    assert_eq!(position.moves().count(), expected_moves);
    assert_eq!(board.final_score(), -board.passed().final_score());
}

macro_rules! for_every_size {
    ($($name:ident: $size:ty;)*) => {$(
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn reachable_positions(position in any_reachable::<$size>()) {
                    agrees_with_the_reference(position);
                    satisfies_the_invariants(position);
                }

                #[test]
                fn any_position(board in any_board::<$size>(), color in 0..2_usize) {
                    let position = Position::new(board, othellier_board::Color::ALL[color]);
                    agrees_with_the_reference(position);
                    satisfies_the_invariants(position);
                }

                #[test]
                fn any_text(text in "[-.XOxo*bw \n?]{0,110}") {
                    if let Ok(position) = text.parse::<Position<$size>>() {
                        assert_eq!(position.to_string().parse(), Ok(position));
                    }
                }
            }
        }
    )*};
}

for_every_size! {
    four: Four;
    six: Six;
    eight: Eight;
    ten: Ten;
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(text in ".*") {
        let _ = text.parse::<Position>();
        let _ = text.parse::<Move>();
        let _ = text.parse::<othellier_board::Color>();
    }
}
