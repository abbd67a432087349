//! The integration tests, in one program: it is linked once.

mod batch;
mod common;
mod kernels;
mod perft;
mod rules;
mod vectors;
