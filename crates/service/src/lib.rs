//! What the page can ask, as functions and events: no HTTP, no SQLite, no threads of its own.
//!
//! A request is a type that serde reads, an answer a type that serde writes, a failure a
//! [`ServiceError`]. The server puts HTTP, storage and scheduling around it; the browser runs it as
//! WebAssembly.

mod answer;
pub mod error;
pub mod form;
pub mod limits;
pub mod lines;

pub mod allowed;
#[cfg(not(playing))]
pub mod export;

#[cfg(not(playing))]
pub mod analysis;
#[cfg(feature = "archive")]
pub mod archive;
#[cfg(not(playing))]
pub mod catalogue;
#[cfg(not(playing))]
pub mod collection;
#[cfg(not(playing))]
pub mod exercises;
pub mod games;
#[cfg(not(playing))]
pub mod heatmap;
#[cfg(not(playing))]
pub mod imports;
#[cfg(not(playing))]
pub mod levels;
#[cfg(not(playing))]
pub mod match_report;
#[cfg(not(playing))]
pub mod matches;
#[cfg(not(playing))]
pub mod openings;
pub mod playing;
pub mod positions;
#[cfg(not(playing))]
pub mod requests;
#[cfg(not(playing))]
pub mod review;
#[cfg(not(playing))]
pub mod tree;
pub mod weights;

pub use allowed::PlayerSpec;
pub use error::{ErrorClass, ErrorKind, ServiceError};
pub use playing::PlayingService;
#[cfg(not(playing))]
pub use requests::{Request, Service};
