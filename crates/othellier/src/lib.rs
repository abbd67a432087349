#![doc = include_str!("../README.md")]
//!
//! ## A game between two players
//!
//! ```
//! use othellier::prelude::*;
//!
//! let mut players = [build_program("random", 1)?, build_program("random", 2)?];
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
//!
//! ## The game tree
//!
//! The game tree as a data structure, as used by the textbook searches with `memory=tree`:
//! nodes with their parent, their moves (generated once), their children by move and their
//! value.
//!
//! ```
//! use othellier::report::tree_picture;
//! use othellier::prelude::*;
//! use othellier::search::classic::tree::{NodeId, Tree};
//!
//! let mut tree = Tree::new(parse_position("d3c3")?);
//! tree.expand_to(2);
//! let mobility = othellier::eval::build::<othellier::board::Eight>(
//!     &"mobility".parse()?,
//!     &othellier::eval::Access::Sealed,
//! )?;
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

#![warn(missing_docs)]

pub use othellier_board as board;
pub use othellier_eval as eval;
pub use othellier_record as record;
pub use othellier_search as search;
pub use othellier_spec as spec;

#[cfg(feature = "archive")]
pub use othellier_archive as archive;
#[cfg(feature = "book")]
pub use othellier_book as book;
#[cfg(feature = "measure")]
pub use othellier_measure as measure;
#[cfg(feature = "play")]
pub use othellier_play as play;
#[cfg(feature = "report")]
pub use othellier_report as report;
#[cfg(feature = "review")]
pub use othellier_review as review;
#[cfg(feature = "train")]
pub use othellier_train as train;
#[cfg(feature = "serde")]
pub use othellier_wire as wire;

/// The names that most programs need: `use othellier::prelude::*`.
pub mod prelude {
    pub use othellier_board::{
        Bitboard, Board, Color, IllegalMove, Move, Position, Size, Square, Status, Symmetry,
    };
    pub use othellier_eval::{Score, StaticEvaluator};
    #[cfg(feature = "play")]
    pub use othellier_play::{
        Access, Choice, Clock, Player, SearchPlayer, Seat, Setup, build_player, build_program,
        build_seat, catalogue,
    };
    pub use othellier_record::{Format, Game, Outcome, Record, parse_position, save, transcript};
    pub use othellier_search::champion::{Champion, Goal, SearchLevel, Solved, Solver};
    pub use othellier_search::{
        Line, SearchLimits, SearchReport, Searcher, StopReason, StopSignal, Trust,
    };
    pub use othellier_spec::Spec;
}
