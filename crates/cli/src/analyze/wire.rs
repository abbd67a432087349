//! A review as JSON.

use othellier_board::Size;
use othellier_locale::{Lang, reviews};
use othellier_review::{ReviewProgress, Reviewable};
use othellier_wire::{ReviewEvent, ReviewSummary, ReviewedMove, Sentence};

use super::ReviewedGame;
use crate::error::CliError;
use crate::output;

/// Prints progress.
pub(super) fn progress<S: Size>(
    progress: ReviewProgress<'_, S>,
    timed: bool,
) -> Result<(), CliError> {
    match progress {
        ReviewProgress::Level(level) if timed => output::json(&ReviewEvent::Level { level }),
        ReviewProgress::Level(_) => Ok(()),
        ReviewProgress::Move(review) => {
            let describe = |reason: &_| sentence(reason, review.number);
            output::json(&ReviewEvent::Move(Box::new(ReviewedMove::new(review, describe))))
        }
    }
}

/// Prints the last object.
pub(super) fn total<S: Reviewable>(
    reviewed: &ReviewedGame<'_, S>,
    interrupted: bool,
) -> Result<(), CliError> {
    let summary = ReviewSummary::new(reviewed.game, reviewed.review, interrupted);
    output::json(&ReviewEvent::Total(Box::new(summary)))
}

/// A reason in both languages; `number` is that of the move in the game.
pub(crate) fn sentence<S: Size>(reason: &othellier_review::Reason<S>, number: usize) -> Sentence {
    let [en, fr] = [Lang::En, Lang::Fr].map(|lang| reviews::reason(lang, reason, number));
    Sentence { en, fr }
}
