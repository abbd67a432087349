//! Game review: every move evaluated, reported as it is found.

use othellier_locale::reviews;
use othellier_record::{AnyGame, Game, transcript, with_game};
use othellier_review::{ReviewProgress, Reviewable, Reviewer, Settings};
use othellier_search::StopSignal;
use othellier_wire::{ReviewEvent, ReviewSummary, ReviewedMove};

use crate::error::ServiceError;
use crate::imports::nth_game;
use crate::limits;

#[derive(Clone, Debug)]
pub struct ReviewRequest {
    game: AnyGame,
    level: u32,
}

/// The limits of a review.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    pub threads: usize,
    /// Bytes of the transposition table.
    pub table_bytes: usize,
}

/// Increases when a review of the same game would have another content.
const REVIEW_VERSION: u32 = 1;

impl ReviewRequest {
    /// A review of a whole game, at a level of the champion.
    pub fn new(game: AnyGame, level: Option<u32>) -> Result<ReviewRequest, ServiceError> {
        let level = level.unwrap_or(Settings::DEFAULT_LEVEL);
        if level > limits::REVIEW_LEVEL {
            let most = limits::REVIEW_LEVEL;
            return Err(ServiceError::not_allowed(format!(
                "a review has a level of at most {most}"
            )));
        }
        Ok(ReviewRequest { game: at_last_move(game), level })
    }

    /// A review of the first game of a text.
    pub fn of_text(
        text: &str,
        size: Option<u8>,
        level: Option<u32>,
    ) -> Result<ReviewRequest, ServiceError> {
        ReviewRequest::new(nth_game(text, size, 0)?.game, level)
    }

    pub fn level(&self) -> u32 {
        self.level
    }

    /// The key that the review is stored under.
    pub fn key(&self) -> String {
        with_game!(&self.game, game => {
            let moves = transcript::write_with_passes(game);
            format!("{REVIEW_VERSION} {} {moves}", game.start())
        })
    }

    /// Reviews the game and passes the events to `emit`: `begin`, each move, and the summary. The
    /// end is for the caller to report.
    pub fn run(&self, resources: Resources, stop: &StopSignal, emit: &mut dyn FnMut(ReviewEvent)) {
        let Resources { threads, table_bytes } = resources;
        let settings = Settings { level: self.level, time: None, threads, table_bytes };
        with_game!(&self.game, game => run_review(game, &settings, stop, emit));
    }
}

/// The game at its last move, whatever ply it was at.
fn at_last_move(mut game: AnyGame) -> AnyGame {
    with_game!(&mut game, game => {
        if game.length() < game.full_length() {
            let _ = game.go_to(game.full_length());
        }
    });
    game
}

fn run_review<S: Reviewable>(
    game: &Game<S>,
    settings: &Settings,
    stop: &StopSignal,
    emit: &mut dyn FnMut(ReviewEvent),
) {
    let mut reviewer = Reviewer::<S>::new(settings);
    emit(ReviewEvent::begin(S::SIDE, game.length(), settings.level, reviewer.method()));
    let review = reviewer.review(game, stop, &mut |progress| {
        if let ReviewProgress::Move(review) = progress {
            let describe = |reason: &_| reviews::in_both(reason, reviews::When::of(review)).into();
            emit(ReviewEvent::Move(Box::new(ReviewedMove::new(review, describe))));
        }
    });
    let summary = ReviewSummary::new(game, &review, stop.is_stopped());
    emit(ReviewEvent::Summary(Box::new(summary)));
}
