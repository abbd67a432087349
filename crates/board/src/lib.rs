//! The rules of Othello.
//!
//! Three types, three jobs: a [`Board`] is the discs as the side to move sees them, a [`Position`]
//! adds whose turn it is, and a [`Move`] is what can be played there. Square a1 is bit 0, row by
//! row; on the usual board h8 is bit 63. Everything is generic over the [`Size`] of the board and
//! means 8×8 where no size is named.
//!
//! ```
//! use othellier_board::{Color, Move, Position, Square};
//!
//! let position = Position::start();
//! assert_eq!(position.legal_moves().len(), 4);
//!
//! let position = position.play(Move::Place(Square::F5))?;
//! assert_eq!(position.side_to_move(), Color::White);
//! # Ok::<(), othellier_board::IllegalMove>(())
//! ```
//!
//! The rule for flipping discs is in [`rules`], once for every size and written to be read. The
//! same rule for 8×8 written to be fast is in [`kernel`], once per instruction set, and a naive
//! board of cells that both must agree with is in [`mod@reference`].

#![warn(missing_docs)]

pub mod size;

mod color;
mod square;

mod bitboard;
mod direction;

pub mod rules;

mod board;
mod position;

mod presence;
mod symmetry;

pub mod batch;
mod field;
pub mod kernel;
pub mod perft;

pub mod reference;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, OverlappingDiscs, Placement};
pub use color::{Color, ParseColorError};
pub use direction::Direction;
pub use field::Field;
pub use position::{
    IllegalMove, Move, Moves, ParseMoveError, ParsePositionError, Position, Status,
};
pub use presence::PresenceColor;
pub use size::{Eight, Four, Six, Size, SizeFamily, Ten};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
