//! The outcome model: win, draw or loss and the final score, from any position.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use numpy::{PyArray2, PyArrayMethods};
use othellier_board::Board;
use othellier_eval::Outcome;
use othellier_eval::outcome::OutcomeModel;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::any::AnyPosition;
use crate::array::Array2;
use crate::batch::{boards_of_bits, chunk_of, run_part};
use crate::errors::{file_error, value_error};
use crate::player::threads_or_all;
use crate::values::{position_of, positions_of};

/// A model that predicts how a game will end.
///
/// >>> from othellier import outcome
/// >>> model = outcome.load()
/// >>> sorted(model.predict("f5d6"))
/// ['draw', 'loss', 'score', 'win']
/// >>> model.predict(["startpos", "f5"]).shape
/// (2, 4)
#[pyclass(module = "othellier.outcome", name = "OutcomeModel", frozen)]
pub(crate) struct PyOutcomeModel(OutcomeModel);

#[pymethods]
impl PyOutcomeModel {
    /// The name of the model.
    #[getter]
    fn name(&self) -> &str {
        &self.0.weights().name
    }

    /// The model's training data and training.
    #[getter]
    fn lineage(&self) -> &str {
        &self.0.weights().lineage
    }

    /// The predicted outcome for the side to move.
    ///
    /// Of one position (a Position, Board, Game or text): a dictionary with the probabilities `win`, `draw`
    /// and `loss` and the expected final `score` in discs. Of many, or of an array (n, 2) of uint64 with the
    /// discs of the side to move and of the other side as bits: an array (n, 4) of the same in this order.
    #[pyo3(signature = (positions, *, threads=None))]
    fn predict<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let threads = threads_or_all(threads)?;
        if let Ok(bits) = positions.extract::<Array2<'py, u64>>() {
            return Ok(self.of_boards(py, &boards_of_bits(&bits)?, threads)?.into_any());
        }
        if let Ok(position) = position_of(positions) {
            let outcome = self.0.outcome(eight(position)?);
            let dictionary = PyDict::new(py);
            for (name, number) in ["win", "draw", "loss", "score"].into_iter().zip(row(outcome)) {
                dictionary.set_item(name, number)?;
            }
            return Ok(dictionary.into_any());
        }
        if positions.extract::<&str>().is_ok() {
            return Err(position_of(positions).err().unwrap_or_else(|| value_error("a position")));
        }
        let boards: Vec<Board> =
            positions_of(positions)?.into_iter().map(eight).collect::<PyResult<_>>()?;
        Ok(self.of_boards(py, &boards, threads)?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<outcome model {}>", self.name())
    }
}

impl PyOutcomeModel {
    fn of_boards<'py>(
        &self,
        py: Python<'py>,
        boards: &[Board],
        threads: NonZeroUsize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let array = PyArray2::zeros(py, [boards.len(), 4], false);
        {
            let mut rows = array.readwrite();
            let (rows, _) = rows.as_slice_mut()?.as_chunks_mut::<4>();
            let chunk = chunk_of(boards.len(), threads);
            py.detach(|| {
                std::thread::scope(|scope| {
                    for (boards, rows) in boards.chunks(chunk).zip(rows.chunks_mut(chunk)) {
                        run_part(scope, threads, move || {
                            for (board, place) in boards.iter().zip(rows) {
                                *place = row(self.0.outcome(*board));
                            }
                        });
                    }
                });
            });
        }
        Ok(array)
    }
}

fn row(outcome: Outcome) -> [f64; 4] {
    [outcome.win, outcome.draw, outcome.loss, outcome.score.discs()]
}

fn eight(position: AnyPosition) -> PyResult<Board> {
    match position {
        AnyPosition::Eight(position) => Ok(position.board()),
        other => {
            let side = other.side();
            Err(PyValueError::new_err(format!("a board of {side}×{side}; expected 8×8")))
        }
    }
}

/// The shipped outcome model, or that of a file which `python/train/outcome.py` wrote.
#[pyfunction]
#[pyo3(name = "load_outcome_model", signature = (path=None))]
pub(crate) fn load(path: Option<PathBuf>) -> PyResult<PyOutcomeModel> {
    let model = match path {
        None => OutcomeModel::shipped(),
        Some(path) => OutcomeModel::read(path).map_err(file_error)?,
    };
    Ok(PyOutcomeModel(model))
}
