//! Learning to judge boards from nothing but play.
//!
//! [`selfplay`] plays games and writes what happened as [`Example`]s into shards; [`fit`] finds the
//! weights that foretell them best; [`check`] says how well they do. Each step is a function with
//! settings, may be watched and interrupted, and goes on where it was interrupted.

pub mod check;
pub mod example;
pub mod fit;
pub mod probcut;
pub mod selfplay;

pub use example::Example;
