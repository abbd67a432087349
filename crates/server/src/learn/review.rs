//! Game review: every move evaluated, streamed as it is found.
//!
//! A finished review is stored under its game and level. The same request later gets the stored
//! events, also after a restart.

use axum::extract::State;
use axum::response::Response;
use futures_util::stream;
use othellier_board::{Color, Size};
use othellier_record::{AnyGame, Game, transcript, with_game};
use othellier_review::Settings;
use othellier_review::{
    Accuracy, Mark, MoveReview, Reason, Review, ReviewProgress, Reviewable, Reviewer,
};
use othellier_search::StopSignal;
use othellier_wire::{Both, Side, Value as ValueShown, hundredths, moves};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use utoipa::{IntoParams, ToSchema};

use super::reasons::{AnyReason, DescribeReason};
use crate::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Params;
use crate::jobs::spawn;
use crate::limits;
use crate::store::Store;
use crate::stream::{CancelGuard, event, events, sse};
use othellier_desk::imports::nth_game;

/// The transposition table of a review.
const TABLE_BYTES: usize = 64 << 20;

/// The query of a review.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReviewQuery {
    /// The id of a game.
    game: Option<String>,
    /// Or a game in any format.
    text: Option<String>,
    /// Squares to a side, if the text does not show it.
    size: Option<u8>,
    /// The level of the champion.
    level: Option<u32>,
    /// Only return a stored review, at any level if none is given; review nothing.
    kept: Option<bool>,
}

/// The events of a review.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ReviewEvent {
    /// All job slots are taken.
    Queued {
        ahead: usize,
    },
    Begin {
        size: u8,
        moves: usize,
        level: u32,
        means: &'static str,
    },
    Move(Box<MoveShown>),
    Summary(Box<Summary>),
    Done {
        stopped_by: &'static str,
    },
}

/// A move and its evaluation; scores are for the side that moved.
#[derive(Serialize, ToSchema)]
pub(crate) struct MoveShown {
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
#[derive(Serialize, ToSchema)]
pub(crate) struct BestShown {
    #[serde(rename = "move")]
    played: String,
    line: Vec<String>,
    score: f64,
}

/// A reason why a move was bad.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhyShown {
    code: &'static str,
    text: TextShown,
}

/// A sentence in both languages.
#[derive(Serialize, ToSchema)]
pub(crate) struct TextShown {
    en: String,
    fr: String,
}

/// The whole game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Summary {
    #[serde(flatten)]
    sides: Both<SideShown>,
    /// The ply of the move after which the game was lost for good.
    turning_point: Option<usize>,
    graph: Vec<GraphPoint>,
}

/// The accuracy of one side.
#[derive(Serialize, ToSchema)]
pub(crate) struct SideShown {
    /// Out of 100.
    accuracy: Option<f64>,
    /// The sum of the losses, in discs.
    loss: f64,
    marks: Marks,
}

/// The number of moves by mark.
#[derive(Serialize, ToSchema)]
pub(crate) struct Marks {
    forced: usize,
    best: usize,
    good: usize,
    inaccuracy: usize,
    mistake: usize,
    blunder: usize,
}

/// A point of the score graph.
#[derive(Serialize, ToSchema)]
pub(crate) struct GraphPoint {
    ply: usize,
    black_score: f64,
}

/// Reviews a game, as a stream of `begin`, `move`, `summary` and `done`.
#[utoipa::path(get, path = "/api/reviews", tag = "learning", params(ReviewQuery), responses(
    (status = 200, body = ReviewEvent, content_type = "text/event-stream"),
    (status = "4XX", body = ErrorBody)))]
pub(crate) async fn review(
    State(app): State<App>,
    client: Client,
    Params(query): Params<ReviewQuery>,
) -> Result<Response, ApiError> {
    let game = match (&query.game, &query.text) {
        (Some(id), None) => at_last_move(app.session(id)?.handle.lock().game()),
        (None, Some(text)) => nth_game(text, query.size, 0)?.game,
        _ => return Err(ApiError::bad_request("expected one of game and text")),
    };
    let level = query.level.unwrap_or(Settings::DEFAULT_LEVEL);
    if level > othellier_desk::limits::REVIEW_LEVEL {
        let most = othellier_desk::limits::REVIEW_LEVEL;
        return Err(ApiError::not_allowed(format!("a review has a level of at most {most}")));
    }
    let key = key(&game);
    let only_stored = query.kept == Some(true);
    let wanted = if only_stored { query.level } else { Some(level) };
    if let Some(events) = stored_review(app.store(), &key, wanted) {
        return Ok(sse(stream::iter(events.into_iter().map(|stored| event(&stored)))));
    }
    if only_stored {
        let nothing = ReviewEvent::Done { stopped_by: "unknown" };
        return Ok(sse(stream::iter([event(&nothing)])));
    }
    let guard = CancelGuard::new(app.jobs().take(&client)?);
    let (sender, receiver) = unbounded_channel();
    let mut stream = ReviewStream { sender, events: Vec::new() };
    let (stop, describe, threads) = (guard.stop.clone(), app.describe_reason(), app.threads());
    let (limit, closing) = (app.job_limit().clone(), app.closing());
    if !limit.has_free_slot() {
        stream.send(&ReviewEvent::Queued { ahead: 1 });
    }
    tokio::spawn(async move {
        let Ok(permit) = limit.acquire().await else { return };
        if stop.is_stopped() {
            return;
        }
        spawn(permit, move || {
            let settings = Settings { level, time: None, threads, table_bytes: TABLE_BYTES };
            with_game!(&game, game => run_review(game, &settings, describe, &stop, &mut stream));
            if !stop.is_stopped() {
                stream.finish(app.store(), &key, level);
            }
        });
    });
    Ok(events(receiver, guard, closing))
}

/// Changes when a review of the same game would have another content.
const REVIEW_VERSION: u32 = 1;

/// The key that a review is stored under.
fn key(game: &AnyGame) -> String {
    with_game!(game, game => {
        let moves = transcript::write_with_passes(game);
        format!("{REVIEW_VERSION} {} {moves}", game.start())
    })
}

/// The events of a stored review.
fn stored_review(store: &Store, key: &str, level: Option<u32>) -> Option<Vec<Value>> {
    serde_json::from_str(&store.review(key, level).ok()??).ok()
}

/// Sends the events of a review, and records them.
struct ReviewStream {
    sender: UnboundedSender<Value>,
    events: Vec<Value>,
}

impl ReviewStream {
    /// Sends an event without recording it.
    fn send(&self, event: &ReviewEvent) {
        let _ = self.sender.send(serde_json::to_value(event).unwrap_or_default());
    }

    fn record(&mut self, event: &ReviewEvent) {
        self.send(event);
        self.events.push(serde_json::to_value(event).unwrap_or_default());
    }

    /// Stores the review, then sends `done`. If storing fails, the client still has all events.
    fn finish(mut self, store: &Store, key: &str, level: u32) {
        let done = ReviewEvent::Done { stopped_by: "done" };
        self.events.push(serde_json::to_value(&done).unwrap_or_default());
        let events = Value::Array(self.events.split_off(0)).to_string();
        let _ = store.save_review(key, level, &events, limits::STORED_REVIEWS);
        self.send(&done);
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
    describe: Option<DescribeReason>,
    stop: &StopSignal,
    stream: &mut ReviewStream,
) where
    AnyReason: From<Reason<S>>,
{
    let mut reviewer = Reviewer::<S>::new(settings);
    let means = reviewer.method().word();
    let (moves, level) = (game.length(), settings.level);
    stream.record(&ReviewEvent::Begin { size: S::SIDE, moves, level, means });
    let review = reviewer.review(game, stop, &mut |progress| {
        if let ReviewProgress::Move(review) = progress {
            stream.record(&ReviewEvent::Move(Box::new(move_shown(review, describe))));
        }
    });
    stream.record(&ReviewEvent::Summary(Box::new(summary(&review))));
}

fn move_shown<S: Size>(review: &MoveReview<S>, describe: Option<DescribeReason>) -> MoveShown
where
    AnyReason: From<Reason<S>>,
{
    let why = review.reasons.iter().map(|reason| {
        let words = describe.map(|describe| describe(&AnyReason::from(*reason), review.number));
        let [en, fr] = words.unwrap_or_default();
        WhyShown { code: reason.word(), text: TextShown { en, fr } }
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
