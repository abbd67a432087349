//! Engines written by others, as child processes.
//!
//! [`program`] starts a program and exchanges lines with it, without ever waiting longer than it
//! may; [`gtp`] and [`nboard`] are conversations over it, and [`player`] seats whoever can hold
//! one. Whatever an engine does, its player answers with a move or with the reason why there is
//! none.
//!
//! A spec that names such a player starts a program: an interface that takes specs from strangers
//! must refuse it.

mod command_line;
mod error;
pub(crate) mod gtp;
pub(crate) mod nboard;
mod player;
mod program;

pub use error::EngineError;
pub use program::end_foreign_engines;
