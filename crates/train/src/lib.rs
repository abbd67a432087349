//! Training of the learned evaluation, from self-play alone.
//!
//! [`selfplay`] plays games and writes their positions as [`Example`]s into shards; [`label`] gives
//! them better labels; [`fit`] fits the linear weights by least squares, and [`net`] trains the
//! network on the residual; [`check`] measures the result. [`probcut`] fits the error model of ProbCut,
//! and [`ordering`] the learned move ordering of the endgame. [`target`] defines the training target
//! and the validation set of the evaluation. Each step is a function with settings, a progress callback
//! and a stop signal; the long ones resume after an interruption. [`evaluator`] loads what they evaluate
//! with, [`generation`] makes one turn of the whole loop, and [`picture`] draws the patterns.

pub mod evaluator;
pub mod example;
pub mod generation;
pub mod selfplay;

pub mod label;

pub mod fit;
pub mod net;
pub mod target;

pub mod check;

pub mod ordering;
pub mod probcut;

pub mod export;
pub mod picture;

mod threads;

pub use evaluator::{Learned, LoadError, NamedEvaluator};

pub use example::Example;
