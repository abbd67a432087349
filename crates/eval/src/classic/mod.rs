//! The evaluators of the textbooks and of the student reports.

mod discs;

pub use discs::Discs;
