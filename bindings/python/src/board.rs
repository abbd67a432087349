//! `Board`: a game in play, changed in place.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use othellier_board::batch;
use othellier_board::{Bitboard, Color, Eight, Four, Move, Six, Size, Status, Ten, with_size};
use othellier_record::{AnyGame, diagram};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::any::{AnyPosition, number, position_of, read_move, sized, with_position};
use crate::errors::{not_legal, value_error};
use crate::position::{Position, color_name, score_of};

/// The planes of the discs and the mask of the legal actions.
type Observation<'py> = (Bound<'py, PyArray3<i8>>, Bound<'py, PyArray1<i8>>);

/// The moves since some position, of one size.
#[derive(Clone)]
struct Line<S: Size> {
    start: othellier_board::Position<S>,
    position: othellier_board::Position<S>,
    /// Every move with the position before it.
    past: Vec<(othellier_board::Position<S>, Move<S>)>,
    /// The state of the random moves.
    random: u64,
}

#[derive(Clone)]
enum AnyLine {
    Four(Line<Four>),
    Six(Line<Six>),
    Eight(Line<Eight>),
    Ten(Line<Ten>),
}

macro_rules! with_line {
    ($any:expr, $line:ident => $body:expr) => {
        match $any {
            AnyLine::Four($line) => $body,
            AnyLine::Six($line) => $body,
            AnyLine::Eight($line) => $body,
            AnyLine::Ten($line) => $body,
        }
    };
}

impl<S: Size> Line<S> {
    fn new(start: othellier_board::Position<S>, seed: u64) -> Line<S> {
        Line { start, position: start, past: Vec::new(), random: seed }
    }

    #[inline]
    fn push(&mut self, played: Move<S>) -> PyResult<()> {
        let next = self.position.play(played).map_err(not_legal)?;
        self.past.push((self.position, played));
        self.position = next;
        Ok(())
    }

    /// A random legal move by SplitMix64; none when the game is over.
    #[inline]
    fn random_move(&mut self) -> Option<Move<S>> {
        let moves = self.position.legal_moves();
        if moves.is_empty() {
            return (self.position.status() == Status::MustPass).then_some(Move::Pass);
        }
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = (self.random ^ self.random >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let nth = ((word >> 32) * u64::from(moves.len())) >> 32;
        moves.into_iter().nth(nth as usize).map(Move::Place)
    }

    /// Plays the move that [`random_move`](Line::random_move) chooses.
    #[inline]
    fn push_random(&mut self) -> Option<Move<S>> {
        let played = self.random_move()?;
        self.past.push((self.position, played));
        self.position = self.position.after(played);
        Some(played)
    }
}

/// A game in play: a position that moves change in place, and that remembers them.
///
/// A move is the number of its square (a1 is 0, row by row) or a text such as "f5"; a pass is "pass" or the
/// number after the last square. Passes are moves: where a side must pass, the pass is its only legal move.
///
/// >>> import othellier
/// >>> board = othellier.Board()
/// >>> board.legal_moves
/// [19, 26, 37, 44]
/// >>> board.push("f5")
/// >>> board.turn, board.score
/// ('white', 3)
/// >>> board.pop()
/// 37
/// >>> board == othellier.Board()
/// True
#[pyclass(module = "othellier", name = "Board")]
#[derive(Clone)]
pub(crate) struct Board(AnyLine);

impl Board {
    pub(crate) fn from_position(position: AnyPosition, seed: u64) -> Board {
        Board(match position {
            AnyPosition::Four(position) => AnyLine::Four(Line::new(position, seed)),
            AnyPosition::Six(position) => AnyLine::Six(Line::new(position, seed)),
            AnyPosition::Eight(position) => AnyLine::Eight(Line::new(position, seed)),
            AnyPosition::Ten(position) => AnyLine::Ten(Line::new(position, seed)),
        })
    }

    pub(crate) fn position(&self) -> AnyPosition {
        with_line!(&self.0, line => line.position.into())
    }

    /// The game that was played on it.
    pub(crate) fn game(&self) -> PyResult<AnyGame> {
        with_line!(&self.0, line => {
            let mut game = othellier_record::Game::from_position(line.start);
            for (_, played) in &line.past {
                game.play(*played).map_err(not_legal)?;
            }
            Ok(game.into())
        })
    }
}

#[pymethods]
impl Board {
    /// A board at a position: "startpos", squares and the side to move, moves such as "f5d6", or a Position.
    #[new]
    #[pyo3(signature = (position=None, *, size=None, seed=0))]
    fn new(position: Option<&Bound<'_, PyAny>>, size: Option<u8>, seed: u64) -> PyResult<Board> {
        let position = match (position, size) {
            (None, size) => AnyPosition::start(size.unwrap_or(8))?,
            (Some(position), Some(size)) if position.extract::<&str>().is_ok() => {
                AnyPosition::read(position.extract()?, Some(size))?
            }
            (Some(position), _) => position_of(position)?,
        };
        Ok(Board::from_position(position, seed))
    }

    /// Squares to a side.
    #[getter]
    fn size(&self) -> u8 {
        self.position().side()
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn turn(&self) -> &'static str {
        with_line!(&self.0, line => color_name(line.position.side_to_move()))
    }

    /// The numbers of the legal moves, in ascending order; empty when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<u16> {
        with_line!(&self.0, line => line.position.moves().map(|m| number(m).into()).collect())
    }

    /// Plays a legal move. IllegalMoveError otherwise.
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        with_line!(&mut self.0, line => {
            let played = read_move(r#move)?;
            line.push(played)
        })
    }

    /// Takes the last move back and returns it. IndexError when there is none.
    fn pop(&mut self) -> PyResult<u8> {
        with_line!(&mut self.0, line => {
            let (before, played) = line.past.pop().ok_or_else(nothing_to_take_back)?;
            line.position = before;
            Ok(number(played))
        })
    }

    /// The last move. IndexError when there is none.
    fn peek(&self) -> PyResult<u8> {
        with_line!(&self.0, line => {
            let last = line.past.last().ok_or_else(nothing_to_take_back)?;
            Ok(number(last.1))
        })
    }

    /// A random legal move, or None when the game is over. The moves of a board follow from its seed.
    fn random_move(&mut self) -> Option<u8> {
        with_line!(&mut self.0, line => line.random_move().map(number))
    }

    /// Plays a random legal move and returns it; None when the game is over.
    fn push_random(&mut self) -> Option<u8> {
        with_line!(&mut self.0, line => line.push_random().map(number))
    }

    /// Whether a move may be played now.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        with_line!(&self.0, line => Ok(line.position.is_legal(read_move(r#move)?)))
    }

    /// Whether neither side can move.
    fn is_over(&self) -> bool {
        with_line!(&self.0, line => line.position.board().is_over())
    }

    /// Black's discs less White's; the empty squares count for the winner once the game is over.
    #[getter]
    fn score(&self) -> i32 {
        with_line!(&self.0, line => score_of(&line.position))
    }

    /// What the environments show of the board: the planes (2, size, size) of the discs, those of the side
    /// to move first, and the mask of the legal actions (squares + 1), the pass last.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Observation<'py>> {
        with_line!(&self.0, line => observe(py, &line.position))
    }

    /// The moves since the start of the board.
    #[getter]
    fn move_stack(&self) -> Vec<u16> {
        with_line!(&self.0, line => line.past.iter().map(|(_, m)| number(*m).into()).collect())
    }

    /// The position on the board, which does not change.
    #[getter(position)]
    fn py_position(&self) -> Position {
        Position(self.position())
    }

    /// Sets the start position and forgets the moves.
    fn reset(&mut self) {
        with_line!(&mut self.0, line => {
            line.past.clear();
            line.start = Default::default();
            line.position = line.start;
        });
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
        with_line!(&self.0, line => line.past.len())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| other.position() == self.position())
        })
    }

    /// The hash of the position: it changes with every move.
    fn __hash__(&self) -> u64 {
        crate::position::hash(&self.position())
    }

    fn __str__(&self) -> String {
        with_line!(&self.0, line => diagram::text(&line.position, true))
    }

    fn __repr__(&self) -> String {
        with_line!(&self.0, line => format!("Board('{}')", line.position))
    }

    /// The board as a picture, for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        crate::position::svg(&self.position().game())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let board = slf.try_borrow()?;
        let restore = py.import("othellier._othellier")?.getattr("_restore_board")?;
        let (start, moves, random) = with_line!(&board.0, line => {
            let moves: Vec<u8> = line.past.iter().map(|(_, played)| number(*played)).collect();
            (line.start.to_string(), moves, line.random)
        });
        let arguments = (start, PyBytes::new(py, &moves), random).into_pyobject(py)?;
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
    let mut board = Board::from_position(AnyPosition::read(start, None)?, random);
    with_line!(&mut board.0, line => {
        for &played in moves {
            let played = match othellier_board::Square::from_index(played) {
                Some(square) => Move::Place(square),
                None => Move::Pass,
            };
            line.push(played)?;
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

/// The discs of a colour as bits.
pub(crate) fn bits(position: &AnyPosition, color: Color) -> u128 {
    fn word<S: Size>(squares: Bitboard<S>) -> u128 {
        squares.bits().into()
    }
    with_position!(position, position => word(position.discs(color)))
}
