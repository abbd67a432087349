//! Streams of server-sent events (SSE), and the guard that cancels their work.

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
use utoipa::ToSchema;

use crate::client::Permit;

/// How often a comment is sent to keep the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Cancels work when it is dropped: the stream that shows the work owns it.
pub(crate) struct CancelGuard {
    pub(crate) stop: StopSignal,
    _permit: Permit,
}

impl CancelGuard {
    pub(crate) fn new(permit: Permit) -> CancelGuard {
        CancelGuard { stop: StopSignal::default(), _permit: permit }
    }
}

impl Drop for CancelGuard {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// An SSE event; its name is its `type`.
pub(crate) fn event(event: &impl Serialize) -> Event {
    let json = serde_json::to_value(event).unwrap_or_default();
    let name = json["type"].as_str().unwrap_or("message").to_owned();
    Event::default().event(name).data(json.to_string())
}

/// The last event of a stream.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum LastEvent {
    /// The server shuts down, or there is nothing left to watch.
    Goodbye,
    /// What was watched has ended.
    Done,
}

/// The last event of a stream without an end of its own.
pub(crate) fn goodbye() -> Event {
    event(&LastEvent::Goodbye)
}

/// Streams what a job reports until the job ends, the client disconnects, or the server shuts down.
pub(crate) fn events<T: Serialize + Send + 'static>(
    receiver: UnboundedReceiver<T>,
    guard: CancelGuard,
    closing: watch::Receiver<bool>,
) -> Response {
    let stream =
        unfold((receiver, guard, closing), |(mut receiver, guard, mut closing)| async move {
            let received = tokio::select! {
                received = receiver.recv() => received?,
                _ = closing.wait_for(|closing| *closing) => return None,
            };
            Some((event(&received), (receiver, guard, closing)))
        });
    sse(stream)
}

/// A stream of events as a response.
pub(crate) fn sse(stream: impl Stream<Item = Event> + Send + 'static) -> Response {
    use futures_util::StreamExt;
    let stream = stream.map(Ok::<_, Infallible>);
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE).text("keep-alive");
    let mut response = Sse::new(stream).keep_alive(keep_alive).into_response();
    let headers = response.headers_mut();
    let value = axum::http::HeaderValue::from_static;
    headers.insert(axum::http::header::CACHE_CONTROL, value("no-store"));
    // A proxy must not buffer the stream.
    headers.insert("x-accel-buffering", value("no"));
    response
}
