//! Live analysis: a search whose depths are streamed as they are completed.
//!
//! An analysis is searched in slices: each is a complete search with a short time limit, by a champion
//! whose transposition table has the results of earlier slices. So a few champions serve many analyses.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use othellier_search::champion::Champion;
use othellier_service::analysis::{Analysis, AnalysisQuery, Budget};
use othellier_wire::{SearchEvent, StopReason};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Params;
use crate::scheduler::{Account, Lane, Slot, Status, TaskOptions, Work};
use crate::stream::{CancelGuard, Reports, stream};
use crate::tables::Room;

/// The first slice of an analysis.
const FIRST_SLICE: Budget = Budget::Time(Duration::from_millis(25));

/// The least transposition table of a player that analyses.
const LEAST_BYTES: usize = 64 << 10;

/// Live analysis of a position, as a stream of `queued`, `depth`, `result` and `done`.
#[utoipa::path(get, path = "/api/analysis", tag = "analysis", params(AnalysisQuery), responses(
    (status = 200, body = SearchEvent, content_type = "text/event-stream"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    account: Account,
    Params(query): Params<AnalysisQuery>,
) -> Result<Response, ApiError> {
    let request = query.read()?;
    let permit = app.analyses.take(&account.client)?;
    let (sender, receiver) = unbounded_channel();
    let guard = CancelGuard::new(permit);
    let stop = guard.stop.clone();
    let response = stream(&app, Reports::new(receiver, guard));
    if request.is_over() {
        let _ = sender.send(SearchEvent::Done { stopped_by: StopReason::Done });
        return Ok(response);
    }
    let own_bytes = request.table_bytes();
    let room = own_bytes.map(|bytes| app.tables.room(bytes, bytes.min(LEAST_BYTES)));
    let bytes = room.as_ref().map_or(0, |room| room.bytes);
    let analysis = request.begin_within(stop.clone(), bytes)?;
    let options = TaskOptions::new(account, Lane::Background, stop);
    let ahead = app.scheduler.ahead(Lane::Background);
    if ahead > 0 {
        let _ = sender.send(SearchEvent::Queued { ahead });
    }
    let scheduler = app.scheduler.clone();
    // A player of its own needs no champion.
    let idle_champion = room.is_some().then(|| Analysis::champion(0));
    scheduler.push(
        options,
        Box::new(StreamedAnalysis { app, analysis, sender, idle_champion, _room: room }),
    );
    Ok(response)
}

/// An analysis whose events are streamed.
struct StreamedAnalysis {
    app: App,
    analysis: Analysis,
    sender: UnboundedSender<SearchEvent>,
    idle_champion: Option<Champion>,
    /// That of its own player.
    _room: Option<Room>,
}

impl Work for StreamedAnalysis {
    fn run(&mut self, _: &Slot) -> Status {
        if self.sender.is_closed() {
            return Status::Finished;
        }
        let mut emit = |event| {
            let _ = self.sender.send(event);
        };
        let slice = match &mut self.idle_champion {
            Some(champion) => self.analysis.advance(champion, FIRST_SLICE, &mut emit),
            None => {
                let mut taken = self.app.tables.champion();
                let slice = self.analysis.advance(&mut taken.champion, FIRST_SLICE, &mut emit);
                taken.keep();
                slice
            }
        };
        self.app.metrics.count_slice(slice.nodes);
        if slice.is_last { Status::Finished } else { Status::Pending }
    }
}
