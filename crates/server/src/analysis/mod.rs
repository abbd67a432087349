//! Live analysis: a search whose depths are streamed as they are completed.

mod pool;

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use othellier_desk::analysis::{Analysis, AnalysisQuery, Budget};
use othellier_wire::{SearchEvent, StopReason};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

pub(crate) use pool::{Pool, SlicedTask};
use pool::{TaskStatus, WorkerState};

use crate::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Params;
use crate::metrics::Metrics;
use crate::stream::{CancelGuard, events};

/// The first slice of an analysis.
const FIRST_SLICE: Budget = Budget::Time(Duration::from_millis(25));

/// Live analysis of a position, as a stream of `queued`, `depth`, `result` and `done`.
#[utoipa::path(get, path = "/api/analysis", tag = "analysis", params(AnalysisQuery), responses(
    (status = 200, body = SearchEvent, content_type = "text/event-stream"),
    (status = "4XX", body = ErrorBody)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    client: Client,
    Params(query): Params<AnalysisQuery>,
) -> Result<Response, ApiError> {
    let request = query.read()?;
    let permit = app.analyses().take(&client)?;
    let (sender, receiver) = unbounded_channel();
    let guard = CancelGuard::new(permit);
    if request.is_over() {
        let _ = sender.send(SearchEvent::Done { stopped_by: StopReason::Done });
        return Ok(events(receiver, guard, app.closing()));
    }
    let analysis = request.begin(guard.stop.clone())?;
    let metrics = app.metrics().clone();
    let task = StreamedAnalysis { analysis, sender: sender.clone(), metrics };
    let ahead = app.pool().push(client, Box::new(task));
    if ahead > 0 {
        let _ = sender.send(SearchEvent::Queued { ahead });
    }
    Ok(events(receiver, guard, app.closing()))
}

/// An analysis whose events are streamed.
struct StreamedAnalysis {
    analysis: Analysis,
    sender: UnboundedSender<SearchEvent>,
    metrics: Metrics,
}

impl SlicedTask for StreamedAnalysis {
    fn slice(&mut self, worker: &mut WorkerState) -> TaskStatus {
        if self.sender.is_closed() {
            return TaskStatus::Finished;
        }
        let mut emit = |event| {
            let _ = self.sender.send(event);
        };
        let slice = self.analysis.advance(&mut worker.champion, FIRST_SLICE, &mut emit);
        self.metrics.count_slice(slice.nodes);
        if slice.is_last { TaskStatus::Finished } else { TaskStatus::Pending }
    }
}
