//! Games: played by persons and programs, watched by anyone who has their id.

mod driver;
mod events;
pub(crate) mod export;
mod hall;
pub(crate) mod routes;
mod sitting;
mod wire;

pub(crate) use driver::drive;
pub(crate) use events::{__path_events, events};
pub(crate) use hall::{Hall, Seat};
