//! A review as a self-contained HTML page: chart, table, boards, reasons.

use othellier_board::{Color, Move};
use othellier_locale::{Lang, reviews, tr};
use othellier_record::diagram::{Diagram, svg};
use othellier_record::{Game, transcript};
use othellier_report::{Document, html};
use othellier_review::{Mark, MoveReview, Reviewable};

use super::{ReviewedGame, chart, table};

/// How many moves of a line are numbered on a board.
const NUMBERED: usize = 6;
/// How many moves of a line are written.
const LINE: usize = 12;

pub(super) fn of<S: Reviewable>(lang: Lang, reviewed: &ReviewedGame<'_, S>) -> String {
    let mut page = Document::default();
    let names = Color::ALL.map(|color| match reviewed.game.name(color) {
        "" => reviews::side(lang, color),
        name => name.to_owned(),
    });
    let [black, white] = &names;
    page.heading(
        1,
        tr!(lang, "diagram-title-game", black = black.as_str(), white = white.as_str()),
    );
    for line in table::heading(lang, reviewed) {
        page.paragraph(line);
    }
    page.figure("course".to_owned(), chart::of(lang, reviewed));
    for line in table::summary(lang, reviewed) {
        page.paragraph(line);
    }
    let bad: Vec<_> = reviewed.review.moves.iter().filter(|review| review.mark.is_bad()).collect();
    if !bad.is_empty() {
        page.heading(2, lang.text("review-page-mistakes"));
    }
    for review in bad {
        mistake(lang, &mut page, review);
    }
    page.heading(2, lang.text("review-page-moves"));
    page.table(moves(lang, reviewed));
    page.code(transcript::write(reviewed.game));
    html::write(&lang, &page)
}

/// A bad move with its reasons and, if it is worse than an inaccuracy, both lines on boards.
fn mistake<S: Reviewable>(lang: Lang, page: &mut Document, review: &MoveReview<S>) {
    page.heading(
        3,
        tr!(
            lang,
            "review-verdict",
            number = review.number.to_string(),
            side = reviews::side(lang, review.mover()),
            played = format!("{}{}", review.played, review.mark.sign()),
            mark = reviews::mark(lang, review.mark),
            loss = reviews::discs(review.loss),
            best = reviews::line(&review.best, LINE)
        ),
    );
    for why in reviews::reasons(lang, review) {
        page.paragraph(why);
    }
    if review.mark >= Mark::Mistake {
        let board = |key: &str, line: &[Move<S>]| {
            let words = tr!(lang, key, line = reviews::line(line, NUMBERED));
            (picture(review, line, &words), words)
        };
        page.pictures(vec![
            board("review-page-played", &review.line),
            board("review-page-best", &review.best),
        ]);
    }
}

/// The board before the move, with a line as numbered discs.
fn picture<S: Reviewable>(review: &MoveReview<S>, line: &[Move<S>], title: &str) -> String {
    let mut game = Game::from_position(review.position);
    for &played in line.iter().take(NUMBERED) {
        if game.play(played).is_err() {
            break;
        }
    }
    let title = title.to_owned();
    svg(&game, &Diagram { title, width: Some(320), ..Diagram::default() })
}

fn moves<S: Reviewable>(lang: Lang, reviewed: &ReviewedGame<'_, S>) -> Vec<Vec<String>> {
    let column = |key: &str| lang.text(&format!("review-column-{key}"));
    let first = ["number", "side", "move", "before", "after", "loss", "mark", "best"].map(column);
    let row = |review: &MoveReview<S>| {
        let is_best = review.best_move() == review.played;
        vec![
            review.number.to_string(),
            reviews::side(lang, review.mover()),
            format!("{}{}", review.played, review.mark.sign()),
            reviews::score(lang, review.before),
            reviews::score(lang, review.after),
            lang.number(&reviews::discs((review.loss * 10.0).round() / 10.0)),
            reviews::mark(lang, review.mark),
            if is_best { String::new() } else { reviews::line(&review.best, LINE) },
        ]
    };
    std::iter::once(first.to_vec()).chain(reviewed.review.moves.iter().map(row)).collect()
}
