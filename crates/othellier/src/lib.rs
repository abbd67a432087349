//! Othello (Reversi) as a library: one door to all the crates of Othellier.
//!
//! ```
//! use othellier::prelude::*;
//!
//! // A player of the catalogue, by the same text as on the command line.
//! fn program(text: &str, seed: u64) -> Result<Box<dyn Player>, Box<dyn std::error::Error>> {
//!     match build(&text.parse()?, &Setup { seed })? {
//!         Seat::Program(player) => Ok(player),
//!         Seat::Human => Err("a person cannot play in a program".into()),
//!     }
//! }
//!
//! let mut players = [program("random", 1)?, program("random", 2)?];
//! let mut game = Game::new();
//! while !game.is_over() {
//!     let player = &mut players[game.position().side_to_move() as usize];
//!     let choice =
//!         player.choose(&game, Clock::default(), &StopSignal::default(), &mut |_| ())?;
//!     game.play(choice.chosen)?;
//! }
//! println!("{} {:?}", transcript::write(&game), game.outcome());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use othellier_archive as archive;
pub use othellier_board as board;
pub use othellier_book as book;
pub use othellier_eval as eval;
pub use othellier_lab as lab;
pub use othellier_play as play;
pub use othellier_record as record;
pub use othellier_review as review;
pub use othellier_search as search;
pub use othellier_spec as spec;

/// What most programs want.
pub mod prelude {
    pub use othellier_board::{
        Bitboard, Board, Color, IllegalMove, Move, Position, Size, Square, Status, Symmetry,
    };
    pub use othellier_play::{Choice, Clock, Player, Seat, Setup, StopSignal, build, catalogue};
    pub use othellier_record::{Game, Outcome, parse_position, save, transcript};
    pub use othellier_spec::Spec;
}

/// The examples of the README, which are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
