//! A game reviewed: every move judged, told as it is found.
//!
//! A review that was finished is kept under its game and level. Whoever asks for the same again is
//! told it at once, after a restart too.

use axum::extract::State;
use axum::response::Response;
use futures_util::stream;
use othellier_board::{Color, Size};
use othellier_record::{AnyGame, Game, transcript, with_game};
use othellier_review::Settings;
use othellier_review::{
    Accuracy, Mark, MoveReview, Progress, Reason, Review, Reviewable, Reviewer,
};
use othellier_search::StopSignal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use utoipa::{IntoParams, ToSchema};

use super::reasons::{AnyReason, Tell};
use crate::App;
use crate::client::Client;
use crate::errand::hire;
use crate::extract::Params;
use crate::imports::nth_game;
use crate::limits;
use crate::store::Store;
use crate::stream::{Leash, event, events, sse};
use crate::trouble::{ErrorBody, Trouble};
use crate::wire::{Both, Side, moves_shown, round, trust_shown};

/// The table of a review.
const TABLE_BYTES: usize = 64 << 20;

/// Which game, and how deep.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReviewQuery {
    /// The id of a game.
    game: Option<String>,
    /// Or a game in any format.
    text: Option<String>,
    /// Squares to a side, where the text does not show it.
    size: Option<u8>,
    /// As a level of the champion.
    level: Option<u32>,
    /// Whether to tell what is kept alone, at any level where none is said, and to review nothing
    /// anew.
    kept: Option<bool>,
}

/// What a review tells.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ReviewEvent {
    /// There is no room yet.
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

/// A move and what was found about it; scores are for the side that moved.
#[derive(Serialize, ToSchema)]
pub(crate) struct MoveShown {
    /// How many moves lie before it.
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

/// A score and how far it may be believed.
#[derive(Serialize, ToSchema)]
pub(crate) struct ValueShown {
    score: f64,
    trust: &'static str,
    percent: Option<u8>,
}

/// The best move there.
#[derive(Serialize, ToSchema)]
pub(crate) struct BestShown {
    #[serde(rename = "move")]
    played: String,
    line: Vec<String>,
    score: f64,
}

/// Why a bad move was bad.
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

/// The game as a whole.
#[derive(Serialize, ToSchema)]
pub(crate) struct Summary {
    #[serde(flatten)]
    sides: Both<SideShown>,
    /// The ply of the move after which the game was lost for good.
    turning_point: Option<usize>,
    graph: Vec<GraphPoint>,
}

/// How well one side played.
#[derive(Serialize, ToSchema)]
pub(crate) struct SideShown {
    /// Out of 100.
    accuracy: Option<f64>,
    /// Discs lost in all.
    loss: f64,
    marks: Marks,
}

/// How many moves of each mark.
#[derive(Serialize, ToSchema)]
pub(crate) struct Marks {
    forced: usize,
    best: usize,
    good: usize,
    inaccuracy: usize,
    mistake: usize,
    blunder: usize,
}

/// A point of the graph of the game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GraphPoint {
    ply: usize,
    black_score: f64,
}

/// A review of a game, as a stream of `begin`, `move`, `summary` and `done`.
#[utoipa::path(get, path = "/api/reviews", tag = "learning", params(ReviewQuery), responses(
    (status = 200, body = ReviewEvent, content_type = "text/event-stream"),
    (status = "4XX", body = ErrorBody)))]
pub(crate) async fn review(
    State(app): State<App>,
    client: Client,
    Params(query): Params<ReviewQuery>,
) -> Result<Response, Trouble> {
    let game = match (&query.game, &query.text) {
        (Some(id), None) => whole(app.seat(id)?.table.lock().game().clone()),
        (None, Some(text)) => nth_game(text, query.size, 0)?.game,
        _ => return Err(Trouble::bad_request("expected one of game and text")),
    };
    let level = query.level.unwrap_or(Settings::USUAL_LEVEL);
    if level > limits::REVIEW_LEVEL {
        let most = limits::REVIEW_LEVEL;
        return Err(Trouble::not_allowed(format!("a review has a level of {most} at most")));
    }
    let key = key(&game);
    let only_kept = query.kept == Some(true);
    let wanted = if only_kept { query.level } else { Some(level) };
    if let Some(events) = kept(app.store(), &key, wanted) {
        return Ok(sse(stream::iter(events.into_iter().map(|told| event(&told)))));
    }
    if only_kept {
        let nothing = ReviewEvent::Done { stopped_by: "unknown" };
        return Ok(sse(stream::iter([event(&nothing)])));
    }
    let leash = Leash::new(app.errands().take(&client)?);
    let (told, heard) = unbounded_channel();
    let mut teller = Teller { told, events: Vec::new() };
    let (stop, tell, threads) = (leash.stop.clone(), app.tell(), app.threads());
    let (room, closing) = (app.room().clone(), app.closing());
    if !room.has_place() {
        teller.mention(&ReviewEvent::Queued { ahead: 1 });
    }
    tokio::spawn(async move {
        let Ok(place) = room.enter().await else { return };
        if stop.is_stopped() {
            return;
        }
        hire(place, move || {
            let settings = Settings { level, time: None, threads, table_bytes: TABLE_BYTES };
            with_game!(&game, game => carry_out(game, &settings, tell, &stop, &mut teller));
            if !stop.is_stopped() {
                teller.finish(app.store(), &key, level);
            }
        });
    });
    Ok(events(heard, leash, closing))
}

/// Changes when a review would say something else of the same game.
const EDITION: u32 = 1;

/// What a review is kept under.
fn key(game: &AnyGame) -> String {
    with_game!(game, game => {
        let moves = transcript::write_with_passes(game);
        format!("{EDITION} {} {moves}", game.start())
    })
}

/// The events of a review that was finished.
fn kept(store: &Store, key: &str, level: Option<u32>) -> Option<Vec<Value>> {
    serde_json::from_str(&store.review(key, level).ok()??).ok()
}

/// Tells what is found, and remembers it.
struct Teller {
    told: UnboundedSender<Value>,
    events: Vec<Value>,
}

impl Teller {
    /// Tells something that nobody need know later.
    fn mention(&self, told: &ReviewEvent) {
        let _ = self.told.send(serde_json::to_value(told).unwrap_or_default());
    }

    fn tell(&mut self, told: &ReviewEvent) {
        self.mention(told);
        self.events.push(serde_json::to_value(told).unwrap_or_default());
    }

    /// Keeps all, and then says that it is done. What cannot be kept was told all the same.
    fn finish(mut self, store: &Store, key: &str, level: u32) {
        let done = ReviewEvent::Done { stopped_by: "done" };
        self.events.push(serde_json::to_value(&done).unwrap_or_default());
        let events = Value::Array(self.events.split_off(0)).to_string();
        let _ = store.keep_review(key, level, &events, limits::REVIEWS_KEPT);
        self.mention(&done);
    }
}

/// A game up to its last move, wherever it is looked at.
fn whole(mut game: AnyGame) -> AnyGame {
    with_game!(&mut game, game => {
        if game.length() < game.full_length() {
            let _ = game.go_to(game.full_length());
        }
    });
    game
}

fn carry_out<S: Reviewable>(
    game: &Game<S>,
    settings: &Settings,
    tell: Option<Tell>,
    stop: &StopSignal,
    teller: &mut Teller,
) where
    AnyReason: From<Reason<S>>,
{
    let mut reviewer = Reviewer::<S>::new(settings);
    let (moves, level) = (game.length(), settings.level);
    let means = reviewer.means().word();
    teller.tell(&ReviewEvent::Begin { size: S::SIDE, moves, level, means });
    let review = reviewer.review(game, stop, &mut |progress| {
        if let Progress::Move(review) = progress {
            teller.tell(&ReviewEvent::Move(Box::new(move_shown(review, tell))));
        }
    });
    teller.tell(&ReviewEvent::Summary(Box::new(summary(&review))));
}

fn move_shown<S: Size>(review: &MoveReview<S>, tell: Option<Tell>) -> MoveShown
where
    AnyReason: From<Reason<S>>,
{
    let why = review.reasons.iter().map(|reason| {
        let words = tell.map(|tell| tell(&AnyReason::from(*reason), review.number));
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
            line: moves_shown(&review.best),
            score: round(review.before.discs),
        },
        line: moves_shown(&review.line),
        loss: round(review.loss),
        mark: review.mark.word(),
        why: why.collect(),
    }
}

fn value_shown(value: othellier_review::Value) -> ValueShown {
    let (trust, percent) = trust_shown(value.trust);
    ValueShown { score: round(value.discs), trust, percent }
}

fn summary<S: Size>(review: &Review<S>) -> Summary {
    let start = review.black_score_at_start();
    let start = start.map(|black_score| GraphPoint { ply: 0, black_score: round(black_score) });
    let moves = review
        .moves
        .iter()
        .map(|review| GraphPoint { ply: review.number, black_score: round(review.black_score()) });
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
    SideShown { accuracy: accuracy.percent.map(round), loss: round(accuracy.loss), marks }
}
