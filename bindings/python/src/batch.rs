//! Batches of boards in NumPy arrays.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4,
    PyUntypedArrayMethods,
};
use othellier_board::batch::{self, Boards, Labels, View, row_length};
use othellier_board::perft::Passes;
use othellier_board::{Bitboard, Board, Eight, Size, each_size, with_size};
use othellier_eval::{Score, StaticEvaluator};
use othellier_spec::Access;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::any::{AnyPosition, sized, with_position};
use crate::array::{Array1, Array2};
use crate::errors::{illegal_move, value_error};
use crate::player::{parse_spec, threads_or_all};
use crate::values::{Position, position_of, positions_of};

/// The most elements that an array of a batch may have: more is an error, not an abort.
const MAX_ELEMENTS: usize = 1 << 37;

/// Checks that arrays of that many rows of that many elements can be made.
fn check_room(rows: usize, columns: usize) -> PyResult<()> {
    match rows.checked_mul(columns) {
        Some(elements) if elements <= MAX_ELEMENTS => Ok(()),
        _ => Err(PyMemoryError::new_err(format!("there is no room for {rows} rows of {columns}"))),
    }
}

/// A new array, as NumPy makes it: MemoryError where there is no room.
fn new_array<'py>(py: Python<'py>, shape: &[usize], kind: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.getattr("empty")?.call1((shape.to_vec(), kind))
}

/// Whole random games: `(moves, scores)`.
///
/// `moves` has a row of squares for each game, 255 after its end, without passes; `scores` are Black's discs
/// less White's with the empty squares given to the winner. Game i depends on the seed and on `first + i`
/// alone, not on n or on the threads.
///
/// >>> from othellier import batch
/// >>> moves, scores = batch.random_games(1000, seed=7)
/// >>> moves.shape, moves.dtype, scores.dtype
/// ((1000, 60), dtype('uint8'), dtype('int8'))
/// >>> bool((batch.random_games(10, seed=7, first=5)[0] == moves[5:15]).all())
/// True
#[pyfunction]
#[pyo3(signature = (n, *, seed=0, first=0, size=8, threads=None))]
pub(crate) fn random_games<'py>(
    py: Python<'py>,
    n: usize,
    seed: u64,
    first: u64,
    size: u8,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let threads = threads_or_all(threads)?;
    let row = sized(size, with_size!(size, S => row_length::<S>()))?;
    check_room(n, row)?;
    let moves = new_array(py, &[n, row], "uint8")?;
    let scores = new_array(py, &[n], "int8")?;
    {
        let mut moves: PyReadwriteArray2<'_, u8> = moves.extract()?;
        let mut scores: PyReadwriteArray1<'_, i8> = scores.extract()?;
        let (moves, scores) = (moves.as_slice_mut()?, scores.as_slice_mut()?);
        let chunk = chunk_of(n, threads);
        let made = with_size!(size, S => py.detach(|| {
            std::thread::scope(|scope| {
                let parts = moves.chunks_mut(chunk * row).zip(scores.chunks_mut(chunk));
                for (part, (moves, scores)) in parts.enumerate() {
                    let first = first.wrapping_add((part * chunk) as u64);
                    let play = move || batch::random_games::<S>(seed, first, moves, scores);
                    run_part(scope, threads, play);
                }
            })
        }));
        sized(size, made)?;
    }
    Ok((moves, scores))
}

/// The rows of each thread.
pub(crate) fn chunk_of(rows: usize, threads: NonZeroUsize) -> usize {
    rows.div_ceil(threads.get()).max(1)
}

/// Runs a part of the work on a thread of its own; here if there is only one.
pub(crate) fn run_part<'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    threads: NonZeroUsize,
    work: impl FnOnce() + Send + 'scope,
) {
    if threads.get() == 1 {
        work();
    } else {
        scope.spawn(work);
    }
}

/// Labels of every ply of games: `(states, legal, turns)`, each None unless it is asked for.
///
/// `states` is (n, plies, size, size) of 1, -1 and 0; `legal` (n, plies, squares), with one more column for
/// the pass where `passes`; `turns` (n, plies) of 1, -1 and 0. See `othellier.gpt`.
#[pyfunction]
#[pyo3(signature = (moves, *, view="black", passes=false, states=true, legal=false, turns=false,
                    size=8, threads=None, out=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn replay<'py>(
    py: Python<'py>,
    moves: Array2<'py, u8>,
    view: &str,
    passes: bool,
    states: bool,
    legal: bool,
    turns: bool,
    size: u8,
    threads: Option<usize>,
    out: Option<[Option<Bound<'py, PyAny>>; 3]>,
) -> PyResult<[Option<Bound<'py, PyAny>>; 3]> {
    let view = match view {
        "black" => View::Black,
        "mine" => View::Mover,
        _ => {
            let message = format!("the view {view}; expected 'black' or 'mine'");
            return Err(PyValueError::new_err(message));
        }
    };
    let threads = threads_or_all(threads)?;
    let passes = if passes { Passes::Ply } else { Passes::Free };
    let side = usize::from(sized(size, with_size!(size, S => S::SIDE))?);
    let [n, row] = [moves.shape()[0], moves.shape()[1]];
    let width = side * side + usize::from(passes == Passes::Ply);
    check_room(n.saturating_mul(row), width)?;
    let squares = moves.as_slice().map_err(value_error)?;
    let [given_states, given_legal, given_turns] = out.unwrap_or_default();
    let make = |wanted: bool, given: Option<Bound<'py, PyAny>>, shape: &[usize]| match given {
        Some(given) => checked(given, shape).map(Some),
        None if wanted => new_array(py, shape, "int8").map(Some),
        None => Ok(None),
    };
    let states = make(states, given_states, &[n, row, side, side])?;
    let legal = make(legal, given_legal, &[n, row, width])?;
    let turns = make(turns, given_turns, &[n, row])?;
    {
        let mut states: Option<PyReadwriteArray4<'_, i8>> = extract(&states)?;
        let mut legal: Option<numpy::PyReadwriteArray3<'_, i8>> = extract(&legal)?;
        let mut turns: Option<PyReadwriteArray2<'_, i8>> = extract(&turns)?;
        let states = states.as_mut().map_or(Ok(&mut [][..]), |array| array.as_slice_mut())?;
        let legal = legal.as_mut().map_or(Ok(&mut [][..]), |array| array.as_slice_mut())?;
        let turns = turns.as_mut().map_or(Ok(&mut [][..]), |array| array.as_slice_mut())?;
        let games = chunk_of(n, threads);
        let job = Replay { squares, row: row.max(1), games, passes, view, width, side };
        let done = with_size!(size, S => {
            py.detach(|| job.run::<S>(states, legal, turns, threads))
        });
        sized(size, done)?.map_err(illegal_move)?;
    }
    Ok([states, legal, turns])
}

/// An array that was given to be written has the shape that is needed.
fn checked<'py>(given: Bound<'py, PyAny>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let found: Vec<usize> = given.getattr("shape")?.extract()?;
    if found != shape {
        let message = format!("an array of shape {found:?}; expected {shape:?}");
        return Err(PyValueError::new_err(message));
    }
    Ok(given)
}

fn extract<'py, T: FromPyObjectOwned<'py>>(
    array: &Option<Bound<'py, PyAny>>,
) -> PyResult<Option<T>> {
    array.as_ref().map(|array| array.extract().map_err(Into::into)).transpose()
}

struct Replay<'a> {
    squares: &'a [u8],
    row: usize,
    /// Games of each thread.
    games: usize,
    passes: Passes,
    view: View,
    width: usize,
    side: usize,
}

impl Replay<'_> {
    fn run<S: Size>(
        &self,
        mut states: &mut [i8],
        mut legal: &mut [i8],
        mut turns: &mut [i8],
        threads: NonZeroUsize,
    ) -> Result<(), batch::IllegalGame> {
        let cells = self.games * self.row;
        let first_error = Mutex::new(None::<batch::IllegalGame>);
        std::thread::scope(|scope| {
            for (part, squares) in self.squares.chunks(cells.max(1)).enumerate() {
                let labels = Labels {
                    states: take(&mut states, squares.len() * self.side * self.side),
                    legal: take(&mut legal, squares.len() * self.width),
                    turns: take(&mut turns, squares.len()),
                };
                let error = &first_error;
                run_part(scope, threads, move || {
                    let done =
                        batch::replay::<S>(squares, self.row, self.passes, self.view, labels);
                    if let Err(mut illegal) = done {
                        illegal.game += part * self.games;
                        let mut first =
                            error.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                        if first.is_none_or(|first| illegal.game < first.game) {
                            *first = Some(illegal);
                        }
                    }
                });
            }
        });
        let first = first_error.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        first.map_or(Ok(()), Err)
    }
}

/// Splits the first elements off; nothing of an empty slice.
fn take<'a>(rest: &mut &'a mut [i8], count: usize) -> &'a mut [i8] {
    let all = std::mem::take(rest);
    let (first, after) = all.split_at_mut(count.min(all.len()));
    *rest = after;
    first
}

/// The games up to symmetry: each replaced by the least of its four images, so that equal rows are the same
/// game on a turned or mirrored board.
#[pyfunction]
#[pyo3(signature = (moves, *, size=8))]
pub(crate) fn canonical<'py>(
    py: Python<'py>,
    moves: Array2<'py, u8>,
    size: u8,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let row = moves.shape()[1];
    let copy = PyArray2::zeros(py, [moves.shape()[0], row], false);
    {
        let mut games = copy.readwrite();
        let games = games.as_slice_mut()?;
        games.copy_from_slice(moves.as_slice().map_err(value_error)?);
        let made = with_size!(size, S => {
            py.detach(|| batch::canonicalize::<S>(games, row.max(1)))
        });
        sized(size, made)?;
    }
    Ok(copy)
}

/// For every game, whether no row before it is the same.
#[pyfunction]
pub(crate) fn distinct<'py>(
    py: Python<'py>,
    moves: Array2<'py, u8>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let row = moves.shape()[1].max(1);
    let games = moves.as_slice().map_err(value_error)?;
    let distinct = py.detach(|| batch::distinct(games, row));
    Ok(PyArray1::from_vec(py, distinct))
}

/// The legal moves of many boards: an array (n, 2) of uint64, the squares where the side to move can move and
/// those where the other side could, as bits. `boards` is (n, 2) as in `evaluate`.
///
/// >>> import numpy as np
/// >>> from othellier import batch
/// >>> start = np.array([[0x810000000, 0x1008000000]], dtype=np.uint64)
/// >>> [f"{int(squares):#x}" for squares in batch.legal_moves(start)[0]]
/// ['0x102004080000', '0x80420100000']
#[pyfunction]
#[pyo3(signature = (boards, *, threads=None))]
pub(crate) fn legal_moves<'py>(
    py: Python<'py>,
    boards: Array2<'py, u64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let threads = threads_or_all(threads)?;
    let boards = boards_of_bits(&boards)?;
    let made = PyArray2::zeros(py, [boards.len(), 2], false);
    {
        let mut words = made.readwrite();
        let words = words.as_slice_mut()?;
        let chunk = chunk_of(boards.len(), threads);
        py.detach(|| {
            std::thread::scope(|scope| {
                for (boards, words) in boards.chunks(chunk).zip(words.chunks_mut(2 * chunk)) {
                    run_part(scope, threads, move || {
                        for (board, pair) in boards.iter().zip(words.chunks_exact_mut(2)) {
                            pair[0] = board.legal_moves().bits();
                            pair[1] = board.passed().legal_moves().bits();
                        }
                    });
                }
            });
        });
    }
    Ok(made)
}

/// The boards of an array (n, 2): the discs of the side to move and of the other side as bits.
pub(crate) fn boards_of_bits(bits: &Array2<'_, u64>) -> PyResult<Vec<Board>> {
    if bits.shape()[1] != 2 {
        let found = bits.shape();
        return Err(PyValueError::new_err(format!("an array of shape {found:?}; expected (n, 2)")));
    }
    let words = bits.as_slice().map_err(value_error)?;
    let board = |pair: &[u64]| {
        let [mover, opponent] = [pair[0], pair[1]].map(Bitboard::from_bits);
        Board::new(mover, opponent).map_err(value_error)
    };
    words.chunks_exact(2).map(board).collect()
}

/// The value of a position, or of each of many, for the side to move, in discs, without searching.
///
/// `evaluator` is a name of `othellier.evaluators()`. Positions may be Positions, Boards, Games or texts; an
/// array (n, 2) of uint64 holds the discs of the side to move and of the other side as bits.
///
/// >>> import othellier
/// >>> othellier.evaluate(othellier.Position(), "discs")
/// 0.0
/// >>> othellier.evaluate(["startpos", "f5"], "discs").tolist()
/// [0.0, -3.0]
#[pyfunction]
#[pyo3(signature = (positions, evaluator="patterns", *, threads=None))]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    evaluator: &str,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = threads_or_all(threads)?;
    let spec = parse_spec(evaluator)?;
    if let Ok(bits) = positions.extract::<Array2<'py, u64>>() {
        let boards = boards_of_bits(&bits)?;
        return scores::<Eight>(py, &spec, &boards, threads).map(Bound::into_any);
    }
    if let Ok(position) = position_of(positions) {
        let score = with_position!(position, position => {
            scores(py, &spec, &[position.board()], threads)
        })?;
        return score.get_item(0)?.call_method0("item");
    }
    if positions.extract::<&str>().is_ok() {
        return Err(position_of(positions).err().unwrap_or_else(|| value_error("a position")));
    }
    if positions.try_iter().is_err() {
        let found = positions.get_type().name()?;
        let message = format!(
            "expected a position, a list of positions, or an array (n, 2) of uint64, not {found}"
        );
        return Err(PyTypeError::new_err(message));
    }
    let positions = positions_of(positions)?;
    let Some(first) = positions.first() else {
        return Ok(PyArray1::<f64>::zeros(py, 0, false).into_any());
    };
    with_position!(first, first => {
        let boards = boards_like(first, &positions)?;
        scores(py, &spec, &boards, threads).map(Bound::into_any)
    })
}

/// The boards of positions that must all have the size of the first.
fn boards_like<S: Size>(
    _: &othellier_board::Position<S>,
    positions: &[AnyPosition],
) -> PyResult<Vec<Board<S>>> {
    let board = |position: &AnyPosition| position.of_size().map(|position| position.board());
    let boards: Option<Vec<_>> = positions.iter().map(board).collect();
    boards.ok_or_else(|| PyValueError::new_err("positions of several sizes; expected one"))
}

fn scores<'py, S: Size>(
    py: Python<'py>,
    spec: &othellier_spec::Spec,
    boards: &[Board<S>],
    threads: NonZeroUsize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let evaluator = othellier_eval::build::<S>(spec, &Access::Full).map_err(value_error)?;
    Ok(values(py, &*evaluator, boards, threads))
}

/// The values of boards by an evaluator, in discs.
pub(crate) fn values<'py, S: Size>(
    py: Python<'py>,
    evaluator: &dyn StaticEvaluator<S>,
    boards: &[Board<S>],
    threads: NonZeroUsize,
) -> Bound<'py, PyArray1<f64>> {
    let mut scores = vec![Score::ZERO; boards.len()];
    let chunk = chunk_of(boards.len(), threads);
    py.detach(|| {
        std::thread::scope(|scope| {
            for (boards, scores) in boards.chunks(chunk).zip(scores.chunks_mut(chunk)) {
                run_part(scope, threads, move || evaluator.evaluate_all(boards, scores));
            }
        });
    });
    PyArray1::from_iter(py, scores.into_iter().map(Score::discs))
}

macro_rules! any_boards {
    ([$($side:literal $size:ident),*]) => {
        /// Boards of any size. [`with_boards!`] unwraps them.
        #[derive(Clone)]
        enum AnyBoards {
            $($size(Boards<othellier_board::$size>),)*
        }

        $(impl From<Boards<othellier_board::$size>> for AnyBoards {
            fn from(boards: Boards<othellier_board::$size>) -> AnyBoards {
                AnyBoards::$size(boards)
            }
        })*
    };
}
each_size!(any_boards);

macro_rules! with_boards {
    ([$($side:literal $size:ident),*] $any:expr, $boards:ident => $body:expr) => {
        match $any {
            $(AnyBoards::$size($boards) => $body,)*
        }
    };
    ($any:expr, $boards:ident => $body:expr) => {
        each_size!(with_boards, $any, $boards => $body)
    };
}

/// Many boards in play, stepped together by arrays of actions: the number of a square, the number after the
/// last square for a pass, or 255 to leave a board as it is.
///
/// >>> import numpy as np
/// >>> from othellier import batch
/// >>> boards = batch.Boards(3)
/// >>> boards.step(np.array([37, 44, 255], dtype=np.uint8))
/// >>> boards.masks().sum(axis=1).tolist()
/// [3, 3, 4]
/// >>> boards.position(0)
/// Position('---------------------------OX------XXX-------------------------- O')
#[pyclass(module = "othellier.batch", name = "Boards")]
pub(crate) struct PyBoards(AnyBoards);

#[pymethods]
impl PyBoards {
    #[new]
    #[pyo3(signature = (n, *, size=8))]
    fn new(n: usize, size: u8) -> PyResult<PyBoards> {
        check_room(n, 1 << 10)?;
        let boards = with_size!(size, S => Boards::<S>::new(n).into());
        Ok(PyBoards(sized(size, boards)?))
    }

    fn __len__(&self) -> usize {
        with_boards!(&self.0, boards => boards.len())
    }

    /// Board size: 4, 6, 8 or 10.
    #[getter]
    fn size(&self) -> u8 {
        fn side<S: Size>(_: &Boards<S>) -> u8 {
            S::SIDE
        }
        with_boards!(&self.0, boards => side(boards))
    }

    /// Plays an action on every board. IllegalMoveError if one is not legal: then nothing is played.
    fn step(&mut self, py: Python<'_>, actions: Array1<'_, u8>) -> PyResult<()> {
        let actions = actions.as_slice().map_err(value_error)?;
        with_boards!(&mut self.0, boards => {
            check_length(actions.len(), boards.len())?;
            py.detach(|| boards.step(actions)).map_err(illegal_move)
        })
    }

    /// A random legal action for every board; 255 where the game is over. The same seed gives the same
    /// actions on the same boards.
    #[pyo3(signature = (seed, out=None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let n = self.__len__();
        let out = output(py, out, &[n], "uint8")?;
        {
            let mut actions: PyReadwriteArray1<'_, u8> = out.extract()?;
            let actions = actions.as_slice_mut()?;
            with_boards!(&self.0, boards => py.detach(|| boards.sample(seed, actions)));
        }
        Ok(out)
    }

    /// The discs: (n, 2, size, size) of 1 and 0, those of the side to move first.
    #[pyo3(signature = (out=None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (n, side) = (self.__len__(), usize::from(self.size()));
        let out = output(py, out, &[n, 2, side, side], "int8")?;
        {
            let mut planes: PyReadwriteArray4<'_, i8> = out.extract()?;
            let planes = planes.as_slice_mut()?;
            with_boards!(&self.0, boards => py.detach(|| boards.planes(planes)));
        }
        Ok(out)
    }

    /// The legal actions: (n, squares + 1) of 1 and 0, the pass last.
    #[pyo3(signature = (out=None))]
    fn masks<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (n, squares) = (self.__len__(), usize::from(self.size()).pow(2));
        let out = output(py, out, &[n, squares + 1], "int8")?;
        {
            let mut masks: PyReadwriteArray2<'_, i8> = out.extract()?;
            let masks = masks.as_slice_mut()?;
            with_boards!(&self.0, boards => py.detach(|| boards.masks(masks)));
        }
        Ok(out)
    }

    /// Whether the game on each board is over.
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        with_boards!(&self.0, boards => {
            PyArray1::from_iter(py, (0..boards.len()).map(|index| boards.is_over(index)))
        })
    }

    /// The side to move on each board: 1 for Black, -1 for White.
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        with_boards!(&self.0, boards => {
            let turn = |index| match boards.position(index).side_to_move() {
                othellier_board::Color::Black => 1,
                othellier_board::Color::White => -1,
            };
            PyArray1::from_iter(py, (0..boards.len()).map(turn))
        })
    }

    /// The final score of each board for Black, the empty squares to the winner; 0 where it is not over.
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        with_boards!(&self.0, boards => {
            let score = |index| if boards.is_over(index) { boards.position(index).final_score(othellier_board::Color::Black) as i8 } else { 0 };
            PyArray1::from_iter(py, (0..boards.len()).map(score))
        })
    }

    /// The discs as bits, (n, 2) of uint64: of the side to move and of the other side. Not for size 10.
    fn bits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        fn words<S: Size>(boards: &Boards<S>) -> PyResult<Vec<u64>> {
            if S::SQUARES > 64 {
                let size = S::SIDE;
                let message = format!("a board of size {size} has more than 64 squares");
                return Err(PyValueError::new_err(message));
            }
            let words = |index| {
                let board = boards.position(index).board();
                [board.mover(), board.opponent()]
                    .map(|discs| Into::<u128>::into(discs.bits()) as u64)
            };
            Ok((0..boards.len()).flat_map(words).collect())
        }
        let words = with_boards!(&self.0, boards => words(boards))?;
        PyArray1::from_vec(py, words).reshape([self.__len__(), 2])
    }

    /// Sets every board whose game is over to the start; with a mask, every board of the mask.
    #[pyo3(signature = (which=None))]
    fn restart(&mut self, which: Option<Array1<'_, bool>>) -> PyResult<()> {
        with_boards!(&mut self.0, boards => {
            let Some(which) = which else {
                boards.restart();
                return Ok(());
            };
            let which = which.as_slice().map_err(value_error)?;
            check_length(which.len(), boards.len())?;
            for (index, _) in which.iter().enumerate().filter(|(_, wanted)| **wanted) {
                boards.set(index, &Default::default());
            }
            Ok(())
        })
    }

    /// The position on one board.
    fn position(&self, index: usize) -> PyResult<Position> {
        self.check_index(index)?;
        Ok(Position(with_boards!(&self.0, boards => boards.position(index).into())))
    }

    /// Sets up a position on one board.
    fn set(&mut self, index: usize, position: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_index(index)?;
        let position = position_of(position)?;
        let set = with_boards!(&mut self.0, boards => {
            position.of_size().map(|position| boards.set(index, &position))
        });
        set.ok_or_else(|| {
            let (found, expected) = (position.side(), self.size());
            PyValueError::new_err(format!(
                "a position of size {found}; expected that of the boards, {expected}"
            ))
        })
    }

    /// A copy of all boards.
    fn copy(&self) -> PyBoards {
        PyBoards(self.0.clone())
    }

    fn __copy__(&self) -> PyBoards {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyBoards {
        self.copy()
    }
}

impl PyBoards {
    fn check_index(&self, index: usize) -> PyResult<()> {
        let n = self.__len__();
        if index < n {
            Ok(())
        } else {
            Err(PyIndexError::new_err(format!("board {index} of {n} boards")))
        }
    }
}

fn check_length(found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        Ok(())
    } else {
        Err(PyValueError::new_err(format!(
            "{found} actions; expected one for each of {expected} boards"
        )))
    }
}

/// An array to write into: the given one, which must have the shape, or a new one.
fn output<'py>(
    py: Python<'py>,
    given: Option<Bound<'py, PyAny>>,
    shape: &[usize],
    kind: &str,
) -> PyResult<Bound<'py, PyAny>> {
    match given {
        Some(given) => checked(given, shape),
        None => new_array(py, shape, kind),
    }
}
