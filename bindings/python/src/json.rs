//! The objects of the JSON dialect as dictionaries, and back.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

/// A value of `wire` as Python dictionaries, lists, texts and numbers.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let value =
        serde_json::to_value(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    convert(py, value)
}

fn convert(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::String(text) => text.into_bound_py_any(py),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), _, _) => number.into_bound_py_any(py),
            (None, Some(number), _) => number.into_bound_py_any(py),
            (None, None, number) => number.into_bound_py_any(py),
        },
        Value::Array(values) => {
            let values: PyResult<Vec<_>> =
                values.into_iter().map(|value| convert(py, value)).collect();
            Ok(PyList::new(py, values?)?.into_any())
        }
        Value::Object(fields) => {
            let dictionary = PyDict::new(py);
            for (name, value) in fields {
                dictionary.set_item(name, convert(py, value)?)?;
            }
            Ok(dictionary.into_any())
        }
    }
}
