//! The integration tests, in one program: it is linked once.

mod docs;
mod translations;
mod unsafe_files;
