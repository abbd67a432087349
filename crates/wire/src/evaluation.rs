//! Static evaluations.

use othellier_board::Size;
use othellier_eval::{Outcome, StaticEvaluator};
use serde::{Deserialize, Serialize};

use crate::{hundredths, type_tag};

type_tag! {
    EvaluationType = "evaluation";
}

/// The judgement of an evaluator on a position without a search, for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Evaluation {
    #[serde(rename = "type")]
    pub kind: EvaluationType,
    pub position: String,
    /// The spec of the evaluator.
    pub evaluator: String,
    /// The score, in discs or in points of the evaluator.
    pub score: f64,
    /// How the game will end, if the evaluator predicts it.
    pub probabilities: Option<Probabilities>,
}

impl Evaluation {
    /// The evaluation of a position by the evaluator of a spec.
    pub fn new<S: Size>(
        position: &othellier_board::Position<S>,
        spec: impl ToString,
        evaluator: &dyn StaticEvaluator<S>,
    ) -> Evaluation {
        let board = position.board();
        Evaluation {
            kind: EvaluationType::Tag,
            position: position.to_string(),
            evaluator: spec.to_string(),
            score: hundredths(evaluator.evaluate(board).discs()),
            probabilities: evaluator.predict(board).map(Probabilities::from),
        }
    }
}

/// The probabilities of the end of a game, for the side to move. Their sum is 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Probabilities {
    pub win: f64,
    /// That the game is drawn.
    pub draw: f64,
    pub loss: f64,
}

impl From<Outcome> for Probabilities {
    fn from(outcome: Outcome) -> Probabilities {
        let Outcome { win, draw, loss, .. } = outcome;
        Probabilities { win, draw, loss }
    }
}
