//! Positions: reads every notation, answers with everything a page shows.

use othellier_board::{Position, Size};
use othellier_record::{AnyGame, Game, guess_side, parse_position, transcript, with_size};
use othellier_wire as wire;
use serde::Deserialize;

use crate::error::ServiceError;

/// A position in a query.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct PositionQuery {
    /// `startpos`, a board with its side to move, or moves.
    pub position: String,
    /// Board size, if the text does not show it.
    pub size: Option<u8>,
    /// Moves to play from there.
    pub moves: Option<String>,
}

impl PositionQuery {
    /// The game that leads to the position, as far as the texts contain it.
    pub fn read(&self) -> Result<AnyGame, ServiceError> {
        read_position(&self.position, self.size, self.moves.as_deref().unwrap_or_default())
    }
}

/// A position as text.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionText {
    /// `startpos`, a board with its side to move, or moves.
    pub text: String,
    /// Board size, if the text does not show it.
    pub size: Option<u8>,
}

/// A position in any notation, with its legal moves.
pub fn position(query: &PositionQuery) -> Result<wire::Position, ServiceError> {
    query.read().map(|game| wire::Position::of_any(&game))
}

/// The position of a text, with its legal moves.
pub fn position_of_text(asked: &PositionText) -> Result<wire::Position, ServiceError> {
    read_position(&asked.text, asked.size, "").map(|game| wire::Position::of_any(&game))
}

/// The game that leads to a position, as far as the texts contain it.
pub fn read_position(text: &str, size: Option<u8>, moves: &str) -> Result<AnyGame, ServiceError> {
    let side = size.or_else(|| guess_side(text)).unwrap_or(8);
    let game = with_size!(side, S => read::<S>(text, moves).map(AnyGame::from));
    game.ok_or_else(|| {
        ServiceError::bad_request(format!(
            "there is no board of size {side}; expected 4, 6, 8 or 10"
        ))
    })?
}

fn read<S: Size>(text: &str, moves: &str) -> Result<Game<S>, ServiceError> {
    let position: Position<S> = parse_position(text).map_err(ServiceError::bad_position)?;
    // A list of moves also contains the history of the position.
    let transcribed = match guess_side(text) {
        None => transcript::read(Position::default(), text).ok(),
        Some(_) => None,
    };
    let mut game = transcribed
        .filter(|game| *game.position() == position)
        .unwrap_or_else(|| Game::from_position(position));
    let more = transcript::read(position, moves).map_err(ServiceError::bad_position)?;
    for played in more.moves() {
        game.play(played.played).map_err(ServiceError::bad_position)?;
    }
    Ok(game)
}
