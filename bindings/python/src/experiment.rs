//! Experiments described by files, their tables and their reports.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use othellier_locale::Lang;
use othellier_measure::experiment::{
    Experiment, Findings, Folder, FolderError, FolderProblem, GridValues, MAX_BYTES,
    PreparedExperiment, builtin, tables,
};
use othellier_report::{Format, about_all, write_all};
use othellier_spec::Access;
use othellier_wire::ExperimentEvent;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::json;

use crate::errors::{file_error, value_error};
use crate::interrupt::{Watcher, interruptible};
use crate::json::to_python;
use crate::player::threads_or_all;

fn language(code: &str) -> PyResult<Lang> {
    code.parse().map_err(value_error)
}

fn folder_error(error: FolderError) -> PyErr {
    match &error.problem {
        FolderProblem::File(_)
        | FolderProblem::InUse
        | FolderProblem::Unwritable(_)
        | FolderProblem::NotAppended(_)
        | FolderProblem::NoExperiment => file_error(error),
        _ => value_error(error),
    }
}

/// The built-in experiments: the dictionaries of `othellier lab list --json`.
///
/// >>> from othellier import lab
/// >>> lab.experiments()[0]["name"]
/// 'b1'
#[pyfunction]
#[pyo3(signature = (*, lang="en"))]
pub(crate) fn experiments<'py>(py: Python<'py>, lang: &str) -> PyResult<Bound<'py, PyAny>> {
    let lang = language(lang)?;
    let mut listed = Vec::new();
    for (_, text) in builtin::ALL {
        let experiment = Experiment::read(text).map_err(value_error)?;
        listed.push(othellier_wire::Experiment::new(&experiment, lang.code()));
    }
    to_python(py, &listed)
}

/// Runs an experiment: the dictionaries of `othellier lab run --json`, the settings first and the total last.
///
/// `what` is the name of a built-in experiment, a file, or the text of one (several lines). Each experiment
/// has a folder in `out`, with its journal and its tables; run again, it resumes with the missing units.
/// `set` gives other values for keys of its grids: `{"depth": [1, 3]}`. `watch` is called with every finished
/// unit, a row of the journal with `finished` and `units`, the numbers so far and in all; returning False ends
/// the run. Ctrl-C ends it as well, and nothing that was finished is lost.
///
/// >>> import tempfile
/// >>> from othellier import lab
/// >>> text = '''
/// ... format = 1
/// ... name = "depths"
/// ... seed = 1
/// ... [[games]]
/// ... name = "games"
/// ... players = ["alphabeta(depth={depth}, eval=mobility)"]
/// ... grid = { depth = [1, 2] }
/// ... opponents = ["random"]
/// ... games = 4
/// ... measure = ["score"]
/// ... '''
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     settings, *arms, total = lab.run(text, out=folder, threads=1)
/// >>> [arm["wins"] + arm["draws"] + arm["losses"] for arm in arms], total["finished"]
/// ([4, 4], 8)
#[pyfunction]
#[pyo3(signature = (what, *, out=PathBuf::from("lab-results"), quick=false, seed=None, set=None,
                    threads=None, lang="en", watch=None))]
#[pyo3(
    text_signature = "(what, *, out='lab-results', quick=False, seed=None, set=None, threads=None, \
                         lang='en', watch=None)"
)]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn run_experiment<'py>(
    py: Python<'py>,
    what: PathBuf,
    out: PathBuf,
    quick: bool,
    seed: Option<u64>,
    set: Option<HashMap<String, Bound<'py, PyAny>>>,
    threads: Option<usize>,
    lang: &str,
    watch: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let lang = language(lang)?;
    let threads = threads_or_all(threads)?;
    let text = text_of(&what)?;
    let experiment = Experiment::read(&text).map_err(value_error)?;
    let missing = experiment.missing();
    if !missing.is_empty() {
        let message = format!("{} needs {}", experiment.name, missing.join(", "));
        return Err(PyValueError::new_err(message));
    }
    let set: PyResult<Vec<GridValues>> = set.into_iter().flatten().map(grid_values).collect();
    let prepared = PreparedExperiment::new(&text, quick, seed, &set?, &Access::Full);
    let prepared = prepared.map_err(value_error)?;
    let path = out.join(prepared.folder_name());
    let watcher = Watcher::new(watch);
    let events = interruptible(py, &watcher, |stop| {
        let started = Instant::now();
        let (mut folder, mut journal) = Folder::open(&path, prepared)?;
        let (resumed, units) = (folder.rows.len(), folder.plan.units().len());
        let mut finished = resumed;
        folder.run(&mut journal, threads, stop, &mut |_, row| {
            finished += 1;
            if watcher.is_watching() {
                let mut seen = json!(row);
                seen["finished"] = finished.into();
                seen["units"] = units.into();
                watcher.see(&seen);
            }
        })?;
        folder.write_tables()?;
        let findings = Findings::of(&folder.plan, &folder.rows);
        let mut events = vec![folder.provenance()];
        let results = ExperimentEvent::results(&lang, &folder, &findings);
        events.extend(results.iter().map(|event| json!(event)));
        events.push(json!(ExperimentEvent::Total {
            name: folder.plan.experiment.name.clone(),
            folder: folder.path.display().to_string(),
            units,
            finished,
            resumed,
            seconds: started.elapsed().as_secs_f64(),
            interrupted: stop.is_stopped(),
        }));
        Ok(events)
    })?;
    let events = events.map_err(folder_error)?;
    let events: PyResult<Vec<_>> = events.iter().map(|event| to_python(py, event)).collect();
    PyList::new(py, events?)
}

/// The text of an experiment: itself, a built-in one, or that of a file.
fn text_of(what: &Path) -> PyResult<String> {
    match what.to_str() {
        Some(text) if text.contains('\n') => return Ok(text.to_owned()),
        name => {
            if let Some(text) = name.and_then(builtin::find) {
                return Ok(text.to_owned());
            }
        }
    }
    othellier_record::read_text(what, MAX_BYTES).map_err(|error| {
        let names = builtin::ALL.map(|(name, _)| name).join(", ");
        let message =
            format!("{error}; expected a file, the text of an experiment, or one of {names}");
        file_error(message)
    })
}

/// The values of a key of a grid: one or a list.
fn grid_values((key, values): (String, Bound<'_, PyAny>)) -> PyResult<GridValues> {
    let all = match values.cast::<PyList>() {
        Ok(list) => list.iter().collect(),
        Err(_) => vec![values],
    };
    let texts: PyResult<Vec<String>> =
        all.iter().map(|value| Ok(value.str()?.to_cow()?.into_owned())).collect();
    let texts = texts?;
    if texts.is_empty() || texts.iter().any(String::is_empty) {
        Err(PyValueError::new_err(format!("{key} has no values; expected one or a list")))
    } else {
        Ok(GridValues { key, values: texts })
    }
}

/// The rows of an experiment by table, such as "games", "moves" and "summary": lists of dictionaries, ready
/// for a data frame. `folder` is that of one experiment: the `folder` of the total of `run`.
#[pyfunction]
pub(crate) fn experiment_tables(py: Python<'_>, folder: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let folder = Folder::read(&folder).map_err(folder_error)?;
    let all = PyDict::new(py);
    for table in tables::all(&folder.plan, &folder.rows) {
        all.set_item(table.name, to_python(py, &table.objects())?)?;
    }
    Ok(all)
}

/// Writes a report on the experiment in a folder, or on all experiments there, and returns the paths of its
/// files. `to` lists formats: "html", "markdown", "typst", "latex", "pdf"; by default html and markdown with
/// all figures. `out` is another folder for it.
#[pyfunction]
#[pyo3(signature = (folder, *, to=Vec::new(), out=None, lang="en"))]
#[pyo3(text_signature = "(folder, *, to=[], out=None, lang='en')")]
pub(crate) fn experiment_report(
    py: Python<'_>,
    folder: PathBuf,
    to: Vec<String>,
    out: Option<PathBuf>,
    lang: &str,
) -> PyResult<Vec<PathBuf>> {
    let lang = language(lang)?;
    let formats: Result<Vec<Format>, _> = to.iter().map(|format| format.parse()).collect();
    let formats = formats.map_err(value_error)?;
    py.detach(|| {
        let folders = Folder::read_all(&folder).map_err(folder_error)?;
        let document = about_all(&lang, &folders);
        let out = out.as_ref().unwrap_or(&folder);
        let written = write_all(&lang, &document, out, &formats).map_err(file_error)?;
        Ok(written.files)
    })
}
