//! The Go Text Protocol (GTP), version 2, as Othello engines speak it.
//!
//! ```text
//! Client:   play b f5      genmove w
//! Session:  =              = d6
//! ```
//!
//! How a line becomes a move: [`Session::handle_line`] parses it into a [`Request`] and executes it;
//! what concerns the game is executed by its `game_state`, which plays or asks the
//! [`Program`](crate::Program) (`genmove`).

mod client;
mod game_state;
mod request;
mod session;

pub use client::Client;
pub use request::{COMMANDS, Request, Response};
pub use session::{OpenFile, Session};
