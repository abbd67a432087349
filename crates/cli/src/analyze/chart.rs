//! A chart of the score over a reviewed game.

use othellier_board::Color;
use othellier_locale::{Lang, reviews, tr};
use othellier_report::chart::{Course, CoursePoint, Figure, Labels};
use othellier_review::{Mark, MoveReview, Reviewable};

use super::ReviewedGame;

/// The marks shown, in legend order.
const SHOWN: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

/// The score after each move for Black, with the bad moves marked.
pub(super) fn of<S: Reviewable>(lang: Lang, reviewed: &ReviewedGame<'_, S>) -> Figure {
    let review = reviewed.review;
    let names = Color::ALL.map(|color| match reviewed.game.name(color) {
        "" => reviews::side(lang, color),
        name => name.to_owned(),
    });
    let [black, white] = &names;
    let start = review.black_score_at_start();
    let start = start.map(|y| CoursePoint { x: 0.0, y, mark: None, text: String::new() });
    let point = |review: &MoveReview<S>| CoursePoint {
        x: review.number as f64,
        y: review.black_score(),
        mark: SHOWN.iter().position(|&shown| shown == review.mark),
        // Inaccuracies are not labelled: they are many, and would hide the rest.
        text: match review.mark {
            Mark::Mistake | Mark::Blunder => format!("{}{}", review.played, review.mark.sign()),
            _ => String::new(),
        },
    };
    let shown = |mark: Mark| format!("{} {}", mark.sign(), reviews::mark(lang, mark));
    Figure::Course(Course {
        labels: Labels {
            title: tr!(lang, "diagram-title-game", black = black.as_str(), white = white.as_str()),
            x: lang.text("review-chart-x"),
            y: lang.text("review-chart-y"),
            note: tr!(
                lang,
                "review-judge",
                means = reviews::method(lang, review.method),
                level = review.level.to_string(),
                seconds = lang.decimals(review.elapsed.as_secs_f64(), 1)
            ),
            number_format: lang.number_format(),
        },
        sides: ["review-chart-above", "review-chart-below"].map(|key| lang.text(key)),
        marks: SHOWN.map(shown).to_vec(),
        points: start.into_iter().chain(review.moves.iter().map(point)).collect(),
    })
}
