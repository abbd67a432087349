//! Many boards at once: random games, stepping, labels for every ply, games up to symmetry.
//!
//! [`LANES`](crate::kernel::LANES) boards are played side by side by the [kernel](crate::kernel) of this
//! machine; the other sizes follow [`rules`](crate::rules). Nothing here allocates while it plays but
//! [`distinct`]: results are written into slices of the caller, row by row, so that they can be the memory
//! of an array of another language.
//!
//! | function | what it does |
//! |---|---|
//! | [`random_games`] | whole games of random moves, by seed and number |
//! | [`random_move`] | one random move, by the state of a generator |
//! | [`Boards`] | boards in play, stepped together, with masks and planes of each |
//! | [`observe`] | the planes and the mask of one position |
//! | [`replay`] | the state, the legal moves and the turn after every ply of given games |
//! | [`canonicalize`], [`distinct`] | games up to symmetry, and each of them once |
//!
//! A game is a row of squares, filled up with [`PAD`]. Passes are forced, so a row need not name them; where
//! it does ([`Passes::Ply`](crate::perft::Passes)), a pass is the number after the last square.
//!
//! ```
//! use othellier_board::Eight;
//! use othellier_board::batch::{PAD, random_games, row_length};
//!
//! let (mut squares, mut scores) = ([PAD; 2 * row_length::<Eight>()], [0; 2]);
//! random_games::<Eight>(1, 0, &mut squares, &mut scores);
//! let (mut again, mut score) = ([PAD; row_length::<Eight>()], [0]);
//! random_games::<Eight>(1, 1, &mut again, &mut score);
//! assert_eq!(again, squares[row_length::<Eight>()..]);
//! ```

mod boards;
mod games;
mod lanes;
mod random;
mod replay;
mod spread;

pub use boards::{Boards, IllegalAction, KEEP, observe};
pub use games::{canonicalize, distinct};
pub use random::{random_games, random_move};
pub use replay::{IllegalGame, Labels, View, replay};

use crate::Size;

/// Fills the row of a game after its last move.
pub const PAD: u8 = u8::MAX;

/// The most discs that a game from the start can place: the length of its row.
pub const fn row_length<S: Size>() -> usize {
    S::SQUARES as usize - 4
}

/// A pass as a number: the one after the last square.
pub const fn pass<S: Size>() -> u8 {
    S::SQUARES
}
