//! A review as JSON.

use othellier_board::Size;
use othellier_locale::reviews;
use othellier_review::{ReviewProgress, Reviewable};
use othellier_wire::{ReviewEvent, ReviewSummary, ReviewedMove};

use super::ReviewedGame;
use crate::common::error::CliError;
use crate::common::output;

pub(super) fn progress<S: Size>(
    progress: ReviewProgress<'_, S>,
    timed: bool,
) -> Result<(), CliError> {
    match progress {
        ReviewProgress::Level(level) if timed => output::json(&ReviewEvent::Level { level }),
        ReviewProgress::Level(_) => Ok(()),
        ReviewProgress::Move(review) => {
            let describe = |reason: &_| reviews::in_both(reason, reviews::When::of(review)).into();
            output::json(&ReviewEvent::Move(Box::new(ReviewedMove::new(review, describe))))
        }
    }
}

pub(super) fn total<S: Reviewable>(
    reviewed: &ReviewedGame<'_, S>,
    interrupted: bool,
) -> Result<(), CliError> {
    let summary = ReviewSummary::new(reviewed.game, reviewed.review, interrupted);
    output::json(&ReviewEvent::Total(Box::new(summary)))
}
