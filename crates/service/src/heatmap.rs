//! Heat map: the static evaluation of every square.

use othellier_board::{Size, Square};
use othellier_eval::{Score, StaticEvaluator, Turn};
use othellier_record::{Game, with_game};
use othellier_wire::{Probabilities, hundredths};
use serde::{Deserialize, Serialize};

use crate::allowed::evaluator;
use crate::error::ServiceError;
use crate::positions::read_position;

/// The query of a heat map.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct HeatmapQuery {
    /// `startpos`, a board with its side to move, or moves.
    pub position: String,
    /// Board size, if the text does not show it.
    pub size: Option<u8>,
    /// Moves to play from there.
    pub moves: Option<String>,
    /// By default `mobility`.
    pub evaluator: Option<String>,
}

/// A heat map, for the side to move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Heatmap {
    #[serde(rename = "type")]
    kind: &'static str,
    evaluator: String,
    score: f64,
    /// How the game will end, if the evaluator predicts it.
    probabilities: Option<Probabilities>,
    /// From a1, row by row.
    squares: Vec<SquareShown>,
    least: Option<f64>,
    most: Option<f64>,
}

/// A square and its value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SquareShown {
    square: String,
    /// `move`, `disc` or `empty`.
    kind: &'static str,
    /// Of a move: the score after it. Of a disc: the score minus the score with the disc flipped.
    value: Option<f64>,
}

/// The static evaluation of every square.
pub fn heatmap(query: &HeatmapQuery) -> Result<Heatmap, ServiceError> {
    let moves = query.moves.as_deref().unwrap_or_default();
    let game = read_position(&query.position, query.size, moves)?;
    let name = query.evaluator.clone().unwrap_or_else(|| "mobility".to_owned());
    with_game!(&game, game => evaluate_squares(game, name))
}

fn evaluate_squares<S: Size>(game: &Game<S>, name: String) -> Result<Heatmap, ServiceError> {
    let evaluator = evaluator::<S>(&name)?;
    let squares: Vec<_> =
        Square::all().map(|square| square_shown(game, &*evaluator, square)).collect();
    let values = || squares.iter().filter_map(|square| square.value);
    Ok(Heatmap {
        kind: "heatmap",
        score: points(evaluator.evaluate(game.position().board())),
        probabilities: evaluator.predict(game.position().board()).map(Probabilities::from),
        least: values().reduce(f64::min),
        most: values().reduce(f64::max),
        squares,
        evaluator: name,
    })
}

fn square_shown<S: Size>(
    game: &Game<S>,
    evaluator: &dyn StaticEvaluator<S>,
    square: Square<S>,
) -> SquareShown {
    let position = game.position();
    let score = |board| evaluator.evaluate(board);
    let (kind, value) = match position.disc_at(square) {
        Some(color) => {
            let flipped = position.with_disc_at(square, Some(!color));
            let value = points(score(position.board())) - points(score(flipped.board()));
            ("disc", Some(hundredths(value)))
        }
        None if position.board().is_legal(square) => {
            let after = position.board().after(square);
            // Evaluated from the side of the player who has just moved.
            let left = evaluator.evaluate_for(after, Turn::Opponent);
            ("move", Some(hundredths(points(-left))))
        }
        None => ("empty", None),
    };
    SquareShown { square: square.to_string(), kind, value }
}

fn points(score: Score) -> f64 {
    hundredths(score.discs())
}
