//! Positions.

use othellier_board::{Color, Move, Size};
use othellier_record::openings::Reached;
use othellier_record::{AnyGame, Game, openings, with_game};
use serde::{Deserialize, Serialize};

use crate::{Both, Sentence, Side, type_tag};

type_tag! {
    PositionType = "position";
}

/// A position with all that is known of it without a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Position {
    #[serde(rename = "type")]
    pub kind: PositionType,
    /// Board size: 4, 6, 8 or 10.
    pub size: u8,
    /// One character per square from a1, row by row: `X` black, `O` white, `-` empty.
    pub board: String,
    pub turn: Side,
    /// The board and the side to move: the text that every command and request reads.
    pub text: String,
    /// Equal to `text`.
    pub position: String,
    /// The number of discs of each side.
    pub discs: Both<u32>,
    /// The number of empty squares.
    pub empties: u32,
    /// The options of the side to move.
    pub status: Status,
    /// The final difference, empty squares to the winner; none before the end.
    pub black_score: Option<i32>,
    pub moves: Vec<LegalMove>,
    /// The named opening that led here, if one is known.
    pub opening: Option<Opening>,
}

/// The options of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    ToMove,
    MustPass,
    /// Nothing: the game is over.
    Over,
}

impl From<othellier_board::Status> for Status {
    fn from(status: othellier_board::Status) -> Status {
        match status {
            othellier_board::Status::ToMove => Status::ToMove,
            othellier_board::Status::MustPass => Status::MustPass,
            othellier_board::Status::Over { .. } => Status::Over,
        }
    }
}

/// A legal move, the discs that it flips and the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// A square or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    /// The discs that it flips.
    pub flips: Vec<String>,
    pub after: String,
}

impl LegalMove {
    /// A move that is legal in this position.
    pub fn new<S: Size>(position: &othellier_board::Position<S>, played: Move<S>) -> LegalMove {
        let flips = match played {
            Move::Place(square) => position.board().flips(square).into_iter().collect(),
            Move::Pass => Vec::new(),
        };
        LegalMove {
            played: played.to_string(),
            flips: flips.iter().map(ToString::to_string).collect(),
            after: position.after(played).to_string(),
        }
    }
}

/// An opening that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Opening {
    pub name: Sentence,
    /// After how many moves of the game.
    pub ply: usize,
}

impl Opening {
    /// The last named opening that a game reached.
    pub fn of<S: Size>(game: &Game<S>) -> Option<Opening> {
        let Reached { opening, length } = openings::of_game(game)?;
        Some(Opening { name: Sentence::new(opening.english, opening.french), ply: length })
    }

    /// The opening of a game of any size.
    pub fn of_any(game: &AnyGame) -> Option<Opening> {
        with_game!(game, game => Opening::of(game))
    }
}

impl Position {
    /// A position without the moves that led to it.
    pub fn new<S: Size>(position: &othellier_board::Position<S>) -> Position {
        let (text, status) = (position.to_string(), Status::from(position.status()));
        let score = || position.final_score(Color::Black);
        Position {
            kind: PositionType::Tag,
            size: S::SIDE,
            board: text.split(' ').next().unwrap_or_default().to_owned(),
            turn: position.side_to_move().into(),
            position: text.clone(),
            text,
            discs: Both::of(|color| position.discs(color).len()),
            empties: position.board().empties().len(),
            status,
            black_score: (status == Status::Over).then(score),
            moves: position.moves().map(|played| LegalMove::new(position, played)).collect(),
            opening: None,
        }
    }

    /// The position of a game.
    pub fn of<S: Size>(game: &Game<S>) -> Position {
        Position { opening: Opening::of(game), ..Position::new(game.position()) }
    }

    /// The position of a game of any size.
    pub fn of_any(game: &AnyGame) -> Position {
        with_game!(game, game => Position::of(game))
    }
}
