//! Drives live games: a program whose turn it is chooses its move in a thread of its own, and a
//! timer watches a running clock.
//!
//! Every change of a game begins a new turn with a new number. A move or a timeout that belongs to
//! an earlier turn is stale and dropped.

use std::sync::Arc;
use std::time::Duration;

use othellier_desk::DeskError;
use othellier_desk::games::LiveGame;
use othellier_play::{SessionState, StopSignal};
use othellier_wire::ThoughtEvent;

use super::registry::{SessionEvent, SessionHandle};
use crate::App;
use crate::error::ApiError;

/// Begins a new turn.
pub(crate) fn drive(app: &App, handle: &Arc<SessionHandle>) {
    let (number, stop) = handle.begin_turn();
    let (state, timeout) = {
        let session = handle.lock();
        let left = session.running().zip(session.left());
        (session.state(), left.map(|(color, left)| left[color as usize]))
    };
    if let Some(left) = timeout {
        tokio::spawn(enforce_clock(app.clone(), handle.clone(), number, left));
    }
    if state == SessionState::Thinking {
        tokio::spawn(think(app.clone(), handle.clone(), number, stop));
    }
}

/// Resumes programs that waited for a viewer.
pub(crate) fn wake(app: &App, handle: &Arc<SessionHandle>) {
    let awaits_viewer = handle.turn().awaits_viewer;
    if awaits_viewer {
        drive(app, handle);
    }
}

/// Ends a game whose time has run out.
async fn enforce_clock(app: App, handle: Arc<SessionHandle>, number: u64, left: Duration) {
    tokio::time::sleep(left + Duration::from_millis(1)).await;
    if handle.turn().number != number {
        return;
    }
    let is_down = |session: &mut LiveGame| match session.flag() {
        true => Ok(()),
        false => Err(ApiError::conflict("there is time left")),
    };
    if app.registry().change(&handle, is_down).is_ok() {
        drive(&app, &handle);
    }
}

/// Plays one move of a program.
async fn think(app: App, handle: Arc<SessionHandle>, number: u64, stop: StopSignal) {
    let (pace, has_person) = {
        let session = handle.lock();
        (session.pace, session.session.has_person())
    };
    if !pace.is_zero() {
        tokio::time::sleep(pace).await;
    }
    if !should_think(&handle, number, has_person) {
        return;
    }
    let Ok(_permit) = app.move_permits().acquire().await else { return };
    if stop.is_stopped() {
        return;
    }
    let Some(turn) = handle.lock().turn() else { return };
    let (version, most) = (turn.version(), turn.most_time());
    let timeout = tokio::spawn({
        let stop = stop.clone();
        async move {
            tokio::time::sleep(most).await;
            stop.stop();
        }
    });
    let events = handle.events.clone();
    let search_stop = stop.clone();
    let chosen = tokio::task::spawn_blocking(move || {
        let mut publish = |event: ThoughtEvent| {
            let _ = events.send(SessionEvent::Thought(Arc::new(event)));
        };
        turn.think(&search_stop, &mut publish)
    });
    let chosen = chosen.await;
    timeout.abort();
    let chosen = chosen.unwrap_or_else(|_| Err(DeskError::internal("the program crashed")));
    if handle.turn().number != number {
        return;
    }
    app.metrics().count_move();
    let changed = app.registry().change(&handle, |live| Ok(live.play_choice(version, chosen)?));
    match changed {
        Ok(()) => drive(&app, &handle),
        Err(error) => handle.report_failure(version, error),
    }
}

/// Whether a program should choose a move for this turn: not if the turn is stale, and not in a
/// game between programs that nobody watches.
fn should_think(handle: &SessionHandle, number: u64, has_person: bool) -> bool {
    let mut turn = handle.turn();
    if turn.number != number {
        return false;
    }
    // Under the lock: a new viewer is either counted here or finds `awaits_viewer` set.
    turn.awaits_viewer = !has_person && handle.events.receiver_count() == 0;
    !turn.awaits_viewer
}
