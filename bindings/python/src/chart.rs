//! The figures of reports, for notebooks.

use std::path::PathBuf;

use othellier_report::chart::{
    self, Bar, BarGroup, Bars, Heat, Hue, Labels, LinePoint, Lines, Scale, Series, Theme,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::array::Array2;
use crate::errors::{file_error, value_error};

/// A figure: a picture in notebooks, and SVG or PNG by `svg`, `png` and `save`.
///
/// `chart.lines`, `chart.bars` and `chart.heat` make figures.
///
/// >>> from othellier import chart
/// >>> figure = chart.lines({"minimax": [(1, 4), (2, 16), (3, 71)]}, title="Nodes by depth", log=True)
/// >>> figure.svg()[:4]
/// '<svg'
#[pyclass(module = "othellier.chart", frozen)]
pub(crate) struct Figure(chart::Figure);

#[pymethods]
impl Figure {
    /// The figure as SVG.
    #[pyo3(signature = (*, dark=false))]
    fn svg(&self, dark: bool) -> String {
        self.0.svg(theme(dark))
    }

    /// The figure as PNG, `scale` times the size of the SVG.
    #[pyo3(signature = (*, dark=false, scale=2.0))]
    fn png<'py>(&self, py: Python<'py>, dark: bool, scale: f32) -> PyResult<Bound<'py, PyBytes>> {
        if !(0.1..=10.0).contains(&scale) {
            return Err(PyValueError::new_err(format!("scale {scale}; expected 0.1 to 10")));
        }
        let bytes = py.detach(|| self.0.png(theme(dark), scale));
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes the figure to a file whose name ends in .svg or .png.
    #[pyo3(signature = (path, *, dark=false))]
    fn save(&self, path: PathBuf, dark: bool) -> PyResult<()> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let bytes = match ending {
            Some("svg") => self.0.svg(theme(dark)).into_bytes(),
            Some("png") => self.0.png(theme(dark), 2.0),
            _ => {
                let message = format!("{}; expected a name ending in .svg or .png", path.display());
                return Err(PyValueError::new_err(message));
            }
        };
        std::fs::write(&path, bytes)
            .map_err(|error| file_error(format!("{}: {error}", path.display())))
    }

    fn _repr_svg_(&self) -> String {
        self.svg(false)
    }

    fn __repr__(&self) -> String {
        format!("Figure('{}')", self.0.labels().title)
    }
}

fn theme(dark: bool) -> Theme {
    if dark { Theme::Dark } else { Theme::Light }
}

fn labels(title: &str, x: &str, y: &str, note: &str) -> Labels {
    let [title, x, y, note] = [title, x, y, note].map(str::to_owned);
    Labels { title, x, y, note, ..Labels::default() }
}

/// Numbers of a tuple or list.
fn numbers(value: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    value.try_iter()?.map(|number| number?.extract()).collect()
}

/// Lines with error bands. `series` names lists of points: `(x, y)`, or `(x, y, low, high)` with the ends of
/// an interval. `log=True` is a logarithmic vertical axis.
///
/// >>> from othellier import chart
/// >>> chart.lines({"a": [(1, 0.5, 0.4, 0.6), (2, 0.7, 0.6, 0.8)]}, title="Score", x="depth")
/// Figure('Score')
#[pyfunction]
#[pyo3(signature = (series, *, title="", x="", y="", note="", log=false))]
pub(crate) fn lines(
    series: &Bound<'_, PyDict>,
    title: &str,
    x: &str,
    y: &str,
    note: &str,
    log: bool,
) -> PyResult<Figure> {
    let mut drawn = Vec::new();
    for (name, points) in series {
        let mut line = Vec::new();
        for point in points.try_iter()? {
            line.push(match numbers(&point?)?[..] {
                [x, y] => LinePoint { x, y, band: None },
                [x, y, low, high] => LinePoint { x, y, band: Some((low, high)) },
                _ => return Err(value_error("expected points (x, y) or (x, y, low, high)")),
            });
        }
        drawn.push(Series { name: name.str()?.to_string(), points: line });
    }
    let y_scale = if log { Scale::Log } else { Scale::Linear };
    let labels = labels(title, x, y, note);
    Ok(Figure(chart::Figure::Lines(Lines { labels, x: Scale::Linear, y: y_scale, series: drawn })))
}

/// Bars with error bars. `values` names numbers, or `(value, low, high)` with the ends of an interval; with
/// `series`, a list of names, each is a list of as many, one bar beside the other (None for no bar).
///
/// >>> from othellier import chart
/// >>> chart.bars({"depth 1": (0.62, 0.5, 0.73), "depth 2": 0.8}, title="Score", x="score rate")
/// Figure('Score')
#[pyfunction]
#[pyo3(signature = (values, *, series=None, title="", x="", note="", log=false))]
pub(crate) fn bars(
    values: &Bound<'_, PyDict>,
    series: Option<Vec<String>>,
    title: &str,
    x: &str,
    note: &str,
    log: bool,
) -> PyResult<Figure> {
    let mut groups = Vec::new();
    for (name, value) in values {
        let bars: Vec<Option<Bar>> = match &series {
            None => vec![bar(&value)?],
            Some(series) => {
                let bars: PyResult<Vec<_>> = value.try_iter()?.map(|value| bar(&value?)).collect();
                let bars = bars?;
                if bars.len() != series.len() {
                    let (found, expected) = (bars.len(), series.len());
                    let message = format!("{name} has {found} bars; expected {expected}");
                    return Err(PyValueError::new_err(message));
                }
                bars
            }
        };
        groups.push(BarGroup { name: name.str()?.to_string(), bars });
    }
    let scale = if log { Scale::Log } else { Scale::FromZero };
    let series = series.unwrap_or_else(|| vec![String::new()]);
    let labels = labels(title, x, "", note);
    Ok(Figure(chart::Figure::Bars(Bars { labels, scale, series, groups })))
}

/// A number, or a number with its interval.
fn bar(value: &Bound<'_, PyAny>) -> PyResult<Option<Bar>> {
    if value.is_none() {
        return Ok(None);
    }
    let text = String::new();
    if let Ok(value) = value.extract::<f64>() {
        return Ok(Some(Bar { value, interval: None, text }));
    }
    match numbers(value)?[..] {
        [value, low, high] => Ok(Some(Bar { value, interval: Some((low, high)), text })),
        _ => Err(value_error("expected a number, or (value, low, high)")),
    }
}

/// A heat map of an array of rows and columns, such as (8, 8) for a board; unknown values are not numbers.
/// `signed=True` has one colour below zero and another above.
///
/// >>> import numpy as np
/// >>> from othellier import chart
/// >>> chart.heat(np.zeros((8, 8)), title="Weights", signed=True)
/// Figure('Weights')
#[pyfunction]
#[pyo3(signature = (values, *, title="", y="", note="", signed=false))]
pub(crate) fn heat(
    values: &Bound<'_, PyAny>,
    title: &str,
    y: &str,
    note: &str,
    signed: bool,
) -> PyResult<Figure> {
    let numbers = values.py().import("numpy")?.getattr("asarray")?.call1((values, "float64"))?;
    let numbers: Array2<'_, f64> = numbers.extract()?;
    let values = numbers.as_array();
    let [rows, columns] = [values.shape()[0], values.shape()[1]];
    if rows == 0 || columns == 0 || rows > 64 || columns > 64 {
        let message = format!("an array of {rows} rows and {columns} columns; expected 1 to 64");
        return Err(PyValueError::new_err(message));
    }
    let known = |value: &f64| value.is_finite().then_some(*value);
    // Columns have the letters of a board where there are enough letters.
    let column = |index: usize| match u8::try_from(index) {
        Ok(index) if columns <= 26 => char::from(b'a' + index).to_string(),
        _ => (index + 1).to_string(),
    };
    Ok(Figure(chart::Figure::Heat(Heat {
        labels: labels(title, "", y, note),
        hue: if signed { Hue::Signed } else { Hue::Amount },
        columns: (0..columns).map(column).collect(),
        rows: (1..=rows).map(|row| row.to_string()).collect(),
        values: values.outer_iter().map(|row| row.iter().map(known).collect()).collect(),
    })))
}
