//! The integration tests, in one program: it is linked once.

mod access;
mod architecture;
mod docs;
mod packages;
mod translations;
mod unsafe_files;
mod workflows;
