//! Evaluators: the value of a board for the side to move, without looking ahead.
//!
//! A [`StaticEvaluator`] gives a [`Score`]. The hand-written ones of the textbooks are in
//! [`classic`], the learned one (patterns and a small NNUE-style network) in [`patterns`]; [`outcome`]
//! predicts how a game will end. The [`catalogue()`] lists all of them by name.
//!
//! ```
//! use othellier_board::{Board, Eight};
//! use othellier_eval::{Access, Score, build};
//! let mobility = build::<Eight>(&"mobility(corners=off)".parse()?, &Access::Sealed)?;
//! assert_eq!(mobility.evaluate(Board::default()), Score::ZERO);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod evaluator;
mod score;

pub mod classic;
pub mod outcome;
pub mod patterns;

mod catalogue;

pub use catalogue::{Entry, ReadWeights, build, build_with, catalogue};
pub use evaluator::{IncrementalEvaluator, StaticEvaluator, Turn};
pub use othellier_spec::Access;
pub use score::{Outcome, Score};
