//! The integration tests, in one program: it is linked once.

mod bot_examples;
mod common;
mod games;
mod grid;
mod guesses;
mod manual;
mod persistence;
mod refusals;
mod rooms;
mod seats;
mod sessions;
mod shares;
mod socket;
mod thinking;
mod work;
