//! Errors as Python exceptions.

use std::fmt::Display;

use othellier_board::{IllegalMove, Size, Status};
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

/// An illegal move in a batch, with the sentence of the library.
pub(crate) fn illegal_move(error: impl Display) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// An illegal move, with the moves that are legal.
#[cold]
pub(crate) fn not_legal<S: Size>(error: IllegalMove<S>) -> PyErr {
    let expected = match error.position.status() {
        Status::ToMove => {
            let moves = error.position.legal_moves().into_iter();
            let names: Vec<String> = moves.map(|square| square.to_string()).collect();
            format!("expected one of {}", names.join(", "))
        }
        Status::MustPass => "expected pass".to_owned(),
        Status::Over { .. } => "the game is over".to_owned(),
    };
    IllegalMoveError::new_err(format!("{error}; {expected}"))
}
