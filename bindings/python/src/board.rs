//! The methods of `Board`, and the names of squares.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use othellier_board::batch::{self, random_move};
use othellier_board::{Move, Size, Square, with_size};
use othellier_record::{diagram, with_game};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::any::{AnyPosition, number, read_move, sized};
use crate::errors::{not_legal, value_error};
use crate::position::{color_name, hash, score_of, svg};
use crate::values::{Board, Position, position_or_start};

/// The planes of the discs and the mask of the legal actions.
type Observation<'py> = (Bound<'py, PyArray3<i8>>, Bound<'py, PyArray1<i8>>);

#[pymethods]
impl Board {
    /// A board at a position: "startpos", squares and the side to move, moves such as "f5d6", or a Position.
    #[new]
    #[pyo3(signature = (position=None, *, size=None, seed=0))]
    fn py_new(position: Option<&Bound<'_, PyAny>>, size: Option<u8>, seed: u64) -> PyResult<Board> {
        Ok(Board::new(position_or_start(position, size)?, seed))
    }

    /// Board size: 4, 6, 8 or 10.
    #[getter]
    fn size(&self) -> u8 {
        self.game.side()
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn turn(&self) -> &'static str {
        with_game!(&self.game, game => color_name(game.position().side_to_move()))
    }

    /// The numbers of the legal moves, in ascending order; empty when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<u16> {
        with_game!(&self.game, game => {
            game.position().moves().map(|played| number(played).into()).collect()
        })
    }

    /// Plays a legal move. IllegalMoveError otherwise.
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        with_game!(&mut self.game, game => game.play(read_move(r#move)?).map_err(not_legal))
    }

    /// Takes the last move back and returns it. IndexError when there is none.
    fn pop(&mut self) -> PyResult<u8> {
        with_game!(&mut self.game, game => {
            let last = game.undo().ok_or_else(nothing_to_take_back)?;
            game.drop_undone();
            Ok(number(last.played))
        })
    }

    /// The last move. IndexError when there is none.
    fn peek(&self) -> PyResult<u8> {
        with_game!(&self.game, game => {
            let last = game.moves().last().ok_or_else(nothing_to_take_back)?;
            Ok(number(last.played))
        })
    }

    /// A random legal move, or None when the game is over. The moves of a board follow from its seed.
    fn random_move(&mut self) -> Option<u8> {
        with_game!(&self.game, game => {
            random_move(game.position(), &mut self.random).map(number)
        })
    }

    /// Plays a random legal move and returns it; None when the game is over.
    fn push_random(&mut self) -> Option<u8> {
        with_game!(&mut self.game, game => {
            let played = random_move(game.position(), &mut self.random)?;
            game.play(played).ok()?;
            Some(number(played))
        })
    }

    /// Whether a move may be played now.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        with_game!(&self.game, game => Ok(game.position().is_legal(read_move(r#move)?)))
    }

    /// Whether neither side can move.
    fn is_over(&self) -> bool {
        with_game!(&self.game, game => game.position().board().is_over())
    }

    /// Black's discs less White's; the empty squares count for the winner once the game is over.
    #[getter]
    fn score(&self) -> i32 {
        with_game!(&self.game, game => score_of(game.position()))
    }

    /// The observation of the environments: the planes (2, size, size) of the discs, those of the side
    /// to move first, and the mask of the legal actions (squares + 1), the pass last.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Observation<'py>> {
        with_game!(&self.game, game => observe(py, game.position()))
    }

    /// The moves since the start of the board.
    #[getter]
    fn move_stack(&self) -> Vec<u16> {
        with_game!(&self.game, game => {
            game.moves().iter().map(|played| number(played.played).into()).collect()
        })
    }

    /// The position on the board, which does not change.
    #[getter]
    fn position(&self) -> Position {
        Position((&self.game).into())
    }

    /// Sets the start position and forgets the moves.
    fn reset(&mut self) {
        with_game!(&mut self.game, game => *game = Default::default());
    }

    /// A copy with its own moves.
    fn copy(&self) -> Board {
        self.clone()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.game.length()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| other.position().0 == self.position().0)
        })
    }

    /// The hash of the position: it changes with every move.
    fn __hash__(&self) -> u64 {
        hash(&self.position().0)
    }

    fn __str__(&self) -> String {
        with_game!(&self.game, game => diagram::text(game.position(), true))
    }

    fn __repr__(&self) -> String {
        with_game!(&self.game, game => format!("Board('{}')", game.position()))
    }

    /// The board as a picture, for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        svg(&self.position().0.game())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let board = slf.try_borrow()?;
        let restore = py.import("othellier._othellier")?.getattr("_restore_board")?;
        let (start, moves) = with_game!(&board.game, game => {
            let moves: Vec<u8> = game.moves().iter().map(|played| number(played.played)).collect();
            (game.start().to_string(), moves)
        });
        let arguments = (start, PyBytes::new(py, &moves), board.random).into_pyobject(py)?;
        PyTuple::new(py, [restore, arguments.into_any()])
    }
}

fn observe<'py, S: Size>(
    py: Python<'py>,
    position: &othellier_board::Position<S>,
) -> PyResult<Observation<'py>> {
    let (side, squares) = (usize::from(S::SIDE), usize::from(S::SQUARES));
    let planes = PyArray3::zeros(py, [2, side, side], false);
    let mask = PyArray1::zeros(py, [squares + 1], false);
    {
        let (mut planes, mut mask) = (planes.readwrite(), mask.readwrite());
        batch::observe(position, planes.as_slice_mut()?, mask.as_slice_mut()?);
    }
    Ok((planes, mask))
}

fn nothing_to_take_back() -> PyErr {
    PyIndexError::new_err("no move was played on this board")
}

/// A board from its pickled parts.
#[pyfunction]
pub(crate) fn _restore_board(start: &str, moves: &[u8], random: u64) -> PyResult<Board> {
    let mut board = Board::new(AnyPosition::read(start, None)?, random);
    with_game!(&mut board.game, game => {
        for &played in moves {
            let played = Square::from_index(played).map_or(Move::Pass, Move::Place);
            game.play(played).map_err(not_legal)?;
        }
    });
    Ok(board)
}

/// The number of a square named by a text: `square("f5")` is 37.
///
/// >>> import othellier
/// >>> othellier.square("f5"), othellier.square("pass")
/// (37, 64)
#[pyfunction]
#[pyo3(signature = (name, *, size=8))]
pub(crate) fn square(name: &str, size: u8) -> PyResult<u8> {
    sized(size, with_size!(size, S => name.parse::<Move<S>>().map(number).map_err(value_error)))?
}

/// The text of a move given by its number: `square_name(37)` is "f5".
///
/// >>> import othellier
/// >>> othellier.square_name(37), othellier.square_name(64)
/// ('f5', 'pass')
#[pyfunction]
#[pyo3(signature = (r#move, *, size=8))]
pub(crate) fn square_name(r#move: &Bound<'_, PyAny>, size: u8) -> PyResult<String> {
    let named = with_size!(size, S => read_move::<S>(r#move).map(|played| played.to_string()));
    sized(size, named)?
}
