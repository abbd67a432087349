//! Positions: reads every notation, returns everything the page shows.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use othellier_board::{Position, Size, with_size};
use othellier_record::{AnyGame, Game, guess_side, parse_position, transcript};
use othellier_wire as wire;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, Params};

/// A position in a query.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PositionQuery {
    /// `startpos`, a board with its side to move, or moves.
    position: String,
    /// Squares to a side, if the text does not show it.
    size: Option<u8>,
    /// Moves to play from there.
    moves: Option<String>,
}

impl PositionQuery {
    /// The game that leads to the position, as far as the texts contain it.
    pub(crate) fn read(&self) -> Result<AnyGame, ApiError> {
        read_position(&self.position, self.size, self.moves.as_deref().unwrap_or_default())
    }
}

/// A position as text.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionText {
    /// `startpos`, a board with its side to move, or moves.
    text: String,
    /// Squares to a side, if the text does not show it.
    size: Option<u8>,
}

/// A position in any notation, with its legal moves.
#[utoipa::path(get, path = "/api/positions", tag = "positions", params(PositionQuery), responses(
    (status = 200, body = wire::Position), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn position(Params(query): Params<PositionQuery>) -> Result<Response, ApiError> {
    let game = query.read()?;
    let mut response = Json(wire::Position::of_any(&game)).into_response();
    let forever = HeaderValue::from_static("private, max-age=86400");
    response.headers_mut().insert(header::CACHE_CONTROL, forever);
    Ok(response)
}

/// The same for texts that are too long for a URL.
#[utoipa::path(post, path = "/api/positions", tag = "positions", request_body = PositionText, responses(
    (status = 200, body = wire::Position), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn post_position(
    Body(asked): Body<PositionText>,
) -> Result<Json<wire::Position>, ApiError> {
    Ok(Json(wire::Position::of_any(&read_position(&asked.text, asked.size, "")?)))
}

/// The game that leads to a position, as far as the texts contain it.
pub(crate) fn read_position(
    text: &str,
    size: Option<u8>,
    moves: &str,
) -> Result<AnyGame, ApiError> {
    let side = size.or_else(|| guess_side(text)).unwrap_or(8);
    let game = with_size!(side, S => read::<S>(text, moves).map(AnyGame::from));
    game.ok_or_else(|| {
        ApiError::bad_request(format!("there is no board of size {side}; expected 4, 6, 8 or 10"))
    })?
}

fn read<S: Size>(text: &str, moves: &str) -> Result<Game<S>, ApiError> {
    let position: Position<S> = parse_position(text).map_err(ApiError::bad_position)?;
    // A list of moves also contains the history of the position.
    let transcribed = match guess_side(text) {
        None => transcript::read(Position::default(), text).ok(),
        Some(_) => None,
    };
    let mut game = transcribed
        .filter(|game| *game.position() == position)
        .unwrap_or_else(|| Game::from_position(position));
    let more = transcript::read(position, moves).map_err(ApiError::bad_position)?;
    for played in more.moves() {
        game.play(played.played).map_err(ApiError::bad_position)?;
    }
    Ok(game)
}
