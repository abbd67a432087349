//! Drives live games: a program whose turn it is chooses its move on the scheduler, and a timer watches
//! a running clock.
//!
//! Every change of a game begins a new turn with a new number. A move or a timeout that belongs to
//! an earlier turn is stale and dropped. The clock of a program runs only while it has a core: neither
//! in the queue, nor while others are served before it.

use std::sync::Arc;
use std::time::Duration;

use othellier_play::{SessionState, StopSignal};
use othellier_service::ServiceError;
use othellier_service::games::{Chosen, LiveGame};
use othellier_wire::ThoughtEvent;
use tokio::sync::oneshot;

use super::registry::{SessionEvent, SessionHandle};
use crate::client::Client;
use crate::error::ApiError;
use crate::scheduler::{Account, Lane, OnHold, Slot, TaskOptions};
use crate::{App, limits};

/// How often a clock that does not run is looked at.
const CLOCK_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) fn drive(app: &App, handle: &Arc<SessionHandle>) {
    let (number, stop) = handle.begin_turn();
    let (state, has_clock) = {
        let mut session = handle.lock();
        let state = session.state();
        if state == SessionState::Thinking {
            session.hold_clock();
        }
        (state, session.left().is_some())
    };
    if has_clock && matches!(state, SessionState::Waiting | SessionState::Thinking) {
        tokio::spawn(enforce_clock(app.clone(), handle.clone(), number));
    }
    if state == SessionState::Thinking {
        tokio::spawn(think(app.clone(), handle.clone(), number, stop));
    }
}

/// Resumes programs that waited for a viewer; their work is charged to this account.
pub(crate) fn wake(app: &App, handle: &Arc<SessionHandle>, account: &Account) {
    let awaits_viewer = handle.turn().awaits_viewer;
    if awaits_viewer {
        handle.charge_to(account);
        drive(app, handle);
    }
}

/// A viewer leaves: if nobody else watches, the programs stop thinking until somebody comes.
pub(crate) fn leave(app: &App, handle: &Arc<SessionHandle>) {
    let (Ok(runtime), is_closing) =
        (tokio::runtime::Handle::try_current(), *app.closing().borrow())
    else {
        return;
    };
    if is_closing {
        return;
    }
    let handle = handle.clone();
    runtime.spawn(async move {
        tokio::time::sleep(limits::LEAVE_TIME).await;
        let is_thinking = handle.lock().state() == SessionState::Thinking;
        if is_thinking && handle.events.receiver_count() == 0 {
            handle.begin_turn();
            handle.turn().awaits_viewer = true;
        }
    });
}

/// Ends a game whose time has run out.
async fn enforce_clock(app: App, handle: Arc<SessionHandle>, number: u64) {
    loop {
        let left = {
            let session = handle.lock();
            let color = session.session.side_to_move();
            session.left().map(|left| left[color as usize]).unwrap_or_default()
        };
        tokio::time::sleep(left.max(Duration::from_millis(1))).await;
        if handle.turn().number != number {
            return;
        }
        let is_down = |session: &mut LiveGame| {
            if session.flag() { Ok(()) } else { Err(ApiError::conflict("there is time left")) }
        };
        if app.registry.change(&handle, is_down).is_ok() {
            return drive(&app, &handle);
        }
        // The clock was held while the program waited for a core, or nothing can be stored now.
        tokio::time::sleep(CLOCK_INTERVAL).await;
    }
}

/// Plays one move of a program.
async fn think(app: App, handle: Arc<SessionHandle>, number: u64, stop: StopSignal) {
    let (pace, has_person, has_clock) = {
        let session = handle.lock();
        (session.pace, session.session.has_person(), session.left().is_some())
    };
    if !pace.is_zero() {
        tokio::time::sleep(pace).await;
    }
    if !should_think(&handle, number, has_person) {
        return;
    }
    let account =
        handle.account().unwrap_or_else(|| Account::of(&Client::anonymous(Default::default())));
    // Nobody waits for the moves of two programs.
    let lane = if has_person { Lane::Moves } else { Lane::Background };
    let on_hold = has_clock.then(|| hold_clock_of(&handle, number));
    let options = TaskOptions { on_hold, ..TaskOptions::new(account, lane, stop.clone()) };
    let (sender, answer) = oneshot::channel();
    let (thinking, its_handle, its_stop) = (app.clone(), handle.clone(), stop.clone());
    app.scheduler.spawn(options, move |slot| {
        let _ = sender.send(choose(&thinking, &its_handle, number, &its_stop, slot));
    });
    let answer = answer.await;
    if handle.turn().number != number {
        return;
    }
    let (version, chosen) = match answer {
        Ok(Some(answer)) => answer,
        // It was stopped before it had begun, or the game does not wait for it.
        Ok(None) => return,
        Err(_) if stop.is_stopped_now() => return,
        Err(_) => {
            let version = handle.lock().session.version();
            (version, Err(ServiceError::internal("the program crashed")))
        }
    };
    app.metrics.count_move();
    let changed = app.registry.change(&handle, |live| Ok(live.play_choice(version, chosen)?));
    match changed {
        Ok(()) => drive(&app, &handle),
        Err(error) => handle.report_failure(version, error),
    }
}

/// A function that holds the clock of a turn while its program waits.
fn hold_clock_of(handle: &Arc<SessionHandle>, number: u64) -> OnHold {
    let handle = handle.clone();
    Arc::new(move |is_held| {
        if handle.turn().number != number {
            return;
        }
        if is_held { handle.lock().hold_clock() } else { handle.lock().release_clock() }
    })
}

/// Lets the program of a turn choose, on a slot of the scheduler: the version of the game that it was
/// asked for, and its choice.
fn choose(
    app: &App,
    handle: &SessionHandle,
    number: u64,
    stop: &StopSignal,
    slot: &Slot,
) -> Option<(u64, Result<Chosen, ServiceError>)> {
    if handle.turn().number != number {
        return None;
    }
    let turn = {
        let mut session = handle.lock();
        session.release_clock();
        session.turn()?
    };
    slot.limit(turn.most_time());
    let mut publish = |event: ThoughtEvent| {
        let _ = handle.events.send(SessionEvent::Thought(Arc::new(event)));
    };
    let chosen = app.tables.program(&handle.id, &turn).and_then(|mut taken| {
        let chosen = turn.think(&mut taken.program, stop, &mut publish);
        taken.keep();
        chosen
    });
    Some((turn.version(), chosen))
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
