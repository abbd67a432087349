//! The integration tests, in one program: it is linked once.

mod docs;
mod packages;
mod translations;
mod unsafe_files;
