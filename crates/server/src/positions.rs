//! Positions: reads every notation, returns everything the page shows.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use othellier_board::{Color, Move, Position, Size, Status, with_size};
use othellier_record::{AnyGame, Game, guess_side, parse_position, transcript, with_game};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, Params};
use crate::openings::{OpeningShown, opening_of};
use crate::wire::{Both, Side};

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

/// A position with all that is known of it without a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PositionShown {
    #[serde(rename = "type")]
    kind: &'static str,
    size: u8,
    /// One character per square from a1, row by row: `X` black, `O` white, `-` empty.
    board: String,
    turn: Side,
    /// The board and the side to move: the text to use in requests.
    text: String,
    discs: Both<u32>,
    empties: u32,
    /// `to_move`, `must_pass` or `over`.
    status: &'static str,
    /// The final difference, empty squares to the winner.
    black_score: Option<i32>,
    moves: Vec<MoveShown>,
    opening: Option<OpeningShown>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoveShown {
    #[serde(rename = "move")]
    played: String,
    flips: Vec<String>,
    /// The position after it.
    after: String,
}

/// A position in any notation, with its legal moves.
#[utoipa::path(get, path = "/api/positions", tag = "positions", params(PositionQuery), responses(
    (status = 200, body = PositionShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn position(Params(query): Params<PositionQuery>) -> Result<Response, ApiError> {
    let game = query.read()?;
    let mut response = Json(position_shown(&game)).into_response();
    let forever = HeaderValue::from_static("private, max-age=86400");
    response.headers_mut().insert(header::CACHE_CONTROL, forever);
    Ok(response)
}

/// The same for texts that are too long for a URL.
#[utoipa::path(post, path = "/api/positions", tag = "positions", request_body = PositionText, responses(
    (status = 200, body = PositionShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn post_position(
    Body(asked): Body<PositionText>,
) -> Result<Json<PositionShown>, ApiError> {
    Ok(Json(position_shown(&read_position(&asked.text, asked.size, "")?)))
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

/// The position of a game of any size.
pub(crate) fn position_shown(game: &AnyGame) -> PositionShown {
    let opening = opening_of(game);
    with_game!(game, game => PositionShown { opening, ..shown(game.position()) })
}

fn shown<S: Size>(position: &Position<S>) -> PositionShown {
    let text = position.to_string();
    let (status, black_score) = match position.status() {
        Status::ToMove => ("to_move", None),
        Status::MustPass => ("must_pass", None),
        Status::Over { .. } => ("over", Some(position.final_score(Color::Black))),
    };
    PositionShown {
        kind: "position",
        size: S::SIDE,
        board: text.split(' ').next().unwrap_or_default().to_owned(),
        turn: position.side_to_move().into(),
        text,
        discs: Both::from_array(Color::ALL.map(|color| position.discs(color).len())),
        empties: position.board().empties().len(),
        status,
        black_score,
        moves: position.moves().map(|played| move_shown(position, played)).collect(),
        opening: None,
    }
}

fn move_shown<S: Size>(position: &Position<S>, played: Move<S>) -> MoveShown {
    let flips = match played {
        Move::Place(square) => position.board().flips(square).into_iter().collect(),
        Move::Pass => Vec::new(),
    };
    MoveShown {
        played: played.to_string(),
        flips: flips.iter().map(ToString::to_string).collect(),
        after: position.after(played).to_string(),
    }
}
