//! The integration tests, in one program: it is linked once.

mod agreement;
mod champion;
mod common;
mod deepening;
mod endgame_order;
mod one_sided;
mod solver;
mod tables;
mod threads;
mod truth;
