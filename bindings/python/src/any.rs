//! Values of any board size: Python classes cannot be generic.

use othellier_board::{Move, Position, Size, SizeFamily, Square, each_size, with_size};
use othellier_record::{AnyGame, Game, guess_side, with_game};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::errors::value_error;

macro_rules! any_position {
    ([$($side:literal $size:ident),*]) => {
        /// A position of any size. [`with_position!`] unwraps it.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum AnyPosition {
            $($size(Position<othellier_board::$size>),)*
        }

        $(impl From<Position<othellier_board::$size>> for AnyPosition {
            fn from(position: Position<othellier_board::$size>) -> AnyPosition {
                AnyPosition::$size(position)
            }
        })*
    };
}
each_size!(any_position);

/// `with_position!(any, position => expression)`: evaluates the expression for a position of any size.
macro_rules! with_position {
    ([$($side:literal $size:ident),*] $any:expr, $position:ident => $body:expr) => {
        match $any {
            $($crate::any::AnyPosition::$size($position) => $body,)*
        }
    };
    ($any:expr, $position:ident => $body:expr) => {
        othellier_board::each_size!($crate::any::with_position, $any, $position => $body)
    };
}
pub(crate) use with_position;

impl From<&AnyGame> for AnyPosition {
    fn from(game: &AnyGame) -> AnyPosition {
        with_game!(game, game => (*game.position()).into())
    }
}

impl AnyPosition {
    /// The start of a game on a board of this size.
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

    /// Board size: 4, 6, 8 or 10.
    pub(crate) fn side(&self) -> u8 {
        fn side<S: Size>(_: &Position<S>) -> u8 {
            S::SIDE
        }
        with_position!(self, position => side(position))
    }

    /// The position, if it is of this size.
    pub(crate) fn of_size<S: Size>(self) -> Option<Position<S>> {
        struct Positions;
        impl SizeFamily for Positions {
            type Of<S: Size> = Position<S>;
        }
        fn cast<From: Size, To: Size>(position: Position<From>) -> Option<Position<To>> {
            From::cast::<Positions, To>(position)
        }
        with_position!(self, position => cast(position))
    }

    /// A game that starts here.
    pub(crate) fn game(self) -> AnyGame {
        with_position!(self, position => Game::from_position(position).into())
    }
}

/// The value made for a size, or the error that there is no such size.
pub(crate) fn sized<T>(side: u8, made: Option<T>) -> PyResult<T> {
    made.ok_or_else(|| {
        PyValueError::new_err(format!("a board of size {side}; expected 4, 6, 8 or 10"))
    })
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
