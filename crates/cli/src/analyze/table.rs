//! A review as text: a line for each move, then a summary and the reasons.

use clap::builder::styling::{AnsiColor, Style};
use othellier_board::{Color, Size};
use othellier_locale::{Lang, reviews, rounded, tr};
use othellier_record::openings;
use othellier_review::{Accuracy, Mark, MoveReview, Reviewable};
use othellier_search::Trust;
use othellier_wire as wire;

use super::ReviewedGame;
use crate::common::error::CliError;
use crate::common::output;

/// How many moves of a line are shown.
const LINE: usize = 8;

pub(super) fn print<S: Reviewable>(
    lang: Lang,
    reviewed: &ReviewedGame<'_, S>,
) -> Result<(), CliError> {
    for line in heading(lang, reviewed) {
        output::line(&line)?;
    }
    output::line("")?;
    let text = |key: &str| lang.text(&format!("review-column-{key}"));
    output::line(&format!(
        "{:>3}   {:7} {:>7} {:>7} {:>6}  {}",
        "#",
        text("move"),
        text("before"),
        text("after"),
        text("loss"),
        text("best")
    ))?;
    for review in &reviewed.review.moves {
        output::line(&row(lang, review))?;
    }
    output::line("")?;
    for line in summary(lang, reviewed) {
        output::line(&line)?;
    }
    let bad = reviewed.review.moves.iter().filter(|review| review.mark.is_bad());
    for review in bad {
        output::line("")?;
        output::line(&verdict(lang, review))?;
        for why in reviews::reasons(lang, review) {
            output::line(&format!("     · {why}"))?;
        }
    }
    Ok(())
}

/// The players, the result, and how the game was analysed.
pub(super) fn heading<S: Reviewable>(lang: Lang, reviewed: &ReviewedGame<'_, S>) -> Vec<String> {
    let mut lines = Vec::new();
    let names = Color::ALL.map(|color| reviewed.record.game.name(color));
    if names.iter().any(|name| !name.is_empty()) {
        let [black, white] = names;
        lines.push(tr!(lang, "diagram-title-game", black = black, white = white));
    }
    let details = [&reviewed.record.event, &reviewed.record.date].map(String::as_str);
    let details: Vec<&str> = details.into_iter().filter(|text| !text.is_empty()).collect();
    if !details.is_empty() {
        lines.push(details.join(", "));
    }
    if let Some(score) = reviewed.record.black_score() {
        lines.push(tr!(lang, "review-result", score = format!("{score:+}")));
    }
    if let Some(reached) = openings::of_game(reviewed.game) {
        let name = reviews::opening(lang, reached);
        lines.push(tr!(lang, "review-opening", name = name, moves = reached.length));
    }
    let review = reviewed.review;
    lines.push(tr!(
        lang,
        "review-judge",
        means = reviews::method(lang, review.method),
        level = review.level.to_string(),
        seconds = lang.decimals(review.elapsed.as_secs_f64(), 1)
    ));
    if !review.is_complete() {
        let (known, all) = (review.moves.len(), review.length);
        lines.push(tr!(lang, "review-incomplete", known = known, all = all));
    }
    lines
}

fn row<S: Size>(lang: Lang, review: &MoveReview<S>) -> String {
    let style = style(review.mark);
    let disc = match review.mover() {
        Color::Black => '●',
        Color::White => '○',
    };
    let loss = match review.mark {
        Mark::Forced => "·".to_owned(),
        _ if review.loss == 0.0 => "0".to_owned(),
        _ => lang.number(&reviews::discs(review.loss)),
    };
    let best = if review.best_move() == review.played {
        String::new()
    } else {
        reviews::line(&review.best, LINE)
    };
    let line = format!(
        "{:>3} {disc} {style}{:7}{style:#} {:>7} {:>7} {style}{loss:>6}{style:#}  {best}",
        review.number,
        format!("{}{}", review.played, review.mark.sign()),
        score(lang, review.before),
        score(lang, review.after),
    );
    line.trim_end().to_owned()
}

/// A score with a sign for its reliability: `=` exact, `≈` selective.
fn score(lang: Lang, value: othellier_review::Value) -> String {
    let sign = match value.trust {
        Trust::Exact => "=",
        Trust::Selective { .. } => "≈",
        Trust::Estimate | Trust::None => " ",
    };
    format!("{}{sign}", reviews::score(lang, value))
}

fn style(mark: Mark) -> Style {
    match mark {
        Mark::Forced => Style::new().dimmed(),
        Mark::Best | Mark::Good => Style::new(),
        Mark::Inaccuracy => AnsiColor::Cyan.on_default(),
        Mark::Mistake => AnsiColor::Yellow.on_default().bold(),
        Mark::Blunder => AnsiColor::Red.on_default().bold(),
    }
}

/// The accuracy of each side, and the turning point.
pub(super) fn summary<S: Reviewable>(lang: Lang, reviewed: &ReviewedGame<'_, S>) -> Vec<String> {
    let review = reviewed.review;
    let side = |color: Color| accuracy(lang, color, review.accuracy(color));
    let mut lines: Vec<String> = Color::ALL.map(side).to_vec();
    lines.push(turning_point(lang, reviewed));
    lines
}

fn accuracy(lang: Lang, color: Color, accuracy: &Accuracy) -> String {
    let side = reviews::side(lang, color);
    let (Some(percent), Some(mean)) = (accuracy.percent, accuracy.mean_loss()) else {
        return tr!(lang, "review-no-accuracy", side = side);
    };
    let count = |mark: Mark| accuracy.count(mark);
    tr!(
        lang,
        "review-accuracy",
        side = side,
        percent = format!("{percent:.0}"),
        mean = rounded(mean, 1),
        blunders = count(Mark::Blunder),
        mistakes = count(Mark::Mistake),
        inaccuracies = count(Mark::Inaccuracy)
    )
}

/// The turning point in a sentence.
pub(super) fn turning_point<S: Reviewable>(lang: Lang, reviewed: &ReviewedGame<'_, S>) -> String {
    let review = reviewed.review;
    let Some(turn) = review.turning_point.and_then(|number| review.of_number(number)) else {
        return lang.text("review-no-turning-point");
    };
    tr!(
        lang,
        "review-turning-point",
        side = reviews::side(lang, turn.mover()),
        number = turn.number.to_string(),
        played = turn.played.to_string(),
        before = reviews::score(lang, turn.before),
        after = reviews::score(lang, turn.after),
        trust = wire::Trust::from(turn.before.trust).word()
    )
}

/// The sentence about a bad move, before its reasons.
pub(super) fn verdict<S: Size>(lang: Lang, review: &MoveReview<S>) -> String {
    let style = style(review.mark);
    let text = tr!(
        lang,
        "review-verdict",
        number = review.number.to_string(),
        side = reviews::side(lang, review.mover()),
        played = format!("{}{}", review.played, review.mark.sign()),
        mark = reviews::mark(lang, review.mark),
        loss = reviews::discs(review.loss),
        best = reviews::line(&review.best, LINE)
    );
    format!("{style}{text}{style:#}")
}
