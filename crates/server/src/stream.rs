//! Streams of server-sent events, and what ends with them.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use futures_util::stream::unfold;
use othellier_search::StopSignal;
use serde::Serialize;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;

use crate::client::Permit;

/// How often a word is sent to keep the line open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Work is held by the stream that shows it: when nobody looks any more, it is told to stop.
pub(crate) struct Leash {
    pub(crate) stop: StopSignal,
    _permit: Permit,
}

impl Leash {
    pub(crate) fn new(permit: Permit) -> Leash {
        Leash { stop: StopSignal::default(), _permit: permit }
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// An event as it is sent; its name is its `type`.
pub(crate) fn event(event: &impl Serialize) -> Event {
    let json = serde_json::to_value(event).unwrap_or_default();
    let name = json["type"].as_str().unwrap_or("message").to_owned();
    Event::default().event(name).data(json.to_string())
}

/// The stream of what a job tells, until it has told all, nobody looks, or the server closes.
pub(crate) fn events<T: Serialize + Send + 'static>(
    heard: UnboundedReceiver<T>,
    leash: Leash,
    closing: watch::Receiver<bool>,
) -> Response {
    let stream = unfold((heard, leash, closing), |(mut heard, leash, mut closing)| async move {
        let told = tokio::select! {
            told = heard.recv() => told?,
            _ = closing.wait_for(|closing| *closing) => return None,
        };
        Some((event(&told), (heard, leash, closing)))
    });
    sse(stream)
}

/// Any stream of events as an answer.
pub(crate) fn sse(stream: impl Stream<Item = Event> + Send + 'static) -> Response {
    use futures_util::StreamExt;
    let stream = stream.map(Ok::<_, Infallible>);
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE).text("still here");
    let mut response = Sse::new(stream).keep_alive(keep_alive).into_response();
    let headers = response.headers_mut();
    let value = axum::http::HeaderValue::from_static;
    headers.insert(axum::http::header::CACHE_CONTROL, value("no-store"));
    // A proxy must not wait for the end.
    headers.insert("x-accel-buffering", value("no"));
    response
}
