//! The methods of `Game`, and files of games.

use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{SystemTime, UNIX_EPOCH};

use othellier_board::{Color, Position as BoardPosition, Size, with_size};
use othellier_locale::Localized;
use othellier_record::format::{ReadOptions, WriteRecordError, Writer};
use othellier_record::source::{GameSource, game_sources, names_beside};
use othellier_record::wthor::{Day, Names};
use othellier_record::{AnyGame, Format, LostPart, Record, replace_file, transcript, with_game};
use othellier_wire::{ArchivedGame, GameFault};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::any::{AnyPosition, number, read_move, sized, with_position};
use crate::errors::{file_error, not_legal, value_error};
use crate::json::to_python;
use crate::position::{hash, svg};
use crate::values::{Game, Position, position_of};

#[pymethods]
impl Game {
    /// A game by its moves ("f5d6c3", passes may be left out), from the start or from a position.
    #[new]
    #[pyo3(signature = (moves="", *, start=None, size=None))]
    fn new(moves: &str, start: Option<&Bound<'_, PyAny>>, size: Option<u8>) -> PyResult<Game> {
        let start = match start {
            Some(start) => position_of(start)?,
            None => AnyPosition::start(size.unwrap_or(8))?,
        };
        fn read<S: Size>(start: BoardPosition<S>, moves: &str) -> PyResult<AnyGame>
        where
            AnyGame: From<othellier_record::Game<S>>,
        {
            transcript::read(start, moves).map(AnyGame::from).map_err(value_error)
        }
        let game = with_position!(start, start => read(start, moves))?;
        Ok(Game(Record { game, ..Record::default() }))
    }

    /// The first game of a text in a format: see `othellier.FORMATS`.
    #[staticmethod]
    #[pyo3(signature = (text, format=None, *, size=8))]
    fn parse(text: &str, format: Option<&str>, size: u8) -> PyResult<Game> {
        sized(size, with_size!(size, S => S::SIDE))?;
        let format = match format {
            Some(word) => format_named(word)?,
            None => Format::guess(text.as_bytes()),
        };
        let names = Names::default();
        let options = ReadOptions { side: size, with_variations: false, names: &names };
        let first = othellier_record::format::read(format, text.as_bytes(), options).next();
        let none = || PyValueError::new_err("the text has no game");
        Ok(Game(first.ok_or_else(none)?.map_err(value_error)?))
    }

    /// The game as a text in a format; what the format cannot hold is left out.
    #[pyo3(signature = (format="transcript"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        let format = format_named(format)?;
        if format == Format::Wthor {
            return Err(PyValueError::new_err("wthor is not a text; use othellier.write"));
        }
        let mut writer = Writer::new(format, Vec::new(), Names::default());
        writer.write(&self.0).map_err(value_error)?;
        let (bytes, _) = writer.finish(today()?).map_err(file_error)?;
        String::from_utf8(bytes).map_err(value_error)
    }

    /// Board size: 4, 6, 8 or 10.
    #[getter]
    fn size(&self) -> u8 {
        self.0.game.side()
    }

    /// The name of the player with Black.
    #[getter]
    fn get_black(&self) -> &str {
        self.0.game.name(Color::Black)
    }

    #[setter]
    fn set_black(&mut self, name: &str) {
        self.0.game.set_name(Color::Black, name);
    }

    /// The name of the player with White.
    #[getter]
    fn get_white(&self) -> &str {
        self.0.game.name(Color::White)
    }

    #[setter]
    fn set_white(&mut self, name: &str) {
        self.0.game.set_name(Color::White, name);
    }

    /// The tournament.
    #[getter]
    fn get_event(&self) -> &str {
        &self.0.event
    }

    #[setter]
    fn set_event(&mut self, text: String) {
        self.0.event = text;
    }

    /// Where it was played.
    #[getter]
    fn get_place(&self) -> &str {
        &self.0.place
    }

    #[setter]
    fn set_place(&mut self, text: String) {
        self.0.place = text;
    }

    /// The round of the tournament.
    #[getter]
    fn get_round(&self) -> &str {
        &self.0.round
    }

    #[setter]
    fn set_round(&mut self, text: String) {
        self.0.round = text;
    }

    /// When it was played, as the file has it.
    #[getter]
    fn get_date(&self) -> &str {
        &self.0.date
    }

    #[setter]
    fn set_date(&mut self, text: String) {
        self.0.date = text;
    }

    /// The comment on the game.
    #[getter]
    fn get_comment(&self) -> &str {
        &self.0.comment
    }

    #[setter]
    fn set_comment(&mut self, text: String) {
        self.0.comment = text;
    }

    /// Black's discs less White's, from the file or from the moves; None while it is not over.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.0.black_score()
    }

    /// The moves as a text, without passes.
    #[getter]
    fn moves(&self) -> String {
        with_game!(&self.0.game, game => transcript::write(game))
    }

    /// The numbers of the moves, passes included.
    #[getter]
    fn move_stack(&self) -> Vec<u16> {
        with_game!(&self.0.game, game => {
            game.moves().iter().map(|played| number(played.played).into()).collect()
        })
    }

    /// The position after the last move.
    #[getter]
    fn position(&self) -> Position {
        Position((&self.0.game).into())
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        Position(with_game!(&self.0.game, game => (*game.start()).into()))
    }

    /// The position after every move, the start first.
    fn positions(&self) -> Vec<Position> {
        with_game!(&self.0.game, game => {
            let mut position = *game.start();
            let mut all = vec![Position(position.into())];
            for played in game.moves() {
                position = position.after(played.played);
                all.push(Position(position.into()));
            }
            all
        })
    }

    /// The numbers of the legal moves after the last move.
    #[getter]
    fn legal_moves(&self) -> Vec<u16> {
        with_game!(&self.0.game, game => {
            game.position().moves().map(|played| number(played).into()).collect()
        })
    }

    /// Whether the game is over, by the rules or early.
    fn is_over(&self) -> bool {
        self.0.game.outcome().is_some()
    }

    /// Plays a legal move. IllegalMoveError otherwise.
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        with_game!(&mut self.0.game, game => {
            game.play(read_move(r#move)?).map_err(not_legal)
        })
    }

    /// Takes the last move back and returns it. IndexError when there is none.
    fn pop(&mut self) -> PyResult<u8> {
        with_game!(&mut self.0.game, game => {
            let last = game.undo();
            game.drop_undone();
            let none = || PyIndexError::new_err("no move was played in this game");
            Ok(number(last.ok_or_else(none)?.played))
        })
    }

    /// The dictionary of the JSON dialect: a game of `othellier archive search --json`.
    #[pyo3(signature = (number=0))]
    fn to_dict<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &ArchivedGame::new(number, &self.0))
    }

    /// A copy with its own moves.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.0.game.length()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Game>()
            .is_ok_and(|other| other.try_borrow().is_ok_and(|other| other.0 == self.0))
    }

    /// The hash of the moves: it changes with every move.
    fn __hash__(&self) -> u64 {
        hash(&(&self.0.game).into())
    }

    fn __str__(&self) -> String {
        self.moves()
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.moves())
    }

    /// The game as a diagram of numbered discs, for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        svg(&self.0.game)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let restore = py.import("othellier._othellier")?.getattr("_restore_game")?;
        let mut writer = Writer::new(Format::Save, Vec::new(), Names::default());
        writer.write(&slf.try_borrow()?.0).map_err(value_error)?;
        let (saved, _) = writer.finish(today()?).map_err(file_error)?;
        let arguments = PyTuple::new(py, [PyBytes::new(py, &saved)])?;
        PyTuple::new(py, [restore, arguments.into_any()])
    }
}

/// A game from its pickled save file.
#[pyfunction]
pub(crate) fn _restore_game(saved: &[u8]) -> PyResult<Game> {
    let names = Names::default();
    let options = ReadOptions { side: 8, with_variations: false, names: &names };
    let first = othellier_record::format::read(Format::Save, saved, options).next();
    let none = || PyValueError::new_err("the text has no game");
    Ok(Game(first.ok_or_else(none)?.map_err(value_error)?))
}

fn format_named(word: &str) -> PyResult<Format> {
    Format::from_word(word).ok_or_else(|| {
        let words = Format::ALL.map(Format::word).join(", ");
        PyValueError::new_err(format!("there is no format {word}; expected one of {words}"))
    })
}

fn today() -> PyResult<Day> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(value_error)?;
    Ok(Day::after_epoch(now.as_secs() / 86_400))
}

/// An iterator over the games of files, read by a thread of its own.
#[pyclass(module = "othellier", name = "Games", frozen)]
pub(crate) struct Games {
    chunks: Mutex<Option<Receiver<Vec<Item>>>>,
    read: Mutex<std::vec::IntoIter<Item>>,
    /// Games that could not be read.
    refused: Mutex<Vec<GameFault>>,
}

enum Item {
    Game(Box<Record>),
    /// One broken game does not lose the next.
    Refused(GameFault),
    /// The file cannot be read further.
    Failed(String),
}

/// Games that are handed over together.
const CHUNK: usize = 256;

#[pymethods]
impl Games {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            match py.detach(|| self.next()) {
                None => return Ok(None),
                Some(Item::Game(record)) => return Ok(Some(Game(*record))),
                Some(Item::Refused(fault)) => lock(&self.refused).push(fault),
                Some(Item::Failed(sentence)) => return Err(file_error(sentence)),
            }
            py.check_signals()?;
        }
    }

    /// The games that could not be read so far: the dictionaries of `othellier check --json`, type
    /// "refused".
    #[getter]
    fn refused<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let refused = lock(&self.refused).clone();
        to_python(py, &refused)
    }
}

impl Games {
    fn next(&self) -> Option<Item> {
        let mut read = lock(&self.read);
        if let Some(item) = read.next() {
            return Some(item);
        }
        let chunk = lock(&self.chunks).as_ref()?.recv().ok()?;
        *read = chunk.into_iter();
        read.next()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// An iterator over the games of a file or of a folder, of any format. A game that cannot be read is left
/// out and named in `refused`.
///
/// >>> import othellier, tempfile, os
/// >>> path = os.path.join(tempfile.mkdtemp(), "games.txt")
/// >>> othellier.write(path, [othellier.Game("f5d6"), othellier.Game("f5f6")])["games"]
/// 2
/// >>> [game.moves for game in othellier.read(path)]
/// ['f5d6', 'f5f6']
#[pyfunction]
#[pyo3(signature = (path, format=None, *, size=8, variations=false))]
pub(crate) fn read(
    path: PathBuf,
    format: Option<&str>,
    size: u8,
    variations: bool,
) -> PyResult<Games> {
    sized(size, with_size!(size, S => S::SIDE))?;
    let format = format.map(format_named).transpose()?;
    let mut sources = game_sources(&path, format).map_err(file_error)?;
    if let Some(missing) = sources.iter().find_map(|source| source.read(size, |_, _| ()).err()) {
        return Err(file_error(missing));
    }
    let (send, receive) = sync_channel(4);
    std::thread::spawn(move || {
        for source in &mut sources {
            source.with_variations = variations;
            if read_source(source, size, &send).is_none() {
                return;
            }
        }
    });
    let (chunks, read) = (Mutex::new(Some(receive)), Mutex::new(Vec::new().into_iter()));
    Ok(Games { chunks, read, refused: Mutex::default() })
}

/// Sends the games of a file; `None` when nobody reads them any more.
fn read_source(
    source: &GameSource,
    size: u8,
    send: &std::sync::mpsc::SyncSender<Vec<Item>>,
) -> Option<()> {
    let read = source.read(size, |_, records| {
        let mut chunk = Vec::with_capacity(CHUNK);
        for record in records {
            chunk.push(match record {
                Ok(record) => Item::Game(Box::new(record)),
                Err(error) => {
                    let fault = GameFault::refused(&error, error.problem.in_both().into());
                    Item::Refused(fault.in_file(source.name().argument()))
                }
            });
            if chunk.len() == CHUNK {
                send.send(std::mem::replace(&mut chunk, Vec::with_capacity(CHUNK))).ok()?;
            }
        }
        send.send(chunk).ok()
    });
    match read {
        Ok(sent) => sent,
        Err(error) => send.send(vec![Item::Failed(error.to_string())]).ok(),
    }
}

/// Writes games to a file, in the format of its name or in another. Returns how many were written, which
/// were refused (the dictionaries of `othellier convert --json`) and what the format could not hold.
#[pyfunction]
#[pyo3(signature = (path, games, format=None))]
pub(crate) fn write<'py>(
    py: Python<'py>,
    path: PathBuf,
    games: &Bound<'py, PyAny>,
    format: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let format = match format {
        Some(word) => format_named(word)?,
        None => Format::of_path(&path).ok_or_else(|| {
            let formats = Format::ALL.map(Format::word).join(", ");
            let path = path.display();
            PyValueError::new_err(format!(
                "{path}: expected the extension of a format, or format= one of {formats}"
            ))
        })?,
    };
    // The games are checked before the file is made.
    let games: PyResult<Vec<Game>> = games
        .try_iter()?
        .map(|game| Ok(game?.cast::<Game>().map_err(PyErr::from)?.try_borrow()?.clone()))
        .collect();
    let games = games?;
    let (names, paths) = match format {
        Format::Wthor => names_beside(&path).map_err(file_error)?,
        _ => Default::default(),
    };
    let (made, mut written) = (today()?, Written::default());
    let failed = |error: io::Error| file_error(format!("{}: {error}", path.display()));
    let mut names_after = Names::default();
    replace_file(&path, |file| {
        let mut writer = Writer::new(format, BufWriter::new(file), names);
        for (index, game) in games.iter().enumerate() {
            written.add(index, writer.write(&game.0))?;
        }
        names_after = writer.finish(made)?.1;
        Ok(())
    })
    .map_err(failed)?;
    if format == Format::Wthor {
        for (list, path) in [&names_after.players, &names_after.tournaments].into_iter().zip(paths)
        {
            replace_file(&path, |file| list.write(&mut BufWriter::new(file), made))
                .map_err(failed)?;
        }
    }
    to_python(py, &written)
}

/// Counts of the games written.
#[derive(Default, serde::Serialize)]
struct Written {
    games: usize,
    refused: Vec<GameFault>,
    lost: Vec<(usize, String)>,
}

impl Written {
    fn add(
        &mut self,
        index: usize,
        result: Result<Vec<LostPart>, WriteRecordError>,
    ) -> io::Result<()> {
        match result {
            Ok(lost) => {
                self.games += 1;
                self.lost.extend(lost.into_iter().map(|part| (index, format!("{part:?}"))));
            }
            Err(WriteRecordError::Io(error)) => return Err(error),
            Err(WriteRecordError::Unsupported(why)) => {
                let text = why.in_both().into();
                self.refused.push(GameFault::not_written(index as u64 + 1, why, text));
            }
        }
        Ok(())
    }
}
