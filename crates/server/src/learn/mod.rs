//! Learning: game reviews and exercises.

pub(crate) mod exercises;
pub(crate) mod reasons;
pub(crate) mod review;
