//! Learning to judge boards from nothing but play.
//!
//! [`selfplay`] plays games and writes what happened as [`Example`]s into shards; [`label`] gives them
//! better labels; [`fit`] finds the weights that foretell them best, and [`net`] learns what a sum of
//! weights leaves; [`check`] says how well they do; [`probcut`] measures how well shallow searches by
//! them foretell deeper ones, and [`haste`] which moves near the end are over soonest. Each step is a
//! function with settings, may be watched and interrupted, and the long ones go on where they were
//! interrupted. [`picture`] draws the shapes.

pub mod example;
pub mod selfplay;

pub mod label;

pub mod aim;
pub mod fit;
pub mod net;

pub mod check;

pub mod haste;
pub mod probcut;

pub mod export;
pub mod picture;

pub use example::Example;
