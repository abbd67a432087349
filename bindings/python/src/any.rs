//! Values of any board size: Python classes cannot be generic.

use othellier_board::{Eight, Four, Move, Position, Six, Size, Square, Ten, with_size};
use othellier_record::{AnyGame, guess_side, with_game};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::board::Board;
use crate::errors::value_error;
use crate::game::Game;
use crate::position::Position as PyPosition;

/// A position of any size. [`with_position!`] unwraps it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AnyPosition {
    Four(Position<Four>),
    Six(Position<Six>),
    Eight(Position<Eight>),
    Ten(Position<Ten>),
}

macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::any::AnyPosition::Four($position) => $body,
            $crate::any::AnyPosition::Six($position) => $body,
            $crate::any::AnyPosition::Eight($position) => $body,
            $crate::any::AnyPosition::Ten($position) => $body,
        }
    };
}
pub(crate) use with_position;

macro_rules! from_position {
    ($($size:ident)*) => {$(
        impl From<Position<$size>> for AnyPosition {
            fn from(position: Position<$size>) -> AnyPosition {
                AnyPosition::$size(position)
            }
        }
    )*};
}
from_position!(Four Six Eight Ten);

impl From<&AnyGame> for AnyPosition {
    fn from(game: &AnyGame) -> AnyPosition {
        with_game!(game, game => (*game.position()).into())
    }
}

impl AnyPosition {
    /// The start of a game on a board of that many squares to a side.
    pub(crate) fn start(side: u8) -> PyResult<AnyPosition> {
        sized(side, with_size!(side, S => Position::<S>::default().into()))
    }

    /// Reads a position in any usual notation.
    pub(crate) fn read(text: &str, size: Option<u8>) -> PyResult<AnyPosition> {
        let side = size.or_else(|| guess_side(text)).unwrap_or(8);
        let read = with_size!(side, S => {
            othellier_record::parse_position::<S>(text).map(AnyPosition::from).map_err(value_error)
        });
        sized(side, read)?
    }

    /// Squares to a side.
    pub(crate) fn side(&self) -> u8 {
        fn side<S: Size>(_: &Position<S>) -> u8 {
            S::SIDE
        }
        with_position!(self, position => side(position))
    }

    /// A game that starts here.
    pub(crate) fn game(self) -> AnyGame {
        with_position!(self, position => othellier_record::Game::from_position(position).into())
    }
}

/// What was made for a size, or the error that there is no such size.
pub(crate) fn sized<T>(side: u8, made: Option<T>) -> PyResult<T> {
    made.ok_or_else(|| {
        PyValueError::new_err(format!("a board of size {side}; expected 4, 6, 8 or 10"))
    })
}

/// The position that an argument names: a Position, a Board, a Game or a text.
pub(crate) fn position_of(argument: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
    if let Ok(position) = argument.cast::<PyPosition>() {
        Ok(position.get().0)
    } else if let Ok(board) = argument.cast::<Board>() {
        Ok(board.try_borrow()?.position())
    } else if let Ok(game) = argument.cast::<Game>() {
        Ok((&game.try_borrow()?.0.game).into())
    } else if let Ok(text) = argument.cast::<PyString>() {
        AnyPosition::read(&text.to_cow()?, None)
    } else {
        let found = argument.get_type().name()?;
        let hint = if argument.is_instance_of::<PyInt>() { "; a size is size=8" } else { "" };
        let message = format!("expected a Position, a Board, a Game or a text, not {found}{hint}");
        Err(PyTypeError::new_err(message))
    }
}

/// The game that an argument names; a position is a game that starts there.
pub(crate) fn game_of(argument: &Bound<'_, PyAny>) -> PyResult<AnyGame> {
    if let Ok(game) = argument.cast::<Game>() {
        Ok(game.try_borrow()?.0.game.clone())
    } else if let Ok(board) = argument.cast::<Board>() {
        board.try_borrow()?.game()
    } else {
        Ok(position_of(argument)?.game())
    }
}

/// A move given as the number of its square, as a text, or as a pass.
pub(crate) fn read_move<S: Size>(argument: &Bound<'_, PyAny>) -> PyResult<Move<S>> {
    if let Ok(text) = argument.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(value_error);
    }
    let Ok(number) = argument.extract::<i64>() else {
        let found = argument.get_type().name()?;
        if argument.is_instance_of::<PyInt>() {
            return Err(PyValueError::new_err("the number of a square is much smaller"));
        }
        let message = format!("expected a square such as 'f5', its number, or 'pass', not {found}");
        return Err(PyTypeError::new_err(message));
    };
    let square = u8::try_from(number).ok().and_then(Square::<S>::from_index);
    match square {
        Some(square) => Ok(Move::Place(square)),
        None if number == i64::from(S::SQUARES) => Ok(Move::Pass),
        None => {
            let (squares, last) = (S::SQUARES, S::SQUARES - 1);
            Err(PyValueError::new_err(format!(
                "there is no square {number}; expected 0 to {last}, or {squares} for a pass"
            )))
        }
    }
}

/// The number of a move: that of its square, or the one after the last square for a pass.
pub(crate) fn number<S: Size>(played: Move<S>) -> u8 {
    match played {
        Move::Place(square) => square.index(),
        Move::Pass => S::SQUARES,
    }
}
