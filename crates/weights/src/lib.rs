//! The shipped weights as data.
