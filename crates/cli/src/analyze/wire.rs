//! A review as JSON.

use othellier_board::{Color, Move, Size};
use othellier_locale::{Lang, reviews};
use othellier_record::{openings, transcript};
use othellier_review::{
    CornerNeighbour, Mark, MoveReview, Reason, ReviewProgress, Reviewable, Value, exercise,
};
use serde::Serialize;
use serde_json::json;

use super::ReviewedGame;
use crate::common::error::CliError;
use crate::common::output;

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "type")]
    kind: &'static str,
    number: usize,
    color: String,
    #[serde(rename = "move")]
    played: String,
    position: String,
    before: f64,
    after: f64,
    trust_before: &'static str,
    trust_after: &'static str,
    loss: f64,
    mark: &'static str,
    best: String,
    best_line: Vec<String>,
    line: Vec<String>,
    reasons: Vec<serde_json::Value>,
}

#[derive(Serialize)]
struct Total<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    moves: usize,
    reviewed: usize,
    complete: bool,
    interrupted: bool,
    transcript: String,
    black: Side<'a>,
    white: Side<'a>,
    turning_point: Option<usize>,
    opening: Option<&'static str>,
    opening_moves: Option<usize>,
    exercises: Vec<usize>,
    means: &'static str,
    level: u32,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Side<'a> {
    name: &'a str,
    accuracy: Option<f64>,
    mean_loss: Option<f64>,
    loss: f64,
    choices: usize,
    marks: serde_json::Map<String, serde_json::Value>,
}

/// Prints progress.
pub(super) fn progress<S: Size>(
    lang: Lang,
    progress: ReviewProgress<'_, S>,
    timed: bool,
) -> Result<(), CliError> {
    match progress {
        ReviewProgress::Level(level) if timed => {
            output::json(&json!({ "type": "level", "level": level }))
        }
        ReviewProgress::Level(_) => Ok(()),
        ReviewProgress::Move(review) => output::json(&move_line(lang, review)),
    }
}

/// Prints the last object.
pub(super) fn total<S: Reviewable>(
    lang: Lang,
    reviewed: &ReviewedGame<'_, S>,
    interrupted: bool,
) -> Result<(), CliError> {
    let review = reviewed.review;
    let reached = openings::of_game(reviewed.game);
    output::json(&Total {
        kind: "total",
        moves: review.length,
        reviewed: review.moves.len(),
        complete: review.is_complete(),
        interrupted,
        transcript: transcript::write(reviewed.game),
        black: side(reviewed, Color::Black),
        white: side(reviewed, Color::White),
        turning_point: review.turning_point,
        opening: reached.map(|reached| reviews::opening(lang, reached)),
        opening_moves: reached.map(|reached| reached.length),
        exercises: exercise::of_review(review)
            .iter()
            .filter_map(|exercise| exercise.missed.map(|missed| missed.number))
            .collect(),
        means: review.method.word(),
        level: review.level,
        nodes: review.nodes,
        seconds: review.elapsed.as_secs_f64(),
    })
}

fn move_line<S: Size>(lang: Lang, review: &MoveReview<S>) -> MoveLine {
    let discs = |value: Value| hundredths(value.discs);
    MoveLine {
        kind: "move",
        number: review.number,
        color: review.mover().to_string(),
        played: review.played.to_string(),
        position: review.position.to_string(),
        before: discs(review.before),
        after: discs(review.after),
        trust_before: reviews::trust(review.before.trust),
        trust_after: reviews::trust(review.after.trust),
        loss: hundredths(review.loss),
        mark: review.mark.word(),
        best: review.best_move().to_string(),
        best_line: texts(&review.best),
        line: texts(&review.line),
        reasons: review.reasons.iter().map(|why| reason(lang, why, review.number)).collect(),
    }
}

/// A reason with its numbers and its sentence.
pub(crate) fn reason<S: Size>(lang: Lang, reason: &Reason<S>, number: usize) -> serde_json::Value {
    let mut object = match reason {
        Reason::CornerOpened { square, near, corner, ply } => {
            let near = match near {
                CornerNeighbour::X => "x",
                CornerNeighbour::C => "c",
            };
            json!({ "square": square.to_string(), "near": near, "corner": corner.to_string(), "ply": ply })
        }
        Reason::CornerGiven { corner, ply } | Reason::CornerMissed { corner, ply } => {
            json!({ "corner": corner.to_string(), "ply": ply })
        }
        Reason::Wedged { square, ply } | Reason::WedgeMissed { square, ply } => {
            json!({ "square": square.to_string(), "ply": ply })
        }
        Reason::WipedOut { ply }
        | Reason::MustPass { ply }
        | Reason::PassMissed { ply }
        | Reason::OutOfSafeMoves { ply }
        | Reason::LastMove { ply } => json!({ "ply": ply }),
        Reason::MobilityAlong { played, best, turns } => json!({
            "played": { "mine": played.mine, "theirs": played.theirs },
            "best": { "mine": best.mine, "theirs": best.theirs },
            "turns": turns,
        }),
        Reason::Mobility { played, best } => json!({
            "played": { "mine": played.mine, "theirs": played.theirs },
            "best": { "mine": best.mine, "theirs": best.theirs },
        }),
        Reason::SafeMoves { played, best } | Reason::Frontier { played, best } => {
            json!({ "played": played, "best": best })
        }
        Reason::FrontierAlong { played, best, plies } => {
            json!({ "played": played, "best": best, "plies": plies })
        }
        Reason::Stability { played, best, ply } => {
            json!({ "played": played, "best": best, "ply": ply })
        }
        Reason::ParityLost { region, ply } | Reason::NoAccess { region, ply } => {
            let squares: Vec<String> = region.into_iter().map(|at| at.to_string()).collect();
            json!({ "region": squares, "ply": ply })
        }
        Reason::Exchange { flipped, lost } => json!({ "turned": flipped, "lost": lost }),
    };
    object["reason"] = reason.word().into();
    object["text"] = reviews::reason(lang, reason, number).into();
    object
}

fn side<'a, S: Reviewable>(reviewed: &ReviewedGame<'a, S>, color: Color) -> Side<'a> {
    let accuracy = reviewed.review.accuracy(color);
    let marks = Mark::ALL.into_iter();
    Side {
        name: reviewed.game.name(color),
        accuracy: accuracy.percent.map(hundredths),
        mean_loss: accuracy.mean_loss().map(hundredths),
        loss: hundredths(accuracy.loss),
        choices: accuracy.choices,
        marks: marks.map(|mark| (mark.word().to_owned(), accuracy.count(mark).into())).collect(),
    }
}

/// Rounds to hundredths.
pub(crate) fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0 + 0.0
}

pub(crate) fn texts<S: Size>(moves: &[Move<S>]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
