//! Games between people and programs, which anyone who has their id can watch.

mod driver;
mod events;
pub(crate) mod export;
mod registry;
pub(crate) mod routes;

pub(crate) use driver::drive;
pub(crate) use events::{__path_events, events};
pub(crate) use registry::{Registry, SessionAccess, SessionEvent, SessionHandle};
