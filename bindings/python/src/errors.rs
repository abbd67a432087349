//! Errors as Python exceptions.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    othellier,
    IllegalMoveError,
    PyValueError,
    "A move that the rules do not allow in its position."
);
create_exception!(
    othellier,
    PlayerError,
    PyRuntimeError,
    "A player that gave no move: it resigned, was stopped, or its program failed."
);

/// A wrong value, with the sentence of the library.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A file that cannot be read or written, with the sentence of the library.
pub(crate) fn file_error(error: impl Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// An illegal move, with the sentence of the library.
pub(crate) fn illegal_move(error: impl Display) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}
