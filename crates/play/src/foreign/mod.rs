//! Foreign engines as child processes.
//!
//! [`process`] starts a program and exchanges lines with it, with a timeout for every read; [`player`]
//! makes a player of it, with a client of `othellier-protocol` for each protocol. Whatever an engine does,
//! its player returns a move or an error.
//!
//! A spec that names such a player starts a program: an interface that accepts specs from untrusted
//! users must refuse it. In the browser there are no processes, and the catalogue lists no foreign engines.

#[cfg(not(target_family = "wasm"))]
mod command_line;
mod error;
#[cfg(not(target_family = "wasm"))]
mod player;
#[cfg(not(target_family = "wasm"))]
mod process;

pub use error::{CommandFault, EngineError};
#[cfg(not(target_family = "wasm"))]
pub(crate) use player::{GTP_KEYS, NBOARD_KEYS, gtp, nboard};
#[cfg(not(target_family = "wasm"))]
pub use process::end_foreign_engines;
