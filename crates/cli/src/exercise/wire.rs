//! Exercises and grades as JSON.

use othellier_board::{Position, Size};
use othellier_locale::{Lang, reviews};
use othellier_review::{Exercise, Grade, reasons};
use serde_json::{Value, json};

use crate::analyze::wire::{hundredths, reason, texts};

/// An exercise, without its answer.
pub(super) fn exercise<S: Size>(number: usize, exercise: &Exercise<S>) -> Value {
    let position = &exercise.position;
    let difficulty = exercise.difficulty.map(|difficulty| {
        json!({
            "stars": difficulty.stars(),
            "moves": difficulty.moves,
            "good": difficulty.good,
            "greedy_fails": difficulty.greedy_fails,
            "mobility_fails": difficulty.mobility_fails,
            "corner_fails": difficulty.corner_fails,
            "unnatural": difficulty.is_unnatural,
        })
    });
    let missed = exercise.missed.map(|missed| {
        json!({
            "number": missed.number,
            "move": missed.played.to_string(),
            "loss": hundredths(missed.loss),
            "mark": missed.mark.word(),
        })
    });
    json!({
        "type": "exercise",
        "number": number,
        "position": position.to_string(),
        "side": position.side_to_move().to_string(),
        "empties": position.board().empties().len(),
        "difficulty": difficulty,
        "missed": missed,
    })
}

/// The grade of an answer.
pub(super) fn grade<S: Size>(lang: Lang, position: &Position<S>, grade: &Grade<S>) -> Value {
    let why = match grade.is_found() {
        true => Vec::new(),
        false => reasons(position, &grade.line, &grade.best_line),
    };
    let why: Vec<Value> = why.iter().map(|why| reason(lang, why, 1)).collect();
    json!({
        "type": "grade",
        "position": position.to_string(),
        "answer": grade.answer.to_string(),
        "found": grade.is_found(),
        "score": hundredths(grade.value.discs),
        "best_score": hundredths(grade.best.discs),
        "trust": reviews::trust(grade.best.trust),
        "loss": hundredths(grade.loss),
        "mark": grade.mark.word(),
        "line": texts(&grade.line),
        "best_line": texts(&grade.best_line),
        "reasons": why,
    })
}
