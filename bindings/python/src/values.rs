//! The classes `Position`, `Board` and `Game`, and the arguments that name one of them.
//!
//! A position may be given as any of the three, and each is made from the others: so they are defined
//! together here, and their methods are in the files of their names.

use othellier_record::{AnyGame, Record};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::any::AnyPosition;

/// The discs and whose turn it is: a value that does not change and can be a key.
///
/// >>> import othellier
/// >>> position = othellier.Position("f5d6c3")
/// >>> position.turn, position.empties
/// ('white', 57)
/// >>> position.play("d3") == othellier.Position("f5d6c3d3")
/// True
/// >>> othellier.Position("f5").canonical() == othellier.Position("c4").canonical()
/// True
#[pyclass(module = "othellier", name = "Position", frozen)]
#[derive(Clone)]
pub(crate) struct Position(pub(crate) AnyPosition);

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
pub(crate) struct Board {
    pub(crate) game: AnyGame,
    /// The state of the random moves.
    pub(crate) random: u64,
}

impl Board {
    pub(crate) fn new(start: AnyPosition, seed: u64) -> Board {
        Board { game: start.game(), random: seed }
    }
}

/// A game: its start, its moves, the names of its players and what else a file says of it.
///
/// >>> import othellier
/// >>> game = othellier.Game("f5d6c3")
/// >>> game.black = "Rose"
/// >>> game.push("d3")
/// >>> game.moves, len(game)
/// ('f5d6c3d3', 4)
/// >>> othellier.Game.parse(game.to_text("ggf"), "ggf").black
/// 'Rose'
#[pyclass(module = "othellier", name = "Game")]
#[derive(Clone)]
pub(crate) struct Game(pub(crate) Record);

/// The position that an argument names: a Position, a Board, a Game or a text.
pub(crate) fn position_of(argument: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
    if let Ok(position) = argument.cast::<Position>() {
        Ok(position.get().0)
    } else if let Ok(board) = argument.cast::<Board>() {
        Ok((&board.try_borrow()?.game).into())
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

/// The positions of an iterable of positions, boards, games or texts.
pub(crate) fn positions_of(argument: &Bound<'_, PyAny>) -> PyResult<Vec<AnyPosition>> {
    argument.try_iter()?.map(|one| position_of(&one?)).collect()
}

/// The position of a constructor: the start unless an argument names another.
pub(crate) fn position_or_start(
    position: Option<&Bound<'_, PyAny>>,
    size: Option<u8>,
) -> PyResult<AnyPosition> {
    match (position, size) {
        (None, size) => AnyPosition::start(size.unwrap_or(8)),
        (Some(position), Some(size)) if position.extract::<&str>().is_ok() => {
            AnyPosition::read(position.extract()?, Some(size))
        }
        (Some(position), _) => position_of(position),
    }
}

/// The game that an argument names; a position is a game that starts there.
pub(crate) fn game_of(argument: &Bound<'_, PyAny>) -> PyResult<AnyGame> {
    if let Ok(game) = argument.cast::<Game>() {
        Ok(game.try_borrow()?.0.game.clone())
    } else if let Ok(board) = argument.cast::<Board>() {
        Ok(board.try_borrow()?.game.clone())
    } else {
        Ok(position_of(argument)?.game())
    }
}
