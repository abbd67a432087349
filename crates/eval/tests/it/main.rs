//! The integration tests, in one program: it is linked once.

mod common;
mod evaluators;
mod genomes;
mod kernels;
mod outcome;
mod patterns;
