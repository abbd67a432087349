//! The integration tests, in one program: it is linked once.

mod clock;
mod common;
mod gtp;
mod nboard;
