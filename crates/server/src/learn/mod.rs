//! Learning: games reviewed move by move, and exercises.

pub(crate) mod exercises;
pub(crate) mod reasons;
pub(crate) mod review;
