//! What an evaluator thinks of every square, without looking ahead.

use axum::Json;
use othellier_board::{Size, Square};
use othellier_eval::{Score, StaticEvaluator, Turn};
use othellier_record::{Game, with_game};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::allowed::evaluator;
use crate::extract::Params;
use crate::positions::read_position;
use crate::trouble::{ErrorBody, Trouble};
use crate::wire::round;

/// A position and who judges it.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct HeatmapQuery {
    /// `startpos`, a board with its side to move, or moves.
    position: String,
    /// Squares to a side, where the text does not show it.
    size: Option<u8>,
    /// Moves that are played from there.
    moves: Option<String>,
    /// By default `mobility`.
    evaluator: Option<String>,
}

/// What an evaluator thinks, for the side to move.
#[derive(Serialize, ToSchema)]
pub(crate) struct Heatmap {
    #[serde(rename = "type")]
    kind: &'static str,
    evaluator: String,
    score: f64,
    /// From a1, row by row.
    squares: Vec<SquareShown>,
    least: Option<f64>,
    most: Option<f64>,
}

/// A square and what it is worth.
#[derive(Serialize, ToSchema)]
pub(crate) struct SquareShown {
    square: String,
    /// `move`, `disc` or `empty`.
    kind: &'static str,
    /// Of a move: the score after it. Of a disc: the score less that with the disc turned.
    value: Option<f64>,
}

/// What an evaluator thinks of every square.
#[utoipa::path(get, path = "/api/heatmap", tag = "thinking", params(HeatmapQuery), responses(
    (status = 200, body = Heatmap), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn heatmap(Params(query): Params<HeatmapQuery>) -> Result<Json<Heatmap>, Trouble> {
    let moves = query.moves.as_deref().unwrap_or_default();
    let game = read_position(&query.position, query.size, moves)?;
    let name = query.evaluator.unwrap_or_else(|| "mobility".to_owned());
    with_game!(&game, game => judged(game, name)).map(Json)
}

fn judged<S: Size>(game: &Game<S>, name: String) -> Result<Heatmap, Trouble> {
    let evaluator = evaluator::<S>(&name)?;
    let squares: Vec<_> =
        Square::all().map(|square| square_shown(game, &*evaluator, square)).collect();
    let values = || squares.iter().filter_map(|square| square.value);
    Ok(Heatmap {
        kind: "heatmap",
        score: points(evaluator.evaluate(game.position().board())),
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
            let turned = position.with_disc_at(square, Some(!color));
            let worth = points(score(position.board())) - points(score(turned.board()));
            ("disc", Some(round(worth)))
        }
        None if position.board().is_legal(square) => {
            let after = position.board().after(square);
            // The mover looks at the board that he would leave to the opponent.
            let left = evaluator.evaluate_for(after, Turn::Opponent);
            ("move", Some(round(points(-left))))
        }
        None => ("empty", None),
    };
    SquareShown { square: square.to_string(), kind, value }
}

fn points(score: Score) -> f64 {
    round(score.discs())
}
