//! Evaluators: what a board is worth to the side to move, without looking ahead.
//!
//! An [`Evaluator`] gives a [`Score`]. The hand-made ones of the textbooks are in [`classic`].

mod evaluator;
mod score;

pub mod classic;

pub use evaluator::Evaluator;
pub use score::Score;
