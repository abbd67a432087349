//! The Othello Engine Protocol of Cassio: searches of single positions on request.
//!
//! ```text
//! Client:   ENGINE-PROTOCOL midgame-search …X -64 64 12 73
//! Session:  …X, move f5, depth 12, @73%, B+1.25 <= v <= B+1.25, f5d6c3, node 12345, time 0.067
//!           ready.
//! ```
//!
//! Cassio plays and keeps the time. [`Session::handle_line`] parses a line into a [`Request`] and
//! answers or queues it; a search is returned to the caller, who runs it with a [`SearchEngine`].
//! [`Engine`] does so in a thread. [`Answer`] reads the lines of an engine, for the client side.

mod answer;
mod engine;
mod request;
mod search_engine;
mod session;

pub use answer::Answer;
pub use engine::Engine;
pub use request::{Request, RequestError, SearchRequest};
pub use search_engine::{SearchEngine, SearchResult};
pub use session::{Reaction, Search, Session};
