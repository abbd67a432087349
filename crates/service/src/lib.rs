//! The requests of the page, as functions and events: no HTTP, no SQLite, no threads of its own.
//!
//! A request is a type that serde reads, an answer a type that serde writes, a failure a
//! [`ServiceError`]. The server puts HTTP, storage and scheduling around it; the browser runs it as
//! WebAssembly.

mod answer;
pub mod error;
pub mod form;
pub mod limits;

pub mod allowed;
#[cfg(feature = "full")]
pub mod export;

#[cfg(feature = "full")]
pub mod analysis;
#[cfg(feature = "archive")]
pub mod archive;
#[cfg(feature = "full")]
pub mod catalogue;
#[cfg(feature = "full")]
pub mod collection;
#[cfg(feature = "full")]
pub mod exercises;
pub mod games;
#[cfg(feature = "full")]
pub mod heatmap;
#[cfg(feature = "full")]
pub mod imports;
#[cfg(feature = "full")]
pub mod levels;
#[cfg(feature = "full")]
pub mod match_report;
#[cfg(feature = "full")]
pub mod matches;
#[cfg(feature = "full")]
pub mod openings;
pub mod playing;
pub mod positions;
#[cfg(feature = "full")]
pub mod requests;
#[cfg(feature = "full")]
pub mod review;
#[cfg(feature = "full")]
pub mod tree;
pub mod weights;

pub use allowed::PlayerSpec;
pub use error::{ErrorClass, ErrorKind, ServiceError};
pub use playing::PlayingService;
#[cfg(feature = "full")]
pub use requests::{Request, Service};
