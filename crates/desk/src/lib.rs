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

pub mod analysis;
#[cfg(feature = "archive")]
pub mod archive;
pub mod catalogue;
pub mod collection;
pub mod exercises;
pub mod games;
pub mod heatmap;
pub mod imports;
pub mod levels;
pub mod matches;
pub mod openings;
pub mod positions;
pub mod requests;
pub mod review;
pub mod tree;

pub use allowed::PlayerSpec;
pub use error::{DeskError, ErrorClass, ErrorKind};
pub use requests::{Desk, Request};
