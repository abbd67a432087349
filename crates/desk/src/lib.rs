//! What the page can ask, as functions and events: no HTTP, no SQLite, no threads of its own.
//!
//! A request is a type that serde reads, an answer a type that serde writes, a failure a
//! [`DeskError`]. The server puts HTTP, storage and scheduling around it; the browser runs it as
//! WebAssembly.

pub mod error;
pub mod form;
pub mod limits;

pub mod allowed;
pub mod export;

pub mod catalogue;
pub mod imports;
pub mod levels;
pub mod positions;

pub use allowed::PlayerSpec;
pub use error::{DeskError, ErrorClass, ErrorKind, ErrorShown};
