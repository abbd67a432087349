//! Arrays of NumPy as arguments.

use std::ops::Deref;

use numpy::ndarray::{Dimension, Ix1, Ix2, Ix3};
use numpy::{Element, PyReadonlyArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// An array to be read. Anything else is a TypeError that names the array that was expected.
pub(crate) struct Array<'py, T: Element, D: Dimension>(PyReadonlyArray<'py, T, D>);

pub(crate) type Array1<'py, T> = Array<'py, T, Ix1>;
pub(crate) type Array2<'py, T> = Array<'py, T, Ix2>;
pub(crate) type Array3<'py, T> = Array<'py, T, Ix3>;

impl<'py, T: Element, D: Dimension> FromPyObject<'_, 'py> for Array<'py, T, D> {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = argument.extract::<PyReadonlyArray<'py, T, D>>() {
            return Ok(Array(array));
        }
        let py = argument.py();
        let found = match (argument.getattr("dtype"), argument.getattr("ndim")) {
            (Ok(kind), Ok(dimensions)) => format!("{kind} in {dimensions}"),
            _ => argument.get_type().name()?.to_string(),
        };
        let (kind, dimensions) = (T::get_dtype(py), D::NDIM.unwrap_or_default());
        let message =
            format!("expected a NumPy array of {kind} in {dimensions} dimensions, not {found}");
        Err(PyTypeError::new_err(message))
    }
}

impl<'py, T: Element, D: Dimension> Deref for Array<'py, T, D> {
    type Target = PyReadonlyArray<'py, T, D>;

    fn deref(&self) -> &PyReadonlyArray<'py, T, D> {
        &self.0
    }
}
