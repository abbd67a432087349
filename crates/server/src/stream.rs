//! Streams of server-sent events (SSE), and the guard that cancels their work.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{once, unfold};
use futures_util::{Stream, StreamExt};
use othellier_search::StopSignal;
use serde::Serialize;
use tokio::sync::mpsc::UnboundedReceiver;
use utoipa::ToSchema;

use crate::App;
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
    /// The watched object has ended.
    Done,
}

/// Somebody who watches something.
pub(crate) trait Watcher: Send + 'static {
    /// The next event of the stream; none after the last.
    fn next(&mut self) -> impl Future<Output = Option<Event>> + Send;
}

/// Streams events until there are no more, the client disconnects, or the server shuts down.
pub(crate) fn stream(app: &App, watcher: impl Watcher) -> Response {
    sse(events(app, watcher))
}

/// Streams events that have no last one of their own: a goodbye ends them.
pub(crate) fn endless(app: &App, watcher: impl Watcher) -> Response {
    let goodbye = async { event(&LastEvent::Goodbye) };
    sse(events(app, watcher).chain(once(goodbye)))
}

fn events<W: Watcher>(app: &App, watcher: W) -> impl Stream<Item = Event> + Send + use<W> {
    let mut closing = app.closing();
    let closed = async move { drop(closing.wait_for(|closing| *closing).await) };
    let events =
        unfold(watcher, |mut watcher| async move { Some((watcher.next().await?, watcher)) });
    events.take_until(closed)
}

/// The reports of a job until it ends. The guard stops it when nobody watches any more.
pub(crate) struct Reports<T> {
    receiver: UnboundedReceiver<T>,
    _guard: CancelGuard,
}

impl<T> Reports<T> {
    pub(crate) fn new(receiver: UnboundedReceiver<T>, guard: CancelGuard) -> Reports<T> {
        Reports { receiver, _guard: guard }
    }
}

impl<T: Serialize + Send + 'static> Watcher for Reports<T> {
    async fn next(&mut self) -> Option<Event> {
        self.receiver.recv().await.map(|report| event(&report))
    }
}

/// A stream of events as a response.
pub(crate) fn sse(stream: impl Stream<Item = Event> + Send + 'static) -> Response {
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
