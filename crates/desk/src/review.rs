//! Game review: every move evaluated, reported as it is found.

use othellier_board::{Color, Size};
use othellier_locale::{Lang, reviews};
use othellier_record::{AnyGame, Game, transcript, with_game};
use othellier_review::Settings;
use othellier_review::{Accuracy, Mark, MoveReview, Review, ReviewProgress, Reviewable, Reviewer};
use othellier_search::StopSignal;
use othellier_wire::{Both, Sentence, Side, Value as ValueShown, hundredths, moves};
use serde::Serialize;

use crate::error::DeskError;
use crate::imports::nth_game;
use crate::limits;

/// The events of a review.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ReviewEvent {
    /// All job slots are taken.
    Queued {
        /// How many are served first.
        ahead: usize,
    },
    /// The review begins.
    Begin {
        /// Squares to a side.
        size: u8,
        /// The number of moves.
        moves: usize,
        /// The level of the champion.
        level: u32,
        /// What evaluates the positions.
        means: &'static str,
    },
    /// A move was reviewed; the last move of the game comes first.
    Move(Box<MoveShown>),
    /// The whole game.
    Summary(Box<Summary>),
    /// The end.
    Done {
        /// Why it ended.
        stopped_by: &'static str,
    },
}

/// A move and its evaluation; scores are for the side that moved.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveShown {
    /// The number of moves before it.
    ply: usize,
    color: Side,
    #[serde(rename = "move")]
    played: String,
    before: ValueShown,
    after: ValueShown,
    best: BestShown,
    line: Vec<String>,
    /// In discs.
    loss: f64,
    /// `forced`, `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    mark: &'static str,
    why: Vec<WhyShown>,
}

/// The best move in the position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BestShown {
    #[serde(rename = "move")]
    played: String,
    line: Vec<String>,
    score: f64,
}

/// A reason why a move was bad.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WhyShown {
    code: &'static str,
    text: Sentence,
}

/// The whole game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Summary {
    #[serde(flatten)]
    sides: Both<SideShown>,
    /// The ply of the move after which the game was lost for good.
    turning_point: Option<usize>,
    graph: Vec<GraphPoint>,
}

/// The accuracy of one side.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideShown {
    /// Out of 100.
    accuracy: Option<f64>,
    /// The sum of the losses, in discs.
    loss: f64,
    marks: Marks,
}

/// The number of moves by mark.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Marks {
    forced: usize,
    best: usize,
    good: usize,
    inaccuracy: usize,
    mistake: usize,
    blunder: usize,
}

/// A point of the score graph.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GraphPoint {
    ply: usize,
    black_score: f64,
}

/// A game to review.
#[derive(Clone, Debug)]
pub struct ReviewRequest {
    game: AnyGame,
    level: u32,
}

/// What a review may use.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Threads of the search.
    pub threads: usize,
    /// Bytes of the transposition table.
    pub table_bytes: usize,
}

/// Increases when a review of the same game would have another content.
const REVIEW_VERSION: u32 = 1;

impl ReviewRequest {
    /// A review of a whole game, at a level of the champion.
    pub fn new(game: AnyGame, level: Option<u32>) -> Result<ReviewRequest, DeskError> {
        let level = level.unwrap_or(Settings::DEFAULT_LEVEL);
        if level > limits::REVIEW_LEVEL {
            let most = limits::REVIEW_LEVEL;
            return Err(DeskError::not_allowed(format!("a review has a level of at most {most}")));
        }
        Ok(ReviewRequest { game: at_last_move(game), level })
    }

    /// A review of the first game of a text.
    pub fn of_text(
        text: &str,
        size: Option<u8>,
        level: Option<u32>,
    ) -> Result<ReviewRequest, DeskError> {
        ReviewRequest::new(nth_game(text, size, 0)?.game, level)
    }

    /// The level.
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
    let means = reviewer.method().word();
    let (moves, level) = (game.length(), settings.level);
    emit(ReviewEvent::Begin { size: S::SIDE, moves, level, means });
    let review = reviewer.review(game, stop, &mut |progress| {
        if let ReviewProgress::Move(review) = progress {
            emit(ReviewEvent::Move(Box::new(move_shown(review))));
        }
    });
    emit(ReviewEvent::Summary(Box::new(summary(&review))));
}

fn move_shown<S: Size>(review: &MoveReview<S>) -> MoveShown {
    let why = review.reasons.iter().map(|reason| {
        let [en, fr] =
            [Lang::En, Lang::Fr].map(|lang| reviews::reason(lang, reason, review.number));
        WhyShown { code: reason.word(), text: Sentence { en, fr } }
    });
    MoveShown {
        ply: review.number - 1,
        color: review.mover().into(),
        played: review.played.to_string(),
        before: value_shown(review.before),
        after: value_shown(review.after),
        best: BestShown {
            played: review.best_move().to_string(),
            line: moves(&review.best),
            score: hundredths(review.before.discs),
        },
        line: moves(&review.line),
        loss: hundredths(review.loss),
        mark: review.mark.word(),
        why: why.collect(),
    }
}

fn value_shown(value: othellier_review::Value) -> ValueShown {
    ValueShown::new(value.discs, value.trust).rounded()
}

fn summary<S: Size>(review: &Review<S>) -> Summary {
    let start = review.black_score_at_start();
    let start =
        start.map(|black_score| GraphPoint { ply: 0, black_score: hundredths(black_score) });
    let moves = review.moves.iter().map(|review| GraphPoint {
        ply: review.number,
        black_score: hundredths(review.black_score()),
    });
    Summary {
        sides: Both::from_array(Color::ALL.map(|color| side_shown(review.accuracy(color)))),
        turning_point: review.turning_point.map(|number| number - 1),
        graph: start.into_iter().chain(moves).collect(),
    }
}

fn side_shown(accuracy: &Accuracy) -> SideShown {
    let marks = Marks {
        forced: accuracy.count(Mark::Forced),
        best: accuracy.count(Mark::Best),
        good: accuracy.count(Mark::Good),
        inaccuracy: accuracy.count(Mark::Inaccuracy),
        mistake: accuracy.count(Mark::Mistake),
        blunder: accuracy.count(Mark::Blunder),
    };
    SideShown { accuracy: accuracy.percent.map(hundredths), loss: hundredths(accuracy.loss), marks }
}
