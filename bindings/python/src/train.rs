//! Support for training in Python: the examples of shards, the geometry of the patterns, and the weights of
//! the learned evaluation as arrays. The module `othellier.train` gives the arrays their names.

use std::path::PathBuf;

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use othellier_eval::patterns::geometry::{
    MOVE_PATTERNS, NET_PATTERNS, PATTERN_INSTANCES, PATTERNS, SymmetryFold, instances,
};
use othellier_eval::patterns::net::{
    FEATURE_BUCKETS, FeatureBucket, NetWeights, OUTPUT_BUCKET_PARAMETERS, OUTPUT_BUCKETS,
    OutputBucket, WIDTH, feature_count,
};
use othellier_eval::patterns::net_kernel::HIDDEN;
use othellier_eval::patterns::weights::{
    ANCHOR_STRIDE, ANCHORS, MOBILITY_BUCKETS, weights_per_anchor,
};
use othellier_eval::patterns::{PatternIndices, Patterns, Weights, WeightsError};
use othellier_train::example::{self, EXAMPLE_BYTES, ShardError};
use othellier_train::target::Target;
use othellier_train::{Example, fit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::{Array1, Array2, Array3};
use crate::batch::{boards_of_bits, values};
use crate::errors::{file_error, value_error};
use crate::player::threads_or_all;

fn shard_error(error: ShardError) -> PyErr {
    match error {
        ShardError::Unreadable { .. } | ShardError::Unwritable { .. } | ShardError::None { .. } => {
            file_error(error)
        }
        ShardError::Refused { .. } | ShardError::Other { .. } => value_error(error),
    }
}

fn weights_error(error: WeightsError) -> PyErr {
    match error {
        WeightsError::Unreadable { .. } => file_error(error),
        _ => value_error(error),
    }
}

/// The shards of examples that these paths name, those in folders included; OSError where there are none.
#[pyfunction]
pub(crate) fn shard_files(paths: Vec<PathBuf>) -> PyResult<Vec<PathBuf>> {
    example::named_shards(&paths).map_err(shard_error)
}

/// The provenance of a shard and its records, an array (n, 24) of bytes.
#[pyfunction]
pub(crate) fn read_shard(
    py: Python<'_>,
    path: PathBuf,
) -> PyResult<(String, Bound<'_, PyArray2<u8>>)> {
    let (provenance, examples) = py.detach(|| example::read_shard(&path)).map_err(shard_error)?;
    let records: Vec<u8> = examples.iter().flat_map(|example| example.to_bytes()).collect();
    Ok((provenance, PyArray1::from_vec(py, records).reshape([examples.len(), EXAMPLE_BYTES])?))
}

/// Writes a shard of records, an array (n, 24) of bytes, atomically.
#[pyfunction]
pub(crate) fn write_shard(
    py: Python<'_>,
    path: PathBuf,
    provenance: &str,
    records: Array2<'_, u8>,
) -> PyResult<()> {
    let examples = examples(&records)?;
    py.detach(|| example::write_shard(&path, provenance, &examples)).map_err(shard_error)
}

fn examples(records: &Array2<'_, u8>) -> PyResult<Vec<Example>> {
    if records.shape()[1] != EXAMPLE_BYTES {
        let found = records.shape();
        let message = format!("records of shape {found:?}; expected (n, {EXAMPLE_BYTES})");
        return Err(PyValueError::new_err(message));
    }
    let bytes = records.as_slice().map_err(value_error)?;
    let read = |(index, record): (usize, &[u8; EXAMPLE_BYTES])| {
        Example::from_bytes(record).ok_or_else(|| {
            PyValueError::new_err(format!("the board of example {index} is impossible"))
        })
    };
    bytes.as_chunks().0.iter().enumerate().map(read).collect()
}

/// Which games belong to the validation set: one in that many, none for 0; as in `othellier train fit`.
#[pyfunction]
pub(crate) fn is_validation<'py>(
    py: Python<'py>,
    games: Array1<'py, u32>,
    one_in: u32,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let target = Target { blend: 0.0, validation_one_in: one_in, forecast_bias: Vec::new() };
    let games = games.as_slice().map_err(value_error)?;
    Ok(PyArray1::from_iter(py, games.iter().map(|&game| target.is_validation(game))))
}

/// Which records have the value of a search in place of the outcome.
#[pyfunction]
pub(crate) fn is_searched<'py>(
    py: Python<'py>,
    records: Array2<'py, u8>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let examples = examples(&records)?;
    Ok(PyArray1::from_iter(py, examples.iter().map(Example::is_searched)))
}

/// The mean error of the forecasts of records in discs, by number of empty squares: 61 numbers.
#[pyfunction]
pub(crate) fn forecast_bias<'py>(
    py: Python<'py>,
    records: Array2<'py, u8>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let examples = examples(&records)?;
    Ok(PyArray1::from_vec(py, fit::forecast_bias(&examples)))
}

/// The training targets of records in discs: outcomes, blended with forecasts after removal of their bias.
#[pyfunction]
pub(crate) fn targets<'py>(
    py: Python<'py>,
    records: Array2<'py, u8>,
    bias: Vec<f32>,
    blend: f32,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    if bias.len() != 61 {
        let message = format!("{} biases; expected 61, by number of empty squares", bias.len());
        return Err(PyValueError::new_err(message));
    }
    let examples = examples(&records)?;
    let target = Target { blend, validation_one_in: 0, forecast_bias: bias };
    Ok(PyArray1::from_iter(py, examples.iter().map(|example| target.discs(example))))
}

/// An instance of a pattern: its squares, and the canonical index of every configuration.
type Instance<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i32>>);

/// The geometry of the learned evaluation: the instances of its patterns and its dimensions.
///
/// "linear", "net" and "moves" are lists of instances, each the numbers of its squares and the canonical index
/// of every configuration: what stands on the squares in base 3 (0 the mover, 1 empty, 2 the opponent), or for
/// "moves" in base 2 (1 where a side can move), the first square the lowest digit. Configurations that are
/// images of each other share an index.
#[pyfunction]
pub(crate) fn geometry(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    fn tables<'py>(
        py: Python<'py>,
        patterns: &[&str],
        folds: &[SymmetryFold],
    ) -> (Vec<Instance<'py>>, usize) {
        let (mut listed, mut first) = (Vec::new(), 0);
        for (pattern, fold) in patterns.iter().zip(folds) {
            for squares in instances(pattern) {
                let canonical =
                    fold.canonical.iter().map(|&index| (first + usize::from(index)) as i32);
                listed.push((
                    PyArray1::from_iter(py, squares.iter().map(|square| square.index())),
                    PyArray1::from_iter(py, canonical),
                ));
            }
            first += fold.count;
        }
        (listed, first)
    }
    let (linear, canonical) = tables(py, &PATTERNS, SymmetryFold::all());
    let (net, pattern_features) = tables(py, &NET_PATTERNS, SymmetryFold::net());
    let (moves, move_features) = tables(py, &MOVE_PATTERNS, SymmetryFold::moves());
    let geometry = PyDict::new(py);
    geometry.set_item("linear", linear)?;
    geometry.set_item("net", net)?;
    geometry.set_item("moves", moves)?;
    for (name, number) in [
        ("canonical", canonical),
        ("pattern_features", pattern_features),
        ("move_features", move_features),
        ("anchors", ANCHORS),
        ("anchor_stride", ANCHOR_STRIDE),
        ("mobility_buckets", MOBILITY_BUCKETS),
        ("width", WIDTH),
        ("hidden", HIDDEN),
        ("output_buckets", OUTPUT_BUCKETS),
    ] {
        geometry.set_item(name, number)?;
    }
    geometry.set_item("feature_buckets", FEATURE_BUCKETS)?;
    Ok(geometry)
}

/// The canonical index of each instance of the linear patterns on boards: (n, 64) of int32. `boards` is (n, 2)
/// as in `othellier.evaluate`.
#[pyfunction]
pub(crate) fn pattern_indices<'py>(
    py: Python<'py>,
    boards: Array2<'py, u64>,
) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let boards = boards_of_bits(&boards)?;
    let indices = py.detach(|| {
        let mut indices = Vec::new();
        for &board in &boards {
            let state = PatternIndices::of(board);
            let own = state.linear_indices().chunks_exact(PATTERN_INSTANCES);
            let mut first = 0;
            for (fold, own) in SymmetryFold::all().iter().zip(own) {
                let canonical = |&index: &u16| fold.canonical[usize::from(index)];
                indices.extend(own.iter().map(|index| first + i32::from(canonical(index))));
                first += fold.count as i32;
            }
        }
        indices
    });
    let width = PATTERNS.len() * PATTERN_INSTANCES;
    PyArray1::from_vec(py, indices).reshape([boards.len(), width])
}

/// The weights of a network: feature weights, feature biases, and the parameters of the output buckets in the
/// order of a file.
type Net<'py> = (Bound<'py, PyArray3<i8>>, Bound<'py, PyArray2<i16>>, Bound<'py, PyArray2<i32>>);
type GivenNet<'py> = (Array3<'py, i8>, Array2<'py, i16>, Array2<'py, i32>);

/// A file of weights: `(name, anchors, mobility, net)`; `net` is None or `(features, biases, outputs)`.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a tuple of Python")]
pub(crate) fn read_weights<'py>(
    py: Python<'py>,
    path: &str,
) -> PyResult<(String, Bound<'py, PyArray2<i16>>, Bound<'py, PyArray1<i16>>, Option<Net<'py>>)> {
    let weights = py.detach(|| Weights::read(path)).map_err(weights_error)?;
    let anchors = PyArray1::from_vec(py, weights.anchors.concat());
    let anchors = anchors.reshape([ANCHORS, weights_per_anchor()])?;
    let mobility = PyArray1::from_vec(py, weights.mobility);
    let net = weights.net.map(|net| -> PyResult<Net<'py>> {
        let buckets = &net.feature_buckets;
        let rows = buckets.iter().flat_map(|bucket| bucket.feature_weights.as_flattened());
        let biases = buckets.iter().flat_map(|bucket| bucket.bias);
        let outputs = net.output_buckets.iter().flat_map(OutputBucket::parameters);
        Ok((
            PyArray1::from_vec(py, rows.copied().collect()).reshape([
                buckets.len(),
                feature_count(),
                WIDTH,
            ])?,
            PyArray1::from_vec(py, biases.collect()).reshape([buckets.len(), WIDTH])?,
            PyArray1::from_vec(py, outputs.collect())
                .reshape([OUTPUT_BUCKETS, OUTPUT_BUCKET_PARAMETERS])?,
        ))
    });
    Ok((weights.name, anchors, mobility, net.transpose()?))
}

/// Writes weights to a file that `weights=` and `patterns(file=…)` read.
#[pyfunction]
#[pyo3(signature = (path, name, anchors, mobility, net=None))]
pub(crate) fn write_weights<'py>(
    py: Python<'py>,
    path: PathBuf,
    name: &str,
    anchors: Array2<'py, i16>,
    mobility: Array1<'py, i16>,
    net: Option<GivenNet<'py>>,
) -> PyResult<()> {
    let weights = weights_of(name, &anchors, &mobility, net.as_ref())?;
    py.detach(|| std::fs::write(&path, weights.to_bytes()))
        .map_err(|error| file_error(format!("{}: {error}", path.display())))
}

/// The values of boards, (n, 2) as in `othellier.evaluate`, by weights that need not be in a file, in discs.
#[pyfunction]
#[pyo3(signature = (anchors, mobility, net, boards, *, threads=None))]
pub(crate) fn evaluate_weights<'py>(
    py: Python<'py>,
    anchors: Array2<'py, i16>,
    mobility: Array1<'py, i16>,
    net: Option<GivenNet<'py>>,
    boards: Array2<'py, u64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let threads = threads_or_all(threads)?;
    let evaluator = Patterns::new(weights_of("", &anchors, &mobility, net.as_ref())?);
    let boards = boards_of_bits(&boards)?;
    Ok(values(py, &evaluator, &boards, threads))
}

/// Checked weights of arrays.
fn weights_of(
    name: &str,
    anchors: &Array2<'_, i16>,
    mobility: &Array1<'_, i16>,
    net: Option<&GivenNet<'_>>,
) -> PyResult<Weights> {
    let rows = anchors.as_array();
    let weights = Weights {
        name: name.to_owned(),
        anchors: rows.outer_iter().map(|row| row.to_vec()).collect(),
        mobility: mobility.as_array().to_vec(),
        net: net.map(net_of).transpose()?,
    };
    weights.check().map_err(weights_error)?;
    Ok(weights)
}

fn net_of((features, biases, outputs): &GivenNet<'_>) -> PyResult<NetWeights> {
    let length = || value_error("the parts of the network have other shapes");
    let (features, biases, outputs) = (features.as_array(), biases.as_array(), outputs.as_array());
    if features.shape()[0] != biases.shape()[0] {
        return Err(length());
    }
    let mut feature_buckets = Vec::new();
    for (rows, bias) in features.outer_iter().zip(biases.outer_iter()) {
        let row = |row: numpy::ndarray::ArrayView1<'_, i8>| row.to_vec().try_into().ok();
        let feature_weights: Option<Vec<[i8; WIDTH]>> = rows.outer_iter().map(row).collect();
        feature_buckets.push(FeatureBucket {
            feature_weights: feature_weights.ok_or_else(length)?,
            bias: bias.to_vec().try_into().map_err(|_| length())?,
        });
    }
    let mut output_buckets = Vec::new();
    for parameters in outputs.outer_iter() {
        let parameters: [i32; OUTPUT_BUCKET_PARAMETERS] =
            parameters.to_vec().try_into().map_err(|_| length())?;
        let bucket = OutputBucket::from_parameters(&parameters);
        let large = || value_error("a parameter of the network is too large");
        output_buckets.push(bucket.ok_or_else(large)?);
    }
    Ok(NetWeights { feature_buckets, output_buckets })
}
