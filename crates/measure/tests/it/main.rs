//! The integration tests, in one program: it is linked once.

mod common;
mod evolve;
mod experiment;
mod foreign;
mod match_play;
mod referee;
#[cfg(feature = "tables")]
mod tables;
mod tournament;
