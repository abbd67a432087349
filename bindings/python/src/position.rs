//! The methods of `Position`.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use othellier_board::{Bitboard, Color, Move, Size, Square, Status, with_size};
use othellier_record::{AnyGame, diagram, with_game};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::any::{AnyPosition, number, read_move, sized, with_position};
use crate::array::Array2;
use crate::errors::{not_legal, value_error};
use crate::json::to_python;
use crate::values::{Board, Position, position_or_start};

#[pymethods]
impl Position {
    /// A position by its text ("startpos", squares and the side to move, or moves such as "f5d6"), of a
    /// Board or of a Game.
    #[new]
    #[pyo3(signature = (position=None, *, size=None))]
    fn new(position: Option<&Bound<'_, PyAny>>, size: Option<u8>) -> PyResult<Position> {
        Ok(Position(position_or_start(position, size)?))
    }

    /// A position from bits: a1 is bit 0, row by row.
    ///
    /// >>> import othellier
    /// >>> start = othellier.Position()
    /// >>> othellier.Position.from_bits(start.black, start.white, "black") == start
    /// True
    #[staticmethod]
    #[pyo3(signature = (black, white, turn="black", *, size=8))]
    fn from_bits(black: u128, white: u128, turn: &str, size: u8) -> PyResult<Position> {
        let turn = turn.parse::<Color>().map_err(value_error)?;
        let made = with_size!(size, S => from_bits::<S>(black, white, turn).map(AnyPosition::from));
        Ok(Position(sized(size, made)??))
    }

    /// A position from a square array of 1 for black, -1 for white and 0 for empty.
    #[staticmethod]
    #[pyo3(signature = (cells, turn="black"))]
    fn from_numpy(cells: Array2<'_, i8>, turn: &str) -> PyResult<Position> {
        let turn = turn.parse::<Color>().map_err(value_error)?;
        let [rows, columns] = [cells.shape()[0], cells.shape()[1]];
        let side = if rows == columns { u8::try_from(rows).unwrap_or(0) } else { 0 };
        let cells = cells.as_array();
        let made = with_size!(side, S => {
            let mut position = othellier_board::Position::<S>::new(
                othellier_board::Board::from_disjoint(Bitboard::EMPTY, Bitboard::EMPTY),
                turn,
            );
            for square in Square::<S>::all() {
                let disc = match cells[[square.row().into(), square.column().into()]] {
                    0 => None,
                    1 => Some(Color::Black),
                    -1 => Some(Color::White),
                    other => {
                        let message = format!("a cell is {other}; expected 1, -1 or 0");
                        return Err(PyValueError::new_err(message));
                    }
                };
                position = position.with_disc_at(square, disc);
            }
            AnyPosition::from(position)
        });
        let wrong = || {
            let message = format!("an array of {rows}x{columns}; expected 4x4, 6x6, 8x8 or 10x10");
            PyValueError::new_err(message)
        };
        Ok(Position(made.ok_or_else(wrong)?))
    }

    /// A square array of 1 for black, -1 for white and 0 for empty, row by row.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        with_position!(&self.0, position => to_numpy(py, position))
    }

    /// Board size: 4, 6, 8 or 10.
    #[getter]
    fn size(&self) -> u8 {
        self.0.side()
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn turn(&self) -> &'static str {
        with_position!(&self.0, position => color_name(position.side_to_move()))
    }

    /// The black discs as bits.
    #[getter]
    fn black(&self) -> u128 {
        bits(&self.0, Color::Black)
    }

    /// The white discs as bits.
    #[getter]
    fn white(&self) -> u128 {
        bits(&self.0, Color::White)
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        with_position!(&self.0, position => position.board().empties().len())
    }

    /// Black's discs less White's; the empty squares count for the winner once the game is over.
    #[getter]
    fn score(&self) -> i32 {
        with_position!(&self.0, position => score_of(position))
    }

    /// The numbers of the legal moves, in ascending order; empty when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<u16> {
        with_position!(&self.0, position => position.moves().map(|m| number(m).into()).collect())
    }

    /// Whether a move may be played here.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        with_position!(&self.0, position => Ok(position.is_legal(read_move(r#move)?)))
    }

    /// Whether neither side can move.
    fn is_over(&self) -> bool {
        with_position!(&self.0, position => position.board().is_over())
    }

    /// The position after a legal move. IllegalMoveError otherwise.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        with_position!(&self.0, position => {
            Ok(Position(position.play(read_move(r#move)?).map_err(not_legal)?.into()))
        })
    }

    /// The squares that a legal move would flip. IllegalMoveError if it is not legal.
    fn flips(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
        with_position!(&self.0, position => {
            let played = read_move(r#move)?;
            position.play(played).map_err(not_legal)?;
            let flips = match played {
                Move::Place(square) => position.board().flips(square),
                Move::Pass => Bitboard::EMPTY,
            };
            Ok(flips.into_iter().map(|square| square.index().into()).collect())
        })
    }

    /// The least of the eight turned and mirrored positions: the same for all of them.
    fn canonical(&self) -> Position {
        Position(with_position!(&self.0, position => position.canonical().into()))
    }

    /// The dictionary of the JSON dialect: the object of `othellier moves --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with_position!(&self.0, position => {
            to_python(py, &othellier_wire::Position::new(position))
        })
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }

    /// A copy: the position itself, since it does not change.
    fn copy(&self) -> Position {
        self.clone()
    }

    /// A Board that starts here.
    fn board(&self) -> Board {
        Board::new(self.0, 0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0)
    }

    fn __str__(&self) -> String {
        with_position!(&self.0, position => position.to_string())
    }

    fn __repr__(&self) -> String {
        with_position!(&self.0, position => format!("Position('{position}')"))
    }

    /// The position as a picture, for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        svg(&self.0.game())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let arguments = PyTuple::new(py, [slf.get().__str__()])?;
        PyTuple::new(py, [slf.get_type().into_any(), arguments.into_any()])
    }
}

/// The discs of a colour as bits.
fn bits(position: &AnyPosition, color: Color) -> u128 {
    fn word<S: Size>(squares: Bitboard<S>) -> u128 {
        squares.bits().into()
    }
    with_position!(position, position => word(position.discs(color)))
}

/// The position with these discs, unless there are too many or two on a square.
fn from_bits<S: Size>(
    black: u128,
    white: u128,
    turn: Color,
) -> PyResult<othellier_board::Position<S>> {
    let set = |word: u128| -> PyResult<Bitboard<S>> {
        if word >> S::SQUARES != 0 {
            let squares = S::SQUARES;
            return Err(PyValueError::new_err(format!("a board has {squares} squares, not more")));
        }
        Ok(Square::<S>::all().filter(|square| word >> square.index() & 1 != 0).collect())
    };
    let (black, white) = (set(black)?, set(white)?);
    let (mover, opponent) = if turn == Color::Black { (black, white) } else { (white, black) };
    let board = othellier_board::Board::new(mover, opponent).map_err(value_error)?;
    Ok(othellier_board::Position::new(board, turn))
}

fn to_numpy<'py, S: Size>(
    py: Python<'py>,
    position: &othellier_board::Position<S>,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let side = usize::from(S::SIDE);
    let array = PyArray2::zeros(py, [side, side], false);
    {
        let mut cells = array.readwrite();
        let mut cells = cells.as_array_mut();
        for square in Square::<S>::all() {
            cells[[square.row().into(), square.column().into()]] = match position.disc_at(square) {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
            };
        }
    }
    Ok(array)
}

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Black's discs less White's, with the empty squares once the game is over.
pub(crate) fn score_of<S: Size>(position: &othellier_board::Position<S>) -> i32 {
    match position.status() {
        Status::Over { .. } => position.final_score(Color::Black),
        Status::ToMove | Status::MustPass => {
            let discs = |color| position.discs(color).len() as i32;
            discs(Color::Black) - discs(Color::White)
        }
    }
}

pub(crate) fn hash(position: &AnyPosition) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

/// The picture of a game up to its current move.
pub(crate) fn svg(game: &AnyGame) -> PyResult<String> {
    let options = diagram::Diagram { width: Some(320), ..diagram::Diagram::default() };
    Ok(with_game!(game, game => diagram::svg(game, &options)))
}
