//! The course of a reviewed game as a figure.

use othellier_board::Color;
use othellier_lab::chart::{Course, CoursePoint, Figure, Labels};
use othellier_review::{Mark, MoveReview, Reviewable};

use super::{Told, words};
use crate::lang::{Lang, say};

/// The marks that are shown, in the order of the figure.
const SHOWN: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

/// The score after each move as Black sees it, with the bad moves marked.
pub(super) fn of<S: Reviewable>(lang: Lang, told: &Told<'_, S>) -> Figure {
    let review = told.review;
    let names = Color::ALL.map(|color| match told.game.name(color) {
        "" => words::side(lang, color),
        name => name.to_owned(),
    });
    let [black, white] = &names;
    let start = review.black_score_at_start();
    let start = start.map(|y| CoursePoint { x: 0.0, y, mark: None, text: String::new() });
    let point = |review: &MoveReview<S>| CoursePoint {
        x: review.number as f64,
        y: review.black_score(),
        mark: SHOWN.iter().position(|&shown| shown == review.mark),
        // Inaccuracies are many, and their names would hide the rest.
        text: match review.mark {
            Mark::Mistake | Mark::Blunder => format!("{}{}", review.played, review.mark.sign()),
            _ => String::new(),
        },
    };
    let shown = |mark: Mark| format!("{} {}", mark.sign(), words::mark(lang, mark));
    Figure::Course(Course {
        labels: Labels {
            title: say!(lang, "diagram-title-game", black = black.as_str(), white = white.as_str()),
            x: lang.text("review-chart-x"),
            y: lang.text("review-chart-y"),
            note: say!(
                lang,
                "review-judge",
                means = words::means(lang, review.means),
                level = review.level.to_string(),
                seconds = lang.decimals(review.elapsed.as_secs_f64(), 1)
            ),
            writing: lang.writing(),
        },
        sides: ["review-chart-above", "review-chart-below"].map(|key| lang.text(key)),
        marks: SHOWN.map(shown).to_vec(),
        points: start.into_iter().chain(review.moves.iter().map(point)).collect(),
    })
}
