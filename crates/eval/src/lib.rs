//! Evaluators: what a board is worth to the side to move, without looking ahead.
//!
//! An [`Evaluator`] gives a [`Score`]. The hand-made ones of the textbooks are in [`classic`], the
//! learned one in [`patterns`]; all that there are can be had by name from the [`catalogue()`].
//!
//! ```
//! use othellier_board::{Board, Eight};
//! use othellier_eval::{Score, build};
//! let mobility = build::<Eight>(&"mobility(corners=off)".parse()?)?;
//! assert_eq!(mobility.evaluate(Board::default()), Score::ZERO);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evaluator;
mod score;

pub mod classic;
pub mod patterns;

mod catalogue;

pub use catalogue::{Entry, build, catalogue};
pub use evaluator::{Evaluator, Judge, Turn};
pub use score::Score;
