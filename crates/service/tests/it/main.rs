//! The integration tests, in one program: it is linked once.

mod lessons;
