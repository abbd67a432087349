//! Positions: reads every notation, answers with everything a page shows.

use othellier_board::{Color, Move, Position, Size, Status, with_size};
use othellier_record::{AnyGame, Game, guess_side, parse_position, transcript, with_game};
use serde::{Deserialize, Serialize};

use crate::error::DeskError;
use crate::openings::{OpeningShown, opening_of};
use crate::wire::{Both, Side};

/// A position in a query.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct PositionQuery {
    /// `startpos`, a board with its side to move, or moves.
    pub position: String,
    /// Squares to a side, if the text does not show it.
    pub size: Option<u8>,
    /// Moves to play from there.
    pub moves: Option<String>,
}

impl PositionQuery {
    /// The game that leads to the position, as far as the texts contain it.
    pub fn read(&self) -> Result<AnyGame, DeskError> {
        read_position(&self.position, self.size, self.moves.as_deref().unwrap_or_default())
    }
}

/// A position as text.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionText {
    /// `startpos`, a board with its side to move, or moves.
    pub text: String,
    /// Squares to a side, if the text does not show it.
    pub size: Option<u8>,
}

/// A position with all that is known of it without a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionShown {
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
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveShown {
    #[serde(rename = "move")]
    played: String,
    flips: Vec<String>,
    /// The position after it.
    after: String,
}

/// A position in any notation, with its legal moves.
pub fn position(query: &PositionQuery) -> Result<PositionShown, DeskError> {
    query.read().map(|game| position_shown(&game))
}

/// The same for a text alone.
pub fn position_of_text(asked: &PositionText) -> Result<PositionShown, DeskError> {
    read_position(&asked.text, asked.size, "").map(|game| position_shown(&game))
}

/// The game that leads to a position, as far as the texts contain it.
pub fn read_position(text: &str, size: Option<u8>, moves: &str) -> Result<AnyGame, DeskError> {
    let side = size.or_else(|| guess_side(text)).unwrap_or(8);
    let game = with_size!(side, S => read::<S>(text, moves).map(AnyGame::from));
    game.ok_or_else(|| {
        DeskError::bad_request(format!("there is no board of size {side}; expected 4, 6, 8 or 10"))
    })?
}

fn read<S: Size>(text: &str, moves: &str) -> Result<Game<S>, DeskError> {
    let position: Position<S> = parse_position(text).map_err(DeskError::bad_position)?;
    // A list of moves also contains the history of the position.
    let transcribed = match guess_side(text) {
        None => transcript::read(Position::default(), text).ok(),
        Some(_) => None,
    };
    let mut game = transcribed
        .filter(|game| *game.position() == position)
        .unwrap_or_else(|| Game::from_position(position));
    let more = transcript::read(position, moves).map_err(DeskError::bad_position)?;
    for played in more.moves() {
        game.play(played.played).map_err(DeskError::bad_position)?;
    }
    Ok(game)
}

/// The position of a game of any size.
pub fn position_shown(game: &AnyGame) -> PositionShown {
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
