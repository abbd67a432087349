//! Game reviews, streamed as they are found.
//!
//! A finished review is stored under its game and level. The same request later gets the stored
//! events, also after a restart.

use axum::extract::State;
use axum::response::Response;
use futures_util::stream::iter;
use othellier_service::review::{Resources, ReviewRequest};
use othellier_wire::{ReviewEnd, ReviewEvent};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use utoipa::IntoParams;

use crate::error::{ApiError, ErrorBody};
use crate::extract::Params;
use crate::scheduler::{Account, Lane, TaskOptions};
use crate::store::Store;
use crate::stream::{CancelGuard, Reports, event, sse, stream};
use crate::{App, limits};

/// The transposition table of a review, and the least that it is given.
const TABLE_BYTES: usize = 64 << 20;
const LEAST_BYTES: usize = 1 << 20;

/// The query of a review.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReviewQuery {
    /// The id of a game.
    game: Option<String>,
    /// Or a game in any format.
    text: Option<String>,
    /// Board size, if the text does not show it.
    size: Option<u8>,
    /// The level of the champion.
    level: Option<u32>,
    /// Only return a stored review, at any level if none is given; review nothing.
    kept: Option<bool>,
}

/// Reviews a game, as a stream of `begin`, `move`, `summary` and `done`.
#[utoipa::path(get, path = "/api/reviews", tag = "learning", params(ReviewQuery), responses(
    (status = 200, body = ReviewEvent, content_type = "text/event-stream"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn review(
    State(app): State<App>,
    account: Account,
    Params(query): Params<ReviewQuery>,
) -> Result<Response, ApiError> {
    let request = match (&query.game, &query.text) {
        (Some(id), None) => {
            let game = app.session_for(&account, id)?.handle.lock().game();
            ReviewRequest::new(game, query.level)?
        }
        (None, Some(text)) => ReviewRequest::of_text(text, query.size, query.level)?,
        _ => return Err(ApiError::bad_request("expected one of game and text")),
    };
    let key = request.key();
    let only_stored = query.kept == Some(true);
    let wanted = if only_stored { query.level } else { Some(request.level()) };
    if let Some(events) = stored_review(&app.store, &key, wanted) {
        return Ok(sse(iter(events.into_iter().map(|stored| event(&stored)))));
    }
    if only_stored {
        let nothing = ReviewEvent::Done { stopped_by: ReviewEnd::Unknown };
        return Ok(sse(iter([event(&nothing)])));
    }
    let guard = CancelGuard::new(app.jobs.take(&account.client)?);
    let (sender, receiver) = unbounded_channel();
    let mut review = ReviewStream { sender, events: Vec::new() };
    let (stop, scheduler) = (guard.stop.clone(), app.scheduler.clone());
    let response = stream(&app, Reports::new(receiver, guard));
    let ahead = scheduler.ahead(Lane::Background);
    if ahead > 0 {
        review.send(&ReviewEvent::Queued { ahead });
    }
    let options = TaskOptions::new(account, Lane::Background, stop.clone());
    scheduler.spawn(TaskOptions { is_wide: true, ..options }, move |slot| {
        let room = app.tables.room(TABLE_BYTES, LEAST_BYTES);
        let resources = Resources { threads: slot.width(), table_bytes: room.bytes };
        request.run(resources, &stop, &mut |event| review.record(&event));
        if !stop.is_stopped() {
            review.finish(&app.store, &key, request.level());
        }
    });
    Ok(response)
}

/// The events of a stored review; none if there is no readable one, and then it is made again.
pub(crate) fn stored_review(
    store: &Store,
    key: &str,
    level: Option<u32>,
) -> Option<Vec<ReviewEvent>> {
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
        let done = ReviewEvent::Done { stopped_by: ReviewEnd::Done };
        self.events.push(serde_json::to_value(&done).unwrap_or_default());
        let events = Value::Array(self.events.split_off(0)).to_string();
        let _ = store.save_review(key, level, &events, limits::STORED_REVIEWS);
        self.send(&done);
    }
}
