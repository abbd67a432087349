//! The languages of Othello engines: GTP, NBoard and the Othello Engine Protocol of Cassio.
//!
//! Each protocol has a module with both of its sides: a `Session` is the engine, a `Client` its
//! controller. Lines go in and lines come out; nothing here opens a pipe, a socket or a file. An engine
//! side lets a [`Program`] think, which the caller supplies; a client side writes and reads through a
//! [`Channel`], which the caller supplies too.
//!
//! NBoard and Cassio interrupt a search: their sessions return what is to be searched instead of
//! searching, and their `Engine` runs a session with a thread for the search.

#![warn(missing_docs)]

mod client;
mod line;
mod program;

pub mod cassio;
pub mod gtp;
pub mod nboard;

pub use client::{BadAnswer, Channel, Client, ClientError};
pub use line::{LineSink, read_line};
pub use program::{Program, ProgramChoice, ProgramError, Programs};

#[cfg(test)]
mod scripts;
#[cfg(test)]
mod testing;
