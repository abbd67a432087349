//! The integration tests, in one program: it is linked once.

mod common;
mod formats;
mod games;
mod older;
mod properties;
