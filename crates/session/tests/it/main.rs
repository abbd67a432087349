//! The integration tests, in one program: it is linked once.

mod scripts;
