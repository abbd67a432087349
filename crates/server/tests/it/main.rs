//! The integration tests, in one program: it is linked once.

mod common;
mod games;
mod persistence;
mod refusals;
mod seats;
mod sessions;
mod shares;
mod socket;
mod thinking;
