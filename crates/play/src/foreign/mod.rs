//! Foreign engines as child processes.
//!
//! [`process`] starts a program and exchanges lines with it, with a timeout for every read; [`gtp`] and
//! [`nboard`] are protocols over it, and [`player`] makes a player of an engine that speaks one.
//! Whatever an engine does, its player returns a move or an error.
//!
//! A spec that names such a player starts a program: an interface that accepts specs from untrusted
//! users must refuse it.

mod command_line;
mod error;
pub(crate) mod gtp;
pub(crate) mod nboard;
mod player;
mod process;

pub use error::{CommandFault, EngineError};
pub use process::end_foreign_engines;
