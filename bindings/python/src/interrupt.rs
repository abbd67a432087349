//! Long work without the global interpreter lock, which Ctrl-C stops.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use othellier_platform::parallel::StopSignal;
use pyo3::prelude::*;
use serde::Serialize;

use crate::json::to_python;

/// How often Python is asked whether Ctrl-C was pressed.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs work on a thread of its own. A signal that Python turns into an exception stops it, and so does an
/// exception in `watcher`; the exception is then the result.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    watcher: &Watcher,
    work: impl FnOnce(&StopSignal) -> T + Send,
) -> PyResult<T> {
    let stop = &watcher.stop;
    let result = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = sync_channel(1);
            let worker = scope.spawn(move || {
                let result = work(stop);
                let _ = done.send(());
                result
            });
            while wait.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    watcher.fail(error);
                }
            }
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    });
    match watcher.error.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take() {
        Some(error) => Err(error),
        None => Ok(result),
    }
}

/// A Python function that sees what long work finds, and what stops the work.
pub(crate) struct Watcher {
    function: Option<Py<PyAny>>,
    pub(crate) stop: StopSignal,
    error: Mutex<Option<PyErr>>,
}

impl Watcher {
    pub(crate) fn new(function: Option<Py<PyAny>>) -> Watcher {
        Watcher { function, stop: StopSignal::default(), error: Mutex::new(None) }
    }

    /// Whether there is a function to call.
    pub(crate) fn is_watching(&self) -> bool {
        self.function.is_some()
    }

    /// Calls the function. An exception of it ends the work; so does `False`.
    pub(crate) fn see(&self, event: &impl Serialize) {
        let Some(function) = &self.function else { return };
        let seen = Python::attach(|py| {
            let answer = function.call1(py, (to_python(py, event)?,))?;
            Ok(answer.extract::<bool>(py).unwrap_or(true))
        });
        match seen {
            Ok(true) => {}
            Ok(false) => self.stop.stop(),
            Err(error) => self.fail(error),
        }
    }

    /// Stops the work with an exception; the first one counts.
    fn fail(&self, error: PyErr) {
        self.stop.stop();
        let mut kept = self.error.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kept.get_or_insert(error);
    }
}
