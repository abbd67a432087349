//! Exercises and grades as JSON.

use othellier_board::{Position, Size};
use othellier_review::reasons;
use othellier_wire::{Exercise, Grade, Reason};

use crate::common::review::sentence;

/// An exercise, without its answer.
pub(super) fn exercise<S: Size>(
    number: usize,
    exercise: &othellier_review::Exercise<S>,
) -> Exercise {
    Exercise { number: Some(number), ..Exercise::new(exercise) }
}

/// The grade of an answer.
pub(super) fn grade<S: Size>(position: &Position<S>, grade: &othellier_review::Grade<S>) -> Grade {
    let why = match grade.is_found() {
        true => Vec::new(),
        false => reasons(position, &grade.line, &grade.best_line),
    };
    let why = why.iter().map(|reason| Reason::new(reason, sentence(reason, 1)));
    Grade::new(position, grade, why.collect())
}
