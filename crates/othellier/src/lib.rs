//! Othello (Reversi) as a library: the façade of all crates of Othellier.
//!
//! ```
//! use othellier::prelude::*;
//!
//! // A player of the catalogue, by the same text as on the command line.
//! fn program(text: &str, seed: u64) -> Result<Box<dyn Player>, Box<dyn std::error::Error>> {
//!     Ok(build_program(&text.parse()?, &Setup { seed })?)
//! }
//!
//! let mut players = [program("random", 1)?, program("random", 2)?];
//! let mut game = Game::new();
//! while !game.is_over() {
//!     let player = &mut players[game.position().side_to_move() as usize];
//!     game.play(player.choose_move(&game)?)?;
//! }
//! println!("{} {:?}", transcript::write(&game), game.outcome());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The game tree as a data structure, as used by the textbook searches with `memory=tree`:
//! nodes with their parent, their moves (generated once), their children by move and their
//! value.
//!
//! ```
//! use othellier::lab::tree_picture;
//! use othellier::prelude::*;
//! use othellier::search::classic::tree::{NodeId, Tree};
//!
//! let mut tree = Tree::new(parse_position("d3c3")?);
//! tree.expand_to(2);
//! let mobility = othellier::eval::build::<othellier::board::Eight>(&"mobility".parse()?)?;
//! for leaf in tree.leaves() {
//!     let value = mobility.evaluate(tree.node(leaf).board());
//!     tree.set_value(leaf, value);
//! }
//! let value = tree.back_up().expect("every leaf has a value");
//!
//! // The child that gives the root its value, found by its move.
//! let root = tree.node(NodeId::ROOT);
//! let best = root.branches().iter().find(|branch| tree.node(branch.child).value() == Some(-value));
//! let best = best.expect("a best move").played;
//! assert_eq!(root.child(best).map(|child| tree.node(child).parent()), Some(Some(NodeId::ROOT)));
//!
//! // A picture of it, for a report.
//! let picture = tree_picture::svg(&tree.trace(), &tree_picture::TreeWords::default());
//! assert!(picture.starts_with("<svg"));
//!
//! // After a move, its subtree is kept and the rest is freed.
//! let nodes = tree.count(NodeId::ROOT);
//! tree.advance(best)?;
//! assert!(tree.len() < nodes);
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

/// The names that most programs need.
pub mod prelude {
    pub use othellier_board::{
        Bitboard, Board, Color, IllegalMove, Move, Position, Size, Square, Status, Symmetry,
    };
    pub use othellier_play::{
        Choice, Clock, Player, Seat, Setup, StopSignal, build_program, build_seat, catalogue,
    };
    pub use othellier_record::{Game, Outcome, parse_position, save, transcript};
    pub use othellier_spec::Spec;
}

/// The examples of the README, as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
