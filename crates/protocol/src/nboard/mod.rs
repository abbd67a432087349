//! The NBoard protocol, versions 1 and 2.
//!
//! ```text
//! Client:   ping 3       set game (;GM[Othello]…;)    go
//! Session:       pong 3                                  === D6/-0.51/0.02
//! ```
//!
//! [`Message::parse`] reads a line of the GUI, [`Session::handle`] executes the message, and
//! [`Session::run`] does what takes long: it returns early when it is stopped. [`Engine`] runs a
//! session with a search thread, and stops the search when the next message arrives.

mod client;
mod engine;
mod game_state;
mod message;
mod session;

pub use client::Client;
pub use engine::Engine;
pub use game_state::Task;
pub use message::Message;
pub use session::{Learn, Reaction, Session};
