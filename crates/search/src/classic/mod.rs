//! The searches of the textbooks, written to be read.

mod random;

pub use random::Random;
