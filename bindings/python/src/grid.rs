//! Long jobs in units of work: on this machine, as shards, and by a server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use othellier_job::audit::AuditOptions;
use othellier_job::{Done, Manifest, Shard, Stages, Summary, UnitFolder, output, run};
use othellier_job_nats::{
    Access, GatherError, GatherEvent, Grid, Login, NatsError, SubmitOptions, collect_job,
    submit_job,
};
use othellier_wire::GridServerEvent;
use pyo3::exceptions::{PyConnectionError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::{file_error, value_error};
use crate::interrupt::{Watcher, interruptible};
use crate::json::to_python;
use crate::player::threads_or_all;

/// How far a run is.
#[derive(Serialize)]
struct Progress {
    units: u64,
    done: u64,
}

/// Does the units of a job file on this machine, or a share of them such as `"0/3"`, and keeps the results in
/// the folder `out`. Called again it continues with the units that are missing. When all units are done, the
/// results are written as the usual files of their kind into `out/results`.
///
/// `watch` is called with a dictionary of `units` and `done`.
#[pyfunction]
#[pyo3(name = "grid_run", signature = (job, out, *, shard=None, threads=None, watch=None))]
pub(crate) fn grid_run<'py>(
    py: Python<'py>,
    job: PathBuf,
    out: PathBuf,
    shard: Option<&str>,
    threads: Option<usize>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (manifest, inputs) = Manifest::read_job(&job).map_err(value_error)?;
    let shard: Shard = shard.map_or(Ok(Shard::ALL), str::parse).map_err(value_error)?;
    let folder = UnitFolder::create(&out, manifest, &inputs).map_err(file_error)?;
    let done = do_units(py, &folder, shard, threads, watch)?;
    if shard == Shard::ALL && done.is_complete() {
        write(vec![folder], &out)?;
    }
    to_python(py, &Progress { units: done.units, done: done.done })
}

/// Does the units of a folder; Ctrl-C and exceptions of `watch` end it.
fn do_units(
    py: Python<'_>,
    folder: &UnitFolder,
    shard: Shard,
    threads: Option<usize>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Done> {
    let threads = threads_or_all(threads)?;
    let watcher = Watcher::new(watch);
    let done = interruptible(py, &watcher, |stop| {
        let see = &mut |done: &Done| watcher.see(&Progress { units: done.units, done: done.done });
        run(folder, shard, threads, stop, see)
    })?;
    done.map_err(value_error)
}

/// Does work of a kind, whose settings are an object of JSON, and returns its summary; None if `watch`
/// stopped it.
#[pyfunction]
#[pyo3(name = "work", signature = (kind, settings, out, threads, watch))]
pub(crate) fn work<'py>(
    py: Python<'py>,
    kind: &str,
    settings: &str,
    out: Option<PathBuf>,
    threads: Option<usize>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = serde_json::from_str(settings).map_err(value_error)?;
    let (manifest, inputs) = Manifest::of_settings(kind, settings).map_err(value_error)?;
    let home = tempfile::tempdir()?;
    let out = out.as_deref().unwrap_or(home.path());
    let folder = UnitFolder::create(out, manifest, &inputs).map_err(file_error)?;
    let done = do_units(py, &folder, Shard::ALL, threads, watch)?;
    let summary = if done.is_complete() { Some(write(vec![folder], out)?.1) } else { None };
    to_python(py, &summary)
}

/// Joins folders of shards: every unit once, in order, as `out/results`.
#[pyfunction]
#[pyo3(name = "grid_merge", signature = (folders, out))]
pub(crate) fn grid_merge(folders: Vec<PathBuf>, out: PathBuf) -> PyResult<u64> {
    let folders: Result<Vec<_>, _> = folders.iter().map(|path| UnitFolder::open(path)).collect();
    Ok(write(folders.map_err(file_error)?, &out)?.0)
}

/// Writes the results: the number of units, and the summary.
fn write(folders: Vec<UnitFolder>, out: &Path) -> PyResult<(u64, Summary)> {
    let stages = Stages::open(folders).map_err(value_error)?;
    let units = stages.units().map_err(value_error)?;
    if units.is_empty() {
        return Err(PyValueError::new_err("expected a folder with units"));
    }
    let summary = output::write(&units, out).map_err(file_error)?;
    Ok((units.len() as u64, summary))
}

/// How a server is reached: `url`, and `user` with `password`, `token` or `credentials`; `tls_ca` encrypts.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PyAccess {
    url: String,
    user: Option<String>,
    password: Option<String>,
    token: Option<String>,
    credentials: Option<PathBuf>,
    tls_ca: Option<PathBuf>,
}

impl PyAccess {
    fn connect(self) -> Result<Grid, NatsError> {
        let login = match (self.user, self.token, self.credentials) {
            (Some(name), _, _) => Login::User { name, password: self.password.unwrap_or_default() },
            (None, Some(token), _) => Login::Token(token),
            (None, None, Some(file)) => Login::Credentials(file),
            (None, None, None) => Login::Anonymous,
        };
        let (url, authority) = (self.url, self.tls_ca);
        Grid::connect(&Access { url, login, authority, certificate: None })
    }
}

fn server_error(error: NatsError) -> PyErr {
    PyConnectionError::new_err(error.to_string())
}

fn gather_error(error: GatherError) -> PyErr {
    match error {
        GatherError::Nats(error) => server_error(error),
        error => file_error(error),
    }
}

/// Submits a job file to a server; submitted again, it is completed.
#[pyfunction]
#[pyo3(name = "grid_submit", signature = (job, access, lease, priority))]
pub(crate) fn grid_submit<'py>(
    py: Python<'py>,
    job: PathBuf,
    access: PyAccess,
    lease: f64,
    priority: i32,
) -> PyResult<Bound<'py, PyAny>> {
    let (manifest, inputs) = Manifest::read_job(&job).map_err(value_error)?;
    let lease = Duration::try_from_secs_f64(lease).ok().filter(|lease| lease.as_millis() >= 500);
    let lease =
        lease.ok_or_else(|| PyValueError::new_err("lease: expected half a second or more"))?;
    let submitted = py.detach(|| {
        let grid = access.connect().map_err(server_error)?;
        let how = SubmitOptions { lease, priority };
        submit_job(&grid, &manifest, &inputs, how, &mut |_| ()).map_err(gather_error)
    });
    to_python(py, &GridServerEvent::Submitted(submitted?))
}

/// Where the jobs and workers of a server stand.
#[pyfunction]
#[pyo3(name = "grid_status", signature = (access, job))]
pub(crate) fn grid_status<'py>(
    py: Python<'py>,
    access: PyAccess,
    job: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let status = py.detach(|| access.connect()?.wire_status(job));
    to_python(py, &GridServerEvent::Status(status.map_err(server_error)?))
}

/// Collects the results of a job into a folder, as they come; ends when all are there and the audited ones are
/// the same.
#[pyfunction]
#[pyo3(name = "grid_collect", signature = (job, access, out, audit, seed, watch))]
pub(crate) fn grid_collect<'py>(
    py: Python<'py>,
    job: &str,
    access: PyAccess,
    out: PathBuf,
    audit: f64,
    seed: u64,
    watch: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if !(0.0..=100.0).contains(&audit) {
        return Err(PyValueError::new_err("audit: expected a percentage from 0 to 100"));
    }
    let options = AuditOptions { percent: audit, seed, threads: threads_or_all(None)? };
    let audit = (audit > 0.0).then_some(options);
    let watcher = Watcher::new(watch);
    let collected = interruptible(py, &watcher, |stop| {
        let grid = access.connect().map_err(server_error)?;
        let record = grid.job(job).map_err(server_error)?;
        let see = &mut |event| {
            if let GatherEvent::Progress(now) = event {
                watcher.see(&Progress { units: now.units, done: now.done });
            }
        };
        collect_job(&grid, &record, &out, audit, stop, see).map_err(gather_error)
    })?;
    let (_, collected) = collected?;
    to_python(py, &GridServerEvent::Collected(collected))
}
