//! Archives of games and opening books.

use std::path::PathBuf;
use std::sync::Mutex;

use othellier_archive::{Filter, GameResult, PositionKey};
use othellier_book::{Book, BookFile};
use othellier_wire::{ArchiveStats, BookProbe, Explored, ExploredType, TrustedScore};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::any::{AnyPosition, with_position};
use crate::errors::{file_error, value_error};
use crate::json::to_python;
use crate::values::{Game, position_of};

/// Many games in one file, found by their players, years, results and positions.
///
/// >>> import othellier, tempfile, os
/// >>> path = os.path.join(tempfile.mkdtemp(), "games.db")
/// >>> archive = othellier.Archive(path)
/// >>> archive.add([othellier.Game("f5d6c3"), othellier.Game("f5f6e6")])
/// {'known': 0, 'new': 2}
/// >>> len(archive), archive.find(position="f5d6")
/// (2, [1])
/// >>> archive[1].moves
/// 'f5d6c3'
#[pyclass(module = "othellier", frozen)]
pub(crate) struct Archive {
    path: PathBuf,
    archive: Mutex<othellier_archive::Archive>,
}

impl Archive {
    fn lock(&self) -> std::sync::MutexGuard<'_, othellier_archive::Archive> {
        self.archive.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[pymethods]
impl Archive {
    /// Opens an archive, or begins one unless it is opened read-only.
    #[new]
    #[pyo3(signature = (path, *, read_only=false))]
    fn new(path: PathBuf, read_only: bool) -> PyResult<Archive> {
        let opened = if read_only {
            othellier_archive::Archive::open_read_only(&path)
        } else {
            othellier_archive::Archive::open(&path)
        };
        Ok(Archive { archive: Mutex::new(opened.map_err(file_error)?), path })
    }

    /// Adds games, all or none: how many are new, and how many were known.
    fn add<'py>(&self, py: Python<'py>, games: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let records: PyResult<Vec<_>> = games
            .try_iter()?
            .map(|game| Ok(game?.cast::<Game>().map_err(PyErr::from)?.try_borrow()?.0.clone()))
            .collect();
        let records = records?;
        let added = py.detach(|| self.lock().add(&records)).map_err(file_error)?;
        to_python(py, &serde_json::json!({ "new": added.new, "known": added.known }))
    }

    /// The numbers of the games with these properties, latest years first.
    #[pyo3(signature = (*, player=None, black=None, white=None, event=None, years=None, result=None,
                        position=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn find(
        &self,
        py: Python<'_>,
        player: Option<String>,
        black: Option<String>,
        white: Option<String>,
        event: Option<String>,
        years: Option<(u16, u16)>,
        result: Option<&str>,
        position: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u32>> {
        let result = match result {
            None => None,
            Some("black") => Some(GameResult::Black),
            Some("white") => Some(GameResult::White),
            Some("draw") => Some(GameResult::Draw),
            Some("unknown") => Some(GameResult::Unknown),
            Some(other) => {
                let message = format!("the result {other}; expected black, white, draw or unknown");
                return Err(PyValueError::new_err(message));
            }
        };
        let position_key = position
            .map(position_of)
            .transpose()?
            .map(|position| with_position!(&position, position => PositionKey::of(position)));
        let filter = Filter {
            players: player.into_iter().collect(),
            black,
            white,
            event,
            years: years.map(|(first, last)| first..=last),
            result,
            position_key,
        };
        py.detach(|| self.lock().find(&filter)).map_err(value_error)
    }

    /// The moves played in a position and with what results: the dictionary of `othellier archive explore
    /// --json`.
    fn explore<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = position_of(position)?;
        let explored = with_position!(&position, position => py.detach(|| {
            let archive = self.lock();
            let explored = archive.explore(position, &Filter::default())?;
            let none = |_: &str| TrustedScore::NONE;
            Ok(Explored::new(ExploredType::Explore, position, archive.games()?, &explored, none))
        }));
        to_python(
            py,
            &explored.map_err(|error: othellier_archive::ArchiveError| file_error(error))?,
        )
    }

    /// Its contents: the dictionary of `othellier archive stats --json`.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let stats = py.detach(|| self.lock().stats()).map_err(file_error)?;
        to_python(py, &ArchiveStats::new(self.path.display().to_string(), stats))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock().games().map_err(file_error)? as usize)
    }

    /// A game by its number, from 1. IndexError where there is none.
    fn __getitem__(&self, number: u32) -> PyResult<Game> {
        let found = self.lock().game(number).map_err(file_error)?;
        let none = || PyIndexError::new_err(format!("there is no game {number} in the archive"));
        Ok(Game(found.ok_or_else(none)?))
    }
}

/// An opening book: the shipped one, or one of a file.
///
/// >>> import othellier
/// >>> book = othellier.Book()
/// >>> entry = book.probe("f5")
/// >>> entry["known"], len(book) > 1000
/// (True, True)
#[pyclass(module = "othellier", name = "Book", frozen)]
pub(crate) struct PyBook(Book);

#[pymethods]
impl PyBook {
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> PyResult<PyBook> {
        py.detach(|| BookFile::read(path.as_deref())).map(PyBook).map_err(file_error)
    }

    /// Its moves in a position: the dictionary of `othellier book probe --json`.
    fn probe<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match position_of(position)? {
            AnyPosition::Eight(position) => to_python(py, &BookProbe::new(&self.0, &position)),
            other => {
                let size = other.side();
                Err(PyValueError::new_err(format!("a position of size {size}; books are for 8x8")))
            }
        }
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        match position_of(position)? {
            AnyPosition::Eight(position) => Ok(self.0.contains(position.board())),
            _ => Ok(false),
        }
    }
}
